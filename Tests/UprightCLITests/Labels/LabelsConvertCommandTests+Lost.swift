// What `convert` says of boxes that it mends, of outlines that it leaves out, and of images that it does not find.

import Foundation
import Testing
import UprightTestTools

@testable import UprightCLI

extension LabelsConvertCommandTests {
  private func coco(_ rows: [(box: String, rings: String)]) -> String {
    let rows = rows.enumerated().map { index, row in
      #"{"id":\#(index + 1),"image_id":1,"category_id":1,"bbox":\#(row.box),"segmentation":\#(row.rings)}"#
    }
    return #"{"images":[{"id":1,"file_name":"6.jpg","width":200,"height":200}],"annotations":["# + "\n"
      + rows.joined(separator: ",\n") + #"],"categories":[{"id":1,"name":"cat"}]}"#
  }

  private func exists(_ album: LabelledAlbum, _ name: String) -> Bool {
    FileManager.default.fileExists(atPath: album.album.folder.path(name))
  }

  @Test func anEmptyBoxBecomesThatOfThePolygon() throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.write("a.json", coco([("[100,100,0,50]", "[[100,100,150,100,150,150]]")]))
    let answer = try album.run("convert", "--to", "yolo", "-o", "out", "a.json")
    #expect(answer.status == 2 && answer.text == "2 files, 1 region")
    #expect(try album.text("out/6.txt") == "0 0.625000 0.625000 0.250000 0.250000\n")
    #expect(answer.complaints.contains("(id 1): this box is 0.0 wide and 50.0 high; the box of its outline is used"))
    #expect(!answer.complaints.contains("left out"))
    let strict = try album.run("convert", "--strict", "--to", "yolo", "-o", "strict", "a.json")
    #expect(strict.status == 2 && !exists(album, "strict") && strict.complaints.contains("nothing was written"))
  }

  @Test func outlinesThatAreLeftOutAreCounted() throws {
    let album = try LabelledAlbum(tags: 6...6)
    let triangle = ("[10,20,30,40]", "[[10,20,40,20,40,60]]")
    let corners = ("[10,20,30,40]", "[[10,60,10,20,40,20,40,60]]")
    try album.write("a.json", coco([triangle, corners, triangle, ("[11,20,30,40]", corners.1), triangle]))
    let answer = try album.run("convert", "--to", "yolo", "-o", "out", "a.json")
    #expect(answer.status == 0)
    let sentence = "4 regions, the first in 6.jpg, line 2: only its box is written (detail-lost)"
    #expect(answer.complaints.contains(sentence) && !answer.complaints.contains("more;"), "\(answer.complaints)")
    let told = try album.run("convert", "--json", "--to", "voc", "-o", "voc", "a.json").complaints
    #expect(told.split(separator: "\n").count == 4, "programs are told of each")
    try album.write("b.json", coco([corners, corners]))
    #expect(try album.run("convert", "--to", "yolo", "-o", "b", "b.json").complaints.isEmpty)
  }

  @Test func rowsThatAreNoRegionsOnPurposeAreCounted() throws {
    let album = try LabelledAlbum(tags: 6...6)
    let result =
      #"{"type":"rectanglelabels","original_width":48,"original_height":32,"#
      + #""value":{"x":25,"y":25,"width":25,"height":25,"rectanglelabels":["a"]}}"#
    let list = "[{\"result\":[\(result)]}]"
    try album.write(
      "a.json",
      #"[{"data":{"image":"6.jpg"},"annotations":[{"result":[\#(result)]},"#
        + #"{"was_cancelled":true,"result":[\#(result),\#(result)]}],"predictions":\#(list)}]"#)
    let answer = try album.run("convert", "--strict", "--to", "coco", "-o", "out.json", "a.json")
    #expect(answer.status == 0 && answer.text == "1 file, 1 region", "\(answer)")
    let cancelled =
      "2 rows, the first in a.json, [0].annotations[1].result[0]: the results of a cancelled annotation are left out"
    let predicted = "a.json, [0].predictions[0].result[0]: predictions beside annotations are left out"
    for sentence in [cancelled, predicted] {
      #expect(answer.complaints.contains(sentence + " (row-skipped)"), "\(answer.complaints)")
    }
    let told = try album.run("convert", "--json", "--to", "coco", "-o", "told.json", "a.json")
    let lines = told.complaints.split(separator: "\n").filter { $0.contains("\"row-skipped\"") }
    #expect(told.status == 0 && lines.count == 2 && lines.allSatisfy { $0.contains("\"broken\":false") })
    #expect(lines.first?.contains("\"count\":2") == true && lines.last?.contains("\"count\":1") == true)
    #expect(try album.run("validate", "--strict", "a.json").status == 0, "nothing is wrong with the file")
  }

  @Test func aMalformedSizeIsNotCalledAMissingImage() throws {
    let album = try LabelledAlbum(tags: 6...6)
    let labels = coco([("[10,20,30,40]", "[]")]).replacing("\"width\":200", with: "\"width\":0")
    try album.write("a.json", labels)
    let answer = try album.run(
      "convert", "--images", "photos", "--from-space", "stored", "--to", "yolo", "-o", "out", "a.json")
    #expect(answer.status == 2, "\(answer)")
    #expect(
      answer.complaints.contains("6.jpg: the labels state a size that no image can have, so they are left out"),
      "\(answer.complaints)")
    #expect(!answer.complaints.contains("not found") && !answer.complaints.contains("picture-unknown"))
  }

  @Test func rowsThatTheFormatCannotExpressAreNotCounted() throws {
    let album = try LabelledAlbum(tags: 6...6)
    let labels = coco([("[10,20,30,40]", "[]"), ("[20,20,30,40]", "[]")])
    try album.write(
      "a.json",
      labels.replacingOccurrences(
        of: #""id":2,"image_id":1,"category_id":1"#, with: #""id":2,"image_id":1,"category_id":9"#))
    let answer = try album.run("convert", "--to", "yolo", "-o", "out", "a.json")
    #expect(answer.status == 2 && answer.text == "2 files, 1 region", "\(answer.text)")
    #expect(try album.text("out/6.txt").split(separator: "\n").count == 1)
  }

  @Test(arguments: [[], ["--images", "elsewhere"]])
  func withoutAnyImageNothingIsWritten(_ images: [String]) throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.writeRows(tags: 6...6)
    try album.write("elsewhere/readme", "")
    var requests = [["--to", "coco", "--from-space", "stored"]]
    if !images.isEmpty { requests.append(["--from-space", "stored", "--to-space", "displayed"]) }
    for words in requests {
      let words = ["labels", "convert", "-o", "out", "labels"] + words + images
      let answer = try UprightTool.run(words, in: album.album.folder)
      #expect(answer.status == 2 && answer.text == "" && !exists(album, "out"), "\(words)")
      #expect(answer.complaints.contains("nothing was written; name their folder with --images"), "\(words)")
      let told = try UprightTool.run(words + ["--json"], in: album.album.folder)
      #expect(told.text == #"{"schema":1,"files":0,"regions":0}"# && !exists(album, "out"))
    }
    let found = try album.run(
      "convert", "--to", "coco", "--from-space", "stored", "--images", "photos", "-o", "out", "labels")
    #expect(found.status == 0 && exists(album, "out"))
  }
}
