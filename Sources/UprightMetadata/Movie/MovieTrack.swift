// A video track of a movie (ISO 14496-12, 8.3.2 `tkhd`, 8.4.3 `hdlr`, 12.1.3 visual sample entries).

internal import UprightGeometry

/// A track that is displayed as a picture.
struct MovieTrack: Hashable, Sendable {
  /// Whether it is shown unless somebody chooses otherwise.
  let isEnabled: Bool
  /// Its matrix.
  let matrix: TrackMatrix
  /// Where the matrix stands in the file.
  let offset: Int
  /// The size of a frame as the track's header says it, pixels of another shape than square taken into account.
  let headerSize: Size2D<Stored>
  /// The size of a frame as coded, where the sample entry says it.
  let codedSize: PixelSize<Stored>?

  /// Columns and rows of a frame: the coded ones; those of the header where nothing else is known.
  ///
  /// A header of another size stretches the frame to the shape it is displayed in. Sizes count stored pixels, as those of pictures do;
  /// the header's size serves what is measured in its unit, the matrix's translation.
  var storedSize: PixelSize<Stored> {
    codedSize ?? PixelSize(width: Int(headerSize.width.rounded()), height: Int(headerSize.height.rounded()))
  }

  /// The size that the matrix moves.
  var frame: Size2D<Stored> { headerSize.width > 0 && headerSize.height > 0 ? headerSize : Size2D(storedSize) }

  /// What it says in a movie whose own matrix is `movie`.
  func statement(in movie: TrackMatrix) -> OrientationStatement {
    OrientationStatement(.matrix(offset: offset), matrix.orientation(in: movie)?.exif)
  }

  /// Whether it is turned and lies elsewhere than a player expects it, by more than a pixel.
  func isMisplaced(in movie: TrackMatrix) -> Bool {
    guard let orientation = matrix.orientation(in: movie), !orientation.isIdentity else { return false }
    let corner = matrix.corner(of: frame, in: movie)
    return max(corner.x.magnitude, corner.y.magnitude) > 1
  }

  /// The matrix after `turn`; the same one where nothing is to be done.
  func matrix(turnedBy turn: Orientation<Displayed, Displayed>, in movie: TrackMatrix) -> TrackMatrix? {
    turn.isIdentity && !isMisplaced(in: movie) ? matrix : matrix.reoriented(by: turn, of: frame, in: movie)
  }

  /// The change of its matrix's 36 bytes.
  func edit(to new: TrackMatrix) -> BytePatch.Edit {
    BytePatch.Edit(offset: offset, old: matrix.bytes, new: new.bytes)
  }
}

extension TrackMatrix {
  /// How many bytes a matrix takes.
  static let byteCount = 36

  /// The matrix as it is stored.
  var bytes: [UInt8] {
    words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> Int32(24 - 8 * $0)) } }
  }

  /// The matrix whose bytes these are; nil where they are not 36.
  init?(bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == Self.byteCount else { return nil }
    self.init(
      words: stride(from: 0, to: bytes.count, by: 4).map { Int32(bitPattern: FourCC(bytes[$0..<$0 + 4]).value) })
  }
}
