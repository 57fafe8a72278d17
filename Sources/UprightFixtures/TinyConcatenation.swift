// Data behind an image, with a list of it (AXS File Concatenation Protocol 1.1).

/// An AFCP trailer with one entry.
package enum TinyConcatenation {
  /// A trailer of this data for a file whose image has `count` bytes.
  package static func trailer(_ data: [UInt8], behind count: Int, isBigEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    let magic = Array((isBigEndian ? "AXS!" : "AXS*").utf8)
    let head = magic + number(0x0101, 2) + number(1, 2) + number(0, 4)
    let entry = Array("TEXT".utf8) + number(data.count, 4) + number(count + head.count + 12, 4)
    return head + entry + data + magic + number(count, 4) + number(0, 4)
  }

  /// The data of a file's only entry, found by the list's offsets; nil if these are wrong.
  package static func data(in file: [UInt8]) -> [UInt8]? {
    guard file.count >= 12 else { return nil }
    let foot = Array(file.suffix(12))
    let isBigEndian = foot[3] == UInt8(ascii: "!")
    func number(_ bytes: ArraySlice<UInt8>) -> Int {
      (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    let start = number(foot[4..<8])
    guard start + 24 <= file.count, file[start...].starts(with: foot[..<4]) else { return nil }
    let (size, offset) = (number(file[start + 16..<start + 20]), number(file[start + 20..<start + 24]))
    guard offset <= file.count, size <= file.count - offset else { return nil }
    return Array(file[offset..<offset + size])
  }
}
