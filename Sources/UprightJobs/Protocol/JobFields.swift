// The members of a JSON object, each of which must be known: a misspelled one would be a request that nobody made.

package import Upright
package import UprightFiles
import UprightMetadata

/// Takes the members of an object by name and type.
struct JobFields {
  /// The object's name in errors, such as `op`.
  private let name: String
  private var rest: [String: JSONLine]

  /// The members of `object`; those that are null are ignored.
  ///
  /// - Throws: `.unanswerable` if it is no object.
  init(_ object: JSONLine?, named name: String) throws(UprightError) {
    guard case .object(let members) = object else {
      throw .unanswerable(field: Phrase(name), reason: "missing, or not an object")
    }
    self.name = name
    rest = Dictionary(members.filter { $0.value != .null }.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// Refuses members that were not taken.
  ///
  /// - Throws: `.unanswerable` with the first, by name.
  func end() throws(UprightError) {
    if let stranger = rest.keys.min() { throw fault(stranger, "not known here") }
  }

  /// The text of a member; nil if it is missing.
  mutating func text(_ key: String) throws(UprightError) -> String? {
    try take(key, "not a text", \.text)
  }

  /// The number of a member; nil if it is missing.
  mutating func number(_ key: String, in range: ClosedRange<Int>) throws(UprightError) -> Int? {
    try take(key, "not a whole number from \(range.lowerBound) to \(range.upperBound)") {
      $0.number.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Whether a member is true; false if it is missing.
  mutating func flag(_ key: String) throws(UprightError) -> Bool {
    try take(key, "not true or false") { if case .flag(let flag) = $0 { flag } else { nil } } ?? false
  }

  /// One of the words of `Word`; nil if it is missing.
  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ key: String, _: Word.Type = Word.self
  ) throws(UprightError) -> Word? where Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
    return try take(key, "none of \(words)") { $0.text.flatMap(Word.init) }
  }

  /// What `convert` makes of a text; nil if it is missing.
  mutating func parsed<Value>(
    _ key: String, _ fault: String, _ convert: (String) -> Value?
  ) throws(UprightError) -> Value? {
    try take(key, fault) { $0.text.flatMap(convert) }
  }

  /// A path: text, or Base64 after `base64:` if it is not UTF-8; nil if it is missing.
  mutating func path(_ key: String) throws(UprightError) -> String? {
    let prefix = "base64:"
    return try parsed(key, "not a path") { text in
      let bytes = text.hasPrefix(prefix) ? Base64.bytes(String(text.dropFirst(prefix.count))) : Array(text.utf8)
      return bytes.flatMap { $0.isEmpty || $0.contains(0) ? nil : PathName.text($0) }
    }
  }

  /// A SHA-256 in hexadecimal digits; nil if it is missing.
  mutating func digest(_ key: String) throws(UprightError) -> [UInt8]? {
    try parsed(key, "not a SHA-256 in 64 hexadecimal digits", SHA256Text.bytes)
  }

  /// The error about a member.
  func fault(_ key: String, _ reason: Phrase) -> UprightError {
    .unanswerable(field: "\(name).\(key)", reason: reason)
  }

  private mutating func take<Value>(
    _ key: String, _ reason: String, _ convert: (JSONLine) -> Value?
  ) throws(UprightError) -> Value? {
    guard let value = rest.removeValue(forKey: key) else { return nil }
    guard let converted = convert(value) else { throw fault(key, Phrase(reason)) }
    return converted
  }
}

// A SHA-256 as text: 64 lowercase hexadecimal digits, as sha256sum prints it (FIPS 180-4).

/// Digests as text, and digests of files.
package enum SHA256Text {
  private static let pieceSize = 1 << 18

  /// The digits of a digest.
  package static func text(_ digest: [UInt8]) -> String { Hex.text(digest) }

  /// The 32 bytes that 64 digits state, in either case; nil for any other text.
  package static func bytes(_ text: String) -> [UInt8]? {
    Hex.bytes(text.lowercased()).flatMap { $0.count == 32 ? $0 : nil }
  }

  /// The digest of bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] { SHA256.digest(of: bytes) }

  /// The digest of a whole file.
  ///
  /// - Throws: `.io`, with ESTALE if the file has been truncated meanwhile.
  package static func digest(of file: FileBytes) throws(UprightError) -> [UInt8] {
    var digest = SHA256()
    for start in stride(from: 0, to: file.byteCount, by: pieceSize) {
      do throws(MetadataError) {
        digest.update(try file.read(start..<min(file.byteCount, start + pieceSize)))
      } catch {
        throw UprightError(error).naming(file.path)
      }
    }
    return digest.finish()
  }
}
