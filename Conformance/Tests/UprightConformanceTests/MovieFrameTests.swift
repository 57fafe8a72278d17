// Movies as results: their first frame, by both matrices, in all orientations.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightConformance

@Suite struct MovieFrameTests {
  private static let picture = CaseSize.whole.picture

  private static func request(_ tag: ExifOrientation, _ operation: CaseOperation) throws -> ConformanceCase {
    try #require(ConformanceSuite.cases.first { $0.id == "mp4/whole/\(tag.rawValue)/\(operation.rawValue)" })
  }

  private static func matrix(_ tag: ExifOrientation) throws -> TrackMatrix {
    try #require(TrackMatrix(Orientation(exif: tag), in: PixelSize<Stored>(width: 96, height: 64)))
  }

  @Test(arguments: ExifOrientation.allCases)
  func theMatricesOfTrackAndMovieAreMultiplied(_ tag: ExifOrientation) throws {
    for version in 0...1 {
      for other in ExifOrientation.allCases {
        var movie = TinyMovie(Self.picture, as: tag)
        (movie.matrix, movie.version, movie.tracks[0].version) = (try Self.matrix(other), version, version)
        let frame = try #require(try MovieFrame(movie.bytes)?.tag)
        let both = Self.picture.displayed(as: tag).displayed(as: other)
        #expect(Self.picture.displayed(as: frame) == both, "\(tag), then \(other)")
      }
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func aMovieIsRotatedByItsMatrixOrByItsFrames(_ tag: ExifOrientation) throws {
    let (rotate, bake) = (try Self.request(tag, .rotate), try Self.request(tag, .bake))
    for result in ExifOrientation.allCases {
      let rotated = TaggedFiles.movie(.mp4, rotate.expected[0], result)
      #expect(Judge.verdict(on: rotated.bytes, of: rotate).isPass)
      #expect(Judge.verdict(on: rotated.bytes, of: bake).kind == .wrong)
      let upright = TaggedFiles.movie(.mp4, Self.picture, result)
      #expect(Judge.verdict(on: upright.bytes, of: rotate).kind == .wrong)
      #expect(Judge.verdict(on: upright.bytes, of: bake).line == (result == .topLeft ? "pass" : "wrong: not-rotated"))
    }
    #expect(Judge.verdict(on: TaggedFiles.movie(.mov, Self.picture, .topLeft).bytes, of: bake).reason == "format")
    let strip = try Self.request(tag, .strip)
    #expect(Judge.verdict(on: strip.file.bytes, of: strip).reason == "metadata-left")
    var bare = TaggedFiles.movie(.mp4, Self.picture, tag)
    bare.boxesInside = []
    #expect(Judge.verdict(on: bare.bytes, of: strip).isPass)
    bare.tracks[0].matrix = .identity
    #expect(Judge.verdict(on: bare.bytes, of: strip).line == (tag == .topLeft ? "pass" : "tag-removed"))
  }

  /// The verdict on a movie that is upright but for a change.
  private static func line(_ change: (inout TinyMovie) -> Void, bytes: ([UInt8]) -> [UInt8] = { $0 }) throws -> String {
    var movie = TinyMovie(picture, as: .topLeft)
    movie.brand = "isom"
    change(&movie)
    return Judge.verdict(on: bytes(movie.bytes), of: try request(.rightTop, .bake)).line
  }

  @Test func aFrameInAnotherCodingIsNotJudged() throws {
    let named = try Self.line { ($0.tracks[0].sample, $0.tracks[0].coding) = ([0, 0, 0, 1, 0x65], "avc1") }
    #expect(named == "not judged: unsupported")
  }

  /// Broken and unusual results are judged as those of stills are.
  @Test func aBrokenMovieIsWrong() throws {
    #expect(try Self.line { $0.tracks[0].sample = [0, 0, 0, 1, 0x65] } == "wrong: unreadable")
    #expect(
      try Self.line { _ in
      } bytes: {
        Self.renamed("vide", "soun", in: $0)
      } == "wrong: unreadable")
    #expect(
      try Self.line { _ in
      } bytes: {
        Self.renamed("moov", "free", in: $0)
      } == "wrong: unreadable")
    #expect(
      try Self.line { _ in
      } bytes: {
        Self.renamed("stco", "free", in: $0)
      } == "wrong: unreadable")
    #expect(
      try Self.line { _ in
      } bytes: {
        Self.renamed("tkhd", "free", in: $0)
      } == "wrong: unreadable")
    #expect(
      try Self.line {
        $0.layout = .headerFirst
      } bytes: {
        Array($0.dropLast(200))
      } == "wrong: unreadable")
  }

  /// ISO 14496-12, 8.11.1: a file may have metadata of its own, as `meta` beside `moov`.
  @Test func aMovieMayHaveMetadataOfTheFile() throws {
    let meta = TinyBox.bytes("meta", [0, 0, 0, 0] + TinyBox.bytes("hdlr", Array(repeating: 0, count: 24)))
    #expect(try Self.line({ $0.layout = .headerLast }, bytes: { $0 + meta }) == "pass")
    let request = try #require(ConformanceSuite.cases.first { $0.id == "heic/whole/6/rotate" })
    let rotated = CodedPictures.heic(HEIFProperty.operations(for: .bottomRight))
    #expect(Judge.verdict(on: rotated.bytes, of: request).isPass)
  }

  @Test func aMatrixThatIsNoOrientationIsWrong() throws {
    let half: Int32 = 46_341
    let words: [Int32] = [half, half, 0, -half, half, 0, 0, 0, 1 << 30]
    let skewed = try #require(TrackMatrix(words: words))
    #expect(try Self.line { $0.tracks[0].matrix = skewed } == "wrong: matrix")
    #expect(try Self.line { $0.matrix = skewed } == "wrong: matrix")
  }

  @Test func framesInFragmentsAreFound() throws {
    #expect(try Self.line { $0.layout = .fragmented } == "pass")
    #expect(try Self.line { $0.layout = .headerLast } == "pass")
    let sideways = try Self.matrix(.rightTop)
    #expect(try Self.line { ($0.layout, $0.tracks[0].matrix) = (.fragmented, sideways) } == "wrong: tag-left")
    #expect(
      try Self.line {
        $0.layout = .fragmented
      } bytes: {
        Self.renamed("trun", "free", in: $0)
      } == "wrong: unreadable")
  }

  /// The bytes with each occurrence of four characters replaced.
  private static func renamed(_ old: String, _ new: String, in bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for start in 0..<bytes.count - 4 where bytes[start..<start + 4].elementsEqual(old.utf8) {
      bytes.replaceSubrange(start..<start + 4, with: new.utf8)
    }
    return bytes
  }

  @Test func everyPrefixOfAMovieIsJudgedWithoutATrap() throws {
    let request = try Self.request(.rightTop, .load)
    for count in stride(from: 0, to: request.file.bytes.count, by: 3) {
      #expect(!Judge.verdict(on: Array(request.file.bytes.prefix(count)), of: request).isPass)
    }
  }
}
