// The second half of a scan, walked without knowing which unit it begins with.

/// A walk from the middle of the data to its end.
struct SecondHalf: Sendable {
  /// Where each unit begins, and where the next one after the last would begin.
  let marks: [UnitMark]
  let dcValues: [Int16]

  /// How often the walk restarts after an invalid code, before it is synchronized.
  private static let attempts = 64

  /// The first byte of data from `position` on.
  static func start(near position: Int, _ bytes: Span<UInt8>) -> Int {
    var at = position
    while at < bytes.count, bytes[at - 1] == 0xFF { at += 1 }
    return at
  }

  init(from start: Int, _ bytes: [UInt8], _ tables: UnitTables, limit: Int, keepsDC: Bool) async {
    var reader = EntropyReader(at: start)
    var sink = MarkSink(keepsDC: keepsDC)
    for _ in 0..<Self.attempts {
      sink = MarkSink(keepsDC: keepsDC)
      var walker = UnitWalker(reader)
      do throws(ScanFault) {
        try walker.walk(to: limit, bytes.span, tables, into: &sink)
        sink.marks.append(UnitMark(walker))
        break
      } catch {
        // A long walk was synchronized, so it ended at the end of the data, or at damage.
        if error.code == .dataEnds || sink.marks.count > FirstHalf.overlap { break }
        guard let failed = sink.marks.last else { break }
        reader = EntropyReader(at: failed.place(in: bytes.span), in: bytes.span)
        reader.refill(bytes.span)
        reader.skip(1)
      }
    }
    marks = sink.marks
    dcValues = sink.dcValues
  }
}
