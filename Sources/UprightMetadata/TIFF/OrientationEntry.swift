// Tag 274 of a directory, read as forgivingly as most readers do (EXIF 2.32, 4.6.4.A: SHORT, count 1, default 1).

internal import UprightGeometry

/// One entry with tag 274, what it says, and which of its bytes say so.
struct OrientationEntry: Hashable, Sendable {
  /// The entry.
  let entry: TIFFEntry
  /// Its first element, where the type is an integer and the bytes are there.
  let number: Int?

  init(_ entry: TIFFEntry, in block: TIFFBlock) {
    self.entry = entry
    number = entry.isInteger ? block.integer(of: entry) : nil
  }

  /// What it says, or nil where it counts as 1.
  var value: ExifOrientation? {
    guard let number, let byte = UInt8(exactly: number) else { return nil }
    return ExifOrientation(rawValue: byte)
  }

  /// Whether it is as the standard wants it: SHORT, count 1, a value of 1…8.
  var isCanonical: Bool { entry.type == 3 && entry.count == 1 && value != nil }

  /// What is odd about it.
  var findings: [Finding] {
    var found: [Finding] = []
    if !entry.isInteger {
      found.append(Finding(.wrongType, "the orientation has type \(entry.type), not SHORT; it counts as 1"))
    } else if entry.type != 3 {
      found.append(Finding(.unusualType, "the orientation has type \(entry.type), not SHORT; its value counts"))
    }
    if entry.count != 1 {
      found.append(Finding(.wrongCount, "the orientation has \(entry.count) values, not one"))
    }
    if entry.isInteger, entry.count > 0, value == nil {
      let said = number.map(String.init) ?? "missing"
      found.append(Finding(.invalidValue, "the orientation is \(said), not 1…8; it counts as 1"))
    }
    return found
  }

  /// The one byte that tells 1…8 apart, in the block.
  func decidingOffset(in block: TIFFBlock) -> Int {
    entry.valueOffset + (block.isBigEndian ? entry.elementSize - 1 : 0)
  }

  /// The change that makes it say `orientation` as the standard wants it, at offsets in the block: one byte where it
  /// is a SHORT already, the whole entry where readers would disagree about it.
  func edit(to orientation: ExifOrientation, in block: TIFFBlock) -> BytePatch.Edit {
    if let number, entry.type == 3, entry.count == 1 {
      guard number > 255 else {
        let place = decidingOffset(in: block)
        return BytePatch.Edit(offset: place, old: [block.bytes[place]], new: [orientation.rawValue])
      }
      let place = entry.valueOffset..<entry.valueOffset + 2
      return edit(place, to: block.encode(Int(orientation.rawValue), size: 2), in: block)
    }
    return edit(entry.offset..<entry.offset + 12, to: Self.canonical(orientation, in: block), in: block)
  }

  private func edit(_ place: Range<Int>, to new: [UInt8], in block: TIFFBlock) -> BytePatch.Edit {
    BytePatch.Edit(offset: place.lowerBound, old: Array(block.bytes[place]), new: new)
  }

  /// The twelve bytes of a canonical entry.
  static func canonical(_ orientation: ExifOrientation, in block: TIFFBlock) -> [UInt8] {
    block.encode(TIFFTag.orientation.rawValue, size: 2) + block.encode(3, size: 2) + block.encode(1, size: 4)
      + block.encode(Int(orientation.rawValue), size: 2) + [0, 0]
  }
}
