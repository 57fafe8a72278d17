// Decoding and encoding JPEG: compared with djpeg, cjpeg and the input pixels, and every region with the whole.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

@Suite struct JPEGCodecTests {
  static let samplings = [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1), (1, 4), (2, 4), (4, 2)]

  @Test(arguments: [1, 3, 4], [false, true])
  func whatWasEncodedComesBack(channels: Int, progressive: Bool) throws {
    let image = Samples.mixedColors(width: 61, height: 83, channels: channels)
    let jpeg = try encode(image, .jpeg(100, progressive: progressive))
    let back = try decode(jpeg, width: 61, height: 83, channels: channels)
    #expect(back.distance(to: image) <= 4)
  }

  @Test(.enabled(if: OutsideTool.djpeg.isInstalled, "needs djpeg"), arguments: samplings, [false, true])
  func pixelsEqualThoseOfDjpegBitForBit(sampling: (Int, Int), progressive: Bool) throws {
    let image = Samples.mixedColors(width: 131, height: 97, channels: 3)
    let jpeg = try encode(image, .jpeg(85, sampling.0, sampling.1, progressive: progressive))
    let theirs = try #require(Samples(pnm: OutsideTool.djpeg.run(["-pnm", "{in}"], input: jpeg)))
    #expect(try decode(jpeg, width: 131, height: 97) == theirs)
    for denominator in [2, 4, 8] {
      let theirs = try #require(
        Samples(pnm: OutsideTool.djpeg.run(["-pnm", "-scale", "1/\(denominator)", "{in}"], input: jpeg)))
      #expect(try decode(jpeg, width: 131, height: 97, denominator: denominator) == theirs)
    }
  }

  @Test(.enabled(if: OutsideTool.cjpeg.isInstalled, "needs cjpeg"), arguments: samplings, [false, true])
  func filesEqualThoseOfCjpegByteForByte(sampling: (Int, Int), progressive: Bool) throws {
    let image = Samples.mixedColors(width: 131, height: 97, channels: 3)
    let ours = try encode(image, .jpeg(77, sampling.0, sampling.1, progressive: progressive))
    let theirs = try OutsideTool.cjpeg.run(
      ["-quality", "77", "-sample", "\(sampling.0)x\(sampling.1)", "-optimize"]
        + (progressive ? ["-progressive", "{in}"] : ["{in}"]), input: image.pnm)
    #expect(ours == theirs)
  }

  @Test func theTablesOfASourceMakeTheSameFileAgain() throws {
    let image = Samples.mixedColors(width: 64, height: 48, channels: 3)
    for level in [30, 95] {
      let jpeg = try encode(image, .jpeg(level))
      let tables = quantizationTables(jpeg)
      #expect(tables.count == 2)
      let settings = EncodeSettings(
        format: .jpeg, fidelity: .tables([tables[0], tables[1], tables[1]]),
        sampling: EncodeSettings.Sampling(horizontal: 1, vertical: 1))
      #expect(try encode(image, settings) == jpeg)
    }
  }

  @Test func everyComponentMayHaveItsOwnTableEvenBeyondAByte() throws {
    let image = Samples.mixedColors(width: 24, height: 24, channels: 3)
    let tables = [3, 5, 300].map { first in (0..<64).map { UInt16(first + $0) } }
    let settings = EncodeSettings(
      format: .jpeg, fidelity: .tables(tables), sampling: EncodeSettings.Sampling(horizontal: 1, vertical: 1))
    #expect(quantizationTables(try encode(image, settings)) == tables)
    let gray = EncodeSettings(
      format: .jpeg, fidelity: .tables([tables[1]]), sampling: EncodeSettings.Sampling(horizontal: 2, vertical: 2))
    #expect(quantizationTables(try encode(.mixedColors(width: 24, height: 24, channels: 1), gray)) == [tables[1]])
  }

  static let jfif = CarriedMetadata.Segment(
    marker: 0xE0, payload: Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 0, 0])
  static let exif = CarriedMetadata.Segment(marker: 0xE1, payload: Array("Exif\0\0".utf8) + [1, 2, 3])
  static let comment = CarriedMetadata.Segment(marker: 0xFE, payload: Array("hello".utf8))
  static let adobe = CarriedMetadata.Segment(marker: 0xEE, payload: Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])
  static let standard = CarriedMetadata.Segment(
    marker: 0xE0, payload: Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

  @Test func segmentsFollowSOIInTheirOrderAndThereIsOneHeader() throws {
    let image = Samples.six(cell: 8)
    let cases: [([CarriedMetadata.Segment], [CarriedMetadata.Segment])] = [
      ([], [Self.standard]),
      ([Self.comment], [Self.standard, Self.comment]),
      ([Self.jfif, Self.comment], [Self.jfif, Self.comment]),
      ([Self.comment, Self.exif], [Self.comment, Self.exif]),
      ([Self.exif, Self.adobe], [Self.exif]),
    ]
    for (given, expected) in cases {
      let jpeg = try encode(image, .jpeg(95), metadata: CarriedMetadata(segments: given))
      #expect(jpeg.starts(with: [0xFF, 0xD8]) && jpeg.suffix(2) == [0xFF, 0xD9])
      #expect(leadingSegments(jpeg) == expected)
      let seen = try decode(jpeg, width: 24, height: 16)
      #expect(
        (0..<6).allSatisfy { seen.pixel($0 % 3 * 8 + 4, $0 / 3 * 8 + 4).elementsEqual(sixColors[$0], by: Self.near) })
    }
    let ink = Samples.mixedColors(width: 8, height: 8, channels: 4)
    let jpeg = try encode(ink, .jpeg(95), metadata: CarriedMetadata(segments: [Self.comment, Self.adobe]))
    #expect(leadingSegments(jpeg).map(\.marker) == [0xFE, 0xEE] && leadingSegments(jpeg)[1].payload.last == 2)
  }

  static func near(_ one: UInt8, _ other: UInt8) -> Bool { abs(Int(one) - Int(other)) <= 6 }

  @Test func theLongestSegmentFitsAndALongerOneIsRefused() throws {
    let image = Samples.six(cell: 2)
    let longest = CarriedMetadata.Segment(marker: 0xEB, payload: [UInt8](repeating: 7, count: 65_533))
    let jpeg = try encode(image, .jpeg(), metadata: CarriedMetadata(segments: [longest, longest]))
    #expect(leadingSegments(jpeg) == [Self.standard, longest, longest])
    #expect(try decode(jpeg, width: 6, height: 4).width == 6)
    let longer = CarriedMetadata.Segment(marker: 0xEB, payload: longest.payload + [7])
    #expect(throws: UprightError.self) {
      try encode(image, .jpeg(), metadata: CarriedMetadata(segments: [longer]))
    }
  }

  @Test func settingsThatNoJPEGCanHaveAreRefusedByName() throws {
    let image = Samples.six(cell: 2)
    func field(_ settings: EncodeSettings, of image: Samples) -> String? {
      guard case .unanswerable(let field, _) = failure({ _ = try encode(image, settings) })
      else { return nil }
      return field.description
    }
    for level in [Int.min, 0, 101, .max] { #expect(field(.jpeg(level), of: image) == "quality") }
    for (across, down) in [(0, 1), (3, 1), (4, 4), (Int.max, Int.max), (1, -1)] {
      #expect(field(.jpeg(90, across, down), of: image) == "sampling")
    }
    let ink = Samples.mixedColors(width: 8, height: 8, channels: 4)
    #expect(field(.jpeg(90, 2, 2), of: ink) == nil && field(.jpeg(90, 4, 2), of: ink) == "sampling")
    let good = [UInt16](repeating: 1, count: 64)
    let bad: [[[UInt16]]] = [[], [good], [good, good], [good, good, [0] + good.dropFirst()], [good, good, [1]]]
    for tables in bad {
      let settings = EncodeSettings(
        format: .jpeg, fidelity: .tables(tables), sampling: EncodeSettings.Sampling(horizontal: 1, vertical: 1))
      #expect(field(settings, of: image) == "quality")
    }
  }

  @Test func imagesThatJPEGCannotHoldAreRefused() throws {
    func refusal(_ image: Samples, _ layout: SampleLayout, limits: Limits = Limits()) -> UprightError? {
      failure {
        var sink: [UInt8] = []
        try JPEGCodec().encode(
          image.raster(layout), settings: .jpeg(), metadata: CarriedMetadata(), limits: limits, into: &sink)
      }
    }
    let clear = Samples.mixedColors(width: 4, height: 4, channels: 4)
    #expect(refusal(clear, SampleLayout(.rgba)) == .unsupported("JPEG cannot store transparency"))
    let deep = Samples.mixedColors(width: 4, height: 4, channels: 2)
    #expect(refusal(deep, SampleLayout(.gray, .sixteen)) == .unsupported("JPEG cannot store 16 bits"))
    let long = Samples(width: 65_501, height: 1, channels: 1)
    guard case .unsupported = refusal(long, SampleLayout(.gray)) else {
      Issue.record("65501 columns")
      return
    }
    let few = Limits(pixels: 15)
    #expect(
      refusal(.six(cell: 2), SampleLayout(.rgb), limits: few) == .limit(.pixels, asked: 24, allowed: 15))
    var sink: [UInt8] = []
    #expect(throws: UprightError.unsupported("the JPEG codec cannot write PNG")) {
      try JPEGCodec().encode(
        Samples.six(cell: 2).raster(SampleLayout(.rgb)), settings: PNGCodecTests.settings,
        metadata: CarriedMetadata(), limits: Limits(), into: &sink)
    }
  }

  @Test func passesThatDoNotFitTheImageAreRefused() throws {
    let jpeg = try encode(.mixedColors(width: 50, height: 30, channels: 3), .jpeg())
    let cases: [(Int, Int, Int, Int, Int)] = [
      (0, 0, 51, 30, 1), (0, 0, 50, 31, 1), (-1, 0, 5, 5, 1), (0, -8, 5, 5, 1), (5, 5, 0, 5, 1), (5, 5, 5, -1, 1),
      (50, 0, 1, 1, 1), (.max, .max, .max, .max, 1), (.min, 0, .max, 1, 1), (1, 0, .max, 1, 1),
      (1, 0, 2, 2, 2), (0, 2, 4, 4, 4), (0, 0, 3, 2, 2), (0, 0, 50, 29, 8), (0, 0, 50, 30, 3), (0, 0, 50, 30, 0),
      (0, 0, 50, 30, 16), (0, 0, 50, 30, -1),
    ]
    for (x, y, width, height, denominator) in cases {
      let pass = DecodePass(
        region: PixelRect(x: x, y: y, width: width, height: height), denominator: denominator,
        layout: SampleLayout(.rgb))
      let failure = failure {
        try JPEGCodec().decode(pass, from: jpeg, limits: Limits()) { _, _ in Issue.record("a band of \(pass)") }
      }
      guard case .unanswerable = failure else {
        Issue.record("\(pass): \(String(describing: failure))")
        continue
      }
    }
    let ragged = PixelRect<Stored>(x: 48, y: 24, width: 2, height: 6)
    #expect(try decode(jpeg, width: 50, height: 30, region: ragged, denominator: 8).bytes.count == 3)
  }

  @Test func bandsMayBeKeptWhileTheNextOnesArrive() throws {
    let image = Samples.mixedColors(width: 20, height: 200, channels: 3)
    let jpeg = try encode(image, .jpeg(95))
    var kept: [Raster<Decoded>] = []
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 20, height: 200), denominator: 1, layout: SampleLayout(.rgb))
    try JPEGCodec().decode(pass, from: jpeg, limits: Limits()) { band, _ in kept.append(band) }
    #expect(kept.map(\.size.height) == [64, 64, 64, 8])
    #expect(kept.flatMap { Samples($0).bytes } == (try decode(jpeg, width: 20, height: 200)).bytes)
  }
}

/// A decoded region is exactly that part of a full decode: every sampling, process, scale, and position.
@Suite struct JPEGRegionTests {
  struct Local: CustomTestStringConvertible {
    let channels: Int, across: Int, down: Int, progressive: Bool
    var testDescription: String { "\(channels) channels, \(across)x\(down)\(progressive ? ", progressive" : "")" }

    static let all = [false, true].flatMap { progressive in
      JPEGCodecTests.samplings.map { Local(channels: 3, across: $0.0, down: $0.1, progressive: progressive) }
        + [(1, 1, 1), (4, 1, 1), (4, 2, 2)].map {
          Local(channels: $0.0, across: $0.1, down: $0.2, progressive: progressive)
        }
    }
  }

  /// Starts on every pixel (of the scaled image), and some lengths from each, including the image's edge.
  static func spans(_ length: Int, every denominator: Int) -> [(Int, Int)] {
    stride(from: 0, to: length, by: denominator).flatMap { start in
      let ends = [1, 2, 7, 8, 9, 17, 40].map { start + $0 * denominator }.filter { $0 < length } + [length]
      return ends.map { (start, $0 - start) }
    }
  }

  static func compare(_ jpeg: [UInt8], width: Int, height: Int, denominator: Int, channels: Int) throws {
    let whole = try decode(jpeg, width: width, height: height, denominator: denominator, channels: channels)
    let across = Self.spans(width, every: denominator), down = Self.spans(height, every: denominator)
    let pairs =
      across.enumerated().map { ($1, down[$0 * 7 % down.count]) }
      + down.enumerated().map { (across[$0 * 5 % across.count], $1) }
    for ((x, wide), (y, high)) in pairs {
      let region = PixelRect<Stored>(x: x, y: y, width: wide, height: high)
      let part = try decode(
        jpeg, width: width, height: height, region: region, denominator: denominator, channels: channels)
      let expected = whole.cropped(
        x: x / denominator, y: y / denominator, width: part.width, height: part.height)
      guard part == expected else {
        Issue.record("\(region) of \(width)x\(height) differs")
        return
      }
    }
  }

  @Test(arguments: Local.all, [1, 2, 4, 8])
  func aRegionEqualsThatPartOfTheWhole(coding: Local, denominator: Int) throws {
    for (width, height) in [(83, 71), (64, 64), (5, 3), (40, 150)] {
      let image = Samples.mixedColors(width: width, height: height, channels: coding.channels)
      let jpeg = try encode(image, .jpeg(80, coding.across, coding.down, progressive: coding.progressive))
      try Self.compare(jpeg, width: width, height: height, denominator: denominator, channels: coding.channels)
    }
  }

  @Test(
    .enabled(if: OutsideTool.cjpeg.isInstalled, "needs cjpeg"),
    arguments: [
      ["-arithmetic", "-sample", "2x2"], ["-restart", "1", "-sample", "2x2"], ["-rgb"],
      ["-sample", "1x1,2x2,1x1"], ["-sample", "2x2,1x2,2x1"], ["-sample", "2x1,1x1,2x1"], ["-sample", "1x2,1x1,1x2"],
      ["-sample", "3x1"], ["-sample", "1x3"], ["-sample", "3x2,1x2,1x1"], ["-sample", "4x1,2x1,1x1"],
      ["-sample", "4x2,1x1,1x1"], ["-sample", "2x4,1x1,1x1"], ["-sample", "4x1,1x1,2x1"],
    ])
  func aRegionOfAForeignCodingEqualsThatPartToo(arguments: [String]) throws {
    let image = Samples.mixedColors(width: 83, height: 71, channels: 3)
    let jpeg = try OutsideTool.cjpeg.run(arguments + ["{in}"], input: image.pnm)
    for denominator in [1, 2, 4, 8] {
      try Self.compare(jpeg, width: 83, height: 71, denominator: denominator, channels: 3)
    }
  }
}

// Scales, regions and layouts by brute force, and how much of a source they read.

@Suite struct JPEGFractionTests {
  @Test(arguments: JPEGCodecTests.samplings, [2, 4, 8])
  func everyRectangleAtEveryOffsetEqualsThatPartOfTheWhole(sampling: (Int, Int), denominator: Int) throws {
    let (width, height) = (5 * denominator + denominator / 2, 4 * denominator + 1)
    let image = Samples.mixedColors(width: width, height: height, channels: 3)
    for progressive in [false, true] {
      let jpeg = try encode(image, .jpeg(88, sampling.0, sampling.1, progressive: progressive))
      let whole = try decode(jpeg, width: width, height: height, denominator: denominator)
      for x in 0..<6 {
        for y in 0..<5 {
          for right in x + 1...6 {
            for bottom in y + 1...5 {
              let region = PixelRect<Stored>(
                x: x * denominator, y: y * denominator, width: min(width, right * denominator) - x * denominator,
                height: min(height, bottom * denominator) - y * denominator)
              let part = try decode(
                jpeg, width: width, height: height, region: region, denominator: denominator)
              guard part == whole.cropped(x: x, y: y, width: right - x, height: bottom - y) else {
                Issue.record("\(region)")
                return
              }
            }
          }
        }
      }
    }
  }

  @Test(arguments: [1, 3, 4], orientations)
  func anEighthOfAFlatBlockIsOnePixelBeforeAndAfterATurn(
    channels: Int, orientation: Orientation<Stored, Displayed>
  ) throws {
    let small = Samples.mixedColors(width: 7, height: 5, channels: channels)
    var image = Samples(width: 56, height: 40, channels: channels)
    for y in 0..<40 {
      for x in 0..<56 { for channel in 0..<channels { image[x, y, channel] = small[x / 8, y / 8, channel] } }
    }
    let jpeg = try encode(image, .jpeg(100))
    let eighth = try decode(jpeg, width: 56, height: 40, denominator: 8, channels: channels)
    #expect(eighth.distance(to: small) <= 3)
    let turned = try transform(jpeg, orientation, region: PixelRect(x: 0, y: 0, width: 56, height: 40)).bytes
    let shape = orientation.applied(to: PixelSize<Stored>(width: 56, height: 40))
    let after = try decode(turned, width: shape.width, height: shape.height, denominator: 8, channels: channels)
    #expect(after == eighth.turned(orientation))
  }

  /// A file that lacks its end is decoded whole, with nothing omitted.
  @Test(arguments: JPEGCodecTests.samplings)
  func anEighthOfAProgressiveImageIsWhatAllOfItsScansMake(sampling: (Int, Int)) throws {
    for channels in [1, 3, 4] where channels < 4 || sampling.0 * sampling.1 <= 4 {
      for (width, height) in [(8, 8), (65, 43), (200, 130)] {
        let image = Samples.mixedColors(width: width, height: height, channels: channels)
        let jpeg = try encode(image, .jpeg(88, sampling.0, sampling.1, progressive: true))
        #expect(try CoarseJPEG(jpeg) != nil && CoarseJPEG(Array(jpeg.dropLast(2))) == nil)
        let eighth = try decode(jpeg, width: width, height: height, denominator: 8, channels: channels)
        let whole = try decode(
          Array(jpeg.dropLast(2)), width: width, height: height, denominator: 8, channels: channels)
        #expect(eighth == whole, "\(channels) channels, \(width)x\(height)")
      }
    }
  }

  @Test func anEighthOfAProgressiveImageSkipsMostOfIt() throws {
    let jpeg = try encode(.mixedColors(width: 900, height: 900, channels: 3), .jpeg(98, 2, 2, progressive: true))
    let coarse = try #require(try CoarseJPEG(jpeg))
    #expect(coarse.byteCount < jpeg.count / 2)
  }

  @Test(arguments: [1, 2, 4, 8])
  func grayIsDeliveredAsThreeEqualChannelsInAnyRegion(denominator: Int) throws {
    let jpeg = try encode(.mixedColors(width: 70, height: 50, channels: 1), .jpeg(90))
    for (x, y, width, height) in [(0, 0, 70, 50), (8, 16, 16, 8), (64, 48, 6, 2), (0, 24, 70, 8)] {
      let region = PixelRect<Stored>(x: x, y: y, width: width, height: height)
      let gray = try decode(jpeg, width: 70, height: 50, region: region, denominator: denominator, channels: 1)
      let color = try decode(jpeg, width: 70, height: 50, region: region, denominator: denominator, channels: 3)
      #expect(color.bytes == gray.bytes.flatMap { [$0, $0, $0] })
    }
  }

  @Test(arguments: [1, 2, 4, 8], [1, 3, 4])
  func aConstantColorStaysWhatItIs(denominator: Int, channels: Int) throws {
    for value in [0, 1, 77, 128, 200, 254, 255] as [UInt8] {
      let even = Samples(
        width: 33, height: 29, channels: channels, bytes: [UInt8](repeating: value, count: 33 * 29 * channels))
      let back = try decode(
        encode(even, .jpeg(100, 2, 2)), width: 33, height: 29, denominator: denominator, channels: channels)
      #expect(back.bytes.allSatisfy { abs(Int($0) - Int(value)) <= 1 }, "\(value)")
      #expect(back.width == (33 + denominator - 1) / denominator && back.height == (29 + denominator - 1) / denominator)
    }
  }

  @Test(arguments: [1, 63, 64, 65, 128, 200])
  func bandsCoverThePassOnceAndInOrder(height: Int) throws {
    let jpeg = try encode(.mixedColors(width: 24, height: height, channels: 3), .jpeg(90))
    let pass = DecodePass(
      region: PixelRect(x: 8, y: 0, width: 9, height: height), denominator: 1, layout: SampleLayout(.rgb))
    var next = 0
    try JPEGCodec().decode(pass, from: jpeg, limits: Limits()) { band, row in
      #expect(row == next && band.size.width == 9 && band.size.height <= 64 && band.layout == pass.layout)
      next += band.size.height
    }
    #expect(next == height)
  }

  /// The headers, and what a unit at the end of a window needs, are read again.
  @Test func aSourceIsReadFromItsStartAndNoFurtherThanNeeded() throws {
    let image = Samples.mixedColors(width: 900, height: 900, channels: 3)
    let jpeg = try encode(image, .jpeg(98))
    #expect(jpeg.count > 12 * 65_536)
    let whole = CountingSource(jpeg)
    _ = try decode(whole, width: 900, height: 900)
    #expect(whole.readCount < jpeg.count * 5 / 4 + 65_536 && whole.furthest == jpeg.count)
    let top = CountingSource(jpeg)
    _ = try decode(top, width: 900, height: 900, region: PixelRect(x: 0, y: 0, width: 900, height: 90))
    #expect(top.furthest < jpeg.count / 4)
    let header = CountingSource(jpeg)
    let outside = PixelRect<Stored>(x: 0, y: 0, width: 901, height: 1)
    #expect(failure { _ = try decode(header, width: 900, height: 900, region: outside) } != nil)
    #expect(header.readCount <= 2 * 65_536)
    let turned = CountingSource(jpeg + [UInt8](repeating: 0, count: 1 << 20))
    var sink: [UInt8] = []
    let end = try JPEGCodec().transform(
      LosslessJob(region: PixelRect(x: 0, y: 0, width: 896, height: 896), orientation: orientations[5]),
      from: turned, metadata: CarriedMetadata(), limits: Limits(), into: &sink)
    #expect(end == jpeg.count && turned.furthest < jpeg.count + 65_537)
  }

  @Test(arguments: [0, 1, 2, 100, 65_530, 65_536, 131_000])
  func theEndIsWhereTheImageEndsWhereverAReadEnds(padding: Int) throws {
    let jpeg = try encode(.mixedColors(width: 64, height: 48, channels: 3), .jpeg(90))
    var head: [UInt8] = []
    var left = padding
    while left >= 4 {
      let count = min(left - 4, 65_533)
      head += [0xFF, 0xE7, UInt8((count + 2) >> 8), UInt8((count + 2) & 255)] + [UInt8](repeating: 1, count: count)
      left -= 4 + count
    }
    let file = Array(jpeg[..<2]) + head + [UInt8](repeating: 0xFF, count: left) + jpeg[2...]
    let region = PixelRect<Stored>(x: 0, y: 0, width: 64, height: 48)
    let plain = try transform(jpeg, orientations[2], region: region).bytes
    for trailer in [[], [0xFF], [0xFF, 0xD9], [UInt8](repeating: 0xD9, count: 70_000), jpeg] {
      let result = try transform(file + trailer, orientations[2], region: region)
      #expect(result.end == file.count, "\(trailer.count) bytes behind")
      #expect(result.bytes == plain)
    }
  }
}
