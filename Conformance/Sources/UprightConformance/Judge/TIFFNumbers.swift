// Numbers and entries of a TIFF block, read for the judge alone (TIFF 6.0, section 2; BigTIFF).

import UprightGeometry

/// The bytes of a TIFF block: an Exif block, an index of images, or a TIFF file.
struct TIFFNumbers {
  /// The bytes from the byte order mark.
  let bytes: [UInt8]
  private let isLittle: Bool
  /// Bytes of a count of values and of an offset: 4, or 8 in BigTIFF.
  private let wide: Int

  /// A block, which may begin with anything.
  init(_ bytes: [UInt8]) {
    (self.bytes, isLittle) = (bytes, bytes.first == 0x49)
    wide = bytes.count >= 16 && Self.begins(bytes, with: 43) ? 8 : 4
  }

  /// Whether it begins as Exif: with the byte order, twice, and 42.
  var isTIFF: Bool { bytes.count >= 8 && Self.begins(bytes, with: 42) }

  private static func begins(_ bytes: [UInt8], with number: UInt8) -> Bool {
    bytes.starts(with: [0x49, 0x49, number, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, number])
  }

  /// The number in `count` bytes at an offset; nil outside the block.
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

  // MARK: The orientation

  /// An entry with tag 274.
  private struct Entry {
    let type: Int
    let count: Int
    /// Its first value as an orientation tag; nil if that is not an integer from 1 to 8.
    let tag: ExifOrientation?
  }

  /// The tag in the first directory, and whether readers may ignore it; nil if there is none.
  var orientation: (tag: ExifOrientation, isOptional: Bool)? {
    let entries = orientations
    guard let first = entries.first else { return nil }
    let isUnusual = first.type != 3 && size(of: first.type) != nil
    let isTwofold = entries.contains { $0.tag != first.tag }
    return (first.tag ?? .topLeft, isUnusual || first.count != 1 || isTwofold)
  }

  private static let mostEntries = 4_096

  private var orientations: [Entry] {
    guard let start = number(at: wide == 8 ? 8 : 4, wide), start >= 8, start <= bytes.count,
      let count = number(at: start, wide == 8 ? 8 : 2), count >= 0
    else { return [] }
    let first = start + (wide == 8 ? 8 : 2)
    let length = 4 + 2 * wide
    let places = (0..<min(count, Self.mostEntries)).lazy.map { first + $0 * length }
    return places.prefix { $0 <= bytes.count - length }.filter { number(at: $0, 2) == 274 }.compactMap(entry)
  }

  private func entry(at place: Int) -> Entry? {
    guard let type = number(at: place + 2, 2), let count = number(at: place + 4, wide) else { return nil }
    guard let size = size(of: type), count > 0 else { return Entry(type: type, count: count, tag: nil) }
    let (total, isLong) = size.multipliedReportingOverflow(by: count)
    let inside = place + 4 + wide
    let start = isLong || total > wide ? number(at: inside, wide) : inside
    let value = start.flatMap { number(at: $0, size) }.flatMap { UInt8(exactly: $0) }
    return Entry(type: type, count: count, tag: value.flatMap(ExifOrientation.init(rawValue:)))
  }

  /// The bytes of an integer of a type; nil for other types. The tags are positive, so signs do not matter.
  private func size(of type: Int) -> Int? {
    switch type {
    case 1: 1
    case 3, 8: 2
    case 4, 9: 4
    case 16, 17: wide == 8 ? 8 : nil
    default: nil
    }
  }
}
