// The boxes of a movie file: for any position of its header, any version, and any amount of surrounding data.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct MovieHeaderTests {
  static let image = TinyImage.sixColors.enlarged(by: 8)

  @Test(arguments: ["qt  ", "isom", "mp42", "3gp5", nil], TinyMovie.Layout.allCases)
  func everyKindIsRead(brand: String?, layout: TinyMovie.Layout) throws {
    for tag in ExifOrientation.allCases {
      for version in 0...1 {
        var movie = TinyMovie(Self.image, as: tag)
        (movie.brand, movie.layout, movie.version, movie.tracks[0].version) = (brand, layout, version, version)
        let probe = try Probe(movie.bytes)
        #expect(probe.format == (brand == nil || brand == "qt  " ? .quickTime : .mp4))
        #expect(probe.orientation.exif == tag)
        #expect(probe.displayedSize == PixelSize(width: 24, height: 16))
        #expect(probe.findings.map(\.code) == (probe.orientation.isMirrored ? [.mirrorOftenLost] : []))
        #expect(probe.source.name == "matrix")
        #expect(probe.thumbnail == nil)
      }
    }
  }

  @Test(arguments: [TinyBoxLength.short, .long, .open])
  func samplesMaySayTheirLengthInEveryWay(length: TinyBoxLength) throws {
    var movie = TinyMovie(Self.image, as: .rightTop)
    movie.sampleLength = length
    #expect(try Probe(movie.bytes).orientation.exif == .rightTop)
    movie.layout = .headerLast
    guard length != .open else {
      #expect(throws: MetadataError(.imageMissing, at: movie.bytes.count)) { try Probe(movie.bytes) }
      return
    }
    #expect(try Probe(movie.bytes).orientation.exif == .rightTop)
  }

  /// Gigabytes that need not be written.
  private struct Vast: ByteSource {
    let movie: [UInt8]
    let start: Int
    var byteCount: Int { start + movie.count }

    func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
      let head: [UInt8] =
        TinyBox.bytes("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0]) + [0, 0, 0, 1] + Array("mdat".utf8)
        + TinyBox.number(start - 16, 8)
      return range.clamped(to: 0..<byteCount).map { place in
        if place < head.count { return head[place] }
        return place < start || place >= start + movie.count ? 0 : movie[place - start]
      }
    }
  }

  @Test func gigabytesBeforeTheHeaderAreNotRead() throws {
    let movie = TinyMovie(Self.image, as: .leftBottom)
    let header = Array(movie.bytes.dropFirst(20).dropLast(movie.tracks[0].sample.count + 8))
    let source = Vast(movie: header, start: 5 << 30)
    #expect(try Probe(source).orientation.exif == .leftBottom)
  }

  @Test func noMoreThanTheHeaderIsRead() throws {
    var movie = TinyMovie(Array(repeating: TinyTrack(.sixColors), count: 30))
    for index in movie.tracks.indices { movie.tracks[index].sample = [UInt8](repeating: 7, count: 90_000) }
    movie.layout = .headerLast
    let bytes = movie.bytes
    let source = CountingSource(bytes)
    let probe = try Probe(source)
    #expect(probe.statements.count == 30)
    #expect(source.readCount < 50_000)
    #expect(source.ranges.allSatisfy { $0.count <= 4_096 })
  }

  @Test func aFloodOfBoxesIsAnErrorBeforeAMebibyteIsRead() throws {
    for kind in ["free", "uuid"] {
      let box = TinyBox.bytes(kind, [UInt8](repeating: 0, count: 2_000))
      let flood =
        TinyBox.bytes("ftyp", Array("isom".utf8) + [0, 0, 0, 0]) + Array((0..<2_000).map { _ in box }.joined())
      let source = CountingSource(flood)
      #expect(throws: MetadataError.self) { try Probe(source) }
      #expect(source.readCount <= 1 << 20 + 4_096)
    }
    var movie = TinyMovie(Self.image, as: .rightTop)
    movie.boxesInside = Array((0..<20_000).map { _ in TinyBox.bytes("free", []) }.joined())
    #expect { try Probe(movie.bytes) } throws: { ($0 as? MetadataError)?.code == .tooManyStructures }
  }

  @Test func theFirstEnabledVideoTrackDecides() throws {
    let sides = [TinyTrack(Self.image, as: .topLeft), TinyTrack(Self.image, as: .rightTop)]
    for (enabled, expected) in [([true, true], 1), ([false, true], 6), ([false, false], 1), ([true, false], 1)] {
      var movie = TinyMovie(sides)
      for index in 0...1 { movie.tracks[index].isEnabled = enabled[index] }
      let probe = try Probe(movie.bytes)
      #expect(Int(probe.orientation.exif.rawValue) == expected)
      #expect(probe.statements.compactMap(\.value?.rawValue) == (expected == 1 ? [1, 6] : [6, 1]))
      #expect(probe.findings.map(\.code) == [.tracksDiffer])
      #expect(probe.displayedSize == PixelSize(width: 24, height: 16))
    }
  }

  @Test(arguments: ["soun", "pict", "auxv", "tmcd", "mebx"])
  func otherTracksDoNotCount(handler: String) throws {
    var movie = TinyMovie([TinyTrack(Self.image, as: .rightBottom), TinyTrack(Self.image, as: .rightTop)])
    movie.tracks[0].handler = handler
    #expect(try Probe(movie.bytes).orientation.exif == .rightTop)
    #expect(try Probe(movie.bytes).statements.count == 1)
    movie.tracks.removeLast()
    #expect { try Probe(movie.bytes) } throws: { ($0 as? MetadataError)?.code == .imageMissing }
    #expect { try Probe(TinyMovie([]).bytes) } throws: { ($0 as? MetadataError)?.code == .imageMissing }
  }

  @Test func theCodedSizeCountsAndTheHeadersWhereThereIsNone() throws {
    var movie = TinyMovie(Self.image, as: .rightTop)
    movie.tracks[0].headerSize = (64 << 16 | 0x8000, 48 << 16)
    #expect(try Probe(movie.bytes).storedSize == PixelSize(width: 16, height: 24))
    movie.tracks[0].codedSize = nil
    #expect(try Probe(movie.bytes).storedSize == PixelSize(width: 65, height: 48))
    movie.tracks[0].codedSize = (0, 9)
    #expect(try Probe(movie.bytes).storedSize == PixelSize(width: 65, height: 48))
    movie.tracks[0].headerSize = (0, 0)
    #expect { try Probe(movie.bytes) } throws: { ($0 as? MetadataError)?.code == .imageMissing }
  }

  @Test(arguments: TinyBoxLength.allCases)
  func aMovieWhoseSamplesBreakOffIsTruncated(length: TinyBoxLength) throws {
    var movie = TinyMovie(Self.image, as: .rightTop)
    movie.sampleLength = length
    let bytes = movie.bytes
    #expect(try !Probe(bytes).isTruncated)
    let cut = try Probe(Array(bytes.dropLast()))
    #expect(cut.isTruncated == (length != .open) && cut.findings.isEmpty && cut.orientation.exif == .rightTop)
    movie.layout = .headerLast
    guard length != .open else { return }
    #expect(try !Probe(movie.bytes).isTruncated)
    #expect(try Probe(Array(movie.bytes.dropLast())).isTruncated)
    #expect(try !Probe(bytes + TinyBox.number(999, 4) + Array("data of a camera".utf8)).isTruncated)
  }

  @Test func aHeaderThatBreaksOffIsReadAsFarAsItGoes() throws {
    var movie = TinyMovie([TinyTrack(Self.image, as: .rightTop), TinyTrack(Self.image, as: .rightTop)])
    movie.packet = TinyXMP.packet(orientation: "6")
    let bytes = movie.bytes
    let start = try #require(Probe(bytes).statements.first?.source.offset)
    var shortest: Int?
    for count in start..<bytes.count {
      guard let probe = try? Probe(Array(bytes.prefix(count))) else { continue }
      shortest = shortest ?? count
      #expect(probe.orientation.exif == .rightTop)
      if probe.findings.isEmpty { continue }
      #expect(probe.findings.map(\.code) == [.metadataDamaged])
      #expect { try probe.retag(to: .identity) } throws: {
        ($0 as? MetadataError)?.code == .fieldNotWritable
      }
    }
    #expect(try #require(shortest) < start + 200)
    #expect(try Probe(Array(bytes.dropLast(1_000))).findings.isEmpty, "only samples are missing")
  }

  // QuickTime ends a list with four zeros, and some cameras leave space after them.
  @Test func zerosEndAListAndAreNoDamage() throws {
    var movie = TinyMovie(Self.image, as: .rightTop)
    for count in [4, 8, 100] {
      movie.boxesInside = TinyBox.bytes("udta", TinyBox.bytes("name", [1]) + [UInt8](repeating: 0, count: count))
      let probe = try Probe(movie.bytes)
      #expect(probe.findings.isEmpty)
      #expect(try probe.retag(to: .identity).isInPlace)
    }
  }

  @Test func aCompressedHeaderIsNotReadYet() {
    var movie = TinyMovie([])
    movie.boxesInside = TinyBox.bytes("cmov", TinyBox.bytes("dcom", Array("zlib".utf8)))
    #expect { try Probe(movie.bytes) } throws: { ($0 as? MetadataError)?.code == .unsupportedFormat }
  }

  @Test func faultsOfTheDiskAreErrors() throws {
    struct Broken: ByteSource {
      let bytes: [UInt8]
      let limit: Int
      var byteCount: Int { bytes.count }
      func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
        if range.upperBound > limit { throw MetadataError(.unreadable, at: range.lowerBound, systemError: 5) }
        return try bytes.read(range)
      }
    }
    var movie = TinyMovie(Self.image, as: .rightTop)
    movie.boxesBefore = TinyBox.bytes("free", [UInt8](repeating: 0, count: 5_000))
    let bytes = movie.bytes
    #expect { try Probe(Broken(bytes: bytes, limit: 5_200)) } throws: { ($0 as? MetadataError)?.code == .unreadable }
  }

  // MARK: Totality

  static let seeds: [TinyMovie] = ExifOrientation.allCases.map { tag in
    var movie = TinyMovie([TinyTrack(.sixColors, as: tag)])
    movie.tracks[0].sample = [1, 2, 3]
    movie.layout = TinyMovie.Layout.allCases[Int(tag.rawValue) % 3]
    movie.version = Int(tag.rawValue) % 2
    movie.tracks[0].version = Int(tag.rawValue) / 2 % 2
    if tag == .leftTop { movie.namedPacket = Array(#"<x tiff:Orientation="5">"#.utf8) }
    if tag == .rightTop { movie.packet = Array(#"<x tiff:Orientation="6">"#.utf8) }
    if tag == .topRight { movie.tracks.insert(movie.tracks[0], at: 0) }
    return movie
  }

  @Test(arguments: ExifOrientation.allCases)
  func everyPrefixIsAnErrorOrAProbe(tag: ExifOrientation) {
    #expect(Totality.complaintOfPrefixes(Self.seeds[Int(tag.rawValue) - 1].bytes) == nil)
  }

  // Every value of every byte of a track's description, in both versions; elsewhere bytes are lengths and types, for
  // which some values represent all.
  @Test(arguments: ExifOrientation.allCases)
  func everyByteWithManyValuesIsAnErrorOrAProbe(tag: ExifOrientation) throws {
    var bytes = Self.seeds[Int(tag.rawValue) - 1].bytes
    let track = try #require(Probe(bytes).source.offset)
    if tag.rawValue <= 2 { #expect(Totality.complaintOfMutations(bytes, in: track..<track + 44) == nil) }
    for place in bytes.indices {
      let kept = bytes[place]
      for value: UInt8 in tag == .rightTop ? [0, 1, 7, 8, 0x7F, 0x80, 0xFF] : [1, 0xFF] {
        bytes[place] = value
        #expect(Totality.complaint(bytes, tags: (place + Int(value)) % 8 == 0 ? [.rightTop] : []) == nil)
      }
      bytes[place] = kept
    }
  }
}
