// Photos with labels of the stored image, which rotate together.

import Foundation
import Testing
import Upright
import UprightTestTools

/// The photos `photos/1.jpg` … `photos/8.jpg` and labels of each, in stored pixels, whose box is green.
struct TurnedAlbum {
  let labelled: LabelledAlbum
  /// `labels`, a folder of YOLO's, or a file of COCO's.
  let labels: String

  var album: Album { labelled.album }

  /// With labels in YOLO's format, or in COCO's or VOC's.
  init(_ format: String = "yolo", tags: ClosedRange<Int> = 1...8) throws {
    labelled = try LabelledAlbum(tags: tags)
    labels = format == "coco" ? "coco.json" : "labels"
    try labelled.writeRows(tags: tags)
    try FileManager.default.moveItem(atPath: album.folder.path("labels"), toPath: album.folder.path("seen"))
    var words = [
      "convert", "--from-space", "displayed", "--to-space", "stored", "--images", "photos", "-o", labels, "seen",
    ]
    if format != "yolo" { words += ["--to", format] }
    let answer = try UprightTool.run(["labels"] + words, in: album.folder)
    guard answer.status == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: ["answer": answer.complaints]) }
    try FileManager.default.removeItem(atPath: album.folder.path("seen"))
  }

  /// Runs `fix -i` with the labels.
  func fix(_ more: String..., journal: String? = "j") throws -> OutsideTool.Answer {
    let words = ["fix", "-i", "--labels", labels, "--label-space", "stored", "-j", "1"] + more
    return try UprightTool.run(words + (journal.map { ["--journal", $0] } ?? []) + ["photos"], in: album.folder)
  }

  func text(_ name: String) throws -> String { try labelled.text(name) }

  /// The photos and the labels, and nothing else.
  func pair() throws -> [String: [UInt8]] {
    try album.contents().filter {
      !$0.key.contains(".upright-") && ($0.key.hasPrefix("photos/") || $0.key.hasPrefix(labels))
    }
  }

  /// The tags of the photos whose pixels are upright.
  func uprightTags(_ tags: ClosedRange<Int> = 1...8) throws -> Set<Int> {
    try Set(tags.filter { try Probe(album.folder.read("photos/\($0).jpg")).orientation.isIdentity })
  }

  /// The tags of the photos whose YOLO row is at the displayed green.
  func seenTags(_ tags: ClosedRange<Int> = 1...8) throws -> Set<Int> {
    try Set(tags.filter { try text("labels/\($0).txt") == LabelledAlbum.green + "\n" })
  }

  /// Names of remaining hidden files.
  func hidden() throws -> [String] { try album.contents().keys.filter { $0.contains(".upright-") } }
}
