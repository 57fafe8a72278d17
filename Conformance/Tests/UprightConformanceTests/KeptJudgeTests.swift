// What must be kept: planted faults in thumbnails, gain maps and regions, in all orientations.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightConformance

@Suite struct KeptJudgeTests {
  private static let picture = CaseSize.whole.picture
  private static let small = picture.resampled(width: 48, height: 32)

  private static func requests(_ part: KeptPart) -> [ConformanceCase] {
    let found = ConformanceSuite.cases.filter { $0.part == part }
    #expect(found.count == 8)
    return found
  }

  private static func jpeg(_ image: TinyImage, _ segments: [TinySegment] = []) -> [UInt8] {
    var file = TinyJPEG(image, segments: segments)
    file.quality = 92
    return file.bytes
  }

  /// The upright picture with a part in an orientation; `first` is the right one.
  private static func result(_ part: KeptPart, in orientation: ExifOrientation) -> [UInt8] {
    let upright = KeptFiles.file(part, .topLeft).bytes
    switch part {
    case .thumbnail:
      var block = TinyTIFF(orientation: 1)
      block.thumbnail = jpeg(small.stored(as: orientation))
      return jpeg(picture, [.exif(block)])
    case .gainMap: return withGainMap(jpeg(small.stored(as: orientation), [.xmp(version)]))
    case .regions:
      guard orientation != .topLeft else { return upright }
      let box = KeptFiles.region.stored(as: orientation)
      let numbers = [("x", box.x + box.width / 2), ("y", box.y + box.height / 2), ("w", box.width), ("h", box.height)]
      let regions = TinyRegions(
        [.init("Green", numbers.map { ($0.0, "\($0.1)") })], dimensions: (96, 64), form: .elements)
      return jpeg(picture, [.exif(TinyTIFF(orientation: 1)), .xmp(TinyRegions.packet(regions.mwg))])
    }
  }

  /// A packet with the version of a gain map's numbers.
  private static let version = TinyXMP.packet(attributes: #"hdrgm:Version="1.0""#)

  /// The upright picture with a gain map.
  private static func withGainMap(_ map: [UInt8], _ segments: [TinySegment] = [.xmp(version)]) -> [UInt8] {
    var file = TinyJPEG(picture, segments: [.exif(TinyTIFF(orientation: 1))] + segments)
    file.furtherImages = [map]
    return file.bytes
  }

  /// Readers that ignore an invalid tag ignore it for the thumbnail, too.
  @Test func anInvalidTagIsIgnoredForThePartAsWell() {
    for request in Self.requests(.thumbnail) {
      for (orientation, line) in [(ExifOrientation.topLeft, "pass"), (.rightTop, "wrong: thumbnail-rotated")] {
        var block = TinyTIFF(ifd0: [TinyEntry(274, .long, [6])])
        block.thumbnail = Self.jpeg(Self.small.stored(as: orientation))
        let result = Self.jpeg(Self.picture, [.exif(block)])
        #expect(Judge.verdict(on: result, of: request).line == line, "\(request.id)")
      }
    }
  }

  /// The upright picture with a thumbnail.
  private static func withThumbnail(_ thumbnail: [UInt8]) -> [UInt8] {
    var block = TinyTIFF(orientation: 1)
    block.thumbnail = thumbnail
    return jpeg(picture, [.exif(block)])
  }

  private static func plain(_ width: Int, _ height: Int) -> TinyImage {
    TinyImage(width: width, height: height, filledWith: [255, 255, 255])
  }

  @Test func aThumbnailThatShowsNothingIsWrong() {
    for request in Self.requests(.thumbnail) {
      for (width, height) in [(1, 1), (6, 4), (9, 6), (23, 15)] {
        let tiny = Self.withThumbnail(Self.jpeg(Self.picture.resampled(width: width, height: height)))
        #expect(Judge.verdict(on: tiny, of: request).line == "wrong: thumbnail-size", "\(width)")
      }
      let other = Self.withThumbnail(Self.jpeg(Self.plain(48, 32)))
      #expect(Judge.verdict(on: other, of: request).line == "wrong: thumbnail-content")
      let quarter = Self.withThumbnail(Self.jpeg(Self.picture.resampled(width: 24, height: 16)))
      #expect(Judge.verdict(on: quarter, of: request).isPass)
    }
  }

  /// Without its numbers, a gain map is only another image (Ultra HDR 1.1; ISO 21496-1).
  @Test func aGainMapThatReadersDoNotUseIsWrong() {
    let marked = Self.jpeg(Self.small, [.xmp(Self.version)])
    let iso = TinySegment(0xE2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + [0, 0, 0, 0])
    for request in Self.requests(.gainMap) {
      func line(_ file: [UInt8]) -> String { Judge.verdict(on: file, of: request).line }
      #expect(line(Self.withGainMap(marked)) == "pass")
      #expect(line(Self.withGainMap(Self.jpeg(Self.small))) == "wrong: gain-map-unmarked")
      #expect(line(Self.withGainMap(marked, [])) == "wrong: gain-map-unmarked")
      #expect(line(Self.withGainMap(marked, [.xmp(Array("hdrgm:Version=\"1.0\"".utf8))])) == "wrong: gain-map-unmarked")
      #expect(line(Self.withGainMap(Self.jpeg(Self.small, [iso]), [iso])) == "pass")
      #expect(line(Self.withGainMap(Self.jpeg(Self.plain(1, 1), [.xmp(Self.version)]))) == "wrong: gain-map-size")
      #expect(line(Self.withGainMap(Self.jpeg(Self.plain(48, 32), [.xmp(Self.version)]))) == "wrong: gain-map-content")
    }
  }

  private static func regions(_ packet: [UInt8]) -> [UInt8] {
    jpeg(picture, [.exif(TinyTIFF(orientation: 1)), .xmp(packet)])
  }

  private static func packet(_ dimensions: (Int, Int)?, name: String = KeptFiles.regionName) -> [UInt8] {
    let box = KeptFiles.region
    let area = [("x", box.x + box.width / 2), ("y", box.y + box.height / 2), ("w", box.width), ("h", box.height)]
    return TinyRegions.packet(
      TinyRegions([.init(name, area.map { ($0.0, "\($0.1)") })], dimensions: dimensions, form: .elements).mwg)
  }

  @Test func regionsAreThoseOfTheDeliveredImage() {
    for request in Self.requests(.regions) {
      func line(_ packet: [UInt8]) -> String { Judge.verdict(on: Self.regions(packet), of: request).line }
      #expect(line(Self.packet((96, 64))) == "pass")
      for dimensions in [(64, 96), (192, 128), nil] {
        #expect(line(Self.packet(dimensions)) == "wrong: regions-dimensions")
      }
      #expect(line(Self.packet((96, 64), name: "Other")) == "wrong: regions-lost")
    }
  }

  /// What looks like a packet to a search for words.
  @Test func aPacketThatIsNotXMLIsWrong() throws {
    let right = Self.packet((96, 64))
    let text = String(decoding: right, as: UTF8.self)
    let broken = [
      String(text.dropLast(60)), text.replacing("</rdf:RDF>", with: ""),
      text.replacing("<rdf:RDF", with: "<rdf:RDF & "),
      text.replacing("<x:xmpmeta", with: "<y:xmpmeta"), text + "<more/>", text.replacing("Green", with: "&green;"),
    ]
    for request in Self.requests(.regions) {
      for packet in broken {
        let verdict = Judge.verdict(on: Self.regions(Array(packet.utf8)), of: request)
        #expect(verdict.line == "wrong: regions-unreadable", "\(packet)")
      }
      #expect(Judge.verdict(on: Self.regions(right + [0xFF]), of: request).line == "wrong: regions-unreadable")
    }
  }

  @Test func namespacesDecideNotPrefixes() throws {
    let text = String(decoding: Self.packet((96, 64)), as: UTF8.self)
    let renamed = text.replacing("stArea", with: "area").replacing("stDim", with: "size")
    let other = text.replacing("http://ns.adobe.com/xmp/sType/Area#", with: "http://example.com/")
    let request = Self.requests(.regions)[0]
    #expect(Judge.verdict(on: Self.regions(Array(renamed.utf8)), of: request).isPass)
    #expect(Judge.verdict(on: Self.regions(Array(other.utf8)), of: request).line == "wrong: regions-lost")
  }

  @Test(arguments: KeptPart.allCases)
  func aPartInAnotherOrientationIsWrong(_ part: KeptPart) {
    for request in Self.requests(part) {
      for orientation in ExifOrientation.allCases {
        let verdict = Judge.verdict(on: Self.result(part, in: orientation), of: request)
        let fault = part == .regions ? "region-moved" : "\(part.rawValue)-rotated"
        #expect(verdict.line == (orientation == .topLeft ? "pass" : "wrong: \(fault)"), "\(request.id) \(orientation)")
      }
    }
  }

  @Test(arguments: KeptPart.allCases)
  func aLostPartIsWrong(_ part: KeptPart) {
    for request in Self.requests(part) {
      #expect(Judge.verdict(on: Self.jpeg(Self.picture), of: request).line == "wrong: \(part.rawValue)-lost")
    }
  }

  /// What programs do that copy Exif, XMP and the rest of the file, but rotate the pixels.
  @Test(arguments: KeptPart.allCases)
  func copiedMetadataIsWrong(_ part: KeptPart) {
    for request in Self.requests(part) where request.file.accepted != [.topLeft] {
      let verdict = Judge.verdict(on: request.file.bytes, of: request)
      #expect(verdict.reason == "not-rotated", "\(request.id)")
    }
  }

  @Test func aTagThatIsLeftIsWrongBeforePartsAreJudged() {
    for request in Self.requests(.thumbnail) where request.file.accepted != [.topLeft] {
      let block = TinyTIFF(orientation: Int(request.file.accepted[0].rawValue))
      #expect(Judge.verdict(on: Self.jpeg(Self.picture, [.exif(block)]), of: request).reason == "tag-left")
    }
  }

  @Test func aGainMapIsFoundByItsLengthInXMP() {
    for request in Self.requests(.gainMap) {
      for (orientation, line) in [(ExifOrientation.topLeft, "pass"), (.rightTop, "wrong: gain-map-rotated")] {
        let map = Self.jpeg(Self.small.stored(as: orientation), [.xmp(Self.version)])
        let directory = TinyXMP.directory(
          [("Primary", 0), ("GainMap", map.count)], attributes: #"hdrgm:Version="1.0""#)
        let file = Self.jpeg(Self.picture, [.xmp(directory)]) + map
        #expect(Judge.verdict(on: file, of: request).line == line)
        #expect(Judge.verdict(on: Array(file.dropLast(map.count)), of: request).line == "wrong: gain-map-lost")
      }
    }
  }

  @Test func aThumbnailMayHaveATagOfItsOwn() {
    for request in Self.requests(.thumbnail) {
      var block = TinyTIFF(orientation: 1)
      (block.ifd1, block.thumbnail) = ([.orientation(6)], Self.jpeg(Self.small.stored(as: .rightTop)))
      #expect(Judge.verdict(on: Self.jpeg(Self.picture, [.exif(block)]), of: request).isPass)
      block.thumbnail = [0xFF, 0xD8, 0xFF]
      #expect(
        Judge.verdict(on: Self.jpeg(Self.picture, [.exif(block)]), of: request).reason == "thumbnail-unreadable")
    }
  }

  @Test(arguments: ["1e999", "-1e999", "nan", "9e9999", "", "0x1p9999"])
  func aRegionWithoutNumbersIsLost(_ number: String) {
    let regions = TinyRegions([.init("Green", ["x", "y", "w", "h"].map { ($0, number) })], dimensions: (96, 64))
    let file = Self.jpeg(Self.picture, [.xmp(TinyRegions.packet(regions.mwg))])
    for request in Self.requests(.regions) { #expect(!Judge.verdict(on: file, of: request).isPass) }
  }

  @Test func everyPrefixIsJudgedWithoutATrap() {
    for part in KeptPart.allCases {
      let request = Self.requests(part)[0]
      for count in stride(from: 0, to: request.file.bytes.count, by: 7) {
        _ = Judge.verdict(on: Array(request.file.bytes.prefix(count)), of: request)
      }
    }
  }
}
