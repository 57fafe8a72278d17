// Malformed chunks of a PNG are lost, whatever was asked for (docs/account.md).

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct MalformedChunkTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let chunk: String
    let bytes: [UInt8]
    let kind: String
    var testDescription: String { "\(chunk), \(bytes.count) bytes" }
  }

  static let rows = [
    Row(chunk: "sRGB", bytes: [], kind: "colors"), Row(chunk: "sRGB", bytes: [0, 0], kind: "colors"),
    Row(chunk: "gAMA", bytes: [1, 2, 3], kind: "colors"), Row(chunk: "tIME", bytes: [1, 2, 3], kind: "field"),
    Row(chunk: "bKGD", bytes: [], kind: "field"), Row(chunk: "pHYs", bytes: [1, 2, 3, 4], kind: "field"),
    Row(chunk: "tEXt", bytes: [0x61], kind: "text"),
  ]

  private static func png(_ row: Row, _ tag: Int) -> [UInt8] {
    let exif = TinyPNG.Chunk.exif(TinyTIFF(orientation: tag).bytes)
    return TinyPNG(TinyImage.sixColors.enlarged(by: 16), chunks: [.init(row.chunk, row.bytes), exif]).bytes
  }

  @Test(arguments: rows, ["none", "thumbnails", "gps", "all-but-color"])
  func theFateIsTheSameForEveryOption(_ row: Row, _ strip: String) throws {
    for tag in [1, 6] where tag == 6 || strip != "none" {
      let folder = try ScratchFolder()
      try folder.write(Self.png(row, tag), as: "a.png")
      let options = ["--json", "--explain", "--strip", strip]
      let answer = try UprightTool.run(["fix"] + options + ["a.png", "-o", "b.png"], in: folder)
      let object = try #require(try answer.objects().first)
      let account = try #require(object["account"] as? [[String: Any]])
      let part = try #require(
        account.first { part in
          part["kind"] as? String == row.kind && (part["name"] as? String)?.contains(":") != true
        }, "\(account)")
      // Of fields, colors alone are not asked to go.
      let isAsked = strip == "all-but-color" && ["tIME", "pHYs", "tEXt"].contains(row.chunk)
      #expect(part["fate"] as? String == (isAsked ? "removed" : "lost"), "\(tag), \(part)")
      #expect(object["lossCount"] as? Int == (isAsked ? 0 : 1), "\(tag), \(object)")
      if !isAsked {
        #expect(part["reason"] as? String == "malformed chunks are not copied (\(row.chunk))", "\(part)")
        #expect(object["lost"] as? [String] == [row.kind])
      }
    }
  }

  @Test(arguments: rows)
  func inPlaceItKeepsTheTag(_ row: Row) throws {
    let folder = try ScratchFolder()
    let file = Self.png(row, 6)
    try folder.write(file, as: "a.png")
    let kept = try UprightTool.run(["fix", "-i", "a.png"], in: folder)
    #expect(kept.complaints.contains("malformed chunks (\(row.chunk))"), "\(kept.complaints)")
    #expect(kept.complaints.contains("--allow-loss \(row.kind)"), "\(kept.complaints)")
    #expect(try folder.read("a.png") == file)
    let allowed = try UprightTool.run(["fix", "-i", "--explain", "--allow-loss", row.kind, "a.png"], in: folder)
    #expect(allowed.status == 0 && allowed.text.contains("lost: malformed"), "\(allowed)")
    #expect(try Probe(folder.read("a.png")).isUpright)
  }
}
