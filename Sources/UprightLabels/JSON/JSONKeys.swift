// The keys of JSON objects that a format knows, compared as bytes (RFC 8259, 4).

/// The keys of one kind of object. Objects of a file usually have their keys in the same order, so the expected next
/// key is tried first.
struct JSONKeys {
  /// The message about a duplicate key that affects coordinates. RFC 8259, 4, does not define which one is used;
  /// Python and JavaScript use the last.
  static let twice = "duplicate key; readers differ in which one they use"

  private let keys: [[UInt8]]
  private var next = 0
  /// The keys that affect coordinates.
  let places: Set<Int>
  /// The keys that contain an image's name.
  let names: Set<Int>

  /// All keys, those that affect coordinates, and those that contain an image's name.
  init(_ keys: [String], places: [String] = [], names: [String] = []) {
    self.keys = keys.map { Array($0.utf8) }
    self.places = Set(places.compactMap(keys.firstIndex))
    self.names = Set(names.compactMap(keys.firstIndex))
  }

  /// The index of the key in a byte range; nil for unknown keys.
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
