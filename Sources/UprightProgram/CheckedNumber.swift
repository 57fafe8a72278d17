// Numbers as typed on a command line: every option that takes one reads it here.

/// Reads numbers that arithmetic cannot overflow: whole numbers that a `Double` holds exactly, and finite decimals of
/// at most that size.
public enum CheckedNumber {
  /// Why a text is no such number.
  public struct Fault: Error, Hashable, CustomStringConvertible {
    /// The reason, to follow the name of the option.
    public let description: String
  }

  /// The largest number. Twice, or many thousand times, as much still fits an `Int`.
  public static let largest = 1 << 53

  /// A whole number.
  ///
  /// - Throws: Why it is not one, or is too large.
  public static func whole(_ text: String) throws(Fault) -> Int {
    guard let number = Int(text) else {
      let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
      let isNumber = !digits.isEmpty && digits.allSatisfy { (48...57).contains($0) }
      throw Fault(description: isNumber ? tooLarge : "it must be a whole number")
    }
    guard (-largest...largest).contains(number) else { throw Fault(description: tooLarge) }
    return number
  }

  /// A decimal number.
  ///
  /// - Throws: Why it is not one, or is not finite, or is too large.
  public static func decimal(_ text: String) throws(Fault) -> Double {
    guard let number = Double(text), !number.isNaN else { throw Fault(description: "it must be a number") }
    guard abs(number) <= Double(largest) else { throw Fault(description: tooLarge) }
    return number
  }

  private static let tooLarge = "it is too large; at most \(largest) is possible"
}

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
