// An orientation as the linear part of an affine map, in the row-vector form of SVG 1.1 (7.4) and of ISO 14496-12
// (8.3.2).

/// The four integers of an orientation's map, y down: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct OrientationMatrix: OrientationNaming {
  /// x' per x: -1, 0 or 1.
  public let a: Int
  /// y' per x: -1, 0 or 1.
  public let b: Int
  /// x' per y: -1, 0 or 1.
  public let c: Int
  /// y' per y: -1, 0 or 1.
  public let d: Int

  /// The matrix of the tag.
  public init(exif: ExifOrientation) {
    let map = Transform2D(Orientation<Stored, Displayed>(exif: exif), in: PixelSize(width: 0, height: 0))
    (a, b, c, d) = (Int(map.a), Int(map.b), Int(map.c), Int(map.d))
  }

  /// tx and ty, which move a reoriented image of `width` and `height` back to the origin, in any number type.
  package func translation<Number>(width: Number, height: Number, zero: Number) -> (x: Number, y: Number) {
    (a < 0 ? width : c < 0 ? height : zero, b < 0 ? width : d < 0 ? height : zero)
  }

  /// The six numbers in the usual order, with tx and ty as texts.
  func texts(width: String = "W", height: String = "H") -> [String] {
    let shift = translation(width: width, height: height, zero: "0")
    return [a, b, c, d].map { String($0) } + [shift.x, shift.y]
  }
}

extension Orientation {
  /// The orientation of an affine map, whatever its scale and translation, by its signs.
  ///
  /// - Parameter tolerance: The maximum of the numbers that should be 0, relative to the others; the default is
  ///   slightly less than one degree.
  /// - Returns: nil if the map is not one of the eight: 45 degrees, skewed, or degenerate.
  public init?(classifying map: Transform2D<From, To>, tolerance: Double = 1 / 64) {
    let (straight, crossed) = ([map.a, map.d], [map.b, map.c])
    let swaps = map.a.magnitude + map.d.magnitude < map.b.magnitude + map.c.magnitude
    let (large, small) = swaps ? (crossed, straight) : (straight, crossed)
    guard let least = large.map({ $0.magnitude }).min(), least > 0, map.isFinite,
      small.allSatisfy({ $0.magnitude <= tolerance * least })
    else { return nil }
    let signs = large.map { $0 < 0 }
    let found = Self.all.first { candidate in
      let matrix = OrientationMatrix(exif: candidate.tag)
      return candidate.swapsAxes == swaps
        && (swaps ? [matrix.b, matrix.c] : [matrix.a, matrix.d]).map { $0 < 0 } == signs
    }
    guard let found else { return nil }
    self = found
  }
}

// The matrix of a movie's track (ISO 14496-12, 8.3.2 `tkhd`; QuickTime File Format, "Matrices"): nine fixed-point
// numbers.

/// Nine numbers a b u / c d v / tx ty w: u, v and w with 30 fraction bits, the others with 16.
public struct TrackMatrix: Hashable, Sendable {
  /// The nine numbers as they are stored: a, b, u, c, d, v, tx, ty, w.
  public let words: [Int32]

  private static let one: Int32 = 1 << 16
  private static let w: Int32 = 1 << 30

  /// Nine numbers as stored; nil for any other count.
  public init?(words: [Int32]) {
    guard words.count == 9 else { return nil }
    self.words = words
  }

  /// The matrix that displays frames of `size` with this orientation, with the displayed corner at the origin.
  ///
  /// - Returns: nil if a side is longer than 32,767, the largest integer part.
  public init?(_ orientation: Orientation<Stored, Displayed>, in size: PixelSize<Stored>) {
    guard let width = Int16(exactly: size.width), let height = Int16(exactly: size.height) else { return nil }
    let matrix = OrientationMatrix(orientation)
    let shift = matrix.translation(width: Int32(width), height: Int32(height), zero: 0)
    let (a, b, c, d) = (Int32(matrix.a), Int32(matrix.b), Int32(matrix.c), Int32(matrix.d))
    words = [
      a * Self.one, b * Self.one, 0, c * Self.one, d * Self.one, 0, shift.x * Self.one, shift.y * Self.one, Self.w,
    ]
  }

  /// The identity.
  public static let identity = Self(nine: [one, 0, 0, 0, one, 0, 0, 0, w])

  private init(nine words: [Int32]) { self.words = words }

  /// Whether it is the identity; nine zeros count as the identity too.
  public var isIdentity: Bool { isBlank || words.prefix(8) == Self.identity.words.prefix(8) }

  /// Whether the linear part is blank: all zeros.
  var isBlank: Bool { words.prefix(5).allSatisfy { $0 == 0 } }

  /// Whether it has no perspective and does not project behind the viewer.
  var isAffine: Bool { words[2] == 0 && words[5] == 0 && words[8] >= 0 }

  /// Nine words of eight hexadecimal digits, separated by spaces.
  public init?(hex: String) {
    let words = hex.split(separator: " ").compactMap { $0.utf8.count == 8 ? UInt32($0, radix: 16) : nil }
    guard hex.split(separator: " ").count == words.count else { return nil }
    self.init(words: words.map { Int32(bitPattern: $0) })
  }

  /// Nine words of eight hexadecimal digits, separated by spaces.
  public var hex: String {
    words.map { word in
      let digits = String(UInt32(bitPattern: word), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined(separator: " ")
  }

  /// The affine part, for stored frames; apply a movie's matrix (`mvhd`) after it with `then`.
  public var transform: Transform2D<Stored, Displayed> {
    let numbers = [0, 1, 3, 4, 6, 7].map { Double(words[$0]) / Double(Self.one) }
    return Transform2D(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }

  /// Its orientation, by its signs, whatever its scale, translation and rounding; all zeros count as the identity.
  ///
  /// - Returns: nil if it is not one of the eight: 45 degrees, skewed, in perspective (u, v, or w below 0).
  public var orientation: Orientation<Stored, Displayed>? { orientation(in: .identity) }

  /// The matrix with the same orientation and nothing else, its translation recomputed for frames of `size`.
  ///
  /// Players that do not repair a missing translation show a black or shifted frame.
  public func normalized(in size: PixelSize<Stored>) -> Self? { orientation.flatMap { Self($0, in: size) } }
}

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
