// The boxes that state how a movie is displayed (ISO 14496-12, 8; QuickTime File Format, "Movie Atoms"). Reads
// headers only: no samples and no sample tables.

internal import UprightGeometry

/// Walks the boxes of a movie; reads less than one mebibyte in total, however large the movie is.
struct MovieReader<Source: ByteSource> {
  private var reader: RangeReader<Source>
  /// The matrix of the whole movie.
  private(set) var matrix = TrackMatrix.identity
  /// The video tracks, in the file's order.
  private(set) var tracks: [MovieTrack] = []
  /// The orientations stated in an XMP packet.
  private(set) var xmp: [XMPOrientation] = []
  /// The first violation that does not hide the preceding tracks.
  private(set) var damage: MetadataError?
  /// Whether the header, or a box of samples after it, is longer than the file.
  private(set) var isTruncated = false

  private static var longestPacket: Int { 1 << 18 }

  /// Reads the header of `source`.
  ///
  /// - Throws: `.imageMissing` if there is no video track, `.unsupportedFormat` if the header is compressed, the
  ///   violation that hides the first track, `.unreadable`.
  init(_ source: Source) throws(MetadataError) {
    reader = RangeReader(source, budget: 1 << 20, structures: 10_000, window: 1_024)
    let movie = try movieBox()
    for box in try boxes(in: movie.payload) { try take(box) }
    guard !tracks.isEmpty else { throw damage ?? MetadataError(.imageMissing, at: movie.offset) }
    try takePackets(behind: movie)
  }

  /// Finds `moov` at any position; skips the boxes before it.
  private mutating func movieBox() throws(MetadataError) -> Box {
    var offset = 0
    while let box = try reader.box(at: offset, in: 0..<reader.byteCount, cutting: true) {
      if box.kind == "moov" {
        if box.isTruncated { damage = MetadataError(.truncated, at: reader.byteCount) }
        isTruncated = box.isTruncated
        return box
      }
      guard !box.isTruncated else { throw MetadataError(.truncated, at: reader.byteCount) }
      if box.kind == "uuid" { try takeNamed(box) }
      offset = box.end
    }
    throw MetadataError(.imageMissing, at: reader.byteCount)
  }

  private mutating func take(_ box: Box) throws(MetadataError) {
    switch box.kind {
    case "mvhd": if let read = try matrix(of: box, Self.movieMatrix)?.matrix { matrix = read }
    case "trak": try takeTrack(box)
    case "udta":
      for item in try boxes(in: box.payload) where item.kind == "XMP_" { try takePacket(item.payload) }
    case "cmov": throw MetadataError(.unsupportedFormat, at: box.offset)
    default: break
    }
  }

  // MARK: Tracks

  private mutating func takeTrack(_ track: Box) throws(MetadataError) {
    let parts = try boxes(in: track.payload)
    guard let media = parts.first(where: { $0.kind == "mdia" }) else { return }
    let mediaParts = try boxes(in: media.payload)
    guard let handler = mediaParts.first(where: { $0.kind == "hdlr" }), try isVideo(handler) else { return }
    guard let header = parts.first(where: { $0.kind == "tkhd" }), let read = try matrix(of: header, Self.trackMatrix)
    else { return }
    let rest = read.rest
    func size(_ start: Int) -> Double { Double(FourCC(rest[start..<start + 4]).value) / 65_536 }
    tracks.append(
      MovieTrack(
        isEnabled: read.flags & 1 != 0, matrix: read.matrix, offset: read.offset,
        headerSize: Size2D(width: size(0), height: size(4)), codedSize: try codedSize(mediaParts)))
  }

  /// Whether a handler presents video; images and auxiliary video have other handlers.
  private mutating func isVideo(_ handler: Box) throws(MetadataError) -> Bool {
    try bytes(of: handler, from: 8, count: 4).map { FourCC($0) == "vide" } ?? false
  }

  /// Columns and rows of the first sample entry; ignores the rest of the sample table.
  private mutating func codedSize(_ mediaParts: [Box]) throws(MetadataError) -> PixelSize<Stored>? {
    var parts = mediaParts
    for kind: FourCC in ["minf", "stbl"] {
      guard let box = parts.first(where: { $0.kind == kind }) else { return nil }
      parts = try boxes(in: box.payload, until: "stsd")
    }
    guard let descriptions = parts.first(where: { $0.kind == "stsd" }), descriptions.payload.count >= 44,
      let size = try bytes(of: descriptions, from: 40, count: 4)
    else { return nil }
    let read = PixelSize<Stored>(width: Int(size[0]) << 8 | Int(size[1]), height: Int(size[2]) << 8 | Int(size[3]))
    return read.isEmpty ? nil : read
  }

  /// Offsets of the matrix in `mvhd` and `tkhd`, after the times of versions 0 and 1.
  private typealias MatrixOffset = (version0: Int, version1: Int, rest: Int)
  private static var movieMatrix: MatrixOffset { (36, 48, 0) }
  private static var trackMatrix: MatrixOffset { (40, 52, 8) }

  private mutating func matrix(
    of box: Box, _ place: MatrixOffset
  ) throws(MetadataError) -> (matrix: TrackMatrix, offset: Int, flags: UInt8, rest: [UInt8])? {
    guard let head = try bytes(of: box, from: 0, count: 4) else { return nil }
    let start = head[0] == 1 ? place.version1 : place.version0
    guard let read = try bytes(of: box, from: start, count: TrackMatrix.byteCount + place.rest),
      let matrix = TrackMatrix(bytes: read.prefix(TrackMatrix.byteCount))
    else { return nil }
    return (matrix, box.payload.lowerBound + start, head[3], Array(read.dropFirst(TrackMatrix.byteCount)))
  }

  // MARK: XMP

  private static var packetName: [UInt8] {
    [0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC]
  }

  /// Takes a `uuid` box whose type is XMP's (XMP Specification Part 3, 1.2.7.1).
  private mutating func takeNamed(_ box: Box) throws(MetadataError) {
    let name = try reader.bytes(at: box.payload.lowerBound - 16, count: 16)
    if name == Self.packetName { try takePacket(box.payload) }
  }

  /// Takes packets after the header, where ExifTool and other programs put them; a fragmented movie has none between
  /// its fragments. Damage there does not hide anything. Other programs' data may look like a box that is too long.
  private mutating func takePackets(behind movie: Box) throws(MetadataError) {
    var offset = movie.end
    do throws(MetadataError) {
      while let box = try reader.box(at: offset, in: 0..<reader.byteCount, cutting: true), box.kind != "moof" {
        if box.isTruncated {
          isTruncated = box.kind == "mdat"
          return
        }
        if box.kind == "uuid" { try takeNamed(box) }
        offset = box.end
      }
    } catch {
      guard error.code != .unreadable else { throw error }
    }
  }

  private mutating func takePacket(_ range: Range<Int>) throws(MetadataError) {
    guard range.count <= Self.longestPacket else { return }
    do throws(MetadataError) {
      xmp += XMPOrientation.all(in: try reader.bytes(range), offset: range.lowerBound)
    } catch { try note(error) }
  }

  // MARK: Boxes up to any damage

  /// The boxes in `range` up to any damage, or up to and including the first `last`. Fewer than eight trailing bytes
  /// are ignored, and so is everything after four zeros, which terminate a QuickTime list.
  private mutating func boxes(in range: Range<Int>, until last: FourCC? = nil) throws(MetadataError) -> [Box] {
    var (boxes, offset): ([Box], Int) = ([], range.lowerBound)
    do throws(MetadataError) {
      while range.upperBound - offset >= 8, try reader.number(at: offset, size: 4) > 0,
        let box = try reader.box(at: offset, in: range, cutting: true)
      {
        if box.isTruncated { try note(MetadataError(.boxInvalid, at: box.offset)) }
        boxes.append(box)
        offset = box.kind == last ? range.upperBound : box.end
      }
    } catch { try note(error) }
    return boxes
  }

  /// Bytes of a box's payload; nil if it is too short.
  private mutating func bytes(of box: Box, from start: Int, count: Int) throws(MetadataError) -> [UInt8]? {
    do throws(MetadataError) {
      guard box.payload.count >= start + count else { throw MetadataError(.boxInvalid, at: box.offset) }
      return try reader.bytes(at: box.payload.lowerBound + start, count: count)
    } catch {
      try note(error)
      return nil
    }
  }

  private mutating func note(_ error: MetadataError) throws(MetadataError) {
    guard error.code != .unreadable else { throw error }
    damage = damage ?? error
  }
}
