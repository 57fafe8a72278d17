// Text in a PNG (ISO 15948, 11.3.4): tEXt, zTXt and iTXt.

/// The decompressed text of a chunk.
package struct PNGText: Hashable, Sendable {
  /// The bytes before the text: keyword, flags, language.
  let head: [UInt8]
  /// The text.
  package let text: [UInt8]
  /// Whether it is compressed in the file.
  let isCompressed: Bool
  /// The cost of decompressing it, as `Inflate.cost`.
  let cost: Int

  /// Maximum length of a keyword in bytes (ISO 15948, 11.3.4.2).
  static let longestKeyword = 79

  /// The beginning of the chunk's data up to the first 0; nil if that is not a keyword.
  static func keyword(of data: [UInt8]) -> String? {
    let keyword = data.prefix { $0 != 0 }
    guard (1...longestKeyword).contains(keyword.count), keyword.count < data.count else { return nil }
    return String(decoding: keyword, as: UTF8.self)
  }

  /// The text of a chunk with these data; nil if they are invalid, or decompress to more than `limit` bytes.
  package init?(_ kind: FourCC, _ data: [UInt8], limit: Int) {
    guard let zero = data.firstIndex(of: 0) else { return nil }
    var start = zero + 1
    switch kind {
    case "tEXt": isCompressed = false
    case "zTXt":
      guard start < data.count, data[start] == 0 else { return nil }
      isCompressed = true
      start += 1
    case "iTXt":
      guard start + 2 <= data.count, data[start] <= 1, data[start] == 0 || data[start + 1] == 0 else { return nil }
      isCompressed = data[start] == 1
      start += 2
      for _ in 0..<2 {
        guard let end = data[start...].firstIndex(of: 0) else { return nil }
        start = end + 1
      }
    default: return nil
    }
    head = Array(data[..<start])
    let rest = Array(data[start...])
    guard let unpacked = isCompressed ? ZlibStream.unpacked(rest, limit: limit) : (rest, 0) else { return nil }
    (text, cost) = unpacked
  }

  /// The chunk's data with another text; compressed text becomes stored (uncompressed) blocks.
  func data(with text: [UInt8]) -> [UInt8] { head + (isCompressed ? ZlibStream.stored(text) : text) }
}
