// `labels convert --to-space` where images are missing: nothing is passed off as converted.

import Foundation
import Testing
import UprightTestTools

@Suite(.inProcess) struct LabelsConvertMissingImagesTests {
  /// A COCO file with one box in each of these images, stated in stored sizes.
  private func samples(_ names: [String]) throws -> LabelledAlbum {
    let album = try LabelledAlbum()
    let images = names.enumerated().map { index, name in
      let isTurned = (5...8).contains(name.split(separator: "/").last?.first?.wholeNumberValue ?? 0)
      return
        "{\"id\":\(index),\"file_name\":\"\(name)\",\"width\":\(isTurned ? 32 : 48),\"height\":\(isTurned ? 48 : 32)}"
    }
    let boxes = names.indices.map {
      "{\"id\":\($0),\"image_id\":\($0),\"category_id\":1,\"bbox\":[2,3,10,8],\"area\":80,\"iscrowd\":0}"
    }
    try album.write(
      "a.json",
      "{\"images\":[\(images.joined(separator: ","))],\"annotations\":[\(boxes.joined(separator: ","))],"
        + "\"categories\":[{\"id\":1,\"name\":\"a\"}]}")
    return album
  }

  @Test(arguments: [["elsewhere/6.jpg"], ["x.jpg", "y.jpg"]], ["stored", "displayed"])
  func withoutAnyOfTheImagesNothingIsWritten(names: [String], space: String) throws {
    let album = try samples(names)
    try album.write("empty/readme", "")
    for images in ["photos", "empty"] where images == "empty" || names.count == 2 {
      for format in [[], ["--to", "voc"], ["--to", "yolo"]] {
        let answer = try UprightTool.run(
          ["labels", "convert", "--images", images, "--to-space", space, "-o", "out", "a.json"] + format,
          in: album.album.folder)
        #expect(answer.status == 2, "\(answer.text)\(answer.complaints)")
        #expect(answer.complaints.contains("none of the labels' images was found, so nothing was written"))
        #expect(!FileManager.default.fileExists(atPath: album.album.folder.path("out")))
      }
    }
  }

  @Test(arguments: ["stored", "displayed"])
  func anImageThatIsMissingIsReported(space: String) throws {
    let album = try samples(["1.jpg", "x.jpg"])
    let answer = try album.run("convert", "--images", "photos", "--to-space", space, "-o", "out.json", "a.json")
    #expect(answer.status == 2 && answer.complaints.contains("x.jpg"), "\(answer.complaints)")
    #expect(try album.text("out.json") == album.text("a.json"))
    let whole = try samples(["1.jpg"])
    #expect(try whole.run("convert", "--images", "photos", "--to-space", space, "-o", "b.json", "a.json").status == 0)
    #expect(try whole.text("b.json") == whole.text("a.json"))
  }
}
