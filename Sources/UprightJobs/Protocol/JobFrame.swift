// What a driver sends: a JSON line (JSON Lines 1.0), and the bytes that it announces (docs/jobs.md).

package import UprightFiles

/// One message of a driver, not yet interpreted.
package struct JobFrame: Hashable, Sendable {
  /// What is asked.
  package enum Kind: String, Sendable, CaseIterable {
    /// Carry out a job.
    case job
    /// Only plan it: what it would cost.
    case plan
    /// Finish what was sent, and end.
    case drain
  }

  /// What is asked.
  package let kind: Kind
  /// What replies are called by; empty for a message without replies.
  package let id: String
  /// The whole line.
  package let message: JSONLine
  /// The bytes after the line; nil if it announces none.
  package internal(set) var body: [UInt8]?

  /// The bytes that the line announces; nil for none.
  let announced: Int?

  /// The maximum length of an id, in bytes.
  package static let longestID = 128
  /// The maximum number of JSON values in a line.
  private static let most = 256

  /// Reads a line without its line break.
  ///
  /// - Parameters:
  ///   - number: The line's number, from 1.
  ///   - longestBody: The most bytes that it may announce.
  ///   - untyped: What a line without a type asks; nil to refuse it.
  /// - Throws: `InvalidFrame` if it is no message: what follows could be bytes that it announces.
  package init(
    line bytes: [UInt8], number: Int, longestBody: Int, untyped: Kind? = nil
  ) throws(InvalidFrame) {
    func refused(_ reason: String) -> InvalidFrame { InvalidFrame(line: number, reason: reason) }
    guard let message = JSONReader.document(of: bytes, atMost: Self.most), case .object(let members) = message else {
      throw refused("not a JSON object of at most \(Self.most) values")
    }
    guard Set(members.map(\.key)).count == members.count else { throw refused("a member occurs twice") }
    let type = message["type"].map(\.text) ?? untyped?.rawValue
    guard let kind = type.flatMap(Kind.init) else { throw refused("its \"type\" is not job, plan or drain") }
    self.kind = kind
    self.message = message
    guard kind != .drain else {
      (id, announced) = ("", nil)
      return
    }
    guard let id = message["id"]?.text, Self.isID(id) else {
      throw refused("its \"id\" is not a text of 1 to \(Self.longestID) bytes without control characters")
    }
    self.id = id
    announced = try Self.announced(by: message["in"]?["body"], atMost: longestBody, refused)
  }

  private static func announced(
    by body: JSONLine?, atMost longest: Int, _ refused: (String) -> InvalidFrame
  ) throws(InvalidFrame) -> Int? {
    switch body {
    case nil, .null: return nil
    case .number(let count) where count >= 0 && count <= longest: return count
    case .number: throw refused("its body is not of 0 to \(longest) bytes")
    default: throw refused("its \"body\" is not a number")
    }
  }

  private static func isID(_ text: String) -> Bool {
    (1...longestID).contains(text.utf8.count) && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }
}

/// Bytes that are not a message. What follows them cannot be interpreted, because it could be a body.
package struct InvalidFrame: Error, Hashable {
  /// The line, from 1.
  package let line: Int
  /// What is wrong with it.
  package let reason: String
}
