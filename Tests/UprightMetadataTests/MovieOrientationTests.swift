// The result of a movie's matrices, and their findings.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct MovieOrientationTests {
  static let image = TinyImage.sixColors.enlarged(by: 8)

  private func probe(_ words: [Int32], movie: TrackMatrix = .identity) throws -> Probe {
    var file = TinyMovie(Self.image, as: .topLeft)
    file.tracks[0].matrix = try #require(TrackMatrix(words: words))
    file.matrix = movie
    return try Probe(file.bytes)
  }

  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func theMoviesMatrixGoesAfterTheTracks(track: ExifOrientation, movie: ExifOrientation) throws {
    var file = TinyMovie(Self.image, as: track)
    file.matrix = try #require(TrackMatrix(Orientation(exif: movie), in: PixelSize(width: 24, height: 16)))
    let probe = try Probe(file.bytes)
    let both = Orientation<Stored, Displayed>(exif: track).then(
      Orientation<Displayed, Displayed>(asDisplayed: Orientation(exif: movie)))
    #expect(probe.orientation == both)
    let expected: Set<Finding.Code> = movie == .topLeft ? [] : [.movieMatrix]
    #expect(Set(probe.findings.map(\.code)) == expected.union(both.isMirrored ? [.mirrorOftenLost] : []))
  }

  @Test func aTurnWithoutItsShiftIsNoticed() throws {
    for tag in ExifOrientation.allCases {
      var file = TinyMovie(Self.image, as: tag)
      let words = file.tracks[0].matrix.words
      for shift: (Int32, Int32) in [(0, 0), (24 << 16, 16 << 16), (7 << 16, -9 << 16)] {
        file.tracks[0].matrix = try #require(
          TrackMatrix(words: Array(words.prefix(6)) + [shift.0, shift.1, words[8]]))
        let probe = try Probe(file.bytes)
        #expect(probe.orientation.exif == tag)
        let isRight = (shift.0, shift.1) == (words[6], words[7])
        let isNoticed = probe.findings.contains { $0.code == .missingTranslation }
        #expect(isNoticed == (!isRight && tag != .topLeft), "\(tag) \(shift)")
      }
    }
  }

  @Test func signsCountWhateverTheScale() throws {
    for (scale, codes) in [(0x8000, []), (0x20000, [])] as [(Int32, [Finding.Code])] {
      let probe = try probe([0, scale, 0, -scale, 0, 0, 16 * scale, 0, 1 << 30])
      #expect(probe.orientation.exif == .rightTop)
      #expect(probe.findings.map(\.code) == codes)
      #expect(probe.displayedSize == PixelSize(width: 16, height: 24))
    }
    #expect(try probe([1, 0x10000, 0, -0xFFFF, 1, 0, 16 << 16, 0, 1 << 30]).orientation.exif == .rightTop)
  }

  @Test(
    arguments: [
      [46341, 46341, 0, -46341, 46341, 0, 0, 0, 1 << 30], [0x10000, 0, 0, 0x10000, 0x10000, 0, 0, 0, 1 << 30],
      [0x10000, 0, 0, 0, 0, 0, 0, 0, 1 << 30], [0x10000, 0, 5, 0, 0x10000, 0, 0, 0, 1 << 30],
      [.min, .min, .max, .max, 0, .min, .max, .min, 0],
    ] as [[Int32]])
  func whatIsNoneOfTheEightCountsAsUpright(words: [Int32]) throws {
    let probe = try probe(words)
    #expect(probe.orientation.isIdentity)
    #expect(probe.findings.map(\.code) == [.unusualMatrix])
    #expect(probe.statements.map(\.value) == [nil])
    #expect(probe.source.name == "matrix")
  }

  @Test func nineZerosAreUpright() throws {
    let probe = try probe(Array(repeating: 0, count: 9))
    #expect(probe.orientation.isIdentity)
    #expect(probe.findings.isEmpty)
    #expect(probe.statements.map(\.value) == [.topLeft])
  }

  @Test(arguments: ["6", "1"]) func xmpIsComparedAndDoesNotCount(value: String) throws {
    for isInside in [true, false] {
      var file = TinyMovie(Self.image, as: .rightTop)
      let packet = TinyXMP.packet(orientation: value)
      if isInside { file.packet = packet } else { file.namedPacket = packet }
      let probe = try Probe(file.bytes)
      #expect(probe.orientation.exif == .rightTop)
      #expect(probe.statements.map(\.source.name) == ["matrix", "xmp"])
      #expect(probe.findings.map(\.code) == (value == "6" ? [] : [.xmpConflict]))
    }
  }

  @Test(.enabled(if: OutsideTool.ffprobe.isInstalled, "needs ffprobe"))
  func ffprobeReadsTheSameMatrix() throws {
    let folder = try ScratchFolder()
    for tag in ExifOrientation.allCases {
      for movie in [ExifOrientation.topLeft, .leftTop, .leftBottom] {
        var file = TinyMovie(Self.image, as: tag)
        file.matrix = try #require(TrackMatrix(Orientation(exif: movie), in: PixelSize(width: 24, height: 16)))
        let path = try folder.write(file.bytes, as: "movie.mov")
        let answer = try OutsideTool.ffprobe.run([
          "-v", "error", "-show_entries", "stream_side_data=displaymatrix", "-of", "csv=p=0", path,
        ])
        let numbers = answer.text.split { !"-0123456789:".contains($0) }.filter { !$0.contains(":") && $0 != "0000000" }
        let words = numbers.compactMap { Int32($0) }
        let read = words.count == 9 ? TrackMatrix(words: words)?.orientation : .identity
        #expect(read == (try Probe(file.bytes).orientation), "\(tag) in \(movie): \(answer.text)")
      }
    }
  }
}
