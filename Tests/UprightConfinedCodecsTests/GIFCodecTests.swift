// GIF by giflib: images drawn on the screen as Pillow draws them; damaged ones give a named error.

#if GIF
  import Testing
  import Upright
  import UprightConfinedCodecs
  import UprightFixtures
  import UprightTestTools

  @Suite struct GIFCodecTests {
    /// An image without symmetry, of at most 100 colors, with some black in it.
    private static func image(_ width: Int, _ height: Int, seed: Int = 0) -> TinyImage {
      var image = TinyImage(width: width, height: height, filledWith: [0, 0, 0])
      for y in 0..<height {
        for x in 0..<width where (x + y + seed) % 4 != 0 {
          let place = (x / 2 + 3 * y + seed) % 90
          image[x, y] = [UInt8(place * 2 + 1), UInt8(place * 91 % 255), UInt8(200 - place)]
        }
      }
      return image
    }

    private static func frame(
      _ width: Int, _ height: Int, at place: (x: Int, y: Int) = (0, 0),
      _ disposal: TinyGIFFrames.Frame.Disposal = .keep,
      transparent: Bool = false, interlaced: Bool = false
    ) -> TinyGIFFrames.Frame {
      var frame = TinyGIFFrames.Frame(image(width, height, seed: place.x))
      (frame.x, frame.y, frame.disposal) = (place.x, place.y, disposal)
      (frame.hasTransparency, frame.isInterlaced) = (transparent, interlaced)
      return frame
    }

    /// Whole and partial images, with and without holes; the second has a disposal method.
    private static func animation(_ second: TinyGIFFrames.Frame.Disposal) -> TinyGIFFrames {
      TinyGIFFrames(
        width: 31, height: 23,
        [
          frame(31, 23), frame(10, 9, at: (3, 4), second, transparent: true), frame(7, 7, at: (20, 11), .restore),
          frame(12, 5, at: (2, 17), transparent: true, interlaced: true),
          frame(31, 23, transparent: true), frame(1, 1, at: (30, 22)),
        ])
    }

    private static func decoded(
      _ bytes: any ByteSource, _ region: PixelRect<Stored>, frame: Int? = nil,
      _ channels: SampleLayout.Channels = .rgba,
      limits: Limits = Limits()
    ) throws(UprightError) -> [UInt8] {
      var samples: [UInt8] = []
      let pass = DecodePass(region: region, denominator: 1, layout: SampleLayout(channels), imageIndex: frame)
      try GIFCodec().decode(pass, from: bytes, limits: limits) { band, _ in samples += band.bytes }
      return samples
    }

    private static func pillow(_ bytes: [UInt8], frame: Int = 1) throws -> [UInt8] {
      let script = """
        import sys, PIL.Image
        p = PIL.Image.open(sys.argv[1]); p.seek(\(frame - 1)); p.load()
        sys.stdout.buffer.write(p.convert("RGBA").tobytes())
        """
      return try OutsideTool.pillow.run(["-c", script, "{in}"], input: bytes)
    }

    /// Colors under full transparency are arbitrary.
    private static func visible(_ samples: [UInt8]) -> [[UInt8]] {
      stride(from: 0, to: samples.count, by: 4).map { samples[$0 + 3] == 0 ? [] : Array(samples[$0..<$0 + 4]) }
    }

    @Test(arguments: [false, true]) func anImageIsItsColors(isInterlaced: Bool) throws {
      let (width, height) = (37, 71)
      let file = TinyGIFFrames(width: width, height: height, [Self.frame(width, height, interlaced: isInterlaced)])
      for region in [
        PixelRect<Stored>(x: 0, y: 0, width: 37, height: 71), PixelRect(x: 5, y: 3, width: 9, height: 66),
        PixelRect(x: 36, y: 70, width: 1, height: 1),
      ] {
        let expected = (region.y..<region.maxY).flatMap { y in
          (region.x..<region.maxX).flatMap { file.frames[0].image[$0, y] }
        }
        #expect(try Self.decoded(file.bytes, region, .rgb) == expected)
      }
    }

    @Test func theScreenIsTransparentWhereNoImageIs() throws {
      let file = TinyGIFFrames(width: 5, height: 4, [Self.frame(3, 2, at: (1, 1), transparent: true)])
      let samples = try Self.decoded(file.bytes, PixelRect(x: 0, y: 0, width: 5, height: 4))
      for y in 0..<4 {
        for x in 0..<5 {
          let isInside = (1..<4).contains(x) && (1..<3).contains(y)
          let color = isInside ? file.frames[0].image[x - 1, y - 1] : [0, 0, 0]
          let opacity: UInt8 = color == [0, 0, 0] ? 0 : 255
          #expect(samples[4 * (5 * y + x) + 3] == opacity, "\(x),\(y)")
        }
      }
    }

    @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Pillow"), arguments: 1...6)
    func everyFrameIsWhatPillowDraws(_ number: Int) throws {
      let bytes = Self.animation(.restore).bytes
      let whole = PixelRect<Stored>(x: 0, y: 0, width: 31, height: 23)
      let own = try Self.decoded(bytes, whole, frame: number)
      #expect(Self.visible(own) == Self.visible(try Self.pillow(bytes, frame: number)))
      if number == 1 { #expect(try Self.decoded(bytes, whole) == own) }
    }

    /// Pillow fills such an area with a color; ImageMagick and browsers clear it (GIF 89a, 23, disposal 2).
    @Test func whatIsClearedIsTransparent() throws {
      let file = Self.animation(.clear)
      let whole = PixelRect<Stored>(x: 0, y: 0, width: 31, height: 23)
      let samples = try Self.visible(Self.decoded(file.bytes, whole, frame: 3))
      for y in 0..<23 {
        for x in 0..<31 {
          let isCleared = (3..<13).contains(x) && (4..<13).contains(y)
          let isDrawn = (20..<27).contains(x) && (11..<18).contains(y)
          let color = isDrawn ? file.frames[2].image[x - 20, y - 11] : file.frames[0].image[x, y]
          #expect(samples[31 * y + x] == (isCleared ? [] : color + [255]), "\(x),\(y)")
        }
      }
    }

    @Test func framesThatAreNotThereAreRefused() {
      let whole = PixelRect<Stored>(x: 0, y: 0, width: 31, height: 23)
      let error = #expect(throws: UprightError.self) { try Self.decoded(Self.animation(.clear).bytes, whole, frame: 7) }
      #expect(error?.codes.name == "unanswerable")
      #expect(throws: UprightError.self) {
        try Self.decoded(Self.animation(.clear).bytes, PixelRect(x: 1, y: 0, width: 31, height: 23))
      }
      #expect(throws: UprightError.limit(.pixels, asked: 713, allowed: 712)) {
        try Self.decoded(Self.animation(.clear).bytes, whole, limits: Limits(pixels: 712))
      }
      #expect(GIFCodec().encoder == nil && GIFCodec().blocks == nil && GIFCodec().decoder != nil)
    }

    @Test func everyPrefixDecodesOrEndsInANamedError() {
      let whole = PixelRect<Stored>(x: 0, y: 0, width: 31, height: 23)
      let bytes = Self.animation(.clear).bytes
      for count in 0..<bytes.count {
        for frame in [nil, 4] {
          do throws(UprightError) {
            _ = try Self.decoded(Array(bytes.prefix(count)), whole, frame: frame)
          } catch {
            switch error {
            case .malformed, .unsupported, .unanswerable: break
            default: Issue.record("\(count): \(error)")
            }
          }
        }
      }
    }

    @Test func noByteThatIsChangedBringsTheProcessDown() {
      var random = SplitMix64(seed: 5)
      let file = TinyGIFFrames(width: 9, height: 5, [Self.frame(9, 5), Self.frame(4, 3, at: (1, 1), .clear)])
      let (bytes, whole) = (file.bytes, PixelRect<Stored>(x: 0, y: 0, width: 9, height: 5))
      for place in bytes.indices {
        var damaged = bytes
        damaged[place] ^= UInt8.random(in: 1...255, using: &random)
        do throws(UprightError) {
          _ = try Self.decoded(damaged, whole, frame: 2, limits: Limits(pixels: 1 << 20, memoryBytes: 1 << 24))
        } catch {
          switch error {
          case .malformed, .unsupported, .limit, .unanswerable: break
          default: Issue.record("\(place): \(error)")
          }
        }
      }
    }
  }
#endif
