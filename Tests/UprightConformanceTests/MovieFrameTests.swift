// Movies as results: their first frame, by both matrices, in all orientations.

import Testing
import UprightFixtures
import UprightGeometry
import UprightSamples

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
        let frame = try #require(try MovieFrame(movie.bytes))
        let both = Self.picture.displayed(as: tag).displayed(as: other)
        #expect(Self.picture.displayed(as: frame.tag) == both, "\(tag), then \(other)")
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
    #expect(Judge.verdict(on: bare.bytes, of: strip).line == (tag == .topLeft ? "pass" : "wrong: as-tag-1"))
  }

  @Test func aFrameInAnotherCodingIsNotJudged() throws {
    let request = try Self.request(.rightTop, .bake)
    var movie = TinyMovie(Self.picture, as: .topLeft)
    (movie.brand, movie.tracks[0].sample) = ("isom", [0, 0, 0, 1, 0x65])
    #expect(Judge.verdict(on: movie.bytes, of: request).kind == .unjudged)
    movie = TinyMovie(Self.picture, as: .topLeft)
    (movie.brand, movie.layout) = ("isom", .fragmented)
    #expect(Judge.verdict(on: movie.bytes, of: request).kind == .unjudged)
  }

  @Test func everyPrefixOfAMovieIsJudgedWithoutATrap() throws {
    let request = try Self.request(.rightTop, .load)
    for count in stride(from: 0, to: request.file.bytes.count, by: 3) {
      #expect(!Judge.verdict(on: Array(request.file.bytes.prefix(count)), of: request).isPass)
    }
  }
}
