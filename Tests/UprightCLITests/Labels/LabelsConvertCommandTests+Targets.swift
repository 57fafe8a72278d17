// Labels that are written together: all of them, or none.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

extension LabelsConvertCommandTests {
  /// COCO with one box on one photo, stating the size of the stored image.
  private func coco(_ name: String, _ box: String = "[10,8,4,6]", size: (Int, Int) = (32, 48)) -> String {
    #"{"images":[{"id":1,"file_name":"\#(name)","width":\#(size.0),"height":\#(size.1)}],"#
      + #""annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":\#(box)}],"categories":[{"id":1,"name":"a"}]}"#
  }

  @Test func severalFilesStaySeveral() throws {
    let album = try LabelledAlbum(tags: 6...8)
    for tag in 6...8 { try album.write("in/\(tag).json", coco("\(tag).jpg")) }
    let words = ["labels", "convert", "--from-space", "stored", "--to-space", "displayed", "--images", "photos", "-o"]
    for extra in [[], ["--force"]] {
      let one = try UprightTool.run(words + ["two.json", "in"] + extra, in: album.album.folder)
      #expect(one.status == 64 && one.complaints.contains("are two files"), "\(one.complaints)")
      #expect(throws: (any Error).self) { try album.text("two.json") }
    }
    let folder = try UprightTool.run(words + ["out", "in"], in: album.album.folder)
    #expect(folder.status == 0 && folder.text == "3 files, 3 regions", "\(folder.complaints)")
    for tag in 6...8 {
      let text = try album.text("out/\(tag).json")
      #expect(text.contains("\"file_name\":\"\(tag).jpg\"") && text.contains("\"width\":48,\"height\":32"))
    }
  }

  /// Labels are not an image, whatever their name.
  @Test(arguments: ["photo.jpg", "photo.HEIC", "photos/6.jpg"])
  func labelsDoNotReplaceAnImage(_ output: String) throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.write("a.json", coco("6.jpg"))
    try album.album.folder.write(album.album.folder.read("photos/6.jpg"), as: "photo.jpg")
    let before = try album.album.contents()
    let answer = try album.run("convert", "-o", output, "--force", "a.json")
    #expect(answer.status == 64 && answer.complaints.contains("is the name of an image"), "\(answer.complaints)")
    #expect(try album.album.contents() == before)
  }

  /// Labels that stay unchanged are counted as well.
  @Test func labelsThatStayAreCounted() throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.write("a.json", coco("6.jpg"))
    #expect(try album.run("convert", "-o", "b.json", "a.json").text == "1 file, 1 region")
  }

  @Test func labelsNeverGoThroughAFolderThatIsMissing() throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.write("in/a.json", coco("6.jpg"))
    let answer = try album.run("convert", "-o", "new/../in/", "--force", "in")
    #expect(answer.status == 64 && answer.complaints.contains("has .. after"), "\(answer.complaints)")
  }

  @Test func whatWouldLieInOnePlaceIsRefusedBeforeAnythingIsWritten() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.album.folder.write(album.album.folder.read("photos/1.jpg"), as: "photos/1.jpeg")
    try album.write("in/a.json", coco("1.jpg", size: (48, 32)))
    try album.write("in/b.json", coco("1.jpeg", size: (48, 32)))
    try album.write("in/c.json", coco(String(repeating: "x", count: 300) + ".jpg", size: (48, 32)))
    for (name, sentence) in [("in", "1.txt would be written twice"), ("in/c.json", "bytes, 255 allowed")] {
      for extra in [[], ["--force"]] {
        let words = [
          "labels", "convert", "--to", "yolo", "--from-space", "stored", "--images", "photos", "-o", "out", name,
        ]
        let answer = try UprightTool.run(words + extra, in: album.album.folder)
        #expect(answer.status == 64 && answer.complaints.contains(sentence), "\(answer.complaints)")
        #expect(!FileManager.default.fileExists(atPath: album.album.folder.path("out")))
      }
    }
  }

  @Test func whereOneNameIsTakenNothingIsWritten() throws {
    let album = try LabelledAlbum()
    try album.writeRows()
    try album.write("out/8.txt", "mine")
    let words = [
      "labels", "convert", "--from-space", "displayed", "--to-space", "stored", "--images", "photos", "-o", "out",
      "labels",
    ]
    let answer = try UprightTool.run(words, in: album.album.folder)
    #expect(answer.status == 74 && answer.complaints.contains("8.txt: a file with this name already exists"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: album.album.folder.path("out")) == ["8.txt"])
    #expect(try UprightTool.run(words + ["--force"], in: album.album.folder).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: album.album.folder.path("out")).count == 9)
  }

  @Test func whereOneNameIsAFolderOrAnImageNothingIsWritten() throws {
    let album = try LabelledAlbum()
    try album.writeRows()
    try FileManager.default.createDirectory(
      atPath: album.album.folder.path("out/8.txt"), withIntermediateDirectories: true)
    let words = [
      "labels", "convert", "--from-space", "displayed", "--to-space", "stored", "--images", "photos", "labels",
      "--force", "-o",
    ]
    let answer = try UprightTool.run(words + ["out"], in: album.album.folder)
    #expect(answer.status == 74 && answer.complaints.contains("8.txt: Is a directory"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: album.album.folder.path("out")) == ["8.txt"])
    let photo = try album.album.folder.read("photos/1.jpg")
    let image = try UprightTool.run(words + ["photos/1.jpg", "--to", "coco"], in: album.album.folder)
    #expect(image.status == 64 && image.complaints.contains("1.jpg is the name of an image"), "\(image.complaints)")
    try FileManager.default.linkItem(
      atPath: album.album.folder.path("photos/1.jpg"), toPath: album.album.folder.path("photos/1.json"))
    let named = try UprightTool.run(words + ["photos/1.json", "--to", "coco"], in: album.album.folder)
    #expect(named.status == 64 && named.complaints.contains("1.json was read"), "\(named.complaints)")
    #expect(try album.album.folder.read("photos/1.jpg") == photo)
  }

  // Photo, space, stated size, and whether that is its size in that space.
  @Test(arguments: [
    (6, "stored", 32, 48, true), (6, "displayed", 48, 32, true), (6, "stored", 48, 32, false),
    (6, "displayed", 32, 48, false), (6, "stored", 16, 24, false), (2, "stored", 48, 32, true),
    (2, "displayed", 32, 48, false),
  ])
  func labelsOfAnotherSizeAreNotWritten(tag: Int, space: String, width: Int, height: Int, isRight: Bool) throws {
    let album = try LabelledAlbum()
    try album.write("a.json", coco("\(tag).jpg", size: (width, height)))
    let words = [
      "labels", "convert", "--to", "yolo", "--from-space", space, "--to-space", "stored", "--images", "photos",
      "a.json",
    ]
    let answer = try UprightTool.run(words + ["-o", "out"], in: album.album.folder)
    guard !isRight else {
      #expect(answer.status == 0 && answer.text == "2 files, 1 region", "\(answer.complaints)")
      return
    }
    #expect(answer.status == 2 && answer.text == "1 file, 0 regions", "\(answer.text)")
    #expect(answer.complaints.contains("\(width)x\(height), "))
    let strict = try UprightTool.run(words + ["-o", "strict", "--strict"], in: album.album.folder)
    #expect(strict.status == 2 && !FileManager.default.fileExists(atPath: album.album.folder.path("strict")))
  }

  @Test func onlyImagesOfAnotherSizeAreLeftOut() throws {
    let album = try LabelledAlbum()
    let images = (5...8).map { tag in
      let size = tag == 7 ? (16, 24) : (32, 48)
      return #"{"id":\#(tag),"file_name":"\#(tag).jpg","width":\#(size.0),"height":\#(size.1)}"#
    }
    let rows = (5...8).map { #"{"id":\#($0),"image_id":\#($0),"category_id":1,"bbox":[8,12,8,12]}"# }
    try album.write(
      "a.json",
      #"{"images":[\#(images.joined(separator: ","))],"annotations":[\#(rows.joined(separator: ","))],"#
        + #""categories":[{"id":1,"name":"a"}]}"#)
    let answer = try album.run(
      "convert", "--to", "yolo", "--from-space", "stored", "--images", "photos", "-o", "out", "a.json")
    #expect(
      answer.status == 2 && answer.text == "4 files, 3 regions"
        && answer.complaints.contains("7.jpg: the labels state 16x24"))
    for tag in [5, 6, 8] { #expect(try album.text("out/\(tag).txt") == "0 0.375000 0.375000 0.250000 0.250000\n") }
    #expect(!FileManager.default.fileExists(atPath: album.album.folder.path("out/7.txt")))
  }
}
