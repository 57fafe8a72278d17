// A track's matrix within a movie's: their product, the corner, and the rotation that the track needs.

import Testing
import UprightGeometry

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
