// Judges what a JPEG has besides its image, without this program's own readers of Exif, MPF and XMP, which are judged
// (EXIF 2.32, 4.5 and 4.6; CIPA DC-007, 5.2; Ultra HDR 1.1; ISO 21496-1; MWG 2.0, 5.9).

import Upright
import UprightFixtures
import UprightGeometry

/// A JPEG whose image is right, and its parts.
struct KeptJudge {
  private let file: [UInt8]
  private let image: DeliveredImage
  private let request: ConformanceCase
  private let codecs: [any Codec]?

  init(_ file: [UInt8], _ image: DeliveredImage, _ request: ConformanceCase, _ codecs: [any Codec]?) {
    (self.file, self.image, self.request, self.codecs) = (file, image, request, codecs)
  }

  /// What is wrong with a part; nil for nothing.
  func verdict(on part: KeptPart) -> Verdict? {
    switch part {
    case .thumbnail: verdict(on: thumbnail, "thumbnail")
    case .gainMap: verdict(on: gainMap.map { ($0, image.tag) }, "gain-map") ?? verdictOnMarks
    case .regions: verdictOnRegions
    }
  }

  // MARK: Images

  /// A smaller image must be displayed as the image, by its tag.
  private func verdict(on found: (bytes: [UInt8], tag: ExifOrientation)?, _ name: String) -> Verdict? {
    guard let found else { return Verdict(.wrong, reason: "\(name)-lost", delivered: image.displayed) }
    let small: TinyImage
    do throws(UprightError) {
      small = try DeliveredImage(found.bytes, by: codecs).stored.displayed(as: found.tag)
    } catch {
      return Judge.isOwnFailure(error)
        ? Verdict(.unjudged, reason: error.codes.name, detail: String(describing: error))
        : Verdict(.wrong, reason: "\(name)-unreadable", detail: String(describing: error), delivered: image.displayed)
    }
    func wrong(_ reason: String, _ detail: String) -> Verdict {
      Verdict(.wrong, reason: "\(name)-\(reason)", detail: detail, delivered: small)
    }
    func shows(_ shown: TinyImage) -> Bool {
      request.expected.contains { expected in
        Self.haveOneShape(shown, expected)
          && ImageComparison.holds(shown, expected.resampled(width: shown.width, height: shown.height), .scaled)
      }
    }
    guard request.expected.contains(where: { Self.isLargeEnough(small, for: $0) }) else {
      return wrong("size", "\(small.width)x\(small.height): less than a quarter of the image's sides")
    }
    guard !shows(small) else { return nil }
    let isRotated = ExifOrientation.allCases.contains { shows(small.displayed(as: $0)) }
    return isRotated
      ? wrong("rotated", "the image is right; its \(name) is displayed like this")
      : wrong("content", "the image is right; its \(name) is another picture")
  }

  /// Whether a smaller image shows enough to be judged: its sides are at least a quarter of the image's.
  private static func isLargeEnough(_ small: TinyImage, for large: TinyImage) -> Bool {
    4 * max(small.width, small.height) >= max(large.width, large.height)
      && 4 * min(small.width, small.height) >= min(large.width, large.height)
  }

  /// Whether sides have the same ratio, to a pixel of the smaller image.
  private static func haveOneShape(_ small: TinyImage, _ large: TinyImage) -> Bool {
    abs(small.width * large.height - small.height * large.width) <= max(large.width, large.height)
  }

  /// The thumbnail in IFD1, and the tag by which it is displayed: its own, or the image's.
  private var thumbnail: (bytes: [UInt8], tag: ExifOrientation)? {
    let prefix = Array("Exif\0\0".utf8)
    guard let segment = segments.first(where: { $0.marker == 0xE1 && file[$0.range].starts(with: prefix) }) else {
      return nil
    }
    let block = TIFFNumbers(Array(file[segment.range].dropFirst(prefix.count)))
    guard let first = block.number(at: 4, 4), let count = block.number(at: first, 2),
      let second = block.number(at: first + 2 + 12 * count, 4), second > 0,
      let start = block.value(of: 513, in: second), let length = block.value(of: 514, in: second),
      start >= 0, length > 0, start <= block.bytes.count, length <= block.bytes.count - start
    else { return nil }
    let own = block.value(of: 274, in: second).flatMap { UInt8(exactly: $0) }.flatMap(ExifOrientation.init(rawValue:))
    return (Array(block.bytes[start..<start + length]), own ?? image.tag)
  }

  /// The image after the main one, which the index of images (MPF) or the directory in XMP names.
  private var gainMap: [UInt8]? {
    let found = indexed ?? listed
    return found.flatMap { $0.starts(with: [0xFF, 0xD8]) ? $0 : nil }
  }

  private var indexed: [UInt8]? {
    let prefix = Array("MPF\0".utf8)
    guard let segment = segments.first(where: { $0.marker == 0xE2 && file[$0.range].starts(with: prefix) }) else {
      return nil
    }
    let base = segment.range.lowerBound + prefix.count
    let block = TIFFNumbers(Array(file[base..<segment.range.upperBound]))
    guard let first = block.number(at: 4, 4), let list = block.value(of: 0xB002, in: first),
      let length = block.number(at: list + 16 + 4, 4), let start = block.number(at: list + 16 + 8, 4),
      start > 0, length > 0, start <= file.count - base, length <= file.count - base - start
    else { return nil }
    return Array(file[base + start..<base + start + length])
  }

  /// Its length is stated; it ends with the file.
  private var listed: [UInt8]? {
    let lengths = Self.packet(of: file)?.all(Self.item).compactMap { $0.number(Self.length) } ?? []
    guard lengths.count > 1, let length = lengths.last, length >= 2, length < Double(file.count) else { return nil }
    return Array(file.suffix(Int(length)))
  }

  /// The numbers by which the map is applied are stated in it, and the image states that it has a map.
  private var verdictOnMarks: Verdict? {
    guard let map = gainMap else { return nil }
    let lacking = [("image", file), ("gain map", map)].first { !Self.statesGain($0.1) }
    return lacking.map { name, _ in
      Verdict(
        .wrong, reason: "gain-map-unmarked", detail: "no hdrgm:Version and no ISO 21496-1 segment in the \(name)",
        delivered: image.displayed)
    }
  }

  private static func statesGain(_ file: [UInt8]) -> Bool {
    let prefix = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
    return packet(of: file)?.value(gainVersion) != nil
      || JPEGSegments.all(of: file).contains { $0.marker == 0xE2 && file[$0.range].starts(with: prefix) }
  }

  // MARK: The region

  private static let regionSpace = "http://www.metadataworkinggroup.com/schemas/regions/"
  private static let areaSpace = "http://ns.adobe.com/xmp/sType/Area#"
  private static let sizeSpace = "http://ns.adobe.com/xap/1.0/sType/Dimensions#"
  private static let itemSpace = "http://ns.google.com/photos/1.0/container/item/"
  private static let item = PacketElement.Name("http://ns.google.com/photos/1.0/container/", "Item")
  private static let length = PacketElement.Name(itemSpace, "Length")
  private static let gainVersion = PacketElement.Name("http://ns.adobe.com/hdr-gain-map/1.0/", "Version")
  private static let listItem = PacketElement.Name("http://www.w3.org/1999/02/22-rdf-syntax-ns#", "li")

  private var verdictOnRegions: Verdict? {
    func wrong(_ reason: String, _ detail: String = "") -> Verdict {
      Verdict(.wrong, reason: reason, detail: detail, delivered: image.displayed)
    }
    guard let bytes = Self.packetBytes(of: file) else { return wrong("regions-lost") }
    guard let packet = PacketElement(bytes) else { return wrong("regions-unreadable", "the packet is not XML") }
    let named = packet.all(Self.listItem).first { $0.value(.init(Self.regionSpace, "Name")) == KeptFiles.regionName }
    guard let named, let box = Self.box(of: named) else { return wrong("regions-lost") }
    let shown = box.displayed(as: image.tag)
    guard shown.isNear(KeptFiles.region) else {
      return Verdict(
        .wrong, reason: "region-moved", detail: "the image is right; its region is framed in gray",
        delivered: framed(shown))
    }
    let stated = packet.all(.init(Self.regionSpace, "AppliedToDimensions")).first
    let sides = ["w", "h"].map { stated?.number(.init(Self.sizeSpace, $0)) }
    guard sides == [Double(image.stored.width), Double(image.stored.height)] else {
      let text = sides.map { $0.map { "\(Int($0))" } ?? "?" }.joined(separator: "x")
      return wrong(
        "regions-dimensions",
        "AppliedToDimensions \(text), image \(image.stored.width)x\(image.stored.height): readers ignore the region")
    }
    return nil
  }

  /// The area of a region, which is stated around its center.
  private static func box(of region: PacketElement) -> RegionBox? {
    let numbers = ["x", "y", "w", "h"].compactMap { region.number(.init(areaSpace, $0)) }
    guard numbers.count == 4 else { return nil }
    let (width, height) = (numbers[2], numbers[3])
    return RegionBox(x: numbers[0] - width / 2, y: numbers[1] - height / 2, width: width, height: height)
  }

  /// The displayed image with the box's outline.
  private func framed(_ box: RegionBox) -> TinyImage {
    var framed = image.displayed
    func place(_ share: Double, _ side: Int) -> Int {
      max(0, min(side - 1, Int(max(-1, min(2, share)) * Double(side))))
    }
    let (left, right) = (place(box.x, framed.width), place(box.x + box.width, framed.width))
    let (top, bottom) = (place(box.y, framed.height), place(box.y + box.height, framed.height))
    let gray: [UInt8] = [128, 128, 128]
    for y in [top, bottom] { framed.fill(x: left, y: y, width: right - left + 1, height: 1, with: gray) }
    for x in [left, right] { framed.fill(x: x, y: top, width: 1, height: bottom - top + 1, with: gray) }
    return framed
  }

  // MARK: The file

  private var segments: [(marker: UInt8, range: Range<Int>)] { JPEGSegments.all(of: file) }

  private static func packetBytes(of file: [UInt8]) -> [UInt8]? {
    let prefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    return JPEGSegments.all(of: file).first { $0.marker == 0xE1 && file[$0.range].starts(with: prefix) }
      .map { Array(file[$0.range].dropFirst(prefix.count)) }
  }

  private static func packet(of file: [UInt8]) -> PacketElement? { packetBytes(of: file).flatMap { PacketElement($0) } }
}
