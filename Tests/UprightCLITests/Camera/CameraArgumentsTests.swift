// Which way a lens faces, as typed: how it rotates, and whether it is mirrored unasked.

import Foundation
import Testing
import UprightTestTools

@Suite(.inProcess) struct CameraArgumentsTests {
  typealias Row = (facing: String, pose: Int, mirror: String, chain: [Int], orientation: Int)

  // A sensor at 90. Steps to the device, the interface and the displayed image as tags, by hand; external cameras are
  // mirrored only if named.
  private static let table: [Row] = [
    ("front", 90, "front-only", [5, 6, 1], 2), ("external-front", 90, "front-only", [5, 6, 2], 1),
    ("external-front", 90, "on", [5, 6, 1], 2), ("external-back", 90, "front-only", [6, 6, 1], 3),
    ("external-neither", 90, "front-only", [6, 1, 1], 6), ("external-neither", 270, "off", [6, 1, 1], 6),
    ("external-neither", 90, "on", [6, 1, 2], 5),
  ]

  @Test(arguments: table)
  func anExternalCameraTurnsAsNamedAndIsMirroredByName(_ row: Row) throws {
    let words = ["--sensor", "90", "--facing", row.facing, "--pose", "\(row.pose)", "--mirror", row.mirror]
    let answer = try UprightTool.run(["camera", "explain", "--json"] + words)
    #expect(answer.status == 0 && answer.complaints == "")
    let object = try #require(try answer.objects().first)
    let chain = try #require(object["chain"] as? [[String: Any]])
    #expect(chain.compactMap { $0["orientation"] as? Int } == row.chain)
    #expect(object["orientation"] as? Int == row.orientation)
    #expect(object["facing"] as? String == row.facing)
    let page = try UprightTool.run(["camera", "explain"] + words).text
    #expect(page.contains("does not express the mirror") == [2, 4, 5, 7].contains(row.orientation))
  }

  @Test(arguments: ["45", "-1", "89"])
  func aMountAtAnAngleIsRefusedWithTheLibrarysReason(_ degrees: String) throws {
    let answer = try UprightTool.run(["camera", "explain", "--sensor=\(degrees)"])
    #expect(answer.status == 64 && answer.text == "")
    #expect(
      answer.complaints.contains(
        "a sensor at \(degrees)° has no orientation tag; must be 0, 90, 180 or 270"))
  }
}
