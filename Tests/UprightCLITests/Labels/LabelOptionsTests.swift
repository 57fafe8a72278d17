// Options of all label commands: the same words for the same things, in the same order.

import ArgumentParser
import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite(.inProcess) struct LabelOptionsTests {
  @Test func theGroupsAreReadAsOne() throws {
    let options = try LabelOptions.parse(["a", "--names", "n.yaml", "--images", "i", "--from", "yolo"])
    #expect(options.labels == "a" && options.source.from == .yolo)
    #expect(options.images == "i" && options.classes.names == "n.yaml")
    #expect(throws: (any Error).self) { try LabelOptions.parse([]) }
  }

  @Test func namesCountForAllCommandsThatReadThem() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.write("labels/1.txt", LabelledAlbum.green + "\n")
    try album.write("n.txt", "green\n")
    for words in [["validate", "labels"], ["diff", "labels", "labels", "--images", "photos", "--json"]] {
      let named = try UprightTool.run(["labels"] + words + ["--names", "n.txt"], in: album.album.folder)
      #expect(named.status == 0, "\(words): \(named.text) \(named.complaints)")
      let missing = try UprightTool.run(["labels"] + words + ["--names", "no.txt"], in: album.album.folder)
      #expect(missing.status != 0 && missing.complaints.contains("labels: "), "\(words)")
    }
  }

  @Test func whatCannotBeReadIsSaidOnce() throws {
    let folder = try Album().folder
    for words in [
      ["audit", "--images", "."], ["validate"], ["convert", "--to", "coco", "-o", "o.json"],
      ["crop", "--images", ".", "-o", "o"], ["overlay", "--images", ".", "-o", "o"],
    ] {
      let answer = try UprightTool.run(["labels"] + words + ["none"], in: folder)
      #expect(answer.status == 66 || answer.status == 74, "\(words): \(answer.status)")
      #expect(answer.complaints.components(separatedBy: "none: ").count == 2, "\(answer.complaints)")
    }
  }
}
