// Judges what a JPEG has besides its image, without this program's own readers of Exif, MPF and XMP, which are judged
// (EXIF 2.32, 4.5 and 4.6; CIPA DC-007, 5.2; Ultra HDR 1.1; MWG 2.0, 5.9).

import Upright
import UprightGeometry
import UprightSamples

/// A JPEG whose image is right, and its parts.
struct KeptJudge {
  private let file: [UInt8]
  private let image: DeliveredImage
  private let request: ConformanceCase

  init(_ file: [UInt8], _ image: DeliveredImage, _ request: ConformanceCase) {
    (self.file, self.image, self.request) = (file, image, request)
  }

  /// What is wrong with a part; nil for nothing.
  func verdict(on part: KeptPart) -> Verdict? {
    switch part {
    case .thumbnail: verdict(on: thumbnail, "thumbnail")
    case .gainMap: verdict(on: gainMap.map { ($0, image.tag) }, "gain-map")
    case .regions: verdict(on: box)
    }
  }

  // MARK: Images

  /// A smaller image must be displayed as the image, by its tag.
  private func verdict(on found: (bytes: [UInt8], tag: ExifOrientation)?, _ name: String) -> Verdict? {
    guard let found else { return Verdict(.wrong, reason: "\(name)-lost", delivered: image.displayed) }
    let small: TinyImage
    do throws(UprightError) { small = try DeliveredImage(found.bytes).stored.displayed(as: found.tag) } catch {
      return Judge.isOwnFailure(error)
        ? Verdict(.unjudged, reason: error.codes.name, detail: String(describing: error))
        : Verdict(.wrong, reason: "\(name)-unreadable", detail: String(describing: error), delivered: image.displayed)
    }
    let isRight = request.expected.contains { expected in
      Self.haveOneShape(small, expected)
        && ImageComparison.holds(
          small, expected.resampled(width: small.width, height: small.height), isScaled: true)
    }
    return isRight
      ? nil
      : Verdict(
        .wrong, reason: "\(name)-rotated", detail: "the image is right; its \(name) is displayed like this",
        delivered: small)
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
    guard let text = packet, text.numbers(of: "Item:Length").count > 1,
      let length = text.numbers(of: "Item:Length").last, length >= 2, length < Double(file.count)
    else { return nil }
    return Array(file.suffix(Int(length)))
  }

  // MARK: The region

  /// The region in the displayed image; nil without one.
  private var box: RegionBox? {
    guard let packet, let x = packet.numbers(of: "stArea:x").first, let y = packet.numbers(of: "stArea:y").first,
      let width = packet.numbers(of: "stArea:w").first, let height = packet.numbers(of: "stArea:h").first
    else { return nil }
    return RegionBox(x: x - width / 2, y: y - height / 2, width: width, height: height).displayed(as: image.tag)
  }

  private func verdict(on box: RegionBox?) -> Verdict? {
    guard let box else { return Verdict(.wrong, reason: "regions-lost", delivered: image.displayed) }
    guard !box.isNear(KeptFiles.region) else { return nil }
    return Verdict(
      .wrong, reason: "region-moved", detail: "the image is right; its region is framed in gray",
      delivered: framed(box))
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

  /// The marker segments before the first scan, without their lengths.
  private var segments: [(marker: UInt8, range: Range<Int>)] {
    var found: [(marker: UInt8, range: Range<Int>)] = []
    var start = 2
    while start + 4 <= file.count, file[start] == 0xFF, file[start + 1] != 0xDA {
      guard file[start + 1] != 0xFF else {
        start += 1
        continue
      }
      let length = Int(file[start + 2]) << 8 | Int(file[start + 3])
      guard length >= 2, start + 2 + length <= file.count else { break }
      found.append((file[start + 1], start + 4..<start + 2 + length))
      start += 2 + length
    }
    return found
  }

  private var packet: PacketText? {
    let prefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    return segments.first { $0.marker == 0xE1 && file[$0.range].starts(with: prefix) }
      .map { PacketText(Array(file[$0.range].dropFirst(prefix.count))) }
  }
}

/// Numbers of a TIFF block (TIFF 6.0, section 2).
private struct TIFFNumbers {
  let bytes: [UInt8]
  private let isLittle: Bool

  init(_ bytes: [UInt8]) { (self.bytes, isLittle) = (bytes, bytes.first == 0x49) }

  func number(at offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    let found = bytes[offset..<offset + count]
    return (isLittle ? found.reversed() : Array(found)).reduce(0) { $0 << 8 | Int($1) }
  }

  /// The value of an entry of a directory: a SHORT, or four bytes, which may be an offset.
  func value(of tag: Int, in directory: Int) -> Int? {
    guard let count = number(at: directory, 2) else { return nil }
    for index in 0..<count where number(at: directory + 2 + 12 * index, 2) == tag {
      let entry = directory + 2 + 12 * index
      return number(at: entry + 8, number(at: entry + 2, 2) == 3 ? 2 : 4)
    }
    return nil
  }
}

/// The text of an XMP packet.
private struct PacketText {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The numbers of a property, as attributes or as elements, in the packet's order.
  func numbers(of property: String) -> [Double] {
    let name = Array(property.utf8)
    return bytes.indices.compactMap { start -> Double? in
      guard bytes[start] == name[0], start > 0, bytes[start - 1] != UInt8(ascii: "/"),
        bytes[start...].starts(with: name)
      else { return nil }
      var rest = bytes[(start + name.count)...].drop { Array(" =\n\r\t".utf8).contains($0) }
      guard let opening = rest.popFirst(), Array("\"'>".utf8).contains(opening) else { return nil }
      let value = rest.drop { Array(" \n\r\t".utf8).contains($0) }.prefix { Array("+-.0123456789eE".utf8).contains($0) }
      return Double(String(decoding: value, as: UTF8.self)).flatMap { abs($0) < 1_000_000_000 ? $0 : nil }
    }
  }
}
