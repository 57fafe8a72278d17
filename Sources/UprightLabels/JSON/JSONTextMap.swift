// A decoded JSON string with the file offset of each byte (RFC 8259, 7), so that numbers in the string can change in
// place.

/// A decoded string, and the origin of each of its bytes.
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

  /// One past an escape; a surrogate pair is one escape.
  private static func escapeEnd(_ bytes: [UInt8], _ at: Int, _ end: Int) -> Int {
    guard at + 1 < end, bytes[at + 1] == 0x75 else { return min(at + 2, end) }
    let isHigh = at + 3 < end && bytes[at + 2] | 0x20 == 0x64 && "89abAB".utf8.contains(bytes[at + 3])
    let hasLow = at + 7 < end && bytes[at + 6] == 0x5C && bytes[at + 7] == 0x75
    return min(at + (isHigh && hasLow ? 12 : 6), end)
  }

  /// The file range of a part of the text; nil if it contains an escape.
  func offset(of part: Range<Int>) -> Range<Int>? {
    guard let first = part.first, let last = part.last, last < places.count else { return nil }
    let place = places[first]..<places[last] + 1
    return bytes[place].elementsEqual(text[part]) ? place : nil
  }
}
