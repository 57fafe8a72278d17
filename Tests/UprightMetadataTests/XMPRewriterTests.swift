// Packets corrected for a new image: orientation 1, its size, and nothing else changed.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct XMPRewriterTests {
  private func rewritten(_ text: String, limit: Int = 65_533) -> String {
    let move = Self.move(PixelSize(width: 1_234, height: 56), to: PixelSize(width: 1_234, height: 56))
    return String(decoding: XMPRewriter.rewritten(Array(text.utf8), move: move, limit: limit), as: UTF8.self)
  }

  /// An image with a tag, rotated upright and scaled to a size.
  static func move(
    _ size: PixelSize<Stored>, to output: PixelSize<Output>, tag: ExifOrientation = .topLeft
  ) -> ImageMove {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    let displayed = orientation.applied(to: size)
    let scale = Transform2D<Displayed, Output>(
      scaleX: Double(output.width) / Double(displayed.width), scaleY: Double(output.height) / Double(displayed.height))
    let edit = MetadataEdit(
      size: output, map: Transform2D(orientation, in: size).then(scale), thumbnail: nil, keepsProfile: true,
      keepsCoding: true)
    return ImageMove(storedSize: size, orientation: orientation, edit: edit)
  }

  private let small = move(PixelSize(width: 1, height: 1), to: PixelSize(width: 1, height: 1))

  @Test(arguments: TinyXMP.Form.allCases, 1...8)
  func orientationsBecomeOne(form: TinyXMP.Form, value: Int) {
    let packet = TinyXMP.packet(orientation: "\(value)", form: form)
    let result = XMPRewriter.rewritten(packet, move: small, limit: 65_533)
    #expect(result == TinyXMP.packet(orientation: "1", form: form))
  }

  @Test func sizesBecomeTheNewOnes() {
    #expect(
      rewritten(#"<a tiff:ImageWidth="4000" tiff:ImageLength='3000' exif:PixelXDimension = "4000">"#)
        == #"<a tiff:ImageWidth="1234" tiff:ImageLength='56' exif:PixelXDimension = "1234">"#)
    #expect(
      rewritten("<exif:PixelYDimension>3000</exif:PixelYDimension><tiff:ImageLength> 7 </tiff:ImageLength>")
        == "<exif:PixelYDimension>56</exif:PixelYDimension><tiff:ImageLength> 56 </tiff:ImageLength>")
  }

  @Test(arguments: [
    "", "no XMP at all", #"<a dc:title="6" exif:Orientation="Right-top" tiff:Orientation="Right-top"/>"#,
    #"<a tiff:ImageWidth=""/>"#, #"<a tiff:Orientation="6"#, "tiff:ImageWidth>",
  ])
  func restStaysAsItIs(text: String) {
    #expect(rewritten(text) == text)
  }

  @Test func bytesThatAreNoTextStayToo() {
    let bytes = (0..<512).map { UInt8(truncatingIfNeeded: $0 * 7) }
    #expect(XMPRewriter.rewritten(bytes, move: small, limit: 65_533) == bytes)
  }

  /// Marked regions take space: first from the padding, then they are removed themselves, before the packet is too
  /// long.
  @Test func packetsStayWithinTheirSegment() {
    let regions = TinyRegions([.init("a", [("x", "0.3"), ("y", "0.1")])], dimensions: (3, 7))
    let packet = String(decoding: TinyRegions.packet(regions.mwg), as: UTF8.self)
    let padded = packet.split(separator: "<?xpacket end")
      .joined(separator: String(repeating: " ", count: 100) + "\n<?xpacket end")
    let move = Self.move(PixelSize(width: 3, height: 7), to: PixelSize(width: 70_000, height: 30_000), tag: .rightTop)
    func rewritten(_ text: String, limit: Int) -> String {
      String(decoding: XMPRewriter.rewritten(Array(text.utf8), move: move, limit: limit), as: UTF8.self)
    }
    let whole = rewritten(padded, limit: 65_533)
    #expect(whole.contains("\"70000\"") && whole.utf8.count == padded.utf8.count + 8)
    let held = rewritten(padded, limit: padded.utf8.count)
    #expect(held.contains("\"70000\"") && held.utf8.count == padded.utf8.count)
    let full = rewritten(packet, limit: packet.utf8.count)
    #expect(!full.contains("mwg-rs:Regions") && full.contains("xpacket end"))
  }
}
