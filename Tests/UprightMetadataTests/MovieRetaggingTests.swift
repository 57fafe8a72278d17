// Rewriting a movie's orientation: 36 bytes per track, the inverse, and what others read afterwards.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct MovieRetaggingTests {
  static let image = TinyImage.sixColors.enlarged(by: 8)

  /// Retags and checks invariants of every movie: the new value, 36 declared bytes per track, the inverse.
  @discardableResult
  private func retagged(_ bytes: [UInt8], to tag: ExifOrientation, edits: Int = 1) throws -> [UInt8] {
    let patch = try Probe(bytes).retag(to: Orientation(exif: tag))
    let result = try patch.applied(to: bytes)
    #expect(patch.isInPlace)
    #expect(patch.edits.count <= edits)
    #expect(try Probe(result).orientation.exif == tag)
    #expect(try Probe(result).storedSize == Probe(bytes).storedSize)
    #expect(try patch.inverse.applied(to: result) == bytes)
    let declared = patch.edits.flatMap { Array($0.offset..<$0.offset + $0.new.count) }
    #expect(bytes.indices.allSatisfy { bytes[$0] == result[$0] || declared.contains($0) })
    return result
  }

  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func everyOrientationBecomesEveryOther(from: ExifOrientation, to: ExifOrientation) throws {
    for layout in TinyMovie.Layout.allCases {
      var movie = TinyMovie(Self.image, as: from)
      (movie.layout, movie.version, movie.tracks[0].version) = (layout, 1, layout == .headerLast ? 1 : 0)
      let bytes = movie.bytes
      let result = try retagged(bytes, to: to)
      #expect(try Probe(result).findings.allSatisfy { $0.code == .mirrorOftenLost })
      #expect(try retagged(result, to: from) == bytes, "what was canonical comes back bit for bit")
      let size = try Probe(bytes).storedSize
      var expected = movie
      expected.tracks[0].matrix = try #require(TrackMatrix(Orientation(exif: to), in: size))
      #expect(result == expected.bytes)
      if from == to { #expect(try Probe(bytes).retag(to: Orientation(exif: to)).isEmpty) }
    }
  }

  @Test func everyVideoTrackTurnsAndNoOther() throws {
    var movie = TinyMovie([
      TinyTrack(Self.image, as: .topLeft), TinyTrack(Self.image, as: .rightTop),
      TinyTrack(Self.image, as: .topLeft), TinyTrack(Self.image, as: .bottomLeft),
    ])
    movie.tracks[0].isEnabled = false
    movie.tracks[2].handler = "pict"
    let bytes = movie.bytes
    #expect(try Probe(bytes).orientation.exif == .rightTop)
    let result = try retagged(bytes, to: .bottomRight, edits: 3)
    // Each rotates by a quarter clockwise: 6 becomes 3, 1 becomes 6, 4 becomes 5's transpose partner.
    let values = try Probe(result).statements.map(\.value)
    let turned = Orientation<Stored, Displayed>(exif: .bottomLeft).then(.rotate90).exif
    #expect(values == [.bottomRight, .rightTop, turned])
    #expect(try Probe(result).findings.map(\.code) == [.tracksDiffer])
  }

  @Test func aMissingShiftIsMended() throws {
    for tag in ExifOrientation.allCases where tag != .topLeft {
      let right = TinyMovie(Self.image, as: tag)
      var wrong = right
      let words = right.tracks[0].matrix.words
      wrong.tracks[0].matrix = try #require(TrackMatrix(words: Array(words.prefix(6)) + [3 << 16, 5 << 16, 1 << 30]))
      #expect(try Probe(wrong.bytes).findings.map(\.code).contains(.missingTranslation))
      #expect(try retagged(wrong.bytes, to: tag) == right.bytes)
    }
    // A track with an offset but no rotation keeps it.
    var placed = TinyMovie(Self.image, as: .topLeft)
    placed.tracks[0].matrix = try #require(
      TrackMatrix(words: [0x10000, 0, 0, 0, 0x10000, 0, 3 << 16, 5 << 16, 1 << 30]))
    #expect(try Probe(placed.bytes).retag(to: .identity).isEmpty)
  }

  /// As phones write it, without translation, moved, and in 3GPP, MP4 and QuickTime.
  @Test(arguments: ExifOrientation.allCases, ["3gp4", "mp42", "qt  "])
  func theOppositeTurnGivesTheSameBytes(from: ExifOrientation, brand: String) throws {
    for place in [[0, 0], [-7 << 16, 9 << 15], [3, 5 << 16]] as [[Int32]] {
      var movie = TinyMovie([TinyTrack(Self.image, as: from), TinyTrack(Self.image, as: .leftTop)])
      movie.brand = brand
      for index in movie.tracks.indices {
        let words = movie.tracks[index].matrix.words
        movie.tracks[index].matrix = try #require(TrackMatrix(words: Array(words.prefix(6)) + place + [1 << 30]))
      }
      let bytes = movie.bytes
      for to in ExifOrientation.allCases where to != from {
        let turned = try retagged(bytes, to: to, edits: 2)
        #expect(try retagged(turned, to: from, edits: 2) == bytes, "\(to)")
      }
    }
  }

  @Test func aFrameThatIsOutOfSightIsNamedAndSettingItsOrientationShowsIt() throws {
    let right = TinyMovie(Self.image, as: .rightTop)
    var wrong = right
    let words = right.tracks[0].matrix.words
    wrong.tracks[0].matrix = try #require(TrackMatrix(words: Array(words.prefix(6)) + [0, 0, 1 << 30]))
    let turned = try retagged(wrong.bytes, to: .topLeft)
    #expect(try Probe(turned).findings.map(\.code) == [.missingTranslation])
    let mended = try retagged(turned, to: .topLeft)
    #expect(try Probe(mended).findings.isEmpty)
    #expect(try retagged(mended, to: .rightTop) == right.bytes)
  }

  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func theMoviesOwnMatrixStaysAndTheProductIsRight(movie: ExifOrientation, to: ExifOrientation) throws {
    for track in ExifOrientation.allCases {
      var file = TinyMovie(Self.image, as: track)
      file.matrix = try #require(TrackMatrix(Orientation(exif: movie), in: PixelSize(width: 24, height: 16)))
      let result = try retagged(file.bytes, to: to)
      #expect(try !Probe(result).findings.contains { $0.code == .missingTranslation })
      #expect(try retagged(result, to: Probe(file.bytes).orientation.exif) == file.bytes)
    }
  }

  @Test func whatIsNoneOfTheEightIsWrittenAnew() throws {
    let slanted = try #require(TrackMatrix(words: [46341, 46341, 0, -46341, 46341, 0, 0, 0, 1 << 30]))
    for tag in ExifOrientation.allCases {
      var movie = TinyMovie(Self.image, as: tag)
      let right = movie.bytes
      movie.tracks[0].matrix = slanted
      #expect(try retagged(movie.bytes, to: tag) == right)
      movie.tracks[0].matrix = .identity
      movie.matrix = slanted
      let probe = try Probe(movie.bytes)
      #expect { try probe.retag(to: Orientation(exif: tag)) } throws: { error in
        (error as? MetadataError)?.code == .notExpressible || tag == .topLeft
      }
    }
  }

  @Test func sidesThatNoMatrixCanShiftByAreRefused() throws {
    var movie = TinyMovie(Self.image, as: .topLeft)
    movie.tracks[0].headerSize = (60_000 << 16, 1_000 << 16)
    #expect { try Probe(movie.bytes).retag(to: Orientation(exif: .topRight)) } throws: { error in
      (error as? MetadataError)?.code == .notExpressible
    }
    try retagged(movie.bytes, to: .rightTop)
  }

  @Test func theDigitOfXMPFollows() throws {
    var movie = TinyMovie(Self.image, as: .rightTop)
    movie.packet = TinyXMP.packet(orientation: "6")
    movie.namedPacket = TinyXMP.packet(orientation: "6", form: .element)
    let result = try retagged(movie.bytes, to: .leftBottom, edits: 3)
    #expect(try Probe(result).findings.isEmpty)
    #expect(try Probe(result).statements.map(\.value) == [.leftBottom, .leftBottom])
    movie.packet = TinyXMP.packet(orientation: "3")
    movie.namedPacket = nil
    let other = try retagged(movie.bytes, to: .leftBottom)
    #expect(
      try Probe(other).statements.map(\.value) == [.leftBottom, .bottomRight], "a conflict is not mended silently")
  }

  @Test(arguments: TinyMovie.Layout.allCases) func aPacketBehindTheHeaderFollowsToo(layout: TinyMovie.Layout) throws {
    var movie = TinyMovie(Self.image, as: .rightTop)
    movie.namedPacket = TinyXMP.packet(orientation: "6")
    let ahead = movie.bytes
    let box = try #require(ahead.indices.first { ahead[$0...].starts(with: "uuid".utf8) }) - 4
    let packet = ahead[box..<box + ahead[box..<box + 4].reduce(0) { $0 << 8 | Int($1) }]
    (movie.namedPacket, movie.layout) = (nil, layout)
    let source = movie.bytes + packet
    guard layout != .fragmented else {
      #expect(try Probe(source).statements.count == 1, "fragments are not walked over")
      return
    }
    let result = try retagged(source, to: .leftBottom, edits: 2)
    #expect(try Probe(result).statements.map(\.value) == [.leftBottom, .leftBottom])
    #expect(try Probe(source + [0, 0, 0, 5, 1]).findings.isEmpty, "what is no box at the end hides nothing")
  }

  // MARK: As others read it

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"))
  func exiftoolReadsTheNewMatrix() throws {
    let folder = try ScratchFolder()
    for layout in TinyMovie.Layout.allCases {
      var movie = TinyMovie(Self.image, as: .topLeft)
      movie.layout = layout
      for tag in ExifOrientation.allCases {
        try folder.write(try retagged(movie.bytes, to: tag), as: "\(tag.rawValue).mov")
      }
      let answer = try OutsideTool.exiftool.run(
        ["-T", "-Track1:MatrixStructure", "-n", "-Composite:Rotation", "-Warning"]
          + (1...8).map { folder.path("\($0).mov") })
      let expected = try ExifOrientation.allCases.map { tag in
        let words = try #require(TrackMatrix(Orientation(exif: tag), in: PixelSize(width: 24, height: 16))).words
        let numbers = words.enumerated().map { String(Int($1) / ($0 == 8 ? 1 << 30 : 1 << 16)) }
        return numbers.joined(separator: " ") + "\t\(TrackRotation(losingMirrorOf: tag).exiftool)\t-"
      }
      #expect(answer.text == expected.joined(separator: "\n"))
    }
  }

  // The frame that ffmpeg displays by itself, pixel by pixel.
  @Test(.enabled(if: OutsideTool.ffmpeg.isInstalled, "needs ffmpeg"), arguments: TinyMovie.Layout.allCases)
  func ffmpegDisplaysItUpright(layout: TinyMovie.Layout) throws {
    let folder = try ScratchFolder()
    for from in [ExifOrientation.topLeft, .leftTop] {
      for tag in ExifOrientation.allCases {
        var movie = TinyMovie(Self.image, as: tag)
        let stored = movie.tracks[0]
        // The pixels for `tag`, with another matrix, which is then corrected.
        movie.tracks[0].matrix = try #require(
          TrackMatrix(
            Orientation(exif: from),
            in: PixelSize(width: stored.headerSize.width >> 16, height: stored.headerSize.height >> 16)))
        movie.layout = layout
        let path = try folder.write(try retagged(movie.bytes, to: tag), as: "movie.mov")
        let frame = try OutsideTool.ffmpeg.run([
          "-v", "error", "-i", path, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo", "-",
        ])
        #expect(frame.output.count == 24 * 16 * 3, "\(frame.complaints)")
        guard frame.output.count == 24 * 16 * 3 else { continue }
        for place in 0..<6 {
          let start = ((place / 3 * 8 + 4) * 24 + place % 3 * 8 + 4) * 3
          let seen = frame.output[start..<start + 3].map { $0 / 100 }
          #expect(seen == TinyImage.sixColors[place % 3, place / 3].map { $0 / 100 }, "\(from) to \(tag), \(place)")
        }
      }
    }
  }
}
