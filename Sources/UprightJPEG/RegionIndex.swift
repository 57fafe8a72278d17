// An index of a sequential JPEG: positions from which its units can be decoded without what comes before.

internal import UprightGeometry
package import UprightMetadata

/// Positions in a sequential JPEG from which any region can be decoded without what comes before it.
///
/// It takes 16 bytes for every 64 of the scan's units (MCUs): 23 KB for 24 megapixels at 4:2:0.
public struct RegionIndex: Sendable {
  /// The file's headers.
  package let header: ScanHeader
  /// Units between checkpoints.
  package let interval: Int
  /// One for every `interval` units, from unit 0 on.
  let checkpoints: [Checkpoint]
  /// Where the data of the scan ends.
  package let dataEnd: Int
  /// The file that it belongs to.
  let fingerprint: ScanFingerprint
  let tables: UnitTables

  /// The default number of units between checkpoints.
  package static let usualInterval = 64
  /// An interval that an index can have.
  static func bounded(_ interval: Int) -> Int { min(max(1, interval), 1 << 32) }

  /// At least `interval`; each checkpoint follows a restart marker if those are close enough.
  static func interval(_ interval: Int, _ header: ScanHeader) -> Int {
    guard header.hasCloseRestarts else { return interval }
    return (interval + header.restartInterval - 1) / header.restartInterval * header.restartInterval
  }

  /// Indexes `bytes` by its restart markers if they are close enough, otherwise by one walk.
  ///
  /// If it uses the markers, only `cut` finds damage between them.
  ///
  /// - Throws: `ScanFault`.
  package init(ofBytes bytes: [UInt8], interval: Int = usualInterval) throws(ScanFault) {
    let header = try ScanHeader(of: bytes)
    let interval = Self.bounded(interval)
    if header.hasCloseRestarts {
      try self.init(markersOf: bytes, header, interval: interval)
    } else {
      let tables = UnitTables(header)
      let walk = try ScanWalk(header, tables, of: bytes, interval: interval)
      try self.init(walk, header, tables, of: bytes, interval: interval)
    }
  }

  /// Indexes by a walk.
  ///
  /// - Throws: `.extraneousData`.
  init(
    _ walk: ScanWalk, _ header: ScanHeader, _ tables: UnitTables, of source: some ByteSource, interval: Int
  ) throws(ScanFault) {
    guard !walk.hasExtraneousBytes else { throw ScanFault(.extraneousData, at: walk.dataEnd) }
    self.init(
      header: header, interval: interval, checkpoints: walk.checkpoints, dataEnd: walk.dataEnd,
      fingerprint: try ScanFingerprint(header, of: source, dataEnd: walk.dataEnd), tables: tables)
  }

  private init(markersOf bytes: [UInt8], _ header: ScanHeader, interval: Int) throws(ScanFault) {
    let interval = Self.interval(interval, header)
    let found = try MarkerSearch(bytes, from: header.dataStart, step: interval / header.restartInterval)
    guard found.count == (header.unitCount - 1) / header.restartInterval else {
      throw ScanFault(.restartMissing, at: found.dataEnd)
    }
    let end = try ScanEnd(dataEnd: found.dataEnd, in: bytes)
    let checkpoints = ([header.dataStart] + found.restarts).map { start in
      Checkpoint(place: BitPosition(byte: start, bit: 0), predictors: .zero)
    }
    self.init(
      header: header, interval: interval, checkpoints: checkpoints, dataEnd: end.dataEnd,
      fingerprint: try ScanFingerprint(header, of: bytes, dataEnd: end.dataEnd), tables: UnitTables(header))
  }

  init(
    header: ScanHeader, interval: Int, checkpoints: [Checkpoint], dataEnd: Int, fingerprint: ScanFingerprint,
    tables: UnitTables
  ) {
    self.header = header
    self.interval = interval
    self.checkpoints = checkpoints
    self.dataEnd = dataEnd
    self.fingerprint = fingerprint
    self.tables = tables
  }
}

extension ScanHeader {
  /// Whether restart markers are close enough to be the checkpoints; otherwise the scan is walked.
  package var hasCloseRestarts: Bool { 1...512 ~= restartInterval }
}

extension RegionIndex: Equatable {
  /// Whether both have the same checkpoints of the same file.
  public static func == (left: Self, right: Self) -> Bool {
    left.header == right.header && left.interval == right.interval && left.checkpoints == right.checkpoints
      && left.dataEnd == right.dataEnd && left.fingerprint == right.fingerprint
  }
}

// The bytes of an index, and what must hold before one is used.

/// Why bytes are not used as an index.
package enum IndexFault: String, Error, Hashable, Sendable, CaseIterable {
  /// They are not an index of this version, or are incomplete.
  case formInvalid = "form-invalid"
  /// Their digest does not match.
  case damaged
  /// They belong to another file, or the file has changed.
  case otherFile = "other-file"
  /// Their checkpoints are impossible in the file.
  case checkpointsInvalid = "checkpoints-invalid"
}

extension RegionIndex {
  /// The signature, including the version.
  private static let signature = Array("UPRJIDX1".utf8)
  /// Signature, interval, number of checkpoints, end of data, length of the file, digest of the file.
  private static let headSize = 8 + 4 * 8 + 32
  private static let checkpointSize = 16
  private static let digestSize = 32

  /// The index as bytes, for a file or a database: little-endian numbers, then a SHA-256 of everything before it.
  public var bytes: [UInt8] {
    var result = Self.signature
    result += [interval, checkpoints.count, dataEnd, fingerprint.byteCount].flatMap(\.eightBytes) + fingerprint.digest
    result.reserveCapacity(result.count + checkpoints.count * Self.checkpointSize + Self.digestSize)
    for checkpoint in checkpoints {
      result += Int(truncatingIfNeeded: checkpoint.place.value).eightBytes
      for component in 0..<4 {
        let value = UInt16(bitPattern: checkpoint.predictors[component])
        result += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      }
    }
    return result + SHA256.digest(of: result)
  }

  /// An index from its bytes, if it is undamaged and belongs to `source`: its headers and samples of its data are read.
  ///
  /// Checkpoints must be inside the file. Only an index that this program wrote is known to be correct;
  /// an untrusted one can lead to wrong pixels, but never outside the file.
  ///
  /// - Throws: `IndexFault`.
  package init(bytes: [UInt8], for source: some ByteSource) throws(IndexFault) {
    guard bytes.count >= Self.headSize + Self.digestSize, bytes.starts(with: Self.signature) else {
      throw .formInvalid
    }
    let (interval, count) = (Self.number(bytes, at: 8), Self.number(bytes, at: 16))
    let (dataEnd, byteCount) = (Self.number(bytes, at: 24), Self.number(bytes, at: 32))
    let room = bytes.count - Self.headSize - Self.digestSize
    guard room % Self.checkpointSize == 0, count == room / Self.checkpointSize, 1...(1 << 32) ~= interval else {
      throw .formInvalid
    }
    let body = Array(bytes.dropLast(Self.digestSize))
    guard SHA256.digest(of: body) == Array(bytes.suffix(Self.digestSize)) else { throw .damaged }
    let stated = ScanFingerprint(byteCount: byteCount, digest: Array(bytes[40..<Self.headSize]))
    guard byteCount == source.byteCount, 0...byteCount ~= dataEnd, let header = try? ScanHeader(of: source),
      header.dataStart <= dataEnd, let found = try? ScanFingerprint(header, of: source, dataEnd: dataEnd),
      found == stated
    else { throw .otherFile }
    let checkpoints = (0..<count).map { Self.checkpoint(bytes, at: Self.headSize + $0 * Self.checkpointSize) }
    guard Self.isPossible(checkpoints, interval, header, dataEnd) else { throw .checkpointsInvalid }
    self.init(
      header: header, interval: interval, checkpoints: checkpoints, dataEnd: dataEnd, fingerprint: found,
      tables: UnitTables(header))
  }

  /// Whether it is the index of `source`: length, headers and samples of the data are compared.
  package func isIndex(of source: some ByteSource) -> Bool {
    guard source.byteCount == fingerprint.byteCount, let found = try? ScanHeader(of: source), found == header else {
      return false
    }
    return (try? ScanFingerprint(header, of: source, dataEnd: dataEnd)) == fingerprint
  }

  /// Whether there is one checkpoint for every `interval` units, each after the one before and inside the data.
  private static func isPossible(
    _ checkpoints: [Checkpoint], _ interval: Int, _ header: ScanHeader, _ dataEnd: Int
  ) -> Bool {
    guard checkpoints.count == (header.unitCount + interval - 1) / interval,
      checkpoints.first == Checkpoint(place: BitPosition(byte: header.dataStart, bit: 0), predictors: .zero),
      checkpoints.allSatisfy({ $0.place.byte <= dataEnd })
    else { return false }
    return zip(checkpoints, checkpoints.dropFirst()).allSatisfy { $0.place < $1.place }
  }

  private static func checkpoint(_ bytes: [UInt8], at offset: Int) -> Checkpoint {
    var predictors = SIMD4<Int16>.zero
    for component in 0..<4 {
      let place = offset + 8 + 2 * component
      predictors[component] = Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)
    }
    let place = UInt64(bitPattern: Int64(number(bytes, at: offset)))
    return Checkpoint(place: BitPosition(value: place), predictors: predictors)
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
    Int(truncatingIfNeeded: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) })
  }
}

// Identifies the file that an index belongs to: its length, the fields of its headers, and samples of its coded data.

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

extension RegionIndex {
  /// Indexes a file by one walk, with no more than about a megabyte of it in memory; equal to `RegionIndex(ofBytes:)`.
  ///
  /// - Throws: `ScanFault`.
  package init(
    reading source: some ByteSource, interval: Int = usualInterval, threads: WalkThreads = .one
  ) throws(ScanFault) {
    let header = try ScanHeader(of: source)
    let tables = UnitTables(header)
    let interval = Self.interval(Self.bounded(interval), header)
    let walk = try ScanWalk(header, tables, reading: source, interval: interval, threads: threads)
    try self.init(walk, header, tables, of: source, interval: interval)
  }
}
