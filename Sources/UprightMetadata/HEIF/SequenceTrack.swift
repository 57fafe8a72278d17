// An image track in HEIF and AVIF (ISO 23008-12, 7; ISO 14496-12, 8.3 to 8.7 and 12.1): the coding and position of
// its frames.

internal import UprightGeometry

/// A track of frames, or of their alpha.
struct SequenceTrack: Hashable, Sendable {
  /// The track ID.
  let id: Int
  /// Its handler: `pict` for images, `auxv` for auxiliary planes.
  let handler: FourCC
  /// The tracks that it is auxiliary to.
  let masters: [Int]
  /// Its matrix, and the size to which the matrix applies.
  let display: MovieTrack
  /// `hvc1` or `av01`; nil for any other coding.
  let kind: FourCC?
  /// Columns and rows of a frame.
  let size: PixelSize<Stored>
  /// The coding according to the sample entry.
  let coding: ItemCoding
  /// The boxes of the sample entry that a decoder needs.
  let properties: [Box]
  /// Whether only a part of each frame is displayed.
  let isCropped: Bool
  /// Number of frames.
  let frameCount: Int
  /// The independently coded frames; nil if all are.
  let keyFrames: Set<Int>?
  /// Whether coding order differs from display order.
  let isReordered: Bool
  /// Whether the first frame is never displayed, by its composition time or the edit list.
  let isFirstHidden: Bool
  /// The boxes with sample positions: sample sizes, samples per chunk, chunk offsets.
  let tables: [FourCC: Box]
  /// The file offsets of its chunks; nil if they are too many, in another file, or not its only file offsets.
  let chunks: [ItemLocation.Field]?

  /// Whether a frame is coded independently.
  func isKeyFrame(_ frame: Int) -> Bool { keyFrames?.contains(frame) ?? true }

  /// The contents of a movie.
  struct Movie {
    /// The image tracks and their auxiliary tracks, in the file's order.
    var tracks: [SequenceTrack] = []
    /// The matrix of the whole movie.
    var matrix = TrackMatrix.identity
    /// Whether it has other tracks.
    var hasOthers = false
    /// Whether it may contain file offsets besides those of the tracks' chunks.
    var hasOtherOffsets = false
  }

  /// The image tracks of a movie and their auxiliary tracks.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`, `.tooManyStructures`.
  static func all(in movie: Box, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) -> Movie {
    var result = Movie()
    let run = try BoxRun(in: movie.payload, &reader)
    result.hasOtherOffsets =
      run.damage != nil || movie.isTruncated || !run.boxes.allSatisfy { plainMovieBoxes.contains($0.kind) }
    for box in run.boxes {
      if box.kind == "mvhd", let read = try Self.matrix(of: box, (36, 48), &reader) { result.matrix = read.matrix }
      guard box.kind == "trak" else { continue }
      if result.tracks.count < maxTracks, let track = try Self(box, &reader) {
        result.tracks.append(track)
      } else {
        result.hasOthers = true
      }
    }
    return result
  }

  /// The boxes of a movie without file offsets, besides those of its tracks' chunks.
  private static let plainMovieBoxes: Set<FourCC> = ["mvhd", "trak", "iods", "free", "skip"]
  /// The same for a track.
  private static let plainTrackBoxes: Set<FourCC> = ["tkhd", "edts", "tref", "trgr", "mdia", "free", "skip"]
  /// Maximum number of listed chunks; a sequence has one or a few.
  private static let maxChunks = 10_000

  /// Maximum number of tracks; real files have fewer.
  private static let maxTracks = 64
  /// Maximum number of listed key frames.
  private static let maxKeyFrames = 100_000

  private init?(_ track: Box, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) {
    let parts = try BoxRun(in: track.payload, &reader)
    guard let header = parts.first("tkhd"), let media = parts.first("mdia"),
      let read = try Self.matrix(of: header, (40, 52), &reader)
    else { return nil }
    let mediaParts = try BoxRun(in: media.payload, &reader)
    guard let handlerBox = mediaParts.first("hdlr"), handlerBox.payload.count >= 12,
      let information = mediaParts.first("minf")
    else { return nil }
    handler = FourCC(try reader.bytes(at: handlerBox.payload.lowerBound + 8, count: 4))
    guard handler == "pict" || handler == "auxv",
      let table = try BoxRun(in: information.payload, &reader).first("stbl")
    else { return nil }
    let boxes = try BoxRun(in: table.payload, &reader)
    guard let descriptions = boxes.first("stsd"), descriptions.payload.count >= 16,
      let entry = try reader.box(
        at: descriptions.payload.lowerBound + 8, in: descriptions.payload.lowerBound + 8..<descriptions.end,
        cutting: true), entry.payload.count >= Self.entryHead
    else { return nil }
    let isLater = try reader.number(at: header.payload.lowerBound, size: 1) == 1
    let numberPlace = header.payload.lowerBound + (isLater ? 20 : 12)
    id = numberPlace + 4 <= header.end ? try reader.number(at: numberPlace, size: 4) : 0
    masters = try Self.masters(parts.first("tref"), &reader)
    let sides = try reader.bytes(at: entry.payload.lowerBound + 24, count: 4)
    size = PixelSize(width: BigEndian.number(sides[..<2]), height: BigEndian.number(sides[2..<4]))
    display = MovieTrack(
      isEnabled: true, matrix: read.matrix, offset: read.offset, headerSize: read.size, codedSize: size)
    kind = entry.kind == "av01" ? "av01" : ["hvc1", "hev1"].contains(entry.kind) ? "hvc1" : nil
    let own = try BoxRun(in: entry.payload.lowerBound + Self.entryHead..<entry.end, &reader).boxes
    coding = try ItemCoding(own, &reader)
    properties = own.filter { !$0.isTruncated && ["hvcC", "av1C", "colr", "pixi"].contains($0.kind) }
    isCropped = own.contains { $0.kind == "clap" }
    tables = Dictionary(boxes.boxes.map { ($0.kind, $0) }) { first, _ in first }
    let isPlain =
      parts.damage == nil && boxes.damage == nil && parts.boxes.allSatisfy { Self.plainTrackBoxes.contains($0.kind) }
    chunks =
      isPlain
      ? try Self.chunks(boxes.boxes, try BoxRun(in: information.payload, &reader).first("dinf"), &reader) : nil
    frameCount = try Self.count(tables["stsz"], &reader)
    isReordered = tables["ctts"] != nil
    isFirstHidden = try Self.isFirstHidden(tables, parts.first("edts"), &reader)
    keyFrames = try Self.keyFrames(tables["stss"], &reader)
    guard !size.isEmpty, frameCount > 0 else { return nil }
  }

  /// Size in bytes of a sample entry before its boxes (ISO 14496-12, 12.1.3.2).
  private static var entryHead: Int { 78 }

  private static func matrix(
    of box: Box, _ place: (version0: Int, version1: Int), _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> (matrix: TrackMatrix, offset: Int, size: Size2D<Stored>)? {
    guard box.payload.count >= 4 else { return nil }
    let version = try reader.number(at: box.payload.lowerBound, size: 1)
    let start = box.payload.lowerBound + (version == 1 ? place.version1 : place.version0)
    guard start + TrackMatrix.byteCount + 8 <= box.end,
      let matrix = TrackMatrix(bytes: try reader.bytes(at: start, count: TrackMatrix.byteCount))
    else { return nil }
    let sides = (
      Double(try reader.number(at: start + TrackMatrix.byteCount, size: 4)) / 65_536,
      Double(try reader.number(at: start + TrackMatrix.byteCount + 4, size: 4)) / 65_536
    )
    return (matrix, start, Size2D(width: sides.0, height: sides.1))
  }

  private static func masters(
    _ references: Box?, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> [Int] {
    guard let references, let list = try BoxRun(in: references.payload, &reader).first("auxl") else { return [] }
    var masters: [Int] = []
    for place in stride(from: list.payload.lowerBound, to: list.end - 3, by: 4).prefix(maxTracks) {
      masters.append(try reader.number(at: place, size: 4))
    }
    return masters
  }

  /// Whether the first sample's composition time is the one that means "not displayed", or ends before the first edit
  /// begins (ISO 14496-12, 8.6.1.2, 8.6.1.3, 8.6.6; ISO 23008-12, 7.5.1).
  private static func isFirstHidden(
    _ tables: [FourCC: Box], _ edits: Box?, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> Bool {
    var shift = 0
    if let offsets = tables["ctts"], offsets.payload.count >= 16 {
      let start = offsets.payload.lowerBound
      let number = try reader.number(at: start + 12, size: 4)
      shift = try reader.number(at: start, size: 1) == 0 ? number : Int(Int32(truncatingIfNeeded: number))
      if shift == Int(Int32.min) { return true }
    }
    guard let edits, let list = try BoxRun(in: edits.payload, &reader).first("elst"), list.payload.count >= 20,
      let times = tables["stts"], times.payload.count >= 16
    else { return false }
    let isLong = try reader.number(at: list.payload.lowerBound, size: 1) == 1
    guard list.payload.count >= (isLong ? 28 : 20) else { return false }
    let place = list.payload.lowerBound + (isLong ? 16 : 12)
    let bytes = try reader.bytes(at: place, count: isLong ? 8 : 4)
    let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let begin = isLong ? Int(Int64(bitPattern: bits)) : Int(Int32(truncatingIfNeeded: bits))
    let duration = try reader.number(at: times.payload.lowerBound + 12, size: 4)
    return begin > 0 && duration > 0 && shift + duration <= begin
  }

  private static func count(_ sizes: Box?, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) -> Int {
    guard let sizes, sizes.payload.count >= 12 else { return 0 }
    return try reader.number(at: sizes.payload.lowerBound + 8, size: 4)
  }

  /// The entries of the only table of chunk offsets (ISO 14496-12, 8.7.5); nil if there are others, or data elsewhere.
  private static func chunks(
    _ boxes: [Box], _ data: Box?, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> [ItemLocation.Field]? {
    let lists = boxes.filter { ["stco", "co64", "saio"].contains($0.kind) }
    guard let list = lists.first, lists.count == 1, list.kind != "saio", list.payload.count >= 8,
      try isInThisFile(data, &reader)
    else { return nil }
    let (size, start) = (list.kind == "co64" ? 8 : 4, list.payload.lowerBound + 8)
    let count = try reader.number(at: start - 4, size: 4)
    guard count <= min(maxChunks, (list.payload.count - 8) / size) else { return nil }
    let bytes = try reader.bytes(at: start, count: size * count)
    let chunks = BigEndian.numbers(bytes, size: size).enumerated().map { index, value in
      ItemLocation.Field(offset: start + index * size, size: size, value: value)
    }
    return chunks.contains { $0.value == .max } ? nil : chunks
  }

  /// Whether all data references name this file (ISO 14496-12, 8.7.2).
  private static func isInThisFile(
    _ data: Box?, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> Bool {
    guard let data, let list = try BoxRun(in: data.payload, &reader).first("dref"), list.payload.count >= 8 else {
      return true
    }
    for entry in try BoxRun(in: list.payload.lowerBound + 8..<list.end, &reader).boxes {
      guard entry.payload.count >= 4, try reader.number(at: entry.payload.lowerBound, size: 4) & 1 == 1 else {
        return false
      }
    }
    return true
  }

  private static func keyFrames(
    _ list: Box?, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> Set<Int>? {
    guard let list, list.payload.count >= 8 else { return nil }
    let stated = try reader.number(at: list.payload.lowerBound + 4, size: 4)
    let count = min(stated, (list.payload.count - 8) / 4, maxKeyFrames)
    let bytes = try reader.bytes(at: list.payload.lowerBound + 8, count: 4 * count)
    return Set(BigEndian.numbers(bytes, size: 4))
  }

  /// The range of a frame's bytes (ISO 14496-12, 8.7.2 to 8.7.5).
  ///
  /// - Throws: `.boxInvalid` if the tables do not state it, `.truncated`, `.unreadable`, `.tooMuchMetadata`.
  func range(of frame: Int, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) -> Range<Int> {
    guard (1...frameCount).contains(frame), let sizes = tables["stsz"], let runs = tables["stsc"],
      let chunks = tables["stco"] ?? tables["co64"]
    else { throw MetadataError(.boxInvalid, at: display.offset) }
    let place = try chunk(of: frame, runs, &reader)
    let before = frame - place.frame
    let same = try reader.number(at: sizes.payload.lowerBound + 4, size: 4)
    var (start, length) = (0, same)
    if same == 0 {
      let table = sizes.payload.lowerBound + 12 + 4 * (place.frame - 1)
      guard table >= sizes.payload.lowerBound, table + 4 * (before + 1) <= sizes.end else {
        throw MetadataError(.boxInvalid, at: sizes.offset)
      }
      let bytes = try reader.bytes(at: table, count: 4 * (before + 1))
      let lengths = BigEndian.numbers(bytes, size: 4)
      (start, length) = (lengths.dropLast().reduce(0, +), lengths.last ?? 0)
    } else {
      guard before <= Int.max / same else { throw MetadataError(.boxInvalid, at: sizes.offset) }
      start = before * same
    }
    let width = chunks.kind == "co64" ? 8 : 4
    let entry = chunks.payload.lowerBound + 8 + width * (place.chunk - 1)
    guard entry + width <= chunks.end else { throw MetadataError(.boxInvalid, at: chunks.offset) }
    let (offset, overflow) = try reader.number(at: entry, size: width).addingReportingOverflow(start)
    guard !overflow, length > 0, offset <= reader.byteCount, length <= reader.byteCount - offset else {
      throw MetadataError(.truncated, at: reader.byteCount)
    }
    return offset..<offset + length
  }

  /// The chunk (1-based) that contains a frame, and the chunk's first frame.
  private func chunk(
    of frame: Int, _ runs: Box, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> (chunk: Int, frame: Int) {
    let fault = MetadataError(.boxInvalid, at: runs.offset)
    guard runs.payload.count >= 8 else { throw fault }
    let count = min(try reader.number(at: runs.payload.lowerBound + 4, size: 4), (runs.payload.count - 8) / 12)
    var (first, run) = (1, 0)
    while run < count {
      let place = runs.payload.lowerBound + 8 + 12 * run
      let chunk = try reader.number(at: place, size: 4)
      let perChunk = try reader.number(at: place + 4, size: 4)
      let entry = try reader.number(at: place + 8, size: 4)
      let next = run + 1 < count ? try reader.number(at: place + 12, size: 4) : Int.max
      guard chunk > 0, perChunk > 0, next > chunk else { throw fault }
      let chunks = (frame - first) / perChunk
      if chunks < next - chunk {
        // Other sample entries may have other codings.
        guard entry == 1 else { throw fault }
        return (chunk + chunks, first + chunks * perChunk)
      }
      first += (next - chunk) * perChunk
      run += 1
    }
    throw fault
  }
}

/// The frames of a file, and their alpha track.
struct ImageSequence: Hashable, Sendable {
  /// The track with the frames.
  let frames: SequenceTrack
  /// The alpha track.
  let opacity: SequenceTrack?
  /// The matrix of the whole movie.
  let matrix: TrackMatrix
  /// All image tracks, including auxiliary ones.
  let tracks: [SequenceTrack]
  /// Whether the movie has other tracks.
  let hasOtherTracks: Bool
  /// All file offsets in the movie; nil if they are not all known.
  let chunks: [ItemLocation.Field]?

  /// The first image track and its auxiliary tracks; nil if there is none.
  ///
  /// - Throws: as `SequenceTrack.all(in:_:)`.
  init?(in movie: Box, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) {
    let read = try SequenceTrack.all(in: movie, &reader)
    guard let frames = read.tracks.first(where: { $0.handler == "pict" }) else { return nil }
    (self.frames, matrix, tracks, hasOtherTracks) = (frames, read.matrix, read.tracks, read.hasOthers)
    let lists = tracks.compactMap(\.chunks)
    chunks = read.hasOtherOffsets || hasOtherTracks || lists.count < tracks.count ? nil : lists.flatMap(\.self)
    opacity = tracks.first { $0.handler == "auxv" && $0.masters.contains(frames.id) && $0.coding.isOpacity }
  }

  /// How frames are displayed; nil if the matrix is not one of the eight orientations.
  var orientation: Orientation<Stored, Displayed>? { frames.display.matrix.orientation(in: matrix) }

  /// How a frame's samples are coded.
  func samples(ofFrame number: Int) -> SampleCoding {
    SampleCoding(
      color: frames.coding.isGray ? .gray : .rgb, hasTransparency: opacity != nil, depth: frames.coding.depth ?? 8,
      unit: frames.size, isLossless: false, unsupportedReason: unsupportedReason(number),
      highRange: frames.coding.colors?.highRange)
  }

  /// Why a frame cannot be decoded; nil if it can.
  func unsupportedReason(_ number: Int) -> UnsupportedSamples? {
    let coding = frames.coding
    guard frames.kind != nil, coding.depth != nil else { return .frames(.coding) }
    if frames.isCropped { return .frames(.cropped) }
    if frames.isFirstHidden { return .frames(.hidden) }
    if number > 1, frames.isReordered { return .frames(.reordered) }
    for track in [frames] + (opacity.map { [$0] } ?? []) where !track.isKeyFrame(number) {
      let alone = (track.keyFrames ?? []).filter(frames.isKeyFrame).sorted().prefix(8)
      return .frames(.dependent(number, independent: Array(alone)))
    }
    if let opacity, opacity.size != frames.size || opacity.kind != frames.kind || opacity.frameCount < number {
      return .frames(.opacity)
    }
    guard coding.profile == nil, coding.colors?.highRange == nil else { return nil }
    return coding.colors?.unsupportedReason.map(UnsupportedSamples.colors)
  }
}
