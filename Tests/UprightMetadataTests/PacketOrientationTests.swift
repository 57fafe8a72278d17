// A change of the tag alone: XMP in other encodings and copies of XMP in Exif agree afterwards, in every container.
// What an XMP packet says of places in the image is found in every encoding of XMP, in every container.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct PacketOrientationTests {
  private static let image = TinyImage.sixColors.enlarged(by: 8)

  /// An encoding of XMP, by the bytes of a unit.
  struct Encoding: Sendable, CustomTestStringConvertible {
    let width: Int
    let isBig: Bool
    var testDescription: String { "\(8 * width) bits, \(isBig ? "big" : "little")" }

    /// A packet that states an orientation, and something beyond ASCII.
    func packet(_ tag: ExifOrientation, _ form: TinyXMP.Form = .attribute, opening: String = "") -> [UInt8] {
      let plain = TinyXMP.packet(orientation: "\(tag.rawValue)", form: form)
      let text = String(decoding: plain, as: UTF8.self)
      let whole = opening + text.replacing("x:xmpmeta xmlns", with: "x:xmpmeta x=\"\u{136}\" xmlns")
      return width == 1 ? Array(whole.utf8) : ExifPacketTests.encoded(whole, width: width, isBig: isBig)
    }

    static let all = [(1, false), (2, false), (2, true), (4, false), (4, true)].map {
      Encoding(width: $0.0, isBig: $0.1)
    }
  }

  /// Where a packet is.
  enum Place: CaseIterable, Sendable {
    case jpeg, webp, tiff, heif, jxl
    case jpegExif, secondExif, pngExif, secondPNGExif, pngText, webpExif, secondWebPExif, heifExif, jxlExif

    func file(_ tag: ExifOrientation, _ packet: [UInt8]) -> [UInt8] {
      let copy = TinyEntry(700, .byte, packet.map { Int($0) })
      let plain = TinyTIFF(.big, orientation: Int(tag.rawValue))
      let holding = TinyTIFF(.little, ifd0: [.orientation(Int(tag.rawValue)), copy])
      switch self {
      case .jpeg: return TinyJPEG(image, segments: [.exif(plain), .xmp(packet)]).bytes
      case .webp: return TinyWebP(image, chunks: [.exif(plain.bytes), .xmp(packet)]).bytes
      case .tiff:
        var page = TinyTIFFFile.Subfile(displaying: .letterF, as: tag)
        page.xmp = packet
        return TinyTIFFFile(.big, isBigTIFF: false, pages: [page]).bytes
      case .heif: return TinyHEIF(tag, exif: plain, xmp: packet).bytes
      case .jxl:
        var file = TinyJXL(as: tag)
        (file.container, file.exif, file.packet) = (.box(.short), plain, packet)
        return file.bytes
      case .jpegExif: return TinyJPEG(image, segments: [.exif(holding)]).bytes
      case .secondExif: return TinyJPEG(image, segments: [.exif(plain), .exif(TinyTIFF(.big, ifd0: [copy]))]).bytes
      case .pngExif: return TinyPNG(image, chunks: [.exif(holding.bytes)]).bytes
      case .secondPNGExif:
        return TinyPNG(image, chunks: [.exif(plain.bytes), .exif(TinyTIFF(.big, ifd0: [copy]).bytes)]).bytes
      case .secondWebPExif:
        return TinyWebP(image, chunks: [.exif(plain.bytes), .exif(TinyTIFF(.big, ifd0: [copy]).bytes)]).bytes
      case .pngText:
        let text = RawProfile(name: Array("exif".utf8), bytes: JPEGSegment.Identifier.exif + holding.bytes).text
        return TinyPNG(image, chunks: [.text("Raw profile type exif", text, .plain)]).bytes
      case .webpExif: return TinyWebP(image, chunks: [.exif(holding.bytes)]).bytes
      case .heifExif: return TinyHEIF(tag, exif: holding).bytes
      case .jxlExif:
        var file = TinyJXL(as: tag)
        (file.container, file.exif) = (.box(.short), holding)
        return file.bytes
      }
    }

    private var image: TinyImage { PacketOrientationTests.image }
  }

  @Test(arguments: Encoding.all, TinyXMP.Form.allCases)
  func everyEncodingIsRead(_ encoding: Encoding, _ form: TinyXMP.Form) throws {
    for opening in ["", "\u{FEFF}"] {
      let packet = encoding.packet(.rightTop, form, opening: opening)
      let found = XMPOrientation.all(in: packet, offset: 50)
      #expect(found.map(\.value) == [.rightTop] && found[0].isElement == (form == .element))
      let changed = try BytePatch([found[0].edit(to: .leftBottom).shifted(by: -50)]).applied(to: packet)
      #expect(changed == encoding.packet(.leftBottom, form, opening: opening))
    }
  }

  /// Letters beyond ASCII are no letters of the name.
  @Test func otherLettersAreNotTaken() {
    let packet = ExifPacketTests.encoded(
      "<a \u{0174}iff:Orientation=\"6\" tiff:Orientation=\"\u{0136}\"/>", width: 2, isBig: false)
    #expect(XMPOrientation.all(in: packet, offset: 0).compactMap(\.value).isEmpty)
  }

  @Test(arguments: Place.allCases, Encoding.all)
  func theyFollowTheTag(_ place: Place, _ encoding: Encoding) throws {
    let former = place.file(.rightTop, encoding.packet(.rightTop))
    let expected = place.file(.bottomRight, encoding.packet(.bottomRight))
    let patch = try Probe(former).retag(to: Orientation(exif: .bottomRight))
    let result = try patch.applied(to: former)
    #expect(try Probe(result).orientation.exif == .bottomRight)
    #expect(try patch.inverse.applied(to: result) == former)
    // These also store the image as the tag requires.
    switch place {
    case .tiff, .heif, .jxl, .heifExif, .jxlExif:
      #expect(result.contains(sequence: encoding.packet(.bottomRight)))
      #expect(!result.contains(sequence: encoding.packet(.rightTop)))
    default: #expect(result == expected)
    }
  }

  /// Without a change of the display, contradictions go only if all fields must agree.
  @Test(arguments: [Place.jpegExif, .pngExif, .pngText, .webpExif, .heifExif], Encoding.all)
  func copiesThatContradictAgreeAfterNormalizing(_ place: Place, _ encoding: Encoding) throws {
    let file = place.file(.rightTop, encoding.packet(.bottomRight))
    let probe = try Probe(file)
    #expect(try probe.retag(to: Orientation(exif: .rightTop)).isEmpty)
    let packet = encoding.packet(.rightTop)
    let result = try probe.retag(to: Orientation(exif: .rightTop), normalizing: true).applied(to: file)
    if place == .pngText {
      let block = try #require(Probe(result).header.png?.exif?.block)
      #expect(block.bytes.contains(sequence: packet))
    } else {
      #expect(result.contains(sequence: packet) && !result.contains(sequence: encoding.packet(.bottomRight)))
    }
  }

  /// A copy that nothing contradicts may be right.
  @Test func aCopyAloneStays() throws {
    let copy = TinyEntry(700, .byte, TinyXMP.packet(orientation: "6").map { Int($0) })
    let file = TinyJPEG(Self.image, segments: [.exif(TinyTIFF(.big, ifd0: [copy]))]).bytes
    #expect(try Probe(file).retag(to: .identity, normalizing: true).isEmpty)
  }

  /// A directory may claim to be in the packet.
  @Test func aPacketThatOverlapsADirectoryStays() throws {
    let copy = TinyEntry(700, .byte, TinyXMP.packet(orientation: "6").map { Int($0) })
    let block = TinyTIFF(.big, ifd0: [.orientation(6), copy]).bytes
    let entry = try #require(TIFFBlock(block)?.ifd0?.first(.xmp))
    var bytes = block
    bytes.replaceSubrange(entry.offset + 8..<entry.offset + 12, with: [0, 0, 0, 8])
    let overlapping = LocatedExifBlock(block: try #require(TIFFBlock(bytes)), offset: 0)
    #expect(overlapping.packetOrientations.isEmpty)
    #expect(LocatedExifBlock(block: try #require(TIFFBlock(block)), offset: 0).packetOrientations.count == 1)
  }

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
