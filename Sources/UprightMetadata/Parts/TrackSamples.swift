// Where the samples of a track are in the file (ISO 14496-12, 8.7.3 to 8.7.5).

/// Reads the tables of sample sizes, samples per chunk and chunk offsets.
enum TrackSamples {
  /// Maximum number of samples and chunks; a sequence of images has fewer.
  private static let limit = 1 << 16

  /// The ranges of a track's samples, as far as they are in the file; nil if the tables are missing, damaged or too
  /// long.
  ///
  /// - Throws: `.unreadable`, `.tooManyStructures`, `.tooMuchMetadata`.
  static func ranges(
    of track: Box, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> [Range<Int>]? {
    var box = track
    for kind: FourCC in ["mdia", "minf", "stbl"] {
      guard let inner = try BoxRun(in: box.payload, &reader).first(kind) else { return nil }
      box = inner
    }
    let tables = try BoxRun(in: box.payload, &reader)
    guard let sizeTable = tables.first("stsz"), let sizes = try sizes(sizeTable, &reader),
      let runTable = tables.first("stsc"), let runs = try runs(runTable, &reader),
      let offsets = try offsets(tables.first("stco"), tables.first("co64"), &reader)
    else { return nil }
    return ranges(sizes, runs, offsets, byteCount: reader.byteCount)
  }

  private static func ranges(
    _ sizes: [Int], _ runs: [(first: Int, count: Int)], _ offsets: [Int], byteCount: Int
  ) -> [Range<Int>] {
    var (ranges, sample, run): ([Range<Int>], Int, Int) = ([], 0, 0)
    for (index, start) in offsets.enumerated() {
      while run + 1 < runs.count, runs[run + 1].first <= index + 1 { run += 1 }
      guard run < runs.count, start >= 0, start < byteCount else { continue }
      var length = 0
      for _ in 0..<min(runs[run].count, sizes.count - sample) {
        length += sizes[sample]
        sample += 1
      }
      ranges.extend(by: start..<start + min(length, byteCount - start))
    }
    return ranges
  }

  private static func sizes(
    _ box: Box, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> [Int]? {
    guard box.payload.count >= 12 else { return nil }
    let common = try reader.number(at: box.payload.lowerBound + 4, size: 4)
    let count = try reader.number(at: box.payload.lowerBound + 8, size: 4)
    guard count <= limit else { return nil }
    if common > 0 { return [Int](repeating: common, count: count) }
    return try numbers(box.payload.dropFirst(12), count: count, size: 4, &reader)
  }

  private static func runs(
    _ box: Box, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> [(first: Int, count: Int)]? {
    guard box.payload.count >= 8 else { return nil }
    let count = try reader.number(at: box.payload.lowerBound + 4, size: 4)
    guard count <= limit,
      let numbers = try numbers(box.payload.dropFirst(8), count: 3 * count, size: 4, &reader)
    else { return nil }
    return stride(from: 0, to: numbers.count, by: 3).map { (numbers[$0], numbers[$0 + 1]) }
  }

  private static func offsets(
    _ narrow: Box?, _ wide: Box?, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> [Int]? {
    guard let box = narrow ?? wide, box.payload.count >= 8 else { return nil }
    let count = try reader.number(at: box.payload.lowerBound + 4, size: 4)
    guard count <= limit else { return nil }
    return try numbers(box.payload.dropFirst(8), count: count, size: narrow == nil ? 8 : 4, &reader)
  }

  private static func numbers(
    _ range: Range<Int>, count: Int, size: Int, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> [Int]? {
    guard count * size <= range.count else { return nil }
    return BigEndian.numbers(try reader.bytes(at: range.lowerBound, count: count * size), size: size)
  }
}
