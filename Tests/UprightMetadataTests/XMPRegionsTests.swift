// Marked regions: forms, shapes and units; the space of their coordinates; a face's own rotation in Lightroom and
// Apple.

import Foundation
import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct XMPRegionsTests {
  private static let stored = PixelSize<Stored>(width: 400, height: 200)

  private func rewritten(_ packet: [UInt8], _ tag: ExifOrientation, _ stored: PixelSize<Stored> = stored) -> String {
    let displayed = Orientation<Stored, Displayed>(exif: tag).applied(to: stored)
    let move = XMPRewriterTests.move(
      stored, to: PixelSize(width: displayed.width, height: displayed.height), tag: tag)
    return String(decoding: XMPRewriter.rewritten(packet, move: move, limit: 65_533), as: UTF8.self)
  }

  private func numbers(_ packet: String, _ names: [String]) -> [String] {
    names.compactMap { name in
      let bytes = Array(packet.utf8)
      return XMPProperty.valueRanges(of: name, in: bytes).first.map { XMPNumber.text($0, in: bytes) }
    }
  }

  private let area = ["stArea:x", "stArea:y", "stArea:w", "stArea:h", "stArea:d"]
  private let size = ["stDim:w", "stDim:h"]

  @Test(arguments: TinyRegions.Form.allCases)
  func everyShapeIsMovedInEveryForm(form: TinyRegions.Form) {
    for (shape, expected) in [
      ([("x", "0.1"), ("y", "0.25")], ["0.75", "0.1"]),
      ([("x", "0.1"), ("y", "0.25"), ("d", "0.2")], ["0.75", "0.1", "0.2"]),
      ([("x", "0.1"), ("y", "0.25"), ("w", "0.125"), ("h", "0.5")], ["0.75", "0.1", "0.5", "0.125"]),
    ] {
      let regions = TinyRegions([.init("a", shape)], dimensions: (400, 200), form: form)
      let result = rewritten(TinyRegions.packet(regions.mwg), .rightTop)
      #expect(numbers(result, area) == expected)
      #expect(numbers(result, size) == ["200", "400"])
      #expect(result.contains("a") && result.contains("Face"))
    }
  }

  @Test func nothingButTheNumbersChanges() {
    var regions = TinyRegions([.init("a", [("x", "0.50"), ("y", "0.25"), ("w", "0.10"), ("h", "0.1")])])
    regions.dimensions = (400, 200)
    let packet = TinyRegions.packet(regions.mwg)
    #expect(rewritten(packet, .topLeft) == String(decoding: packet, as: UTF8.self))
    let mirrored = rewritten(packet, .bottomLeft)
    #expect(mirrored == String(decoding: packet, as: UTF8.self).replacingFirst("0.25", by: "0.75"))
  }

  @Test func pixelsCountInTheSizeTheyWereMadeFor() {
    let shape = [("x", "100"), ("y", "50"), ("w", "40"), ("h", "20"), ("unit", "pixel")]
    let half = TinyRegions([.init("a", shape)], dimensions: (200, 100))
    let result = rewritten(TinyRegions.packet(half.mwg), .rightTop)
    #expect(numbers(result, area) == ["100", "200", "40", "80"])
    let unknown = TinyRegions.packet(TinyRegions([.init("a", shape)]).mwg)
    #expect(rewritten(unknown, .rightTop) == String(decoding: unknown, as: UTF8.self))
  }

  /// Made for the displayed size: as displayed; with Lightroom's own rotation: still as stored.
  @Test func sizesDecideTheSpaceUnlessLightroomWroteThem() {
    var region = TinyRegions.Region("a", [("x", "0.1"), ("y", "0.25"), ("w", "0.125"), ("h", "0.5")])
    let onDisplay = rewritten(TinyRegions.packet(TinyRegions([region], dimensions: (200, 400)).mwg), .rightTop)
    #expect(numbers(onDisplay, area) == ["0.1", "0.25", "0.125", "0.5"] && numbers(onDisplay, size) == ["200", "400"])
    region.fields = [("mwg-rs:Rotation", "-1.57080")]
    let lightroom = rewritten(TinyRegions.packet(TinyRegions([region], dimensions: (200, 400)).mwg), .rightTop)
    #expect(numbers(lightroom, area) == ["0.75", "0.1", "0.5", "0.125"] && numbers(lightroom, size) == ["200", "400"])
    #expect(numbers(lightroom, ["mwg-rs:Rotation"]).compactMap(Double.init).allSatisfy { abs($0) < 1e-5 })
  }

  /// As Lightroom writes faces that are displayed upright: half a turn for 3, a quarter back for 6, a quarter forward
  /// for 8.
  @Test(arguments: [(ExifOrientation.bottomRight, "3.14159"), (.rightTop, "-1.57080"), (.leftBottom, "1.57080")])
  func facesStandUprightInTheNewImage(tag: ExifOrientation, radians: String) throws {
    var region = TinyRegions.Region("a", [("x", "0.5"), ("y", "0.5"), ("w", "0.1"), ("h", "0.1")])
    region.fields = [("mwg-rs:Rotation", radians)]
    let degrees = [.bottomRight: 180, .rightTop: 270, .leftBottom: 90][tag] ?? 0
    region.extensions = "<apple-fi:AngleInfoRoll>\(degrees)</apple-fi:AngleInfoRoll>"
    let result = rewritten(TinyRegions.packet(TinyRegions([region], form: .elements).mwg), tag)
    let turn = try #require(numbers(result, ["mwg-rs:Rotation"]).first.flatMap(Double.init))
    #expect(abs(turn) < 1e-5)
    #expect(numbers(result, ["apple-fi:AngleInfoRoll"]) == ["0"])
  }

  /// Made for swapped sides although no tag swaps them: their orientation is unknown, and they stay as wrong as they
  /// were.
  @Test func whatFitsNoSizeKeepsItsMismatch() {
    let region = TinyRegions.Region("a", [("x", "0.1"), ("y", "0.25"), ("w", "0.125"), ("h", "0.5")])
    let turned = rewritten(TinyRegions.packet(TinyRegions([region], dimensions: (200, 400)).mwg), .bottomRight)
    #expect(numbers(turned, area) == ["0.9", "0.75", "0.125", "0.5"] && numbers(turned, size) == ["200", "400"])
  }

  @Test func nearlySquareSizesAreToldApart() {
    let region = TinyRegions.Region("a", [("x", "0.1"), ("y", "0.25"), ("w", "0.125"), ("h", "0.5")])
    let packet = TinyRegions.packet(TinyRegions([region], dimensions: (200, 201)).mwg)
    let result = rewritten(packet, .rightTop, PixelSize(width: 201, height: 200))
    #expect(numbers(result, area) == ["0.1", "0.25", "0.125", "0.5"])
  }

  @Test func countsAreThoseOfWhatIsThereAndOfWhatStays() throws {
    let regions = TinyRegions([.init("a", [("x", "0.1"), ("y", "0.1")]), .init("b", [("x", "0.9"), ("y", "0.9")])])
    let packet = TinyRegions.packet(regions.mwg)
    let found = XMPRegions(try #require(XMPElement(packet)), in: packet)
    let crop = MetadataEdit(
      size: PixelSize(width: 200, height: 100), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: nil,
      keepsProfile: true, keepsCoding: true)
    let move = ImageMove(storedSize: Self.stored, orientation: .identity, edit: crop)
    #expect(found.count == 2 && found.keptCount(move) == 1)
    let result = String(decoding: XMPRewriter.rewritten(packet, move: move, limit: 65_533), as: UTF8.self)
    #expect(result.contains("\"a\"") && !result.contains("\"b\""))
    #expect(numbers(result, area) == ["0.2", "0.2"])
  }
}

extension String {
  fileprivate func replacingFirst(_ part: String, by other: String) -> String {
    guard let place = self.range(of: part) else { return self }
    return replacingCharacters(in: place, with: other)
  }
}
