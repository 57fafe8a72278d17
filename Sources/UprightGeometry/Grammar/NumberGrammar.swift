// How numbers in requests are written: digits, at most one point, a sign where one is allowed, and never an exponent.

/// Why a text is not what a request needs there.
package enum GrammarFault: Error, Hashable, Sendable {
  /// It has another form.
  case malformed
  /// It has no width, or no height.
  case empty
  /// A number is larger than any that is possible.
  case outOfRange
  /// It means something that is not offered, such as half of a right angle.
  case unsupported
}

/// The spelling of numbers.
package struct NumberGrammar: Hashable, Sendable {
  private let isSigned: Bool
  /// Whether a decimal may end with its point.
  private let mayEndWithPoint: Bool
  /// Whether the digit before a point may be missing, and zeros may precede a number.
  private let isLoose: Bool
  private let longest: Int
  private let largest: Double

  /// As typed where a number may be negative.
  package static let signed = Self(isSigned: true)
  /// As typed where no number is negative.
  package static let unsigned = Self(isSigned: false)
  /// As in an address (IIIF Image API 3.0, 4.7): at most 32 characters, and at most 2³¹ − 1, because no image has a longer
  /// side.
  package static let iiif = Self(isSigned: false, mayEndWithPoint: false, longest: 32, largest: largestSide)
  /// The same without zeros that could be missing, and with a digit before each point.
  package static let canonicalIIIF = Self(
    isSigned: false, mayEndWithPoint: false, isLoose: false, longest: 32, largest: largestSide)

  private static var largestSide: Double { Double(Int32.max) }

  private init(
    isSigned: Bool, mayEndWithPoint: Bool = true, isLoose: Bool = true, longest: Int = .max,
    largest: Double = .greatestFiniteMagnitude
  ) {
    (self.isSigned, self.mayEndWithPoint, self.isLoose) = (isSigned, mayEndWithPoint, isLoose)
    (self.longest, self.largest) = (longest, largest)
  }

  /// A whole number.
  ///
  /// - Throws: Why it is none, or is not possible.
  package func whole(_ text: Substring) throws(GrammarFault) -> Int {
    let digits = try magnitude(text)
    guard !digits.isEmpty, digits.utf8.allSatisfy(Self.isDigit), isWell(digits) else { throw .malformed }
    guard let value = Int(text), Double(value.magnitude) <= largest else { throw .outOfRange }
    return value
  }

  /// A number with or without decimals.
  ///
  /// - Throws: Why it is none, or is not possible.
  package func decimal(_ text: Substring) throws(GrammarFault) -> Double {
    let digits = try magnitude(text)
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), digits.utf8.count > parts.count - 1, isWell(parts[0]),
      parts.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }), mayEndWithPoint || !parts[parts.count - 1].isEmpty
    else { throw .malformed }
    guard let value = Double("0\(parts[0]).\(parts.count == 2 ? parts[1] : "")0"), value <= largest
    else { throw .outOfRange }
    return text.utf8.first == UInt8(ascii: "-") ? -value : value
  }

  /// The number without its sign.
  private func magnitude(_ text: Substring) throws(GrammarFault) -> Substring {
    guard text.utf8.count <= longest else { throw .malformed }
    return isSigned && (text.hasPrefix("-") || text.hasPrefix("+")) ? text.dropFirst() : text
  }

  private func isWell(_ whole: Substring) -> Bool {
    isLoose || whole == "0" || !whole.isEmpty && whole.utf8.first != UInt8(ascii: "0")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}

#if !hasFeature(Embedded)
  extension NumberGrammar {
    /// The text of a number, which `decimal` reads as the same number.
    package static func text(_ value: Double) -> String {
      let text = "\(value.magnitude)"
      let sign = value.sign == .minus ? "-" : ""
      guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]) else {
        return sign + text
      }
      let parts = text[..<mark].split(separator: ".")
      let digits = parts.joined()
      func zeros(_ count: Int) -> String { String(repeating: "0", count: max(0, count)) }
      return exponent < 0
        ? "\(sign)0.\(zeros(-exponent - 1))\(digits)" : "\(sign)\(digits)\(zeros(exponent + 1 - digits.utf8.count)).0"
    }
  }
#endif
