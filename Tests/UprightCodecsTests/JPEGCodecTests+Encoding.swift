// The metadata of an encoded file, what others read from it, and what it carries.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

@Suite struct JPEGEncodingTests {
  /// Channels, luma samples per chroma sample, process: everything the encoder accepts.
  struct Kind: CustomTestStringConvertible {
    let channels: Int, across: Int, down: Int, progressive: Bool
    var testDescription: String { "\(channels) channels, \(across)x\(down)\(progressive ? ", progressive" : "")" }
    var settings: EncodeSettings { .jpeg(92, across, down, progressive: progressive) }

    static let all: [Kind] = [1, 3, 4].flatMap { channels in
      JPEGCodecTests.samplings.filter { channels < 4 || $0.0 * $0.1 <= 4 }.flatMap { sampling in
        [false, true].map { Kind(channels: channels, across: sampling.0, down: sampling.1, progressive: $0) }
      }
    }
  }

  @Test(arguments: Kind.all)
  func theFrameIsWhatWasAskedFor(kind: Kind) throws {
    let jpeg = try encode(.mixedColors(width: 45, height: 37, channels: kind.channels), kind.settings)
    let frame = try #require(Frame(jpeg))
    #expect(frame.process == (kind.progressive ? 0xC2 : 0xC0))
    #expect(frame.size == PixelSize(width: 45, height: 37))
    let full = [kind.across, kind.down]
    let expected =
      kind.channels == 1 ? [full] : kind.channels == 3 ? [full, [1, 1], [1, 1]] : [full, [1, 1], [1, 1], full]
    let found = frame.factors.map { [$0.across, $0.down] }
    if kind.channels > 1 { #expect(found == expected) }
    let codes = markerCodes(jpeg)
    #expect(codes.count { $0 == 0xDA } == (kind.progressive ? [1: 6, 3: 10, 4: 18][kind.channels] : 1))
    #expect(codes.first == 0xD8 && codes.last == 0xD9 && codes.count { $0 == 0xD9 } == 1)
    #expect(quantizationTables(jpeg).count == (kind.channels == 1 ? 1 : 2))
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: Kind.all.filter { $0.channels != 3 })
  func pillowReadsGrayAndInkOfEveryKind(kind: Kind) throws {
    let image = Samples.mixedColors(width: 45, height: 37, channels: kind.channels)
    let jpeg = try encode(image, kind.settings)
    let (mode, theirs) = try Pillow.read(jpeg)
    #expect(mode == (kind.channels == 1 ? "L" : "CMYK"))
    let ours = try decode(jpeg, width: 45, height: 37, channels: kind.channels)
    #expect(ours == theirs)
  }

  @Test(.enabled(if: OutsideTool.djpeg.isInstalled, "needs djpeg"), arguments: Kind.all.filter { $0.channels == 1 })
  func djpegReadsGrayOfEveryKindAtEveryFraction(kind: Kind) throws {
    let jpeg = try encode(.mixedColors(width: 45, height: 37, channels: 1), kind.settings)
    for denominator in [1, 2, 4, 8] {
      let theirs = try OutsideTool.djpeg.run(["-pnm", "-scale", "1/\(denominator)", "{in}"], input: jpeg)
      #expect(try decode(jpeg, width: 45, height: 37, denominator: denominator, channels: 1) == Samples(pnm: theirs))
    }
  }

  @Test(arguments: Kind.all)
  func flatColorsStayInTheirCorners(kind: Kind) throws {
    let cell = 32
    var image = Samples(width: 2 * cell, height: 2 * cell, channels: kind.channels)
    let corners: [[UInt8]] = [[20, 200, 90, 0], [200, 60, 30, 40], [120, 120, 220, 10], [240, 230, 30, 90]]
    for y in 0..<2 * cell {
      for x in 0..<2 * cell {
        for channel in 0..<kind.channels { image[x, y, channel] = corners[y / cell * 2 + x / cell][channel] }
      }
    }
    let back = try decode(
      encode(image, kind.settings), width: 2 * cell, height: 2 * cell, channels: kind.channels)
    for (place, color) in corners.enumerated() {
      for (dx, dy) in [(2, 2), (29, 2), (2, 29), (16, 16)] {
        let (x, y) = (place % 2 * cell + dx, place / 2 * cell + dy)
        // If four columns share chroma, the first of the next cell colors the last of this one.
        let tolerance = max(kind.across, kind.down) > 2 && (dx, dy) != (16, 16) ? 110 : 8
        #expect(
          zip(back.pixel(x, y), color).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }, "\(x),\(y)")
      }
    }
  }

  @Test(arguments: [1, 3, 4])
  func everySmallSizeComesBackWhole(channels: Int) throws {
    let lengths = [1, 2, 3, 7, 8, 9, 15, 16, 17, 33]
    for width in lengths {
      for height in lengths {
        var image = Samples(width: width, height: height, channels: channels)
        for y in 0..<height {
          for x in 0..<width {
            for channel in 0..<channels { image[x, y, channel] = UInt8(30 + x * 3 + y * 2 + channel * 20) }
          }
        }
        for (across, down) in [(1, 1), (2, 2)] {
          let back = try decode(
            encode(image, .jpeg(100, across, down)), width: width, height: height, channels: channels)
          #expect(back.distance(to: image) <= 6, "\(width)x\(height), \(across)x\(down)")
        }
      }
    }
  }

  @Test(arguments: [1, 3, 4])
  func aHigherLevelMakesALargerAndMoreFaithfulFile(channels: Int) throws {
    let image = Samples.mixedColors(width: 96, height: 80, channels: channels)
    var (size, error) = (0, Double.infinity)
    for level in [5, 20, 40, 60, 75, 85, 92, 97, 100] {
      let jpeg = try encode(image, .jpeg(level))
      let back = try decode(jpeg, width: 96, height: 80, channels: channels)
      let squares = zip(back.bytes, image.bytes).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
      let mean = Double(squares) / Double(image.bytes.count)
      #expect(jpeg.count > size && mean < error, "level \(level)")
      (size, error) = (jpeg.count, mean)
    }
    #expect(error < 1.5)
  }

  @Test func progressiveAndSequentialFilesShowTheSameImage() throws {
    for kind in Kind.all where kind.progressive {
      let image = Samples.mixedColors(width: 45, height: 37, channels: kind.channels)
      let one = try encode(image, kind.settings)
      let other = try encode(image, .jpeg(92, kind.across, kind.down))
      #expect(
        try decode(one, width: 45, height: 37, channels: kind.channels)
          == decode(other, width: 45, height: 37, channels: kind.channels), "\(kind.testDescription)")
      #expect(one != other)
    }
  }

  @Test func rowsBesideOneAnotherAreNotMixedUp() throws {
    // One odd row and one odd column in an otherwise even image.
    for channels in [1, 3, 4] {
      var image = Samples(width: 40, height: 40, channels: channels)
      for index in 0..<40 {
        for channel in 0..<channels {
          image[index, 13, channel] = 250
          image[27, index, channel] = 250
        }
      }
      let back = try decode(encode(image, .jpeg(100)), width: 40, height: 40, channels: channels)
      for y in 0..<40 {
        for x in 0..<40 {
          let bright = x == 27 || y == 13
          #expect(back.pixel(x, y).allSatisfy { bright ? $0 > 230 : $0 < 25 }, "\(x),\(y)")
        }
      }
    }
  }
}

/// Segments in, segments out.
@Suite struct JPEGSegmentTests {
  private static func segment(_ marker: UInt8, _ count: Int, _ fill: UInt8 = 7) -> CarriedMetadata.Segment {
    CarriedMetadata.Segment(marker: marker, payload: [UInt8](repeating: fill, count: count))
  }

  /// Files with these segments: encoded, and transformed.
  private static func files(_ segments: [CarriedMetadata.Segment]) throws -> (encoded: [UInt8], turned: [UInt8]) {
    let metadata = CarriedMetadata(segments: segments)
    let encoded = try encode(.six(cell: 8), .jpeg(90), metadata: metadata)
    var turned: [UInt8] = []
    _ = try JPEGCodec().transform(
      LosslessJob(region: PixelRect(x: 0, y: 0, width: 24, height: 16), orientation: orientations[5]),
      from: encode(.six(cell: 8), .jpeg(90)), metadata: metadata, limits: Limits(), into: &turned)
    return (encoded, turned)
  }

  @Test(arguments: 0..<20)
  func anyListOfSegmentsKeepsItsOrder(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let sizes = [0, 1, 2, 3, 255, 256, 65_532, 65_533]
    let segments = (0..<Int.random(in: 1...12, using: &random)).map { index in
      Self.segment(
        UInt8([0xE0, 0xE1, 0xE2, 0xE5, 0xEA, 0xED, 0xEF, 0xFE].randomElement(using: &random) ?? 0xFE),
        sizes.randomElement(using: &random) ?? 0, UInt8(index))
    }
    let (encoded, turned) = try Self.files(segments)
    #expect(leadingSegments(encoded) == [JPEGCodecTests.standard] + segments)
    #expect(leadingSegments(turned) == segments)
    #expect(
      try decode(encoded, width: 24, height: 16) == decode(encode(.six(cell: 8), .jpeg(90)), width: 24, height: 16))
  }

  @Test func aJFIFHeaderComesFirstUnlessASegmentIsJFIFOrExif() throws {
    let opens: [(String, UInt8, Bool)] = [
      ("JFIF\0", 0xE0, false), ("JFXX\0", 0xE0, true), ("JFIF", 0xE0, true), ("JFIF\0", 0xE1, true),
      ("Exif\0\0", 0xE1, false), ("Exif\0", 0xE1, false), ("exif\0\0", 0xE1, true), ("Exif\0\0", 0xE0, true),
      ("http://ns.adobe.com/xap/1.0/\0", 0xE1, true), ("Adobe", 0xED, true), ("", 0xE0, true), ("JFIF\0", 0xFE, true),
    ]
    for (text, marker, adds) in opens {
      for first in [true, false] {
        let own = CarriedMetadata.Segment(marker: marker, payload: Array(text.utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
        let segments = first ? [own, Self.segment(0xE9, 4)] : [Self.segment(0xE9, 4), own]
        let (encoded, turned) = try Self.files(segments)
        #expect(leadingSegments(encoded) == (adds ? [JPEGCodecTests.standard] : []) + segments, "\(text) in \(marker)")
        #expect(leadingSegments(turned) == segments)
      }
    }
  }

  @Test func anAdobeMarkerForOtherColorsIsNotKept() throws {
    let others: [[UInt8]] = [
      Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1], Array("Adobe".utf8), Array("Adobe".utf8) + [9],
    ]
    for payload in others {
      let marker = CarriedMetadata.Segment(marker: 0xEE, payload: payload)
      let segments = [JPEGCodecTests.comment, marker, JPEGCodecTests.comment, marker]
      #expect(
        leadingSegments(try Self.files(segments).encoded)
          == [JPEGCodecTests.standard, JPEGCodecTests.comment, JPEGCodecTests.comment])
      let ink = try encode(
        .mixedColors(width: 8, height: 8, channels: 4), .jpeg(95), metadata: CarriedMetadata(segments: segments))
      #expect(leadingSegments(ink).map(\.marker) == [0xFE, 0xFE, 0xEE])
    }
    let ducky = CarriedMetadata.Segment(marker: 0xEE, payload: Array("Adobf".utf8) + [1])
    #expect(leadingSegments(try Self.files([ducky]).encoded) == [JPEGCodecTests.standard, ducky])
  }

  @Test func thereMayBeVeryManySegments() throws {
    let segments = (0..<3_000).map { Self.segment(0xE0 + UInt8($0 % 14), $0 % 97, UInt8($0 % 251)) }
    let (encoded, turned) = try Self.files(segments)
    #expect(leadingSegments(encoded).dropFirst().elementsEqual(segments))
    #expect(leadingSegments(turned) == segments)
    let again = try transform(encoded, .identity, region: PixelRect(x: 0, y: 0, width: 24, height: 16))
    #expect(again.end == encoded.count)
  }

  @Test func aPayloadTooLongForItsLengthIsRefusedBeforeAByteIsWritten() throws {
    let long = CarriedMetadata(segments: [Self.segment(0xE5, 65_534)])
    var sink: [UInt8] = []
    let encoding = failure {
      try JPEGCodec().encode(
        Samples.six(cell: 8).raster(SampleLayout(.rgb)), settings: .jpeg(), metadata: long, limits: Limits(),
        into: &sink)
    }
    let turning = failure {
      _ = try JPEGCodec().transform(
        LosslessJob(region: PixelRect(x: 0, y: 0, width: 24, height: 16), orientation: .identity),
        from: encode(.six(cell: 8), .jpeg()), metadata: long, limits: Limits(), into: &sink)
    }
    for error in [encoding, turning] {
      guard case .codec(format: .jpeg, let message) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(!message.isEmpty)
    }
    #expect(sink.isEmpty)
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "needs exiftool"))
  func exiftoolFindsEveryComment() throws {
    let comments = (0..<5).map { CarriedMetadata.Segment(marker: 0xFE, payload: Array("number \($0)".utf8)) }
    let (encoded, turned) = try Self.files(comments)
    for file in [encoded, turned] {
      let seen = try PNGCodecTests.exiftool(["-a", "-s3", "-Comment"], file)
      #expect(seen.split(separator: "\n") == (0..<5).map { "number \($0)" })
    }
  }
}
