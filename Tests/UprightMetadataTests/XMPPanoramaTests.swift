// Panoramas: cropped and scaled, an image keeps its position on the sphere; rotated, viewers do not support it. Camera
// Raw's crop: history stays, a pending crop is removed.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct XMPPanoramaTests {
  private static let names = [
    "CroppedAreaImageWidthPixels", "CroppedAreaImageHeightPixels", "CroppedAreaLeftPixels", "CroppedAreaTopPixels",
    "FullPanoWidthPixels", "FullPanoHeightPixels",
  ]

  /// An image of 400 × 200 at (100, 50) of a sphere of 1000 × 500.
  private func packet(_ form: TinyXMP.Form) -> [UInt8] {
    let fields = [("ProjectionType", "equirectangular")] + zip(Self.names, ["400", "200", "100", "50", "1000", "500"])
    switch form {
    case .attribute:
      return TinyXMP.packet(attributes: fields.map { "GPano:\($0.0)=\"\($0.1)\"" }.joined(separator: " "))
    case .element:
      return TinyXMP.packet(content: fields.map { "<GPano:\($0.0)>\($0.1)</GPano:\($0.0)>" }.joined())
    }
  }

  private func numbers(_ packet: [UInt8]) -> [Int] {
    Self.names.compactMap { XMPProperty.number("GPano:" + $0, in: packet) }
  }

  private func rewritten(
    _ packet: [UInt8], _ map: Transform2D<Stored, Output>, _ size: PixelSize<Output>, tag: ExifOrientation = .topLeft
  ) -> [UInt8] {
    XMPRewriter.rewritten(packet, move: move(map, size, tag: tag), limit: 65_533)
  }

  private func move(
    _ map: Transform2D<Stored, Output>, _ size: PixelSize<Output>, tag: ExifOrientation = .topLeft
  ) -> ImageMove {
    let edit = MetadataEdit(size: size, map: map, thumbnail: nil, keepsProfile: true, keepsCoding: true)
    let stored = PixelSize<Stored>(width: 400, height: 200)
    return ImageMove(storedSize: stored, orientation: Orientation(exif: tag), edit: edit)
  }

  /// The note says why a place on the sphere goes.
  @Test func theNoteSaysWhatHappens() throws {
    let unmoved = move(Transform2D(scaleX: 1, scaleY: 1), PixelSize(width: 400, height: 200))
    let part = move(Transform2D(scaleX: 1, scaleY: 1, tx: -40, ty: -10), PixelSize(width: 100, height: 80))
    let turned = move(Transform2D(scaleX: -1, scaleY: -1, tx: 400, ty: 200), PixelSize(width: 400, height: 200))
    let beyond = move(Transform2D(scaleX: 1, scaleY: 1, tx: 200, ty: 0), PixelSize(width: 600, height: 200))
    func note(_ packet: [UInt8], _ move: ImageMove) throws -> MarkNote {
      let root = try #require(XMPElement(packet))
      return try #require(XMPPanorama(root, in: packet)).note(move)
    }
    for form in TinyXMP.Form.allCases {
      let whole = packet(form)
      #expect(try note(whole, unmoved) == .photoSphereMoved && note(whole, part) == .photoSphereMoved)
      #expect(try note(whole, turned) == .photoSphereRemoved && note(whole, beyond) == .photoSphereExceeded)
      let unplaced = TinyXMP.packet(attributes: #"GPano:ProjectionType="equirectangular""#)
      #expect(try note(unplaced, part) == .photoSphereUnplaced)
    }
  }

  @Test(arguments: TinyXMP.Form.allCases)
  func partsKeepTheirPlace(form: TinyXMP.Form) {
    let part = rewritten(
      packet(form), Transform2D(scaleX: 1, scaleY: 1, tx: -40, ty: -10), PixelSize(width: 100, height: 80))
    #expect(numbers(part) == [100, 80, 140, 60, 1_000, 500])
    let half = rewritten(packet(form), Transform2D(scaleX: 0.5, scaleY: 0.5), PixelSize(width: 200, height: 100))
    #expect(numbers(half) == [200, 100, 50, 25, 500, 250])
  }

  @Test(arguments: TinyXMP.Form.allCases, ExifOrientation.allCases)
  func turnedImagesAreNone(form: TinyXMP.Form, tag: ExifOrientation) {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    let map = Transform2D(orientation, in: PixelSize(width: 400, height: 200))
      .then(Transform2D<Displayed, Output>(scaleX: 1, scaleY: 1))
    let size = tag.rawValue > 4 ? PixelSize<Output>(width: 200, height: 400) : PixelSize(width: 400, height: 200)
    let result = rewritten(packet(form), map, size, tag: tag)
    #expect(numbers(result).isEmpty == (tag != .topLeft))
    #expect(String(decoding: result, as: UTF8.self).contains("equirectangular") == (tag == .topLeft))
    #expect(XMPElement(result) != nil)
  }

  @Test func padsBeyondTheSphereAndOtherImagesAreNone() {
    let beyond = rewritten(
      packet(.attribute), Transform2D(scaleX: 1, scaleY: 1, tx: 200, ty: 0), PixelSize(width: 600, height: 200))
    #expect(numbers(beyond).isEmpty)
    let text = String(decoding: packet(.attribute), as: UTF8.self).split(separator: "\"400\"")
    let other = Array(text.joined(separator: "\"90\"").utf8)
    #expect(numbers(rewritten(other, Transform2D(scaleX: 1, scaleY: 1), PixelSize(width: 400, height: 200))).isEmpty)
  }

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
