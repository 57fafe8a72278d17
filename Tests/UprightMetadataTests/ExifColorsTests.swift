// After a conversion to sRGB a block states sRGB, in both fields if they stated something else, and in neither if they
// stated nothing.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct ExifColorsTests {
  /// A block that states Adobe RGB: neither of the two color spaces, and the interoperability rule R03.
  private func block(_ order: TinyTIFF.ByteOrder, space: Int? = 0xFFFF, index: String? = "R03") -> [UInt8] {
    var block = TinyTIFF(order, orientation: 1)
    block.exif = (space.map { [TinyEntry(0xA001, .short, [$0])] } ?? []) + [TinyEntry(0x9209, .short, [1])]
    guard let index else { return block.bytes }
    block.exif.append(TinyEntry(0xA005, .long, [0]))
    let start = block.bytes.count
    block.exif[block.exif.count - 1].values = [start]
    return block.bytes + TinyDirectory(order, [TinyEntry(1, text: index)]).bytes(at: start, next: 0)
  }

  private func rewritten(_ bytes: [UInt8], becomesSRGB: Bool) throws -> TIFFBlock {
    var edit = MetadataEdit(
      size: PixelSize(width: 2, height: 3), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: nil, keepsProfile: false,
      keepsCoding: false)
    edit.becomesSRGB = becomesSRGB
    return ExifRewriter(try #require(TIFFBlock(bytes)), edit: edit).block
  }

  private func said(_ block: TIFFBlock) -> (space: Int?, index: String?) {
    let exif = block.exifDirectory
    let lead = exif?.first(.interoperability).flatMap { block.integer(of: $0) }
    let entry = lead.flatMap { block.directory(at: $0) }?.first(.interoperabilityIndex)
    let text = entry.map { String(decoding: block.bytes[$0.valueOffset..<$0.valueOffset + 3], as: UTF8.self) }
    return (exif?.first(.colorSpace).flatMap { block.integer(of: $0) }, text)
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases, [1, 2, 0xFFFF])
  func bothPlacesSaySRGB(_ order: TinyTIFF.ByteOrder, _ space: Int) throws {
    for index in ["R03", "R98", "THM"] {
      let source = block(order, space: space, index: index)
      let found = try rewritten(source, becomesSRGB: true)
      #expect(said(found) == (1, "R98") && found.bytes.count == source.count)
      #expect(zip(found.bytes, source).count { $0 != $1 } <= 5)
      #expect(try rewritten(source, becomesSRGB: false).bytes == source)
    }
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func nothingIsAddedWhereNothingWasSaid(_ order: TinyTIFF.ByteOrder) throws {
    for source in [block(order, space: nil, index: nil), TinyTIFF(order, orientation: 1).bytes] {
      #expect(try rewritten(source, becomesSRGB: true).bytes == source)
    }
    #expect(said(try rewritten(block(order, index: nil), becomesSRGB: true)) == (1, nil))
    #expect(said(try rewritten(block(order, space: nil), becomesSRGB: true)) == (nil, "R98"))
  }

  /// A pointer that leads nowhere, or to a rule of another length, changes nothing and reads nothing outside.
  @Test func brokenPointersAreLeft() throws {
    for index in ["R0", "R0300"] {
      let source = block(.big, space: 1, index: index)
      #expect(try rewritten(source, becomesSRGB: true).bytes == source)
    }
    let whole = block(.big)
    for count in 8..<whole.count { _ = try rewritten(Array(whole[..<count]), becomesSRGB: true) }
  }

  @Test(arguments: TinyXMP.Form.allCases)
  func aPacketSaysItToo(_ form: TinyXMP.Form) throws {
    let packet = TinyXMP.packet(orientation: "65535", form: form, property: "exif:ColorSpace")
    var move = XMPRewriterTests.move(
      PixelSize(width: 2, height: 3), to: PixelSize(width: 2, height: 3), tag: .topLeft)
    #expect(XMPRewriter.rewritten(packet, move: move, limit: .max) == packet)
    var edit = move.edit
    edit.becomesSRGB = true
    move = ImageMove(storedSize: move.storedSize, orientation: move.orientation, edit: edit)
    let said = TinyXMP.packet(orientation: "1", form: form, property: "exif:ColorSpace")
    #expect(XMPRewriter.rewritten(packet, move: move, limit: .max) == said)
  }
}
