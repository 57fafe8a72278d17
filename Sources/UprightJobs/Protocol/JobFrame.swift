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

// Splits a stream into lines and bodies; what arrives may be cut anywhere (docs/jobs.md).

/// Reads frames from bytes in pieces of any length. It keeps at most one line, one body and one piece.
package struct FrameReader: Sendable {
  /// What a driver may send.
  package struct Bounds: Hashable, Sendable {
    /// The maximum length of a line, in bytes.
    package var line: Int
    /// The maximum length of a body, in bytes.
    package var body: Int

    /// 64 KiB and 256 MiB.
    package init(line: Int = 1 << 16, body: Int = 1 << 28) { (self.line, self.body) = (line, body) }
  }

  private let bounds: Bounds
  private let untyped: JobFrame.Kind?
  private var bytes: [UInt8] = []
  /// Where the next line or body begins.
  private var start = 0
  /// How far the next line is known to have no line break.
  private var searched = 0
  /// A line whose body is not complete yet.
  private var pending: JobFrame?
  /// The lines read so far.
  private(set) var lineCount = 0

  /// A reader of a new stream.
  ///
  /// - Parameter untyped: What a line without a type asks; nil to refuse it.
  package init(_ bounds: Bounds = Bounds(), untyped: JobFrame.Kind? = nil) {
    (self.bounds, self.untyped) = (bounds, untyped)
  }

  /// Adds the next bytes of the stream.
  package mutating func append(_ piece: [UInt8]) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes += piece
  }

  /// The bytes of the body that the next frame still needs; nil if its line is not complete, or it has no body.
  package var announcedBody: Int? { pending?.announced }

  /// The next complete frame; nil if there is none yet.
  ///
  /// - Throws: `InvalidFrame`, after which the stream is useless.
  package mutating func next() throws(InvalidFrame) -> JobFrame? {
    while pending == nil {
      guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
        searched = bytes.count
        guard bytes.count - start <= bounds.line else { throw tooLong }
        return nil
      }
      let line = bytes[start..<end]
      guard line.count <= bounds.line else { throw tooLong }
      start = end + 1
      searched = start
      lineCount += 1
      if let frame = try read(Array(line)) {
        guard frame.announced != nil else { return frame }
        pending = frame
      }
    }
    guard var frame = pending, let count = frame.announced, bytes.count - start >= count else { return nil }
    frame.body = Array(bytes[start..<start + count])
    start += count
    searched = start
    pending = nil
    return frame
  }

  /// The last frame, if the stream ends without a line break; nil for none.
  ///
  /// - Throws: `InvalidFrame` if the stream ends within a line or a body.
  package mutating func finish() throws(InvalidFrame) -> JobFrame? {
    if pending != nil { throw InvalidFrame(line: lineCount, reason: "the stream ends within its body") }
    guard start < bytes.count else { return nil }
    lineCount += 1
    let line = Array(bytes[start...])
    start = bytes.count
    searched = start
    // The beginning of an object is no object, so half a line is never taken for a whole one.
    guard var frame = try read(line) else { return nil }
    if let count = frame.announced {
      guard count == 0 else { throw InvalidFrame(line: lineCount, reason: "the stream ends within its body") }
      frame.body = []
    }
    return frame
  }

  private var tooLong: InvalidFrame {
    InvalidFrame(line: lineCount + 1, reason: "longer than \(bounds.line) bytes")
  }

  /// Nil for an empty line.
  private func read(_ line: [UInt8]) throws(InvalidFrame) -> JobFrame? {
    if line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { return nil }
    return try JobFrame(line: line, number: lineCount, longestBody: bounds.body, untyped: untyped)
  }
}
