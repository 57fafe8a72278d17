// Keys of JSON objects that a format knows, found by their bytes (RFC 8259, 4).

/// The keys of one kind of object. Objects of a file mostly have their keys in the same order, so the one that comes next is tried first.
struct JSONKeys {
  /// What is said of a key on which places depend. RFC 8259, 4, leaves open which of two counts; Python and JavaScript take the last.
  static let twice = "this key stands twice, and readers differ in which of them counts"

  private let keys: [[UInt8]]
  private var next = 0
  /// The keys on which places depend.
  let places: Set<Int>
  /// The keys that name a picture.
  let names: Set<Int>

  /// `keys`, and those of them on which places depend, or that name a picture.
  init(_ keys: [String], places: [String] = [], names: [String] = []) {
    self.keys = keys.map { Array($0.utf8) }
    self.places = Set(places.compactMap(keys.firstIndex))
    self.names = Set(names.compactMap(keys.firstIndex))
  }

  /// Which of the keys stands at a place; nil for others.
  mutating func index(of place: Range<Int>, in bytes: [UInt8]) -> Int? {
    if next < keys.count, Self.equal(keys[next], bytes, place) {
      next += 1
      return next - 1
    }
    for index in keys.indices where Self.equal(keys[index], bytes, place) {
      next = index + 1
      return index
    }
    guard bytes[place].contains(0x5C) else { return nil }
    let key = JSONText.decodedBytes(bytes, place)
    return keys.firstIndex(of: key)
  }

  @inline(__always)
  private static func equal(_ key: [UInt8], _ bytes: [UInt8], _ place: Range<Int>) -> Bool {
    guard key.count == place.count else { return false }
    var at = place.lowerBound
    for byte in key {
      if bytes[at] != byte { return false }
      at &+= 1
    }
    return true
  }
}
