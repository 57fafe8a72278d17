// Where units begin, kept while a scan is walked.

/// Where a unit begins, in few bytes.
struct UnitMark: Sendable {
  /// The reader's position and unused bits.
  private let packed: UInt64
  let predictors: SIMD4<Int16>

  @inline(__always) init(_ walker: UnitWalker) {
    packed = UInt64(truncatingIfNeeded: walker.reader.position) << 8 | UInt64(truncatingIfNeeded: walker.reader.count)
    predictors = walker.predictors
  }

  func place(in bytes: Span<UInt8>) -> BitPosition {
    EntropyReader.place(Int(packed >> 8), unused: Int(packed & 255), in: bytes)
  }
}

/// Keeps where every unit begins, and perhaps the first coefficients.
struct MarkSink: UnitSink {
  var marks: [UnitMark] = []
  var dcValues: [Int16] = []
  let keepsDC: Bool

  @inline(__always) mutating func unit(_ index: Int, _ walker: UnitWalker, _ bytes: Span<UInt8>) {
    marks.append(UnitMark(walker))
  }

  @inline(__always) mutating func block(_ dc: Int16) {
    if keepsDC { dcValues.append(dc) }
  }
}
