// Identifies the file that an index belongs to: its length, the fields of its headers, and samples of its coded data.

internal import UprightMetadata

/// The length of a file, and a digest of everything that affects how its scan is read.
struct ScanFingerprint: Hashable, Sendable {
  /// How many bytes the file has.
  let byteCount: Int
  /// SHA-256 over the fields of the headers, where the data begins and ends, and samples of it.
  let digest: [UInt8]

  /// How many samples are taken of the data, and of how many bytes.
  private static let (sampleCount, sampleSize) = (64, 64)

  /// Of a file with these headers.
  ///
  /// - Throws: `.unreadable`.
  init(_ header: ScanHeader, of source: some ByteSource, dataEnd: Int) throws(ScanFault) {
    byteCount = source.byteCount
    var hash = SHA256()
    hash.update(SmallHeader(header).bytes(header.size))
    hash.update([header.restartInterval, header.dataStart, dataEnd, byteCount].flatMap(\.eightBytes))
    let span = max(0, dataEnd - header.dataStart - Self.sampleSize)
    for index in 0..<Self.sampleCount {
      let start = header.dataStart + span / (Self.sampleCount - 1) * index
      hash.update(try Self.read(start, source))
    }
    hash.update(try Self.read(max(header.dataStart, dataEnd - Self.sampleSize), source))
    digest = hash.finish()
  }

  init(byteCount: Int, digest: [UInt8]) {
    self.byteCount = byteCount
    self.digest = digest
  }

  private static func read(_ start: Int, _ source: some ByteSource) throws(ScanFault) -> [UInt8] {
    do { return try source.read(start..<start + sampleSize) } catch { throw ScanFault(.unreadable, at: start) }
  }
}

extension Int {
  /// The low byte first.
  var eightBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) } }
}
