// A video track of a movie (ISO 14496-12, 8.3.2 `tkhd`, 8.4.3 `hdlr`, 12.1.3 visual sample entries).

internal import UprightGeometry

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
