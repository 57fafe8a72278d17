// A still image beside a sequence, rotated with it where the item tables have to grow: the frames move, and their
// offsets follow.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct SequenceGrowthTests {
  /// The six colors as a still image; the same reversed, and then not, as two frames. Both are displayed with `tag`.
  static func file(
    _ tag: ExifOrientation, layout: TinyHEIF.Layout = .init(), movie change: (inout TinyMovie) -> Void = { _ in }
  ) -> [UInt8] {
    var movie = TinyMovie(sequence: tag)
    (movie.tracks[0].sample, movie.tracks[0].extraSamples) = (TinyHEIF.reversedImage, [TinyHEIF.codedImage])
    change(&movie)
    var file = TinyHEIF(tag)
    file.layout = layout
    file.brands = ["avis", "avif", "mif1", "miaf"]
    movie.samplesAfter = file.bytes.count
    file.trailer = Array(movie.bytes.dropFirst(TinyMovie.fileTypeCount))
    return file.bytes
  }

  /// A track of alpha for the first track, of the same frames.
  private static func addOpacity(_ movie: inout TinyMovie) {
    var alpha = movie.tracks[0]
    (alpha.handler, alpha.masters) = ("auxv", [1])
    alpha.entryBoxes += TinyBox.full("auxi", Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8) + [0])
    movie.tracks.append(alpha)
  }

  private static let shapes: [(name: String, change: @Sendable (inout TinyMovie) -> Void)] = [
    ("header first", { _ in }),
    ("header last", { $0.layout = .headerLast }),
    ("long offsets", { $0.tracks[0].hasLongOffset = true }),
    ("with alpha", { addOpacity(&$0) }),
    ("long headers", { movie in (movie.version, movie.tracks[0].version) = (1, 1) }),
  ]

  /// The bytes of a frame of every track.
  private static func frames(_ bytes: [UInt8]) throws -> [[UInt8]] {
    let header = try #require(try Probe(bytes).header.items)
    let sequence = try #require(header.frames)
    var reader = RangeReader(bytes)
    var frames: [[UInt8]] = []
    for track in sequence.tracks {
      for frame in 1...track.frameCount { frames.append(Array(bytes[try track.range(of: frame, &reader)])) }
    }
    return frames
  }

  @Test(arguments: shapes.indices, ExifOrientation.allCases)
  func stillAndFramesRotateTogether(_ shape: Int, from tag: ExifOrientation) throws {
    let source = Self.file(tag, movie: Self.shapes[shape].change)
    let before = try Self.frames(source)
    #expect(before[0] == TinyHEIF.reversedImage && before[1] == TinyHEIF.codedImage)
    for wanted in ExifOrientation.allCases where wanted != tag {
      let change = try HEIFChange(source, to: wanted)
      let name = "\(Self.shapes[shape].name), \(tag.rawValue) to \(wanted.rawValue)"
      let sequence = try #require(change.probe.header.items?.frames)
      #expect(sequence.orientation?.exif == wanted, "\(name)")
      for track in sequence.tracks {
        #expect(track.display.matrix.orientation(in: sequence.matrix)?.exif == wanted, "\(name)")
        #expect(!track.display.isMisplaced(in: sequence.matrix), "\(name)")
      }
      #expect(try Self.frames(change.bytes) == before, "\(name)")
      #expect(try change.probe.itemTables.contents(in: change.bytes)[1] == TinyHEIF.codedImage, "\(name)")
      #expect(change.probe.header.items?.file.damage == nil && change.probe.header.items?.isWhole == true)
      #expect(change.probe.showing(frame: 1)?.samples?.unsupportedReason == nil, "\(name)")
      if tag == .topLeft { #expect(change.patch.growth > 0, "\(name)") }
    }
  }

  /// Only tables, matrices and offsets differ.
  @Test func everyOtherByteStays() throws {
    let source = Self.file(.topLeft)
    let change = try HEIFChange(source, to: .rightTop)
    let movie = try #require(try Probe(source).header.items?.sequence)
    let tables = try Probe(source).itemTables.box
    #expect(change.patch.growth == 10)
    let inMovie = change.patch.edits.filter { movie.payload.contains($0.offset) }
    #expect(inMovie.map(\.old.count).sorted() == [4, 36])
    #expect(change.patch.edits.allSatisfy { movie.payload.contains($0.offset) || tables.end >= $0.offset })
    #expect(change.bytes.suffix(source.count - movie.end) == source.suffix(source.count - movie.end))
  }

  /// A frame before the tables stays where it is, and so does its offset.
  @Test func aFrameBeforeTheTablesKeepsItsOffset() throws {
    var layout = TinyHEIF.Layout()
    layout.isDataFirst = true
    var source = Self.file(.topLeft, layout: layout) { $0.tracks[0].extraSamples = [] }
    let sequence = try #require(try Probe(source).header.items?.frames)
    let field = try #require(sequence.chunks?.first)
    let item = try #require(try Probe(source).itemTables.locations.first?.extents.first?.offset.value)
    source.replaceSubrange(field.offset..<field.offset + 4, with: TinyBox.number(item, 4))
    let change = try HEIFChange(source, to: .rightTop)
    let moved = try #require(change.probe.header.items?.frames?.chunks?.first)
    #expect(moved.value == item && moved.offset == field.offset + change.patch.growth)
    #expect(try Self.frames(change.bytes) == Self.frames(source))
  }

  private static let unknown: [(name: String, change: @Sendable (inout TinyMovie) -> Void)] = [
    ("fragments", { $0.boxesInside = TinyBox.bytes("mvex", []) }),
    ("metadata of the movie", { $0.boxesInside = TinyBox.full("meta", []) }),
    ("user data", { $0.boxesInside = TinyBox.bytes("udta", []) }),
    ("metadata of the track", { $0.tracks[0].boxes = TinyBox.full("meta", []) }),
    ("auxiliary information", { $0.tracks[0].tableBoxes = TinyBox.full("saio", TinyBox.number(0, 4)) }),
    ("two tables", { $0.tracks[0].tableBoxes = TinyBox.full("co64", TinyBox.number(0, 4)) }),
    ("frames in another file", { $0.tracks[0].isElsewhere = true }),
  ]

  /// Whatever may contain offsets that are not rewritten, or frames that are elsewhere, keeps the file as it is; without
  /// growth, the same file rotates.
  @Test(arguments: unknown.indices) func offsetsThatAreNotAllKnownAreNotMoved(_ index: Int) throws {
    let name = Self.unknown[index].name
    let source = Self.file(.rightTop, movie: Self.unknown[index].change)
    #expect(Self.isRefused(source, .leftTop), "\(name)")
    #expect(try HEIFChange(source, to: .bottomRight).patch.isInPlace, "\(name)")
    #expect(try HEIFChange(Self.file(.rightTop), to: .leftTop).patch.growth > 0)
  }

  @Test func framesOutsideOfDataAreNotMoved() throws {
    var source = Self.file(.topLeft)
    let field = try #require(try Probe(source).header.items?.frames?.chunks?.first)
    for place in [0, 30, source.count, 0xFFFF_FFFF] {
      source.replaceSubrange(field.offset..<field.offset + 4, with: TinyBox.number(place, 4))
      #expect(Self.isRefused(source, .rightTop), "\(place)")
    }
  }

  @Test func aSequenceOrientedDifferentlyIsNotMoved() {
    let source = Self.file(.topLeft) { movie in
      movie.tracks[0].matrix = TinyMovie(sequence: .rightTop).tracks[0].matrix
    }
    for tag in ExifOrientation.allCases where tag != .topLeft { #expect(Self.isRefused(source, tag)) }
  }

  private static func isRefused(_ bytes: [UInt8], _ tag: ExifOrientation) -> Bool {
    do {
      _ = try Probe(bytes).retag(to: Orientation(exif: tag))
      return false
    } catch { return error.code == .fieldNotWritable }
  }
}
