// What headers and the request alone tell of a part is planned as it comes about.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct PlannedFatesTests {
  private static let planner = Planner(capabilities: [
    .jpeg: Capabilities(decodes: true, encodes: true, transforms: true, planes: true),
    .png: Capabilities(decodes: false, encodes: true, transforms: false),
    .tiff: Capabilities(decodes: false, encodes: true, transforms: false),
    .jpegXL: Capabilities(decodes: true, encodes: false, transforms: false),
  ])

  /// The planned fate of the only part of a kind.
  private static func fate(_ kind: FilePart.Kind, _ bytes: [UInt8], _ wish: Rendition) throws -> Account.Fate {
    let probe = try Probe(bytes)
    let account = Account(of: try probe.fileParts(in: bytes), planned: try planner.plan(wish, for: probe))
    let entries = account.entries.filter { $0.part.kind == kind }
    try #require(entries.count == 1, "\(kind)")
    return entries[0].fate
  }

  private static func wish(_ format: ContainerFormat?, _ strip: Strip = .none) -> Rendition {
    var wish = Rendition(upright: .pixels, format: format)
    wish.strip = strip
    return wish
  }

  private static func photo(_ segments: [TinySegment] = [], trailer: [UInt8] = []) -> [UInt8] {
    let image = TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop)
    var file = TinyJPEG(image, segments: [.exif(TinyTIFF(orientation: 6))] + segments)
    file.trailer = trailer
    return file.bytes
  }

  /// Bytes of unknown meaning after a JPEG's image stay in a JPEG only.
  @Test func dataAfterTheImageIsPlannedToBeLost() throws {
    let bytes = Self.photo(trailer: Array("behind".utf8))
    #expect(try Self.fate(.trailer, bytes, Self.wish(nil)) == .kept)
    #expect(try Self.fate(.trailer, bytes, Self.wish(.png)) == .lost(.trailerDropped(6)))
    #expect(try Self.fate(.trailer, bytes, Self.wish(.png, .gps)) == .removed)
    #expect(try Self.fate(.trailer, bytes, Self.wish(.png, .thumbnails)) == .lost(.trailerDropped(6)))
  }

  /// IPTC is inside Photoshop's resources; a TIFF has a field for it.
  @Test func iptcGoesWithTheResourcesThatHoldIt() throws {
    let record: [UInt8] = [0x1C, 2, 120, 0, 3, 72, 105, 33]
    let resource = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(record.count)] + record
    let bytes = Self.photo([TinySegment(0xED, Array("Photoshop 3.0\0".utf8) + resource)])
    #expect(try Self.fate(.iptc, bytes, Self.wish(.png)) == .lost(.contentDropped(.photoshopResources)))
    #expect(try Self.fate(.iptc, bytes, Self.wish(nil)) == .kept)
    #expect(try Self.fate(.iptc, bytes, Self.wish(.tiff)) == .kept)
    #expect(try Self.fate(.iptc, bytes, Self.wish(.png, .allButColor)) == .removed)
  }

  /// A new codestream is no JPEG's.
  @Test func dataThatReconstructAJPEGArePlannedToBeLost() throws {
    var file = TinyJXL(as: .rightTop)
    file.container = .box(.short)
    file.boxesBefore = TinyBox.bytes("jbrd", [1, 2, 3])
    #expect(try Self.fate(.item, file.bytes, Self.wish(.png)) == .lost(nil))
    #expect(try Self.fate(.item, file.bytes, Self.wish(.png, .allButColor)) == .removed)
  }

  /// A copy of XMP in an Exif block is the panorama's only place.
  @Test func aPanoramaInExifIsPlannedToBeLost() throws {
    var block = TinyTIFF(orientation: 1)
    let packet = TinyXMP.packet(attributes: #"GPano:ProjectionType="equirectangular""#)
    block.ifd0.append(TinyEntry(700, .byte, packet.map(Int.init)))
    let bytes = TinyJPEG(TinyImage.sixColors.enlarged(by: 16), exif: block).bytes
    let turned = Rendition(rotation: .rotate90, upright: .pixels)
    #expect(try Self.fate(.panorama, bytes, turned) == .lost(.mark(.photoSphereUnplaced)))
  }
}
