// What an XMP packet says of places in the image is found in every encoding of XMP, in every container.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct PacketPlacesTests {
  private static let attributes = #"GPano:CroppedAreaLeftPixels="0" crs:CropTop="0.1" crs:HasCrop="True""#

  @Test(
    arguments: PacketOrientationTests.Encoding.all, [PacketOrientationTests.Place.jpeg, .webp, .tiff, .heif, .jxl])
  func placesAreFoundInEveryEncoding(
    _ encoding: PacketOrientationTests.Encoding, _ place: PacketOrientationTests.Place
  ) throws {
    let plain = TinyXMP.packet(attributes: Self.attributes)
    let packet =
      encoding.width == 1
      ? plain
      : ExifPacketTests.encoded(
        String(decoding: plain, as: UTF8.self), width: encoding.width, isBig: encoding.isBig)
    let bytes = place.file(.topLeft, packet)
    let probe = try Probe(bytes)
    let marked = try #require(probe.markedPackets.first)
    #expect(XMPElement(marked)?.all("rdf:Description").isEmpty == false)
    let kinds = Set(try probe.fileParts(in: bytes).filter { $0.owner != nil }.map(\.kind))
    #expect(kinds.isSuperset(of: [.panorama, .crop]), "\(kinds)")
  }
}
