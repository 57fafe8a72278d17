// An amount of memory as written: bytes, or with K, M or G in powers of 1,024.

/// A number of bytes.
public enum ByteCount {
  /// The number in a text; nil if it is not one, or 0, or too large.
  public static func bytes(_ text: String) -> Int? {
    let unit: Int
    switch text.last {
    case "K", "k": unit = 1 << 10
    case "M", "m": unit = 1 << 20
    case "G", "g": unit = 1 << 30
    default: unit = 1
    }
    guard let number = Int(unit == 1 ? text[...] : text.dropLast()), number > 0 else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit)
    return overflow || bytes > CheckedNumber.largest ? nil : bytes
  }
}
