// A track's matrix and its movie's together (ISO 14496-12, 8.2.2 `mvhd` and 8.3.2 `tkhd`): the track's goes first, the movie's after it.

extension TrackMatrix {
  /// The orientation that a track's matrix amounts to in a movie whose own matrix is `movie`; nine zeros count as none.
  ///
  /// - Returns: nil where it is none of the eight: 45 degrees, sheared, in perspective.
  public func orientation(in movie: TrackMatrix) -> Orientation<Stored, Displayed>? {
    isAffine && movie.isAffine ? Orientation(classifying: map.then(movie.movement)) : nil
  }

  /// Where the upper left corner of the displayed frame lies: at the origin, unless the frame is shifted, or not shifted as its turn needs it.
  ///
  /// - Parameters:
  ///   - frame: the size of a frame as the track's header says it.
  ///   - movie: the movie's own matrix.
  public func corner(of frame: Size2D<Stored>, in movie: TrackMatrix) -> Point2D<Displayed> {
    Self.corner(of: frame, under: map.then(movie.movement))
  }

  /// The matrix with which a frame of `frame` is displayed under `orientation`, its corner at the origin, in a movie whose own matrix is `movie`.
  ///
  /// - Returns: nil where the movie's matrix is none of the eight orientations, or a number does not fit.
  public init?(_ orientation: Orientation<Stored, Displayed>, of frame: Size2D<Stored>, in movie: TrackMatrix) {
    guard let own = movie.turn else { return nil }
    self.init(placing: Transform2D(orientation.then(own.inverse), in: PixelSize(width: 0, height: 0)), frame, in: movie)
  }

  /// This matrix, and `turn` after all of what the movie displays: what it scales by stays, its translation is worked out anew.
  ///
  /// - Returns: nil where the movie's matrix is none of the eight orientations, or a number does not fit.
  public func reoriented(
    by turn: Orientation<Displayed, Displayed>, of frame: Size2D<Stored>, in movie: TrackMatrix
  ) -> Self? {
    guard let own = movie.turn else { return nil }
    let inside = Transform2D(own.then(turn).then(own.inverse), in: PixelSize(width: 0, height: 0))
    return Self(placing: map.then(inside), frame, in: movie)
  }

  /// The linear part of `map`, with the translation that brings the displayed corner of the frame to the origin.
  private init?(placing map: Transform2D<Stored, Displayed>, _ frame: Size2D<Stored>, in movie: TrackMatrix) {
    let straight = Transform2D<Stored, Displayed>(a: map.a, b: map.b, c: map.c, d: map.d, tx: 0, ty: 0)
    let corner = Self.corner(of: frame, under: straight.then(movie.movement))
    guard let back = movie.movement.inverse else { return nil }
    let shift = (x: -corner.x * back.a - corner.y * back.c, y: -corner.x * back.b - corner.y * back.d)
    let numbers = [map.a, map.b, 0, map.c, map.d, 0, shift.x, shift.y].map {
      Int32(exactly: ($0 * Double(Self.identity.words[0])).rounded())
    }
    guard !numbers.contains(nil) else { return nil }
    self.init(words: numbers.compactMap(\.self) + [Self.identity.words[8]])
  }

  private static func corner(
    of frame: Size2D<Stored>, under map: Transform2D<Stored, Displayed>
  ) -> Point2D<Displayed> {
    let seen = Rect2D<Stored>(x: 0, y: 0, width: frame.width, height: frame.height).applying(map)
    return Point2D(x: seen.x, y: seen.y)
  }

  /// The affine part; nine zeros leave frames as they are.
  private var map: Transform2D<Stored, Displayed> { isBlank ? Self.identity.transform : transform }

  /// The same as what a movie does to what its tracks display.
  private var movement: Transform2D<Displayed, Displayed> {
    Transform2D(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty)
  }

  /// The turn that a movie's matrix amounts to.
  private var turn: Orientation<Displayed, Displayed>? { isAffine ? Orientation(classifying: movement) : nil }
}
