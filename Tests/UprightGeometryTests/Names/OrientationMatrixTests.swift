// The linear part of each orientation, and the orientation of nearly exact linear parts.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct OrientationMatrixTests {
  typealias Tag = Orientation<Stored, Displayed>

  @Test(arguments: tagRows) func theNumbersAreThoseOfTheTable(row: TagRow) throws {
    let matrix = OrientationMatrix(exif: try #require(ExifOrientation(rawValue: UInt8(row.tag))))
    #expect([matrix.a, matrix.b, matrix.c, matrix.d].map(Double.init) == row.linear)
    #expect(matrix.orientation == element(row.tag))
  }

  @Test func anyScaleAndPlaceIsClassified() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2000 {
      let tag = Int.random(in: 1...8, using: &random)
      let linear = tagRows[tag - 1].linear
      let (wide, high) = (Double.random(in: 0.01...50, using: &random), Double.random(in: 0.01...50, using: &random))
      let error = min(wide, high) * Double.random(in: -1 / 64...1 / 64, using: &random) * 0.999
      // Columns of the map scale x' and y' separately.
      let numbers = zip(linear, [wide, high, wide, high]).map { $0 == 0 ? error : $0 * $1 }
      let map = Transform2D<Stored, Displayed>(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: Double.random(in: -9...9, using: &random), ty: 7
      )
      #expect(Orientation(classifying: map) == element(tag), "\(tag): \(map)")
    }
  }

  @Test func anglesWithinTheToleranceAreTheirQuarter() {
    // Cosines and sines of 0.5°, 0.8°, 1°, 5° and 45°.
    let rows: [(cosine: Double, sine: Double, isNear: Bool)] = [
      (0.99996192, 0.00872654, true), (0.99990252, 0.01396218, true), (0.99984770, 0.01745241, false),
      (0.99619470, 0.08715574, false), (0.70710678, 0.70710678, false),
    ]
    for (cosine, sine, isNear) in rows {
      let map = Transform2D<Stored, Displayed>(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
      let quarter = Transform2D<Stored, Displayed>(a: -sine, b: cosine, c: -cosine, d: -sine, tx: 0, ty: 0)
      #expect(Tag(classifying: map) == (isNear ? .identity : nil))
      #expect(Tag(classifying: quarter)?.exif == (isNear ? .rightTop : nil))
      #expect(Tag(classifying: map, tolerance: 0) == nil)
    }
    let five = Transform2D<Stored, Displayed>(a: 0.9962, b: 0.0872, c: -0.0872, d: 0.9962, tx: 0, ty: 0)
    #expect(Tag(classifying: five, tolerance: 0.1) == .identity)
  }

  @Test func whatHasNoOrientation() {
    for numbers in [
      [0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 1, 1], [1, 0, 1, 1], [.nan, 0, 0, 1], [.infinity, 0, 0, 1],
    ] {
      let map = Transform2D<Stored, Displayed>(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: 0, ty: 0)
      #expect(Tag(classifying: map) == nil, "\(numbers)")
    }
  }
}

// A track's nine numbers: written for every orientation, and read whatever else they contain.

@Suite struct TrackMatrixTests {
  typealias Tag = Orientation<Stored, Displayed>
  static let hd = PixelSize<Stored>(width: 1920, height: 1080)
  static let one: Int32 = 0x10000

  private func matrix(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32, u: Int32 = 0, v: Int32 = 0) throws -> TrackMatrix
  {
    try #require(TrackMatrix(words: [a, b, u, c, d, v, 0, 0, 0x4000_0000]))
  }

  @Test func theWordsAreThoseOfTheTable() throws {
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column("ISOBMFF_tkhd_matrix_hex(W=1920,H=1080)")) {
      let matrix = try #require(TrackMatrix(Tag(exif: tag), in: Self.hd))
      #expect(matrix.hex == cell)
      #expect(TrackMatrix(hex: cell) == matrix)
      #expect(TrackMatrix(words: matrix.words) == matrix)
      #expect(matrix.orientation?.exif == tag)
    }
  }

  @Test func theDisplayedCornerIsTheOrigin() throws {
    for tag in ExifOrientation.allCases {
      for size in [
        PixelSize<Stored>(width: 1, height: 1), PixelSize(width: 640, height: 360), PixelSize(width: 3, height: 32767),
      ] {
        let map = try #require(TrackMatrix(Tag(exif: tag), in: size)).transform
        #expect(map == Transform2D(Tag(exif: tag), in: size))
        let corners = [(0, 0), (size.width, 0), (0, size.height), (size.width, size.height)].map {
          map.apply(Point2D(x: Double($0.0), y: Double($0.1)))
        }
        #expect(corners.map(\.x).min() == 0)
        #expect(corners.map(\.y).min() == 0)
        #expect(corners.map(\.x).max() == Double(Tag(exif: tag).applied(to: size).width))
      }
    }
  }

  @Test func sidesThatDoNotFitBeforeThePoint() {
    for (width, height) in [(32768, 1), (1, 32768), (Int.max, 1)] {
      #expect(TrackMatrix(.identity, in: PixelSize(width: width, height: height)) == nil)
    }
  }

  @Test func signsCountAndScalesDoNot() throws {
    for tag in ExifOrientation.allCases {
      let words = try #require(TrackMatrix(Tag(exif: tag), in: Self.hd)).words
      for scale in [0.5, 2, 0.001] {
        let scaled = words.map { Int32(Double($0) * ($0 == 0x4000_0000 ? 1 : scale)) }
        #expect(TrackMatrix(words: scaled)?.orientation?.exif == tag, "\(tag) times \(scale)")
      }
      // Anamorphic: each direction separately.
      let wide = words.enumerated().map { [0, 3].contains($0) ? $1 * 2 : $1 }
      #expect(TrackMatrix(words: wide)?.orientation?.exif == tag)
    }
  }

  @Test func oneStepOffIsTheSame() throws {
    for tag in ExifOrientation.allCases {
      let words = try #require(TrackMatrix(Tag(exif: tag), in: Self.hd)).words
      for index in [0, 1, 3, 4] {
        for step: Int32 in [-1, 1] {
          var off = words
          off[index] += step
          #expect(TrackMatrix(words: off)?.orientation?.exif == tag)
        }
      }
    }
  }

  @Test func whatIsNoneOfTheEight() throws {
    let root: Int32 = 46341
    #expect(try matrix(root, root, -root, root).orientation == nil)
    #expect(try matrix(root, root, root, -root).orientation == nil)
    // Sheared, flattened, two degrees, in perspective.
    #expect(try matrix(Self.one, 0, Self.one, Self.one).orientation == nil)
    #expect(try matrix(Self.one, 0, 0, 0).orientation == nil)
    #expect(try matrix(Self.one, Self.one, 0, 0).orientation == nil)
    #expect(try matrix(65496, 2287, -2287, 65496).orientation == nil)
    #expect(try matrix(Self.one, 0, 0, Self.one, u: 1).orientation == nil)
    #expect(try matrix(0, Self.one, -Self.one, 0, v: -1).orientation == nil)
    #expect(try matrix(0, 0, Self.one, Self.one).orientation == nil)
    #expect(try matrix(0, 0, 0, Self.one).orientation == nil)
    var behind = try #require(TrackMatrix(Tag.identity, in: Self.hd)).words
    behind[8] = -behind[8]
    #expect(TrackMatrix(words: behind)?.orientation == nil)
    #expect(try matrix(.min, .min, .max, .min).orientation == nil)
  }

  @Test func nothingButZerosIsAsStored() throws {
    #expect(TrackMatrix(words: Array(repeating: 0, count: 9))?.orientation == .identity)
    #expect(try matrix(0, 0, 0, 0).orientation == .identity)
    #expect(try matrix(0, .min, .max, 0).orientation?.exif == .leftBottom)
  }

  @Test func aMissingTranslationIsWorkedOutAnew() throws {
    for tag in ExifOrientation.allCases {
      let right = try #require(TrackMatrix(Tag(exif: tag), in: Self.hd))
      var words = right.words
      (words[6], words[7], words[8]) = (0, 320 << 16, 0)
      let scaled = words.enumerated().map { $0 < 6 ? $1 * 2 : $1 }
      #expect(TrackMatrix(words: words)?.normalized(in: Self.hd) == right)
      #expect(TrackMatrix(words: scaled)?.normalized(in: Self.hd) == right)
    }
    #expect(try matrix(Self.one, Self.one, -Self.one, Self.one).normalized(in: Self.hd) == nil)
    #expect(try matrix(Self.one, 0, 0, Self.one).normalized(in: PixelSize(width: 40000, height: 1)) == nil)
  }

  // A reader that uses only the track would get 6; the movie rotates it back.
  @Test func theMoviesMatrixGoesAfterTheTracks() throws {
    let track = try #require(TrackMatrix(Tag(exif: .rightTop), in: Self.hd)).transform
    let movie = try #require(TrackMatrix(Tag(exif: .leftBottom), in: PixelSize(width: 1080, height: 1920))).transform
    let seen = Transform2D<Displayed, Displayed>(
      a: movie.a, b: movie.b, c: movie.c, d: movie.d, tx: movie.tx, ty: movie.ty)
    #expect(Orientation(classifying: track.then(seen)) == .identity)
  }

  @Test(arguments: [
    "", "00010000", "00010000 0 0 0 00010000 0 0 0 40000000",
    "00010000 00000000 00000000 00000000 00010000 00000000 00000000 00000000",
    "0001000g 00000000 00000000 00000000 00010000 00000000 00000000 00000000 40000000",
    "00010000 00000000 00000000 00000000 00010000 00000000 00000000 00000000 40000000 00000000",
  ])
  func otherWordsAreNoMatrix(_ hex: String) {
    #expect(TrackMatrix(hex: hex) == nil)
  }

  @Test func nineWordsAreAMatrix() {
    for count in 0..<20 { #expect((TrackMatrix(words: Array(repeating: 1, count: count)) != nil) == (count == 9)) }
  }
}

// A track's matrix within a movie's: their product, the corner, and the rotation that the track needs.

@Suite struct TrackMatrixMovieTests {
  typealias Tag = Orientation<Stored, Displayed>
  static let hd = PixelSize<Stored>(width: 1920, height: 1080)
  static let frame = Size2D<Stored>(hd)

  private func matrix(_ tag: ExifOrientation, in size: PixelSize<Stored> = hd) throws -> TrackMatrix {
    try #require(TrackMatrix(Tag(exif: tag), in: size))
  }

  private func words(_ words: [Int32]) throws -> TrackMatrix { try #require(TrackMatrix(words: words)) }

  /// A movie's matrix for a track that displays as `tag`.
  private func movie(_ movie: ExifOrientation, after tag: ExifOrientation) throws -> TrackMatrix {
    let shown = Tag(exif: tag).applied(to: Self.hd)
    return try matrix(movie, in: PixelSize(width: shown.width, height: shown.height))
  }

  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func bothCountTheTrackFirst(track: ExifOrientation, other: ExifOrientation) throws {
    let movie = try movie(other, after: track)
    let both = Tag(exif: track).then(Orientation(asDisplayed: Tag(exif: other)))
    #expect(try matrix(track).orientation(in: movie) == both)
    #expect(try matrix(track).corner(of: Self.frame, in: movie) == Point2D(x: 0, y: 0))
  }

  // By corners: whatever the movie does, the frame is displayed as requested, starting at the origin.
  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func aTrackIsWrittenForItsMovie(wanted: ExifOrientation, other: ExifOrientation) throws {
    for after in ExifOrientation.allCases {
      let movie = try movie(other, after: after)
      let track = try #require(TrackMatrix(Tag(exif: wanted), of: Self.frame, in: movie))
      #expect(track.orientation(in: movie)?.exif == wanted)
      let whole = track.transform.then(
        Transform2D<Displayed, Displayed>(
          a: movie.transform.a, b: movie.transform.b, c: movie.transform.c, d: movie.transform.d,
          tx: movie.transform.tx, ty: movie.transform.ty))
      #expect(whole == Transform2D(Tag(exif: wanted), in: Self.hd))
      let turned = try matrix(after).reoriented(
        by: Tag(exif: after).then(Orientation(asDisplayed: Tag(exif: other))).inverse.then(Tag(exif: wanted)),
        of: Self.frame, in: movie)
      #expect(turned == track)
    }
  }

  @Test func whatATrackScalesByStays() throws {
    let wide = try words([0, 0x18000, 0, -0x10000, 0, 0, 1080 << 16, 0, 1 << 30])
    let turned = try #require(wide.reoriented(by: .rotate90, of: Self.frame, in: .identity))
    #expect(turned.words == [-0x18000, 0, 0, 0, -0x10000, 0, 2880 << 16, 1080 << 16, 1 << 30])
    #expect(turned.reoriented(by: .rotate270, of: Self.frame, in: .identity) == wide)
    // A track whose matrix is not one of the eight rotates too.
    let slanted = try words([46341, 46341, 0, -46341, 46341, 0, 0, 0, 1 << 30])
    #expect(
      slanted.reoriented(by: .rotate180, of: Self.frame, in: .identity)?.words.prefix(5) == [
        -46341, -46341, 0, 46341, -46341,
      ])
  }

  // Without translation, moved by fractions, and with another last number: the corner stays, so all comes back.
  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func theOppositeTurnGivesTheSameMatrix(track: ExifOrientation, turn: ExifOrientation) throws {
    let turn = Orientation<Displayed, Displayed>(asDisplayed: Tag(exif: turn))
    let ends: [[Int32]] = [[0, 0, 1 << 30], [-5 << 16, 77, 1 << 30], [1 << 20 | 3, 1, 1 << 16]]
    for end in ends {
      for other in ExifOrientation.allCases {
        let (source, movie) = (try words(Array(matrix(track).words.prefix(6)) + end), try matrix(other))
        let turned = try #require(source.reoriented(by: turn, of: Self.frame, in: movie))
        #expect(turned.corner(of: Self.frame, in: movie) == source.corner(of: Self.frame, in: movie))
        #expect(turned.orientation(in: movie) == source.orientation(in: movie)?.then(turn))
        #expect(turned.reoriented(by: turn.inverse, of: Self.frame, in: movie) == source)
        let placed = try #require(source.placed(for: Self.frame, in: movie))
        #expect(placed.corner(of: Self.frame, in: movie) == Point2D(x: 0, y: 0))
        #expect(placed.words.prefix(6) == source.words.prefix(6) && placed.words[8] == end[2])
      }
    }
  }

  @Test func aCornerThatDoesNotFitMovesToTheOrigin() throws {
    let far = try words([0x10000, 0, 0, 0, 0x10000, 0, .max, 0, 1 << 30])
    let frame = Size2D<Stored>(width: 10, height: 10)
    let turned = try #require(far.reoriented(by: .mirrorHorizontal, of: frame, in: .identity))
    #expect(turned == TrackMatrix(Tag(exif: .topRight), of: frame, in: .identity))
  }

  @Test func aFrameWithFractionsAndOneOfAMirroredMovie() throws {
    let frame = Size2D<Stored>(width: 100.5, height: 50.25)
    let track = try #require(TrackMatrix(Tag(exif: .bottomRight), of: frame, in: .identity))
    #expect(track.words[6...7] == [Int32(100.5 * 65536), Int32(50.25 * 65536)])
    #expect(track.corner(of: frame, in: .identity) == Point2D(x: 0, y: 0))
    #expect(TrackMatrix.identity.corner(of: frame, in: try matrix(.topRight)) == Point2D(x: 1819.5, y: 0))
  }

  @Test func nineZerosAreAsGoodAsNothing() throws {
    let zeros = try words(Array(repeating: 0, count: 9))
    #expect(zeros.isIdentity)
    #expect(TrackMatrix.identity.isIdentity)
    #expect(try !matrix(.topRight).isIdentity)
    #expect(try !words([0x10000, 0, 0, 0, 0x10000, 0, 1, 0, 1 << 30]).isIdentity)
    for tag in ExifOrientation.allCases {
      #expect(try matrix(tag).orientation(in: zeros)?.exif == tag)
      #expect(try zeros.orientation(in: matrix(tag))?.exif == tag)
      let turn = Orientation<Displayed, Displayed>(asDisplayed: Tag(exif: tag))
      #expect(zeros.reoriented(by: turn, of: Self.frame, in: zeros) == (try matrix(tag)))
    }
  }

  @Test func whatCannotBeWrittenIsNot() throws {
    let slanted = try words([46341, 46341, 0, -46341, 46341, 0, 0, 0, 1 << 30])
    let deep = try words([0x10000, 0, 1, 0, 0x10000, 0, 0, 0, 1 << 30])
    let behind = try words([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, -1])
    for movie in [slanted, deep, behind] {
      #expect(TrackMatrix(.identity, of: Self.frame, in: movie) == nil)
      #expect(TrackMatrix.identity.reoriented(by: .rotate90, of: Self.frame, in: movie) == nil)
      #expect(TrackMatrix.identity.orientation(in: movie) == nil)
      #expect(movie.orientation(in: .identity) == nil)
    }
    let long = Size2D<Stored>(width: 40_000, height: 10)
    #expect(TrackMatrix(Tag(exif: .topRight), of: long, in: .identity) == nil)
    #expect(TrackMatrix(Tag(exif: .rightTop), of: long, in: .identity) != nil)
    let edge = try words([.min, 0, 0, 0, 0x10000, 0, 0, 0, 1 << 30])
    #expect(edge.reoriented(by: .mirrorHorizontal, of: Size2D(width: 1, height: 1), in: .identity) == nil)
  }
}
