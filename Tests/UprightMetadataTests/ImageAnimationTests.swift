// Animations in headers: how many frames, where they are drawn, what is opaque.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ImageAnimationTests {
  static let small = TinyImage(width: 1, height: 1, filledWith: [9, 9, 9])

  static func png(
    still: Bool = false, disposal: UInt8 = 0, _ frames: [TinyFrame] = [TinyFrame(.sixReversed)]
  ) -> TinyPNG {
    var file = TinyPNG(.sixColors)
    file.animate(still: still, disposal: disposal, frames)
    return file
  }

  @Test func aPNGSaysItsFramesAndWhetherItsImageIsOne() throws {
    let animation = try #require(try Probe(Self.png().bytes).animation)
    #expect(animation.frameCount == 2 && !animation.hasSeparateStill && animation.firstFrame == 1)
    let other = try #require(try Probe(Self.png(still: true).bytes).animation)
    #expect(other.frameCount == 1 && other.hasSeparateStill && !other.showsStillFirst && other.firstFrame == 1)
    #expect(try Probe(TinyPNG(.sixColors).bytes).animation == nil)
    #expect(try Probe(Self.png([]).bytes).animation == nil, "one frame that is the image is a still image")
  }

  @Test func framesBehindABrokenRuleAreNone() throws {
    func count(_ change: (inout TinyPNG) -> Void) throws -> Int? {
      var file = Self.png([TinyFrame(.sixReversed), TinyFrame(.sixReversed)])
      change(&file)
      return try Probe(file.bytes).animation?.frameCount
    }
    #expect(try count { _ in } == 3)
    // Beyond the canvas; without size; an unknown disposal; too short; out of sequence.
    for (place, value) in [(15, UInt8(1)), (7, 0), (24, 3), (25, 2), (3, 0)] {
      #expect(try count { $0.chunksAfterImage[3].data[place] = value } == 2, "\(place)")
    }
    #expect(try count { $0.chunksAfterImage[3].data.removeLast() } == 2)
    #expect(try count { $0.chunks[1].data[11] = 1 } == nil, "the image is not where its frame is")
    #expect(try count { $0.chunks[0].data[3] = 2 } == 2, "no more frames than are announced")
    #expect(try count { $0.chunks[0].data.removeLast() } == nil)
    #expect(try count { $0.chunks.removeFirst() } == nil)
    #expect(
      try count {
        let announcement = $0.chunks.removeFirst()
        $0.chunksAfterImage.insert(announcement, at: 0)
      } == nil, "an announcement behind the pixels is none")
  }

  @Test func aWebPSaysItsFrames() throws {
    var file = TinyWebP(.sixColors)
    file.animate([TinyFrame(.sixColors), TinyFrame(Self.small, x: 2, disposal: 1, blends: true)])
    let animation = try #require(try Probe(file.bytes).animation)
    #expect(animation.frameCount == 2 && !animation.hasSeparateStill)
    #expect(
      animation.frames.map(\.rect) == [
        PixelRect(x: 0, y: 0, width: 3, height: 2), PixelRect(x: 2, y: 0, width: 1, height: 1),
      ])
    #expect(animation.frames.map(\.blends) == [false, true] && animation.frames.map(\.disposal) == [.keep, .clear])
    #expect(try Probe(TinyWebP(.sixColors).bytes).animation == nil)
    file.animate([TinyFrame(.sixColors), TinyFrame(.sixColors, x: 2), TinyFrame(.sixColors)])
    #expect(try Probe(file.bytes).animation?.frameCount == 1, "the second reaches beyond the canvas")
  }

  @Test func onlyWhatIsThereIsShown() throws {
    let probe = try Probe(Self.png().bytes)
    #expect(probe.shownFrame == nil && probe.decodedImage == nil)
    for number in [-1, 0, 3, .max] { #expect(probe.showing(frame: number) == nil) }
    #expect(probe.showing(frame: 2)?.decodedImage == 2)
    #expect(try Probe(Self.png(still: true).bytes).showing(frame: 0)?.shownFrame == 0)
    let still = try Probe(TinyPNG(.sixColors).bytes)
    #expect(still.showing(frame: 1) == still && still.showing(frame: 0) == nil && still.showing(frame: 2) == nil)
  }

  @Test func opacityIsThatOfTheFrameOnceItIsDrawn() throws {
    func transparent(_ file: TinyPNG) throws -> [Bool?] {
      let probe = try Probe(file.bytes)
      return (1...(probe.animation?.frameCount ?? 1)).map { probe.showing(frame: $0)?.samples?.hasTransparency }
    }
    let part = TinyFrame(Self.small, x: 1)
    #expect(try transparent(Self.png([part, TinyFrame(.sixColors)])) == [false, false, false])
    #expect(try transparent(Self.png(disposal: 1, [part, TinyFrame(.sixColors)])) == [false, true, false])
    #expect(try transparent(Self.png(disposal: 2, [part])) == [false, true], "nothing was there before")
    #expect(try transparent(Self.png(still: true, [part, part])) == [true, true])
    let going = TinyFrame(Self.small, x: 1, disposal: 2)
    #expect(try transparent(Self.png([going, part])) == [false, false, false])
  }

  @Test func whichFramesNeedOthers() throws {
    let part = TinyFrame(Self.small, x: 1)
    let probe = try Probe(Self.png([part, TinyFrame(.sixColors), part]).bytes)
    let animation = try #require(probe.animation)
    #expect((1...4).map { animation.start(of: $0, on: probe.storedSize) } == [1, 1, 3, 3])
    #expect((1...4).map { probe.showing(frame: $0)?.composesFrames } == [false, true, false, true])
  }

  /// The content of a canvas of two pixels once the frames from `first` to `last` are drawn: 0 if it is transparent.
  private static func drawn(_ frames: [ImageAnimation.Frame], from first: Int, to last: Int) -> [Int] {
    var canvas = [0, 0]
    for number in first...last {
      let (frame, before) = (frames[number - 1], canvas)
      for column in frame.rect.x..<frame.rect.maxX {
        // A frame that lets something through gives a result that nothing else gives.
        let shows = frame.blends && !frame.isOpaque && number > 1
        canvas[column] = shows ? 100 * canvas[column] + number : number
      }
      guard number < last else { break }
      switch frame.disposal {
      case .keep: break
      case .clear: for column in frame.rect.x..<frame.rect.maxX { canvas[column] = 0 }
      case .restore: canvas = before
      }
    }
    return canvas
  }

  private static let kinds: [ImageAnimation.Frame] = [ImageAnimation.Frame.Disposal.keep, .clear, .restore].flatMap {
    disposal in
    [1, 2].flatMap { width in
      [(false, false), (false, true), (true, false), (true, true)].map { blends, isOpaque in
        ImageAnimation.Frame(
          rect: PixelRect(x: 0, y: 0, width: width, height: 1), disposal: disposal, blends: blends,
          isOpaque: isOpaque, isLossless: true, offset: 0)
      }
    }
  }

  /// Every sequence of up to four frames, of every kind: drawn from its stated start, a frame equals the one after
  /// drawing all.
  @Test(arguments: kinds.indices.filter { kinds[$0].disposal != .restore })
  func noFrameThatIsNeededIsPassedOver(_ first: Int) {
    let canvas = PixelSize<Stored>(width: 2, height: 1)
    let lasts = Self.kinds.filter { $0.disposal == .keep }
    var (wrong, passedOver) = (0, 0)
    func check(_ frames: [ImageAnimation.Frame]) {
      let start = ImageAnimation(frames).start(of: frames.count, on: canvas)
      let whole = Self.drawn(frames, from: 1, to: frames.count)
      if Self.drawn(frames, from: start, to: frames.count) != whole { wrong += 1 }
      if start > 1 { passedOver += 1 }
    }
    for second in Self.kinds {
      for last in lasts { check([Self.kinds[first], second, last]) }
      for third in Self.kinds { for last in lasts { check([Self.kinds[first], second, third, last]) } }
    }
    #expect(wrong == 0 && passedOver > 0)
  }

  @Test func aFrameThatGoesAgainIsNoStart() throws {
    let part = TinyFrame(Self.small, x: 1)
    let frames = [TinyFrame(.sixColors, disposal: 2), part, TinyFrame(.sixColors, disposal: 1), part]
    let probe = try Probe(Self.png(frames).bytes)
    let animation = try #require(probe.animation)
    #expect((1...5).map { animation.start(of: $0, on: probe.storedSize) } == [1, 2, 1, 4, 4])
  }

  /// A frame has the light of the file, whether it is one of several or partial.
  @Test func framesHaveTheLightOfTheImage() throws {
    func curves(_ bytes: [UInt8], _ frames: ClosedRange<Int>) throws -> Set<HighRange.Curve?> {
      let probe = try Probe(bytes)
      return try Set(frames.map { try #require(probe.showing(frame: $0)).samples?.highRange?.curve })
    }
    for color: [UInt8] in [[9, 9, 9], [9, 9, 9, 200]] {
      var file = TinyPNG(TinyImage(width: 3, height: 2, filledWith: color))
      let part = TinyImage(width: 1, height: 1, filledWith: color)
      file.animate([TinyFrame(part, x: 1), TinyFrame(part, disposal: 1), TinyFrame(part)])
      file.chunks.insert(TinyPNG.Chunk("cICP", [9, 16, 0, 1]), at: 0)
      #expect(try curves(file.bytes, 1...4) == [.pq])
    }
    #expect(try curves(TinyJXL.twoFramesInPQ, 1...2) == [.pq])
    var movie = TinyMovie(sequence: .rightTop)
    movie.tracks[0].entryBoxes += TinyBox.bytes("colr", Array("nclx".utf8) + [0, 9, 0, 18, 0, 6, 0x80])
    #expect(try curves(movie.bytes, 1...2) == [.hlg])
    let probe = try Probe(movie.bytes)
    #expect(probe.showing(frame: 2)?.samples?.unsupportedReason == nil)
  }

  @Test func aFrameOfAPNGIsAPNG() throws {
    let file = Self.png([TinyFrame(Self.small, x: 1)])
    let animation = try #require(try Probe(file.bytes).animation)
    #expect(try PNGFrame.file(ofFrame: 1, in: file.bytes, animation: animation) == nil)
    #expect(
      try PNGFrame.file(ofFrame: 2, in: file.bytes, animation: animation)
        == TinyPNG.signature
        + [TinyPNG.Chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])].flatMap(\.bytes)
        + Self.halves.flatMap(\.bytes) + TinyPNG.Chunk("IEND", []).bytes)
    #expect(throws: MetadataError.self) { try PNGFrame.file(ofFrame: 3, in: file.bytes, animation: animation) }
    var damaged = file
    damaged.chunksAfterImage[2].checksumError = 1
    #expect(throws: MetadataError.self) { try PNGFrame.file(ofFrame: 2, in: damaged.bytes, animation: animation) }
    var empty = file
    empty.chunksAfterImage.removeLast(2)
    #expect(throws: MetadataError.self) { try PNGFrame.file(ofFrame: 2, in: empty.bytes, animation: animation) }
  }

  private static var halves: [TinyPNG.Chunk] {
    let coded = TinyPNG.zlib([0, 9, 9, 9])
    return [coded[..<(coded.count / 2)], coded[(coded.count / 2)...]].map { TinyPNG.Chunk("IDAT", Array($0)) }
  }

  @Test func aJPEGXLAndASequenceSayThatTheyAreAnimations() throws {
    let probe = try Probe(TinyJXL.twoFrames)
    #expect(probe.animation != nil && probe.animation?.frameCount == nil)
    #expect(probe.samples == SampleCoding(color: .rgb, isLossless: true))
    #expect(probe.showing(frame: 7)?.samples?.isLossless == false)
    for tag in ExifOrientation.allCases {
      let sequence = try Probe(TinyMovie(sequence: tag).bytes)
      #expect(sequence.format == .avif && sequence.storedSize == PixelSize(width: 24, height: 16))
      #expect(sequence.orientation.exif == tag)
      #expect(sequence.animation?.frameCount == 2 && sequence.animation?.hasSeparateStill == false)
      #expect(sequence.samples?.unsupportedReason == nil)
    }
  }

  @Test func aSequenceWhoseFramesBreakOffIsTruncated() throws {
    let bytes = TinyMovie(sequence: .rightTop).bytes
    #expect(try !Probe(bytes).isTruncated)
    let cut = try Probe(Array(bytes.dropLast()))
    #expect(cut.isTruncated && cut.orientation.exif == .rightTop)
  }

  @Test(arguments: ExifOrientation.allCases)
  func aSequenceIsRotatedByItsMatrix(_ tag: ExifOrientation) throws {
    let bytes = TinyMovie(sequence: .rightTop).bytes
    let probe = try Probe(bytes)
    let result = try probe.retag(to: Orientation(exif: tag)).applied(to: bytes)
    #expect(try Probe(result).orientation.exif == tag)
    #expect(result == TinyMovie(sequence: tag).bytes, "the matrix with its shift, and nothing else")
  }

  @Test func framesOfASequenceThatNeedOthersAreNamed() throws {
    var movie = TinyMovie(sequence: .topLeft)
    movie.tracks[0].keySamples = [1]
    let probe = try Probe(movie.bytes)
    #expect(probe.showing(frame: 1)?.samples?.unsupportedReason == nil)
    #expect(
      probe.showing(frame: 2)?.samples?.unsupportedReason
        == .frames(.dependent(2, independent: [1])))
    movie.tracks[0].coding = "vvc1"
    #expect(try Probe(movie.bytes).samples?.unsupportedReason == .frames(.coding))
  }

  /// A first sample that is only decoded from: marked so by its composition time, or before the first edit.
  @Test func aHiddenFirstFrameIsNotTheFirstFrame() throws {
    func offsets(_ version: UInt8, _ offset: Int) -> [UInt8] {
      TinyBox.full("ctts", version: Int(version), [1, 1, offset].flatMap { TinyBox.number($0, 4) })
    }
    func edit(_ begin: Int) -> [UInt8] {
      TinyBox.bytes("edts", TinyBox.full("elst", [1, 600, begin, 0x1_0000].flatMap { TinyBox.number($0, 4) }))
    }
    for (table, boxes, reason) in [
      (offsets(1, 0x8000_0000), [], .frames(.hidden)), (offsets(1, 0x8000_0000), edit(100), .frames(.hidden)),
      (offsets(0, 0x8000_0000), [], nil), ([], edit(600), .frames(.hidden)), ([], edit(0), nil),
      ([], edit(600 - 1), nil), (offsets(0, 10), edit(600), nil),
      ([], edit(0xFFFF_FFFF), nil),
    ] as [([UInt8], [UInt8], UnsupportedSamples?)] {
      var movie = TinyMovie(sequence: .topLeft)
      movie.tracks[0].tableBoxes += table
      movie.tracks[0].boxes += boxes
      #expect(try Probe(movie.bytes).samples?.unsupportedReason == reason, "\(table) \(boxes)")
    }
  }

  @Test func aSequenceCutAnywhereEndsInAnError() throws {
    let bytes = TinyMovie(sequence: .leftTop).bytes
    for count in 0..<bytes.count {
      guard let probe = try? Probe(Array(bytes.prefix(count))) else { continue }
      _ = try? ItemImage(Array(bytes.prefix(count)), frame: 2)
      #expect(probe.format == .avif)
    }
    for place in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var other = bytes
        other[place] = value
        guard let probe = try? Probe(other) else { continue }
        for frame in [1, 2] {
          guard let shown = probe.showing(frame: frame), shown.samples != nil else { continue }
          _ = try? ItemImage(other, frame: frame)
        }
      }
    }
  }
}
