// Packets made true of a new picture: orientation 1, its size, and nothing else changed.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct XMPRewriterTests {
  private func rewritten(_ text: String) -> String {
    let size = PixelSize<Output>(width: 1_234, height: 56)
    return String(decoding: XMPRewriter.rewritten(Array(text.utf8), size: size, limit: 65_533), as: UTF8.self)
  }

  @Test(arguments: TinyXMP.Form.allCases, 1...8)
  func orientationsBecomeOne(form: TinyXMP.Form, value: Int) {
    let packet = TinyXMP.packet(orientation: "\(value)", form: form)
    let result = XMPRewriter.rewritten(packet, size: PixelSize(width: 1, height: 1), limit: 65_533)
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
    #expect(XMPRewriter.rewritten(bytes, size: PixelSize(width: 1, height: 1), limit: 65_533) == bytes)
  }
}
