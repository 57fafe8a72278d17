// Memory as a sink: bytes arrive in order, nothing is lost.

import Testing
import Upright

@Suite struct ByteSinkTests {
  private func pour(_ pieces: [[UInt8]], into sink: inout some ByteSink) throws(UprightError) {
    for piece in pieces { try sink.write(piece) }
  }

  @Test func anArrayTakesBytesInOrder() throws {
    let pieces: [[UInt8]] = [[], [1], [2, 3], [], Array(repeating: 9, count: 70_000), [4]]
    var bytes: [UInt8] = [0]
    try pour(pieces, into: &bytes)
    #expect(bytes == [0] + pieces.flatMap { $0 })
  }

  @Test func aSinkThatRefusesStopsTheStream() {
    var sink = WatchedSink()
    sink.room = 3
    #expect(throws: UprightError.io(path: "full", systemError: 28)) { try pour([[1, 2], [3], [4], [5]], into: &sink) }
    #expect(sink.writes == [[1, 2], [3]])
  }
}
