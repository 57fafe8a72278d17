// A track's matrix combined with its movie's (ISO 14496-12, 8.2.2 `mvhd` and 8.3.2 `tkhd`): the track's applies first.

extension TrackMatrix {
  /// The orientation of a track's matrix in a movie whose matrix is `movie`; nine zeros count as the identity.
  ///
  /// - Returns: nil if it is not one of the eight: 45 degrees, skewed, in perspective.
  public func orientation(in movie: TrackMatrix) -> Orientation<Stored, Displayed>? {
    isAffine && movie.isAffine ? Orientation(classifying: map.then(movie.movement)) : nil
  }

  /// The position of the displayed frame's upper left corner: the origin, unless the translation is nonzero or does not
  /// match the rotation.
  ///
  /// - Parameters:
  ///   - frame: The frame size in the track header.
  ///   - movie: The movie's matrix.
  public func corner(of frame: Size2D<Stored>, in movie: TrackMatrix) -> Point2D<Displayed> {
    Self.corner(of: frame, under: map.then(movie.movement))
  }

  /// The matrix that displays a frame of `frame` with `orientation`, its corner at the origin, in a movie whose matrix
  /// is `movie`.
  ///
  /// - Returns: nil if the movie's matrix is not one of the eight orientations, or a number does not fit.
  public init?(_ orientation: Orientation<Stored, Displayed>, of frame: Size2D<Stored>, in movie: TrackMatrix) {
    guard let own = movie.turn else { return nil }
    self.init(
      placing: Transform2D(orientation.then(own.inverse), in: PixelSize(width: 0, height: 0)), frame, in: movie,
      at: Self.origin, divisor: Self.identity.words[8])
  }

  /// This matrix, with `turn` applied to what the movie displays. The scale stays, and so does the displayed corner,
  /// wherever it is: the opposite turn gives this matrix again.
  ///
  /// - Returns: nil if the movie's matrix is not one of the eight orientations, or a number does not fit.
  public func reoriented(
    by turn: Orientation<Displayed, Displayed>, of frame: Size2D<Stored>, in movie: TrackMatrix
  ) -> Self? {
    guard let own = movie.turn else { return nil }
    let inside = Transform2D(own.then(turn).then(own.inverse), in: PixelSize(width: 0, height: 0))
    return Self(
      placing: map.then(inside), frame, in: movie, at: corner(of: frame, in: movie), divisor: ownDivisor)
      ?? Self(placing: map.then(inside), frame, in: movie, at: Self.origin, divisor: ownDivisor)
  }

  /// This matrix, with the translation that moves the displayed corner of the frame to the origin.
  ///
  /// - Returns: nil if the movie's matrix is not one of the eight orientations, or a number does not fit.
  public func placed(for frame: Size2D<Stored>, in movie: TrackMatrix) -> Self? {
    guard movie.turn != nil else { return nil }
    return Self(placing: map, frame, in: movie, at: Self.origin, divisor: ownDivisor)
  }

  private static let origin = Point2D<Displayed>(x: 0, y: 0)

  /// The last number, which a blank matrix lacks.
  private var ownDivisor: Int32 { isBlank ? Self.identity.words[8] : words[8] }

  /// The linear part of `map`, with the translation that moves the displayed corner of the frame to `place`.
  private init?(
    placing map: Transform2D<Stored, Displayed>, _ frame: Size2D<Stored>, in movie: TrackMatrix,
    at place: Point2D<Displayed>, divisor: Int32
  ) {
    let straight = Transform2D<Stored, Displayed>(a: map.a, b: map.b, c: map.c, d: map.d, tx: 0, ty: 0)
    let corner = Self.corner(of: frame, under: straight.then(movie.movement))
    guard let back = movie.movement.inverse else { return nil }
    let (x, y) = (place.x - corner.x, place.y - corner.y)
    let shift = (x: x * back.a + y * back.c, y: x * back.b + y * back.d)
    let numbers = [map.a, map.b, 0, map.c, map.d, 0, shift.x, shift.y].map {
      Int32(exactly: ($0 * Double(Self.identity.words[0])).rounded())
    }
    guard !numbers.contains(nil) else { return nil }
    self.init(words: numbers.compactMap { $0 } + [divisor])
  }

  private static func corner(
    of frame: Size2D<Stored>, under map: Transform2D<Stored, Displayed>
  ) -> Point2D<Displayed> {
    let seen = Rect2D<Stored>(x: 0, y: 0, width: frame.width, height: frame.height).applying(map)
    return Point2D(x: seen.x, y: seen.y)
  }

  /// The affine part; nine zeros count as the identity.
  private var map: Transform2D<Stored, Displayed> { isBlank ? Self.identity.transform : transform }

  /// The same as a movie's effect on what its tracks display.
  private var movement: Transform2D<Displayed, Displayed> {
    Transform2D(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty)
  }

  /// The reorientation of a movie's matrix.
  private var turn: Orientation<Displayed, Displayed>? { isAffine ? Orientation(classifying: movement) : nil }
}
