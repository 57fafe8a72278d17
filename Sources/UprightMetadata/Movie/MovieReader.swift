// The boxes that state how a movie is displayed (ISO 14496-12, 8; QuickTime File Format, "Movie Atoms"). Reads headers
// only: no samples and no sample tables. A video track of a movie (ISO 14496-12, 8.3.2 `tkhd`, 8.4.3 `hdlr`, 12.1.3
// visual sample entries).

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
    let read = PixelSize<Stored>(width: BigEndian.number(size[..<2]), height: BigEndian.number(size[2..<4]))
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

  /// Takes a `uuid` box whose type is XMP's (XMP Specification Part 3, 1.2.7.1).
  private mutating func takeNamed(_ box: Box) throws(MetadataError) {
    let name = try reader.bytes(at: box.payload.lowerBound - 16, count: 16)
    if name == Box.packetName { try takePacket(box.payload) }
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

  /// The boxes in `range` up to any damage, which is noted, or up to and with the first `last`.
  private mutating func boxes(in range: Range<Int>, until last: FourCC? = nil) throws(MetadataError) -> [Box] {
    let list = reader.list(in: range, until: last)
    for box in list.boxes where box.isTruncated { try note(MetadataError(.boxInvalid, at: box.offset)) }
    if let damage = list.damage { try note(damage) }
    return list.boxes
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

/// A track that is displayed as video.
struct MovieTrack: Hashable, Sendable {
  /// Whether it is shown by default.
  let isEnabled: Bool
  /// Its matrix.
  let matrix: TrackMatrix
  /// File offset of the matrix.
  let offset: Int
  /// The size of a frame in the track's header, which includes the pixel aspect ratio.
  let headerSize: Size2D<Stored>
  /// The coded size of a frame, if the sample entry states it.
  let codedSize: PixelSize<Stored>?

  /// Columns and rows of a frame: as coded if known, otherwise those of the header.
  ///
  /// A header with another size stretches the frame to its displayed shape. Sizes are in stored pixels, as for
  /// images. The header's size is used only for quantities in its unit: the matrix's translation.
  var storedSize: PixelSize<Stored> {
    codedSize ?? PixelSize(width: Int(headerSize.width.rounded()), height: Int(headerSize.height.rounded()))
  }

  /// The size to which the matrix applies.
  var frame: Size2D<Stored> { headerSize.width > 0 && headerSize.height > 0 ? headerSize : Size2D(storedSize) }

  /// Its statement, in a movie whose matrix is `movie`.
  func statement(in movie: TrackMatrix) -> OrientationStatement {
    OrientationStatement(.matrix(offset: offset), matrix.orientation(in: movie)?.exif)
  }

  /// Whether it is reoriented and its frame is more than a pixel away from the origin, where players expect it, or
  /// whether its upright frame is moved to the left or up by a side of the frame, as by a turn of one without
  /// translation.
  func isMisplaced(in movie: TrackMatrix) -> Bool {
    guard let orientation = matrix.orientation(in: movie), frame.width > 0, frame.height > 0 else { return false }
    let corner = matrix.corner(of: frame, in: movie)
    return orientation.isIdentity
      ? min(corner.x, corner.y) <= -min(frame.width, frame.height)
      : max(corner.x.magnitude, corner.y.magnitude) > 1
  }

  /// The matrix after reorienting by `turn`. For the identity, a misplaced frame is moved to the origin, and any other
  /// matrix stays.
  func matrix(turnedBy turn: Orientation<Displayed, Displayed>, in movie: TrackMatrix) -> TrackMatrix? {
    guard turn.isIdentity else { return matrix.reoriented(by: turn, of: frame, in: movie) }
    return isMisplaced(in: movie) ? matrix.placed(for: frame, in: movie) : matrix
  }

  /// Replaces the 36 bytes of its matrix.
  func edit(to new: TrackMatrix) -> BytePatch.Edit {
    BytePatch.Edit(offset: offset, old: matrix.bytes, new: new.bytes)
  }
}

extension TrackMatrix {
  /// Size of a matrix in bytes.
  static let byteCount = 36

  /// The encoded matrix.
  var bytes: [UInt8] { words.flatMap { BigEndian.bytes(Int($0)) } }

  /// Decodes a matrix; nil unless there are 36 bytes.
  init?(bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == Self.byteCount else { return nil }
    self.init(
      words: stride(from: 0, to: bytes.count, by: 4).map { Int32(bitPattern: FourCC(bytes[$0..<$0 + 4]).value) })
  }
}
