// The memory for labels: twelve times their bytes, or they are refused by name.

import Foundation
import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct LabelMemoryTests {
  /// A shape of a COCO file: what repeats, where, and whether that many are refused.
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let head: String
    let item: String
    let tail: String
    let isRefused: Bool
  }

  private static let one = #"{"images":[{"id":1,"width":9,"height":9,"file_name":"a"}],"categories":[],"annotations":["#
  static let shapes = [
    Shape(
      testDescription: "rows", head: one, item: #"{"image_id":1,"bbox":[1,1,1,1]}"#, tail: "]}", isRefused: false),
    Shape(
      testDescription: "usual rows", head: one,
      item:
        #"{"id":123456,"image_id":1,"bbox":[1.25,1.5,3.75,4],"area":15,"iscrowd":0,"segmentation":[[1,1,4,1,4,4]]}"#,
      tail: "]}", isRefused: false),
    Shape(
      testDescription: "broken rows", head: one, item: #"{"image_id":1,"bbox":[1,1,0,1]}"#, tail: "]}", isRefused: true
    ),
    Shape(testDescription: "pictures", head: #"{"images":["#, item: #"{"id":1}"#, tail: "]}", isRefused: true),
    Shape(
      testDescription: "one ring", head: one + #"{"image_id":1,"segmentation":[["#, item: "1", tail: "]]}]}",
      isRefused: true),
    Shape(
      testDescription: "rings", head: one + #"{"image_id":1,"segmentation":["#, item: "[1,1,1,1,1,1]", tail: "]}]}",
      isRefused: true),
    Shape(
      testDescription: "runs", head: one + #"{"image_id":1,"segmentation":{"size":[9,9],"counts":["#, item: "1",
      tail: "]}}]}", isRefused: true),
    Shape(
      testDescription: "faults", head: one + #"{"image_id":1,"bbox":["#, item: #""""#, tail: "]}]}", isRefused: true),
    Shape(
      testDescription: "texts", head: one + #"{"image_id":1,"bbox":[1,1,1,1],"attributes":{"#, item: #""":1"#,
      tail: "}}]}",
      isRefused: true),
    Shape(testDescription: "results", head: "[", item: #"{"image_id":#,"bbox":[1,1,1,1]}"#, tail: "]", isRefused: true),
    Shape(
      testDescription: "names", head: #"{"images":[],"annotations":[],"categories":[{"id":1,"name":"a","keypoints":["#,
      item: #""""#, tail: "]}]}", isRefused: true),
    Shape(
      testDescription: "a long text", head: #"{"annotations":[],"categories":[],"images":[{"id":1,"file_name":""#,
      item: "x", tail: #""}]}"#, isRefused: false),
  ]

  /// The shape repeated until it has four million bytes.
  private func file(_ shape: Shape) -> [UInt8] {
    var bytes = Array(shape.head.utf8)
    var number = 0
    let hasNumber = shape.item.contains("#")
    let item = Array(shape.item.utf8) + (shape.testDescription == "a long text" ? [] : [0x2C])
    while bytes.count < 4_000_000 {
      if hasNumber {
        bytes += Array(shape.item.replacing("#", with: String(number)).utf8) + [0x2C]
        number += 1
      } else {
        bytes += item
      }
    }
    if bytes.last == 0x2C { bytes.removeLast() }
    return bytes + Array(shape.tail.utf8)
  }

  @Test(.enabled(if: OutsideTool.time.isInstalled, "needs GNU time"), arguments: shapes)
  func aFileTakesTwelveTimesItsBytesOrIsRefused(shape: Shape) throws {
    let folder = try ScratchFolder()
    let bytes = file(shape)
    try folder.write(bytes, as: "a.json")
    let program = try #require(UprightTool.path)
    let answer = try OutsideTool.time.run(
      ["-f", "%M", program, "labels", "validate", "--from", "coco", "a.json"], in: folder)
    let lines = answer.complaints.split(separator: "\n")
    let taken = try #require(lines.last.flatMap { Int($0) }) * 1024
    #expect(taken <= 12 * bytes.count, "\(taken) bytes for \(bytes.count)")
    #expect((answer.status == 65) == shape.isRefused, "\(answer.complaints.prefix(300))")
    if shape.isRefused {
      #expect(answer.complaints.contains("needs ") && answer.complaints.contains("--max-memory"))
    }
  }

  @Test func everyCommandOfLabelsKeepsToTheLimit() throws {
    let album = try LabelledAlbum(tags: 1...1)
    let row = #"{"image_id":1,"category_id":1,"bbox":[1,1,4,4]}"#
    let rows = [String](repeating: row, count: 4000).joined(separator: ",")
    try album.write(
      "a.json",
      #"{"images":[{"id":1,"file_name":"1.jpg"}],"categories":[{"id":1,"name":"a"}],"annotations":[\#(rows)]}"#)
    for words in [
      ["validate", "a.json"], ["audit", "--images", "photos", "a.json"], ["diff", "a.json", "a.json"],
      ["convert", "--to", "yolo", "--images", "photos", "-o", "out", "a.json"],
      ["overlay", "--images", "photos", "-o", "seen", "a.json"],
      ["crop", "--images", "photos", "-o", "parts", "-n", "a.json"],
    ] {
      for limit in ["100K", "500K"] {
        let answer = try UprightTool.run(["labels"] + words + ["--max-memory", limit], in: album.album.folder)
        #expect(answer.status == 65, "\(words)")
        #expect(answer.complaints.contains("a.json: ") && answer.complaints.contains("--max-memory allows more"))
      }
      let answer = try UprightTool.run(["labels"] + words + ["--max-memory", "2G"], in: album.album.folder)
      #expect(answer.status != 65, "\(words): \(answer.complaints.prefix(300))")
    }
  }

  @Test func longNamesAndTextsAreSaidAndKept() throws {
    let album = try LabelledAlbum(tags: 1...1)
    let (long, fine) = (String(repeating: "n", count: 4097), String(repeating: "m", count: 4096))
    let text =
      #"{"images":[{"id":1,"file_name":"1.jpg","width":48,"height":32}],"categories":[{"id":1,"name":"\#(long)"},{"id":2,"name":"\#(fine)"}],"#
      + #""annotations":[{"image_id":1,"category_id":1,"bbox":[1,1,4,4],"attributes":{"who":"\#(long)"}},"#
      + #"{"image_id":1,"category_id":2,"bbox":[9,9,4,4],"attributes":{"who":"\#(fine)"}}]}"#
    try album.write("a.json", text)
    let found = try album.run("validate", "--json", "a.json").objects().filter { $0["code"] as? String == "text-long" }
    #expect(found.count == 2 && found.allSatisfy { $0["broken"] as? Bool == false })
    #expect(found.contains { ($0["message"] as? String)?.contains("a class name of 4097 bytes") == true })
    #expect(found.contains { $0["field"] as? String == "row 1" })
    let audit = try album.run("audit", "--images", "photos", "a.json")
    #expect(audit.complaints.components(separatedBy: "text-long").count == 3, "\(audit.complaints)")
    let turned = try album.run(
      "convert", "--from-space", "stored", "--to-space", "displayed", "--images", "photos", "-o", "b.json", "a.json")
    #expect(
      turned.status == 0 && turned.complaints.components(separatedBy: "text-long").count == 3, "\(turned.complaints)")
    #expect(try album.text("b.json") == text)
    try album.write("rows/1.txt", LabelledAlbum.green + "\n")
    try album.write("rows/data.yaml", "names: [\(long)]\n")
    #expect(try album.run("validate", "rows").text.contains("a class name of 4097 bytes"))
  }
}
