// Camera Raw's crop: history stays, a pending crop is removed.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct XMPPendingCropTests {
  @Test(arguments: TinyXMP.Form.allCases, [("True", "True"), ("True", "False"), ("False", "False")])
  func onlyWhatIsStillToBeCutGoes(form: TinyXMP.Form, flags: (has: String, applied: String)) {
    let fields = [
      ("HasCrop", flags.has), ("AlreadyApplied", flags.applied), ("CropTop", "0.1"), ("CropAngle", "2"),
      ("Exposure2012", "+0.50"),
    ]
    let packet =
      form == .attribute
      ? TinyXMP.packet(attributes: fields.map { "crs:\($0.0)=\"\($0.1)\"" }.joined(separator: " "))
      : TinyXMP.packet(content: fields.map { "<crs:\($0.0)>\($0.1)</crs:\($0.0)>" }.joined())
    let size = PixelSize<Stored>(width: 4, height: 2)
    let move = XMPRewriterTests.move(size, to: PixelSize(width: 2, height: 4), tag: .rightTop)
    let result = XMPRewriter.rewritten(packet, move: move, limit: 65_533)
    guard flags == ("True", "False") else {
      #expect(result == packet)
      return
    }
    let text = String(decoding: result, as: UTF8.self)
    #expect(!text.contains("CropTop") && !text.contains("CropAngle") && !text.contains("HasCrop"))
    #expect(text.contains("Exposure2012") && text.contains("AlreadyApplied"))
  }
}
