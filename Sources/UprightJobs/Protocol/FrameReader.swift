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
