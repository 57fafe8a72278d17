// An index of a sequential JPEG: positions from which its units can be decoded without what comes before.

internal import UprightGeometry
internal import UprightMetadata

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
