// A text of a JSON file with the place of each of its bytes (RFC 8259, 7), so that numbers inside the text can change where they stand.

/// What stands between quotes, decoded, and where each byte of it comes from.
struct JSONTextMap {
  /// The text in UTF-8.
  private(set) var text: [UInt8] = []
  private var places: [Int] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8], _ place: Range<Int>) {
    self.bytes = bytes
    text.reserveCapacity(place.count)
    places.reserveCapacity(place.count)
    var at = place.lowerBound
    while at < place.upperBound {
      var end = at + 1
      if bytes[at] == 0x5C { end = Self.escapeEnd(bytes, at, place.upperBound) }
      let piece = end == at + 1 ? [bytes[at]] : JSONText.decodedBytes(bytes, at..<end)
      text += piece
      places += [Int](repeating: at, count: piece.count)
      at = end
    }
  }

  /// One past an escape; a pair of surrogates is one.
  private static func escapeEnd(_ bytes: [UInt8], _ at: Int, _ end: Int) -> Int {
    guard at + 1 < end, bytes[at + 1] == 0x75 else { return min(at + 2, end) }
    let isHigh = at + 3 < end && bytes[at + 2] | 0x20 == 0x64 && "89abAB".utf8.contains(bytes[at + 3])
    let hasLow = at + 7 < end && bytes[at + 6] == 0x5C && bytes[at + 7] == 0x75
    return min(at + (isHigh && hasLow ? 12 : 6), end)
  }

  /// Where a part of the text stands in the file; nil where an escape is part of it.
  func offset(of part: Range<Int>) -> Range<Int>? {
    guard let first = part.first, let last = part.last, last < places.count else { return nil }
    let place = places[first]..<places[last] + 1
    return bytes[place].elementsEqual(text[part]) ? place : nil
  }
}
