// A walk of a file that is read a part at a time.

package import UprightMetadata

extension ScanWalk {
  /// What `ScanWalk(_:of:interval:keepsDC:)` gives, with no more than about a megabyte of the file in memory.
  ///
  /// - Throws: `ScanFault` for damage, `.unreadable`.
  package init(
    _ header: ScanHeader, reading source: some ByteSource, interval: Int = 0, keepsDC: Bool = false,
    threads: WalkThreads = .one
  ) throws(ScanFault) {
    try self.init(
      header, UnitTables(header), reading: source, interval: interval, keepsDC: keepsDC, threads: threads)
  }

  /// `window` is the number of bytes to read at once; more are read only if a few units need them.
  init(
    _ header: ScanHeader, _ tables: UnitTables, reading source: some ByteSource, interval: Int = 0,
    keepsDC: Bool = false, window: Int? = nil, threads: WalkThreads = .one
  ) throws(ScanFault) {
    let window = window ?? (threads == .one ? 1 << 20 : 1 << 19)
    var walk = WindowedWalk(source, header, tables, window: window, threads: threads)
    var sink = BothSinks(first: CheckpointSink(interval: interval), second: DCSink(isOn: keepsDC))
    let count = header.unitCount
    while try walk.step(to: count, into: &sink) {}
    self.init(checkpoints: sink.first.checkpoints, dcValues: sink.second.values, end: try walk.end())
  }
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
