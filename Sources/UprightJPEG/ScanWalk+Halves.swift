// One walk by two threads: the second starts in the middle and resynchronizes (arXiv 2111.09219, section 3).

extension ScanWalk {
  /// The result of `ScanWalk(_:of:interval:keepsDC:)`, from two parallel walks if possible.
  ///
  /// The second walk starts in the middle of the data, at any bit. After a few units it uses the same bits for the same
  /// units as the first, which runs on until it has seen that; differences from then on are the same, and what
  /// they are added to is corrected. If the two do not meet, the first walk continues to the end.
  ///
  /// - Throws: `ScanFault` for damage.
  package static func byHalves(
    _ header: ScanHeader, of bytes: [UInt8], interval: Int = 0, keepsDC: Bool = false
  ) async throws(ScanFault) -> ScanWalk {
    let interval = interval > 0 ? RegionIndex.bounded(interval) : 0
    return try await byHalves(header, UnitTables(header), of: bytes, interval: interval, keepsDC: keepsDC)
  }

  /// Scans with less data than this are walked by one thread.
  static let smallestHalves = 1 << 17

  static func byHalves(
    _ header: ScanHeader, _ tables: UnitTables, of bytes: [UInt8], interval: Int = 0, keepsDC: Bool = false,
    smallest: Int = smallestHalves
  ) async throws(ScanFault) -> ScanWalk {
    // Restart markers would have to be counted before.
    guard header.restartInterval == 0,
      let end = try? MarkerSearch(bytes, from: header.dataStart).dataEnd, end - header.dataStart >= max(16, smallest)
    else { return try ScanWalk(header, tables, of: bytes, interval: interval, keepsDC: keepsDC) }
    let middle = SecondHalf.start(near: header.dataStart + (end - header.dataStart) / 2, bytes.span)
    async let ahead = SecondHalf(from: middle, bytes, tables, limit: header.unitCount, keepsDC: keepsDC)
    var first = FirstHalf(header, interval: interval, keepsDC: keepsDC)
    let fault = first.walk(to: middle, bytes, tables, header)
    let second = await ahead
    if let fault { throw fault }
    if let walk = try first.joined(second, bytes, header) { return walk }
    return try first.finished(bytes, tables, header)
  }
}

extension RegionIndex {
  /// The result of `RegionIndex(of:interval:)`, by two threads if possible.
  ///
  /// - Throws: `ScanFault`.
  package static func byHalves(of bytes: [UInt8], interval: Int = usualInterval) async throws(ScanFault) -> RegionIndex
  {
    let header = try ScanHeader(of: bytes)
    if header.hasCloseRestarts { return try RegionIndex(ofBytes: bytes, interval: interval) }
    let (tables, interval) = (UnitTables(header), bounded(interval))
    let walk = try await ScanWalk.byHalves(header, tables, of: bytes, interval: interval)
    return try RegionIndex(walk, header, tables, of: bytes, interval: interval)
  }
}
