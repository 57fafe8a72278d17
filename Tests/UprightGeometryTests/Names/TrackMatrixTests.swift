// A track's nine numbers: written for every orientation, and read whatever else they contain.

import Testing
import UprightGeometry
import UprightTestTools

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
