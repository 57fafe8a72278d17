// The fates of thumbnails: moved by blocks, encoded anew, removed on request (docs/account.md).

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.inProcess) struct ThumbnailFateTests {
  private static let small = TinyJPEG(TinyImage.sixColors.enlarged(by: 16)).bytes

  /// A thumbnail in Photoshop's resources: its header of 28 bytes, and a JPEG.
  private static var resources: TinySegment {
    let data = [UInt8](repeating: 0, count: 28) + small + (small.count % 2 == 1 ? [0] : [])
    let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: data.count >> $0) }
    return TinySegment(0xED, Array("Photoshop 3.0\08BIM".utf8) + [0x04, 0x0C, 0, 0] + size + data)
  }

  private static func fates(
    _ arguments: [String], _ file: [UInt8]
  ) throws -> (fates: [String: String], lossCount: Int?) {
    let folder = try ScratchFolder()
    try folder.write(file, as: "a.jpg")
    let answer = try UprightTool.run(arguments + ["--json", "--explain", "a.jpg", "-o", "b.jpg"], in: folder)
    let object = try #require(try answer.objects().first, "\(answer)")
    let account = try #require(object["account"] as? [[String: Any]])
    var fates: [String: String] = [:]
    for part in account where part["kind"] as? String == "thumbnail" {
      fates[part["name"] as? String ?? ""] = part["fate"] as? String
    }
    return (fates, object["lossCount"] as? Int)
  }

  /// It may hold the location.
  @Test func photoshopsGoesWithTheLocationAsRequested() throws {
    for tag in [1, 6] {
      let file = TinyJPEG(
        TinyImage.sixColors.enlarged(by: 16), segments: [.exif(TinyTIFF(orientation: tag)), Self.resources]
      ).bytes
      let (fates, lossCount) = try Self.fates(["fix", "--strip", "gps"], file)
      #expect(fates == ["8BIM:1036": "removed"] && lossCount == 0, "\(tag), \(fates)")
    }
  }

  @Test func oneWhoseBlocksMoveIsMoved() throws {
    var block = TinyTIFF(orientation: 6)
    block.thumbnail = Self.small
    let file = TinyJPEG(TinyImage.sixColors.enlarged(by: 16), exif: block).bytes
    #expect(try Self.fates(["fix"], file).fates == ["Exif": "moved"])
  }
}
