// Matching names in label files: whole paths first, then folders and extensions that agree, never a contradicting one.

import Foundation
import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite struct ImageNamesTests {
  private let data = [
    InputFile(path: "/data/images/train/6.jpg", relativePath: "train/6.jpg"),
    InputFile(path: "/data/images/val/6.jpg", relativePath: "val/6.jpg"),
    InputFile(path: "/data/images/val/8.jpg", relativePath: "val/8.jpg"),
    InputFile(path: "/data/images/8.jpg", relativePath: "8.jpg"),
    InputFile(path: "/data/images/day.1.JPG", relativePath: "day.1.JPG"),
  ]

  /// The only image that a name can match.
  private func meant(_ name: String, in folder: String = ".", of files: [InputFile]? = nil) -> Int? {
    let match = ImageNames(files ?? data).match(name, in: folder)
    return match.flatMap { $0.fit.isPossible && $0.images.count == 1 ? $0.images[0] : nil }
  }

  @Test(arguments: [
    ("train/6.jpg", 0), ("val/6.jpg", 1), ("val/6", 1), (#"val\6.jpg"#, 1), ("./train/../val/6.jpg", 1),
    ("images/val/6.jpg", 1), (#"..\images\val\6.jpg"#, 1), ("/data/images/val/6.jpg", 1), ("/mnt/val/6.jpg", 1),
    (#"C:\photos\val\6.jpg"#, 1), ("file:///data/images/val/6.jpg", 1),
    ("https://example.org/val/6.jpg?full", 1), ("https://example.org/any/val/8.jpg", 2),
    ("day.1", 4), ("day.1.jpg", 4), ("day.1.JPG", 4),
    // The whole path inside the given folder comes first.
    ("8.jpg", 3), ("8", 3), ("val/8.jpg", 2),
  ])
  func aNameMeansOne(_ name: String, index: Int) { #expect(meant(name) == index) }

  @Test(arguments: [
    "6.jpg", "6", "other/6.jpg", "data/val/6.jpg", "/mnt/other/6.jpg", "8.png", "val/8.png", "7.jpg", "", "/", ".",
    "day", "88.jpg", "https://example.org/6.jpg",
  ])
  func aNameMeansNone(_ name: String) { #expect(meant(name) == nil) }

  @Test func severalAreNamedTogether() throws {
    let names = ImageNames(data)
    let both = try #require(names.match("6.jpg"))
    #expect(both.images == [0, 1] && both.fit.isPossible)
    let other = try #require(names.match("other/6.jpg"))
    #expect(other.images == [0, 1] && other.fit.contradicts && !other.fit.isPossible)
    let png = try #require(names.match("train/6.png"))
    #expect(png.images == [0] && png.fit.ending == .differs && !png.fit.isPossible)
    #expect(names.match("7.jpg") == nil)
  }

  @Test(arguments: [
    ("train", 0), ("val", 1), ("labels/val", 1), ("val/labels", 1), ("Annotations/train", 0), ("test", nil),
    ("fold/val", nil), (".", nil), ("labels", nil),
  ])
  func theFolderOfTheLabelFileCounts(_ folder: String, index: Int?) {
    #expect(meant("6", in: folder) == index)
    #expect(meant("6.jpg", in: folder) == index)
    // Unless the name states one.
    #expect(meant("train/6.jpg", in: folder) == 0)
  }

  @Test func imagesInAFolderOfTheirKindBesideThatOfTheLabels() {
    let files = ["train", "valid"].map {
      InputFile(path: "/data/\($0)/images/6.jpg", relativePath: "\($0)/images/6.jpg")
    }
    #expect(meant("6", in: "train/labels", of: files) == 0 && meant("6", in: "valid/labels", of: files) == 1)
    #expect(meant("6", in: "test/labels", of: files) == nil)
  }

  @Test func whatLiesElsewhereOnThisDiskIsAnotherImage() throws {
    let album = try Album("one/a/6.jpg", "two/a/6.jpg")
    let files = [InputFile(path: album.folder.path("one/a/6.jpg"), relativePath: "6.jpg")]
    #expect(meant(album.folder.path("one/a/6.jpg"), of: files) == 0)
    #expect(meant(album.folder.path("two/a/6.jpg"), of: files) == nil)
    #expect(meant(album.folder.path("three/a/6.jpg"), of: files) == 0)
  }

  @Test func partsAreCutAndDotsTakenOut() {
    #expect(ImageNames.parts(#"a/b\c.jpg"#) == ["c.jpg", "b", "a"])
    #expect(ImageNames.parts("../../a/./b/../c") == ["c", "a"] && ImageNames.parts("/") == [])
    #expect(ImageNames.reading(["labels", "Train", "IMAGES", "x"]) == ["Train", "x"])
  }
}
