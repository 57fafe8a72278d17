// A GIF's blocks: its screen, its images, and the blocks besides them.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct GIFHeaderTests {
  private static let six = TinyImage.sixColors

  /// Two images: one over the whole screen, one in its corner that is transparent for black and then cleared.
  static let animated: TinyGIFFrames = {
    var corner = TinyGIFFrames.Frame(six)
    (corner.x, corner.y, corner.disposal, corner.hasTransparency, corner.isInterlaced) = (1, 2, .clear, true, true)
    let whole = TinyGIFFrames.Frame(TinyImage(width: 5, height: 6, filledWith: [9, 8, 7]))
    var file = TinyGIFFrames(width: 5, height: 6, [whole, corner])
    file.extensions =
      TinyGIFFrames.comment("said") + TinyGIF.xmp(TinyXMP.packet(orientation: "6")) + TinyGIFFrames.profile([1, 2, 3])
    return file
  }()

  @Test func imagesAreFramesOnTheScreen() throws {
    let probe = try Probe(Self.animated.bytes)
    #expect(probe.storedSize == PixelSize(width: 5, height: 6) && probe.orientation.isIdentity && probe.source == .none)
    #expect(probe.findings.isEmpty && !probe.isTruncated)
    let frames = try #require(probe.animation).frames
    #expect(
      frames.map(\.rect) == [PixelRect(x: 0, y: 0, width: 5, height: 6), PixelRect(x: 1, y: 2, width: 3, height: 2)])
    #expect(frames.map(\.disposal) == [.keep, .clear] && frames.map(\.isOpaque) == [true, false])
    #expect(probe.samples == SampleCoding(color: .rgb, isPalette: true, isLossless: true))
    #expect(try #require(probe.showing(frame: 2)).samples?.hasTransparency == false)
    #expect(probe.showing(frame: 3) == nil && probe.showing(frame: 0) == nil)
  }

  @Test func disposalsAreThoseOfTheStandard() throws {
    for (disposal, expected) in zip(
      TinyGIFFrames.Frame.Disposal.allCases, [ImageAnimation.Frame.Disposal.keep, .keep, .clear, .restore])
    {
      var frame = TinyGIFFrames.Frame(Self.six)
      frame.disposal = disposal
      let header = try GIFHeader(TinyGIFFrames(width: 3, height: 2, [frame]).bytes)
      #expect(header.frames.frames.map(\.disposal) == [expected])
    }
  }

  @Test func oneImageIsNoAnimation() throws {
    let probe = try Probe(TinyGIF(Self.six).bytes)
    #expect(probe.animation == nil)
    #expect(probe.samples == SampleCoding(color: .rgb, isPalette: true, isLossless: true))
  }

  @Test func whatImagesLeaveOpenIsTransparent() throws {
    var frame = TinyGIFFrames.Frame(Self.six)
    for (width, hasTransparency) in [(3, false), (4, true)] {
      let probe = try Probe(TinyGIFFrames(width: width, height: 2, [frame]).bytes)
      #expect(probe.samples?.hasTransparency == hasTransparency)
    }
    frame.hasTransparency = true
    #expect(try Probe(TinyGIFFrames(width: 3, height: 2, [frame]).bytes).samples?.hasTransparency == true)
  }

  @Test func imagesOutsideTheScreenAreNamed() throws {
    var frame = TinyGIFFrames.Frame(Self.six)
    frame.x = 1
    let reason = try Probe(TinyGIFFrames(width: 3, height: 2, [frame]).bytes).samples?.unsupportedReason
    #expect(reason == .gif(.imageOutsideScreen))
    let empty = try Probe(TinyGIFFrames(width: 3, height: 2, []).bytes)
    #expect(empty.samples?.unsupportedReason == .gif(.imageMissing) && empty.animation == nil)
  }

  @Test func metadataAreFoundAndNamed() throws {
    let bytes = Self.animated.bytes
    let header = try GIFHeader(bytes)
    let packets = try header.packets(in: bytes)
    #expect(packets.xmp == TinyXMP.packet(orientation: "6") && packets.icc == [1, 2, 3] && packets.exif == nil)
    #expect(header.mayHaveProfile && header.metadata.hasComment && !header.metadata.hasOthers)
    let probe = try Probe(bytes)
    #expect(probe.leftovers(in: .png) == [.comment])
    var other = TinyGIF(Self.six)
    other.extensions = [0x21, 0xFF, 11] + Array("SOMETHING12".utf8) + [1, 7, 0] + [0x21, 0x01, 1, 7, 0]
    #expect(
      try Probe(other.bytes).leftovers(in: .jpeg)
        == [.drawnText, .otherData])
    other.extensions = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    #expect(try Probe(other.bytes).leftovers(in: .jpeg).isEmpty)
  }

  @Test func aMissingTrailerIsNoDamage() throws {
    let whole = TinyGIF(Self.six).bytes
    for bytes in [Array(whole.dropLast()), Array(whole.dropLast()) + [0]] {
      let probe = try Probe(bytes)
      #expect(probe.findings.isEmpty && !probe.isTruncated)
    }
    let junk = try Probe(Array(whole.dropLast()) + [7, 7, 7])
    #expect(junk.findings.map(\.code) == [.metadataDamaged] && !junk.isTruncated)
  }

  @Test func whatBreaksOffIsTruncated() throws {
    let whole = Self.animated.bytes
    let probe = try Probe(Array(whole.dropLast(9)))
    #expect(probe.isTruncated && probe.findings.map(\.code) == [.metadataDamaged])
    #expect(probe.animation?.frameCount == 2)
  }

  @Test func everyPrefixAndManyBytesAreReadWithoutATrap() {
    let bytes = Self.animated.bytes
    #expect(Totality.complaintOfPrefixes(bytes) == nil)
    #expect(Totality.complaintOfMutations(bytes, in: 0..<48) == nil)
    for count in 0...bytes.count {
      Totality.ask(Array(bytes.prefix(count)))
      guard let frames = try? GIFFrames(Array(bytes.prefix(count))) else { continue }
      for number in 0...3 {
        guard let file = try? frames.file(ofFrame: number) else { continue }
        #expect((try? file.read(0..<file.byteCount).count) == file.byteCount)
      }
    }
  }

  @Test func everyImageIsAFileOfItsOwn() throws {
    let frames = try GIFFrames(Self.animated.bytes)
    for number in 1...2 {
      let file = try frames.file(ofFrame: number)
      let own = try GIFHeader(file.read(0..<file.byteCount))
      #expect(own.images.map(\.rect) == [frames.animation.frames[number - 1].rect])
      #expect(own.images[0].control?.hasTransparency == (number == 2) && own.metadata == GIFMetadata())
    }
    #expect(throws: MetadataError.self) { try frames.file(ofFrame: 3) }
  }

  /// The walk stops, and the frames are not counted, if there are more blocks than a reader should follow.
  @Test func tooManyBlocksAreNotCounted() throws {
    let bytes = TinyGIF(Self.six).bytes
    let image = Array(bytes[(13 + 384)...].dropLast())
    let many = Array(bytes.dropLast()) + Array(repeating: image, count: 110_000).flatMap { $0 }
    let probe = try Probe(many)
    #expect(probe.animation.map { $0.frameCount == nil } == true)
    #expect(probe.findings.map(\.code) == [.metadataDamaged])
  }
}
