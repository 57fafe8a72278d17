// Sources and sinks that fail, count or transfer small pieces.

import Upright

/// Bytes that cannot be read beyond some offset.
struct FailingSource: ByteSource {
  let bytes: [UInt8]
  let failsFrom: Int
  var byteCount: Int { bytes.count }

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    guard range.upperBound <= failsFrom else {
      throw MetadataError(.unreadable, at: range.lowerBound, systemError: 5)
    }
    return try bytes.read(range)
  }
}

/// A source that returns fewer bytes than requested, and one with a wrong length.
struct OddSource: ByteSource {
  let bytes: [UInt8]
  let piece: Int
  let byteCount: Int

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    try bytes.read(range.lowerBound..<min(range.upperBound, range.lowerBound + piece))
  }
}

/// A sink that is full after this many bytes.
struct FullSink: ByteSink {
  var room: Int
  var taken = 0

  init(room: Int) { self.room = room }

  mutating func write(_ bytes: [UInt8]) throws(UprightError) {
    guard bytes.count <= room else { throw .io(path: "full", systemError: 28) }
    room -= bytes.count
    taken += bytes.count
  }
}
