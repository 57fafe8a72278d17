// Images by the names in labels: with and without folder and extension, never by an ambiguous name.

import Foundation
import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite struct ImageIndexTests {
  @Test func namesMayLackFolderAndExtension() throws {
    let album = try Album("day/6.jpg", "1.jpg")
    let index = ImageIndex(album.folder.url.path, rules: OrientationRules())
    #expect(!index.isEmpty && index.files.map(\.relativePath) == ["1.jpg", "day/6.jpg"])
    for name in ["day/6.jpg", "6.jpg", "6", #"day\6.jpg"#, "day/6"] {
      #expect(index.path(of: name) == album.folder.path("day/6.jpg"), "\(name)")
      #expect(index.name(of: name) == "day/6.jpg")
      #expect(index.facts(of: name)?.orientation.exif == .rightTop)
      #expect(index.facts(of: name)?.size == PixelSize(width: 32, height: 48))
      #expect(index.facts(of: name)?.displayedSize == PixelSize(width: 48, height: 32))
    }
    for name in ["elsewhere/6.jpg", "elsewhere/6", "day/6.png", "6.png"] {
      #expect(index.path(of: name) == nil && index.facts(of: name) == nil && index.name(of: name) == name, "\(name)")
    }
    #expect(index.path(of: "7.jpg") == nil && index.facts(of: "7.jpg") == nil && index.name(of: "7.jpg") == "7.jpg")
  }

  @Test func whatSeveralAreCalledIsNone() throws {
    let album = try Album("day/6.jpg", "night/6.jpg")
    let index = ImageIndex(album.folder.url.path, rules: OrientationRules())
    #expect(index.path(of: "6.jpg") == nil && index.path(of: "6") == nil)
    #expect(index.path(of: "night/6.jpg") == album.folder.path("night/6.jpg"))
  }

  @Test func theWholePathComesFirst() throws {
    let album = try Album("6.jpg", "backup/6.jpg", "backup/8.jpg")
    let index = ImageIndex(album.folder.url.path, rules: OrientationRules())
    #expect(index.path(of: "6.jpg") == album.folder.path("6.jpg") && index.path(of: "6") == album.folder.path("6.jpg"))
    #expect(index.path(of: "backup/6") == album.folder.path("backup/6.jpg"))
    #expect(index.path(of: "8.jpg") == album.folder.path("backup/8.jpg"))
  }

  @Test func theFolderOfTheLabelFileTellsTwoApart() throws {
    let album = try Album("train/6.jpg", "val/6.jpg", "val/8.jpg")
    let index = ImageIndex(album.folder.url.path, rules: OrientationRules())
    #expect(index.facts(of: "6") == nil && index.facts(of: "6", in: "val")?.orientation.exif == .rightTop)
    #expect(index.name(of: "6", in: "train") == "train/6.jpg" && index.name(of: "6", in: "val") == "val/6.jpg")
    #expect(index.name(of: "8", in: "val") == "8" && index.name(of: "7", in: "val") == "7")
    // Another image's labels must not find this one by a shorter name.
    let other = index.name(of: "8", in: "train")
    #expect(other == "train/8" && index.facts(of: other) == nil)
  }

  @Test func aFolderThatIsNotThereIsSaid() throws {
    let album = try Album("6.jpg")
    let (errors, rules) = (MemoryOutlet(), OrientationRules())
    let world = World.inMemory(errors: errors)
    let missing = album.folder.path("nowhere")
    #expect(throws: ExitStatus(74)) { try ImageIndex.named(missing, rules, in: world) }
    #expect(String(decoding: errors.bytes, as: UTF8.self) == "upright: \(missing): No such file or directory\n")
    #expect(try ImageIndex.named(album.folder.url.path, rules, in: world).files.count == 1)
    #expect(try ImageIndex.named(nil, rules, in: world).isEmpty)
  }

  @Test func oneImageIsAFolderOfOne() throws {
    let album = try Album("6.jpg", "8.jpg")
    let index = ImageIndex(album.folder.path("6.jpg"), rules: OrientationRules())
    #expect(index.files.count == 1 && index.facts(of: "6") != nil && index.facts(of: "8") == nil)
    #expect(ImageIndex(nil, rules: OrientationRules()).isEmpty)
  }

  @Test func whatCannotBeReadIsNotThere() throws {
    let album = try Album("6.jpg")
    try album.folder.write([1, 2, 3], as: "7.jpg")
    let index = ImageIndex(album.folder.url.path, rules: OrientationRules())
    #expect(index.path(of: "7.jpg") != nil && index.facts(of: "7.jpg") == nil)
  }

  @Test func whatNoNameCallsIsTold() throws {
    let album = try Album("day/6.jpg", "night/6.jpg", "1.jpg", "2.jpg")
    let index = ImageIndex(album.folder.url.path, rules: OrientationRules())
    #expect(index.unreferenced(by: ["1", "day/6.jpg", "9.jpg"]) == ["2.jpg", "night/6.jpg"])
    #expect(index.unreferenced(by: ["6.jpg"]) == ["1.jpg", "2.jpg", "day/6.jpg", "night/6.jpg"])
    #expect(index.unreferenced(by: index.files.map(\.relativePath)).isEmpty)
  }
}
