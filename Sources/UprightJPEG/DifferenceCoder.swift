// Codes for differences that a file's own table may lack (ITU T.81, F.1.2.1).

/// Codes differences by a table of the file, by one with more codes, or by another one.
struct DifferenceCoder: Sendable {
  /// The table that the result needs.
  private(set) var codes: HuffmanCodes
  /// Whether it has other codes for the differences of the file, so that none can be copied.
  let recodesAll: Bool
  /// Whether `codes` differs from the file's table.
  private(set) var isOwn: Bool
  /// The code of each category.
  private var byCategory = [HuffmanCodes.Code](repeating: HuffmanCodes.Code(bits: 0, length: 0), count: 16)
  /// The file's table with codes for all categories, if there is room for them.
  private let longer: HuffmanCodes?
  private let missing: Set<UInt8>

  init(_ table: HuffmanCodes) {
    missing = Set(0...15).subtracting(table.symbols)
    longer = table.adding(missing.sorted())
    recodesAll = longer == nil
    isOwn = recodesAll
    codes = longer == nil ? HuffmanCodes.differences ?? table : table
    for (symbol, code) in (longer ?? codes).codes where symbol < 16 { byCategory[Int(symbol)] = code }
  }

  /// Writes a difference; false for the one number that has no category.
  mutating func put(_ difference: Int16, to writer: inout EntropyWriter) -> Bool {
    let category = 16 - difference.magnitude.leadingZeroBitCount
    guard category < 16 else { return false }
    if missing.contains(UInt8(category)), let longer {
      codes = longer
      isOwn = true
    }
    let code = byCategory[category]
    writer.put(UInt64(code.bits), code.length)
    let value = difference < 0 ? Int(difference) + (1 << category) - 1 : Int(difference)
    writer.put(UInt64(value), category)
    return true
  }
}
