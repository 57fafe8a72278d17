// Animations through all layers: a frame becomes a still image, upright, with every tag; nothing is flattened unless
// requested.

import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

@Suite struct AnimatedImagesTests {
  static let house = Pipeline(codecs: SystemCodecs.all + ConfinedCodecs.all)

  /// A frame of a file as displayed.
  static func frame(
    _ frame: Rendition.Frame, of bytes: [UInt8], region: Rendition.Region = .full
  ) throws -> Raster<Output> {
    var wish = Rendition(region: region, upright: .pixels, format: .png)
    wish.frame = frame
    return try house.raster(wish, of: Probe(bytes), from: bytes)
  }

  /// A PNG of the six colors and then of the same reversed, stored for a tag.
  static func png(_ tag: ExifOrientation, still: Bool = false) -> [UInt8] {
    var file = TinyPNG(TinyImage.sixColors.stored(as: tag), exif: TinyTIFF(orientation: Int(tag.rawValue)))
    let reversed = TinyFrame(TinyImage.sixReversed.stored(as: tag))
    file.animate(still: still, [reversed])
    return file.bytes
  }

  /// The same as a WebP.
  static func webp(_ tag: ExifOrientation) -> [UInt8] {
    var file = TinyWebP(TinyImage.sixColors.stored(as: tag), exif: TinyTIFF(orientation: Int(tag.rawValue)))
    file.animate([TinyImage.sixColors, .sixReversed].map { TinyFrame($0.stored(as: tag)) })
    return file.bytes
  }

  @Test(arguments: ExifOrientation.allCases)
  func framesOfPNGAndWebPAreUpright(_ tag: ExifOrientation) throws {
    for bytes in [Self.png(tag), Self.webp(tag)] {
      #expect(try TinyImage.sixColors.distance(to: Self.frame(.first, of: bytes)) == 0)
      #expect(try TinyImage.sixColors.distance(to: Self.frame(.number(1), of: bytes)) == 0)
      #expect(try TinyImage.sixReversed.distance(to: Self.frame(.number(2), of: bytes)) == 0)
      let corner = Rendition.Region.pixels(PixelRect(x: 2, y: 1, width: 1, height: 1))
      #expect(try Self.frame(.number(2), of: bytes, region: corner).pixel(x: 0, y: 0) == [255, 0, 0])
    }
  }

  /// A file without the chunks of this name.
  private static func png(_ file: [UInt8], without name: String) -> [UInt8] {
    var (result, at) = (Array(file[..<8]), 8)
    while at < file.count {
      let end = at + 12 + file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      if !file[at + 4..<at + 8].elementsEqual(name.utf8) { result += file[at..<end] }
      at = end
    }
    return result
  }

  /// Frames that are announced but missing do not hide a still image.
  @Test(arguments: [false, true]) func framesWithoutPixelsAreNone(still: Bool) throws {
    let file = Self.png(Self.png(.rightTop, still: still), without: "fdAT")
    #expect(try Probe(file).animation == nil)
    for frame in [Rendition.Frame.all, .first] {
      #expect(try TinyImage.sixColors.distance(to: Self.frame(frame, of: file)) == 0)
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func framesAreDrawnOverThoseBefore(_ tag: ExifOrientation) throws {
    // A gray pixel of 2 × 2 in the top left corner of 6 × 4, in stored positions, over the first frame; then another
    // one where it is cleared.
    let whole = TinyImage.sixColors.enlarged(by: 2)
    let patch = TinyImage(width: 2, height: 2, filledWith: [0, 0, 0])
    func drawn(_ places: [(x: Int, y: Int)]) -> TinyImage {
      var image = whole.stored(as: tag)
      for place in places { image.fill(x: place.x, y: place.y, width: 2, height: 2, with: [0, 0, 0]) }
      return image
    }
    var png = TinyPNG(whole.stored(as: tag), exif: TinyTIFF(orientation: Int(tag.rawValue)))
    png.animate([TinyFrame(patch, disposal: 2), TinyFrame(patch, x: 2, y: 2)])
    var webp = TinyWebP(whole.stored(as: tag), exif: TinyTIFF(orientation: Int(tag.rawValue)))
    webp.animate([TinyFrame(whole.stored(as: tag)), TinyFrame(patch, blends: true), TinyFrame(patch, x: 2, y: 2)])
    // Covers the whole canvas for one frame, and then restores it.
    var restored = TinyPNG(whole.stored(as: tag), exif: TinyTIFF(orientation: Int(tag.rawValue)))
    let other = TinyImage.sixReversed.enlarged(by: 2).stored(as: tag)
    restored.animate([TinyFrame(other, disposal: 2), TinyFrame(patch, x: 2, y: 2)])
    let results = [
      (png.bytes, [drawn([(0, 0)]), drawn([(2, 2)])]), (webp.bytes, [drawn([(0, 0)]), drawn([(0, 0), (2, 2)])]),
      (restored.bytes, [other, drawn([(2, 2)])]),
    ]
    for (bytes, stored) in results {
      for (index, image) in stored.enumerated() {
        var plain = TinyPNG(image, exif: TinyTIFF(orientation: Int(tag.rawValue)))
        plain.pixelBytesPerChunk = 7
        let expected = try Self.house.raster(Rendition(upright: .pixels), of: Probe(plain.bytes), from: plain.bytes)
        #expect(try Self.frame(.number(index + 2), of: bytes) == expected, "frame \(index + 2)")
      }
    }
  }

  /// The bytes read for a frame composed of all frames before it grow linearly with their number, not quadratically.
  @Test(arguments: [ContainerFormat.png, .webp])
  func noFrameIsLookedForFromTheStart(_ format: ContainerFormat) throws {
    func read(_ count: Int) throws -> Int {
      let patch = TinyFrame(TinyImage(width: 1, height: 1, filledWith: [0, 0, 0]))
      let frames = Array(repeating: patch, count: count)
      var (png, webp) = (TinyPNG(.sixColors), TinyWebP(.sixColors))
      png.animate(frames)
      webp.animate(frames)
      let source = CountingSource(format == .png ? png.bytes : webp.bytes)
      var wish = Rendition(upright: .pixels, format: .png)
      wish.frame = .number(count)
      let made = try Self.house.raster(wish, of: Probe(source), from: source)
      #expect(made.pixel(x: 0, y: 0).prefix(3) == [0, 0, 0])
      return source.readCount
    }
    #expect(try read(800) < 5 * read(400) / 2)
  }

  @Test func whatWasClearedIsTransparent() throws {
    var file = TinyPNG(.sixColors)
    file.animate(disposal: 1, [TinyFrame(TinyImage(width: 1, height: 1, filledWith: [9, 8, 7]), x: 1, y: 1)])
    let seen = try Self.frame(.number(2), of: file.bytes)
    #expect(seen.layout == SampleLayout(.rgba))
    #expect(seen.pixel(x: 1, y: 1) == [9, 8, 7, 255] && seen.pixel(x: 0, y: 0) == [0, 0, 0, 0])
    #expect(throws: UprightError.self) {
      var wish = Rendition(upright: .pixels, format: .jpeg)
      wish.frame = .number(2)
      _ = try Self.house.plan(wish, for: Probe(file.bytes))
    }
  }

  @Test func theStillImageBesideTheFramesIsFrame0() throws {
    let bytes = Self.png(.topLeft, still: true)
    #expect(try TinyImage.sixColors.distance(to: Self.frame(.number(0), of: bytes)) == 0)
    #expect(try TinyImage.sixReversed.distance(to: Self.frame(.first, of: bytes)) == 0)
    var wish = Rendition.thumbnail(within: PixelSize(width: 1, height: 1))
    let text = try Self.house.plan(wish, for: Probe(bytes)).description
    #expect(text.contains("animation: frame 1 of 1 is used"))
    #expect(text.contains("the still image for readers without animation support is not a frame; frame: 0 uses it"))
    wish.frame = .number(0)
    #expect(try Self.house.plan(wish, for: Probe(bytes)).frame?.words == "the separate still image")
  }

  @Test func aFrameThatIsNotThereIsTheRequestsFault() throws {
    for (bytes, number, reason) in [
      (Self.png(.topLeft), 3, "3 was requested, but the animation has 2 frames, 1 to 2"),
      (Self.png(.topLeft), 0, "0 was requested, but the animation has 2 frames, 1 to 2"),
      (TinyPNG(.sixColors).bytes, 2, "2 was requested, but the image has one frame and is not an animation"),
    ] {
      #expect(throws: UprightError.unanswerable(field: "frame", reason: Phrase(reason))) {
        try Self.frame(.number(number), of: bytes)
      }
    }
    #expect(try TinyImage.sixColors.distance(to: Self.frame(.number(1), of: TinyPNG(.sixColors).bytes)) == 0)
  }

  @Test func nothingIsFlattenedUnasked() throws {
    for bytes in [Self.png(.rightTop), Self.webp(.rightTop)] {
      let probe = try Probe(bytes)
      for format: ContainerFormat? in [nil, .jpeg] {
        for mode in EdgeMode.allCases where format != nil || (mode != .auto && mode != .keepTag) {
          var wish = mode.rendition(of: probe.format)
          (wish.format, wish.mayChangeFormat) = (format, true)
          #expect(throws: UprightError.self, "\(mode)") { try Self.house.plan(wish, for: probe) }
        }
      }
      #expect(try Self.house.run(EdgeMode.auto.rendition(of: probe.format), on: bytes) == bytes, "it keeps its tag")
      let turned = try Self.house.run(Rendition(rotation: .rotate90), on: bytes)
      #expect(try Probe(turned).orientation.exif == .bottomRight && Probe(turned).animation == probe.animation)
      #expect(try TinyImage.sixReversed.stored(as: .leftBottom).distance(to: Self.frame(.number(2), of: turned)) == 0)
    }
  }

  @Test func aSmallAnimationBecomesAStillImageToo() throws {
    for bytes in [Self.png(.rightTop), Self.webp(.rightTop)] {
      let small = try Self.house.run(Rendition.thumbnail(within: PixelSize(width: 64, height: 64)), on: bytes)
      #expect(try Probe(small).animation == nil && Probe(small).orientation.isIdentity)
      #expect(try TinyImage.sixColors.distance(to: displayed(small)) == 0)
    }
  }

  @Test(.enabled(if: UprightTool.path != nil, "needs the program beside the tests"))
  func theCommandsTakeAFrameAndSayWhich() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.png(.rightTop), as: "a.png")
    try folder.write(Self.webp(.rightTop), as: "b.webp")
    for (command, name, image, words) in [
      (["thumb", "8", "a.png", "-o", "1.png"], "1.png", TinyImage.sixColors, "(frame 1 of 2)"),
      (["thumb", "8", "--frame", "2", "b.webp", "-o", "2.png"], "2.png", TinyImage.sixReversed, "(frame 2 of 2)"),
      (["crop", "0,0,3,2", "b.webp", "-o", "3.png"], "3.png", TinyImage.sixColors, "(frame 1 of 2)"),
      (["crop", "0,0,3,2", "--frame=2", "a.png", "-o", "4.png"], "4.png", TinyImage.sixReversed, "(frame 2 of 2)"),
      (["fix", "--frame", "2", "a.png", "-o", "5.png"], "5.png", TinyImage.sixReversed, "(frame 2 of 2)"),
      (["rotate", "180", "--frame", "1", "b.webp", "-o", "6.png"], "6.png", TinyImage.sixReversed, "(frame 1 of 2)"),
    ] {
      let answer = try UprightTool.run(command, in: folder)
      #expect(answer.status == 0 && answer.text.contains(words), "\(command): \(answer.text) \(answer.complaints)")
      let result = try folder.read(name)
      #expect(try Probe(result).animation == nil && Probe(result).orientation.isIdentity)
      #expect(try image.distance(to: displayed(result)) == 0, "\(command)")
    }
    let json = try UprightTool.run(["thumb", "8", "--json", "--frame", "2", "a.png", "-o", "7.png"], in: folder)
    #expect(json.text.contains("\"frame\":2,\"frames\":2"))
    for (command, status, words) in [
      (["thumb", "8", "--frame", "3", "a.png", "-o", "x.png"], 64, "the animation has 2 frames, 1 to 2"),
      (["thumb", "8", "--frame", "-1", "a.png", "-o", "x.png"], 64, "--frame"),
      (["show", "--frame", "3", "--protocol", "blocks", "a.png"], 64, "the animation has 2 frames, 1 to 2"),
      (["sheet", "--frame", "3", "a.png", "-o", "x.png"], 64, "the animation has 2 frames, 1 to 2"),
      (["fix", "-i", "--frame", "1", "a.png"], 64, "--force if you mean it"),
      (["fix", "--to", "tag", "--frame", "1", "a.png", "-o", "x.png"], 64, "use only one"),
      (["rotate", "cw", "--bake", "a.png", "-o", "x.png"], 69, "make a still image of the first frame with --frame 1"),
      (["fix", "a.png", "-o", "x.jpg"], 69, "make a still image of the first frame with --frame 1"),
    ] {
      let answer = try UprightTool.run(command, in: folder)
      #expect(Int(answer.status) == status && answer.complaints.contains(words), "\(command): \(answer.complaints)")
      #expect((try? folder.read("x.png")) == nil && (try? folder.read("x.jpg")) == nil)
    }
    let shown = try UprightTool.run(["show", "--frame", "2", "--protocol", "blocks", "a.png"], in: folder)
    #expect(shown.status == 0 && shown.text.contains("a.png: 3x2, tag 6, frame 2 of 2"))
    #expect(try UprightTool.run(["sheet", "a.png", "b.webp", "-o", "sheet.png"], in: folder).status == 0)
    #expect(try folder.read("a.png") == Self.png(.rightTop))
  }

  #if JPEGXL
    @Test(arguments: ExifOrientation.allCases)
    func framesOfJPEGXLAreUpright(_ tag: ExifOrientation) throws {
      let bytes = try Self.house.run(
        Rendition(rotation: Orientation(asDisplayed: Orientation(exif: tag))), on: TinyJXL.twoFrames)
      #expect(try Probe(bytes).orientation.exif == tag && Probe(bytes).animation != nil)
      let plain = TinyPNG(.sixColors, exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes
      let other = TinyPNG(.sixReversed, exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes
      #expect(try Self.frame(.first, of: bytes).bytes == displayed(plain).bytes)
      #expect(try Self.frame(.number(2), of: bytes).bytes == displayed(other).bytes)
      let reason: Phrase = "3 was requested, but the animation has 2 frames, 1 to 2"
      #expect(throws: UprightError.unanswerable(field: "frame", reason: reason)) {
        try Self.frame(.number(3), of: bytes)
      }
      #expect(throws: UprightError.self) { try Self.house.run(Rendition(upright: .pixels, format: .png), on: bytes) }
    }
  #endif

  #if HEIF
    /// The six colors of squares of 8 pixels, as displayed with a tag.
    static func isShown(_ image: TinyImage, _ tag: ExifOrientation, in raster: Raster<Output>) -> Bool {
      let shown = CornerRule.displayed([[0, 1, 2], [3, 4, 5]], tag: Int(tag.rawValue))
      guard raster.size == PixelSize(width: 8 * shown[0].count, height: 8 * shown.count) else { return false }
      return shown.indices.allSatisfy { y in
        shown[y].indices.allSatisfy { x in
          let color = image[shown[y][x] % 3, shown[y][x] / 3].map(Int.init)
          let pixel = raster.pixel(x: x * 8 + 4, y: y * 8 + 4).map(Int.init)
          return zip(pixel, color).allSatisfy { abs($0 - $1) <= 16 }
        }
      }
    }

    @Test(arguments: ExifOrientation.allCases)
    func framesOfASequenceAreUpright(_ tag: ExifOrientation) throws {
      let bytes = TinyMovie(sequence: tag).bytes
      #expect(try Self.isShown(.sixColors, tag, in: Self.frame(.first, of: bytes)))
      #expect(try Self.isShown(.sixReversed, tag, in: Self.frame(.number(2), of: bytes)))
      let reason: Phrase = "3 was requested, but the animation has 2 frames, 1 to 2"
      #expect(throws: UprightError.unanswerable(field: "frame", reason: reason)) {
        try Self.frame(.number(3), of: bytes)
      }
      #expect(throws: UprightError.self) { try Self.house.run(Rendition(upright: .pixels, format: .png), on: bytes) }
      let turned = try Self.house.run(Rendition(rotation: .rotate90), on: bytes)
      let value = Orientation<Stored, Displayed>(exif: tag).then(.rotate90).exif
      #expect(turned == TinyMovie(sequence: value).bytes)
    }

    @Test func aStillImageBesideASequenceIsShownFirst() throws {
      // The still image has the six colors, the first frame the same reversed; the items' offsets are from the file's
      // start.
      var movie = TinyMovie(sequence: .topLeft)
      (movie.tracks[0].sample, movie.tracks[0].extraSamples) = (TinyHEIF.reversedImage, [TinyHEIF.codedImage])
      var file = TinyHEIF(.topLeft)
      file.brands = ["avis", "avif", "mif1", "miaf"]
      movie.samplesAfter = file.bytes.count
      file.trailer = Array(movie.bytes.dropFirst(TinyMovie.fileTypeCount))
      let bytes = file.bytes
      let animation = try #require(try Probe(bytes).animation)
      #expect(animation.showsStillFirst && animation.hasSeparateStill && animation.frameCount == 2)
      for frame in [Rendition.Frame.first, .number(0)] {
        #expect(try Self.isShown(.sixColors, .topLeft, in: Self.frame(frame, of: bytes)))
      }
      #expect(try Self.isShown(.sixReversed, .topLeft, in: Self.frame(.number(1), of: bytes)))
      #expect(try Self.isShown(.sixColors, .topLeft, in: Self.frame(.number(2), of: bytes)))
      let stays = UprightError.unsupported(
        """
        this AVIF has an image sequence besides its still image, which would not rotate with it; \
        \(option: .frame, "0") outputs the still image, \(option: .frame, "1") the first frame
        """)
      #expect(throws: stays) {
        try Self.house.run(Rendition(rotation: .rotate90, upright: .pixels, format: .avif), on: bytes)
      }
      let other = TinyMovie(sequence: .rightTop).tracks[0].matrix
      movie.tracks[0].matrix = other
      file.trailer = Array(movie.bytes.dropFirst(TinyMovie.fileTypeCount))
      #expect(throws: stays) { try Self.house.run(Rendition(rotation: .rotate90), on: file.bytes) }
      #expect(throws: UprightError.unsupported("its frames and its still image have different orientations")) {
        try Self.frame(.number(1), of: file.bytes)
      }
    }

    /// A file of the six colors as a still image, and of the same reversed as the first frame.
    static func stillAndSequence(_ tag: ExifOrientation) -> [UInt8] {
      var movie = TinyMovie(sequence: tag)
      (movie.tracks[0].sample, movie.tracks[0].extraSamples) = (TinyHEIF.reversedImage, [TinyHEIF.codedImage])
      var file = TinyHEIF(tag)
      file.brands = ["avis", "avif", "mif1", "miaf"]
      movie.samplesAfter = file.bytes.count
      file.trailer = Array(movie.bytes.dropFirst(TinyMovie.fileTypeCount))
      return file.bytes
    }

    /// The still image is the result in every other format, upright and rotated, and the plan says so.
    @Test(arguments: ExifOrientation.allCases)
    func inAnotherFormatTheStillImageIsLeft(_ tag: ExifOrientation) throws {
      let bytes = Self.stillAndSequence(tag)
      for upright in [Rendition.Uprightness.pixels, .pixelsWherePossible] {
        for turn in [Orientation<Displayed, Displayed>.identity, .rotate90] {
          let wish = Rendition(rotation: turn, upright: upright, format: .png)
          let plan = try Self.house.plan(wish, for: Probe(bytes))
          #expect(plan.frame?.number == 0)
          #expect(plan.explanation.contains("animation: the separate still image is used"))
          #expect(plan.explanation.contains("not copy: the format changes to png"))
          let result = try Self.house.run(plan, on: bytes)
          let shown = Orientation<Stored, Displayed>(exif: tag).then(turn).exif
          #expect(try Probe(result).orientation.isIdentity)
          #expect(try Self.isShown(.sixColors, shown, in: displayed(result)), "\(tag) \(turn)")
        }
      }
    }

    @Test(arguments: ExifOrientation.allCases)
    func aSequenceRotatesWithItsStillImageEvenWhereBytesMove(_ tag: ExifOrientation) throws {
      let bytes = Self.stillAndSequence(tag)
      for turn in Orientation<Displayed, Displayed>.all {
        let turned = try Self.house.run(Rendition(rotation: turn), on: bytes)
        let shown = Orientation<Stored, Displayed>(exif: tag).then(turn).exif
        #expect(try Self.isShown(.sixColors, shown, in: Self.frame(.first, of: turned)), "\(turn)")
        #expect(try Self.isShown(.sixReversed, shown, in: Self.frame(.number(1), of: turned)), "\(turn)")
        #expect(try Self.isShown(.sixColors, shown, in: Self.frame(.number(2), of: turned)), "\(turn)")
      }
    }

    @Test(.enabled(if: UprightTool.path != nil, "needs the program beside the tests"))
    func theCommandsRotateBothAndDeliverTheStillImage() throws {
      let folder = try ScratchFolder()
      try folder.write(Self.stillAndSequence(.topLeft), as: "a.avif")
      try folder.write(Self.stillAndSequence(.topLeft), as: "b.avif")
      for (command, name, tag, words) in [
        (["rotate", "cw", "a.avif", "-o", "1.avif"], "1.avif", 6, "retag"),
        (["orient", "6", "-i", "b.avif"], "b.avif", 6, "retag"),
        (["fix", "1.avif", "-o", "2.png"], "2.png", 6, "(the separate still image)"),
        (["thumb", "24", "1.avif", "-o", "3.png"], "3.png", 6, "(the separate still image)"),
        (["crop", "0,0,16,24", "1.avif", "-o", "4.png"], "4.png", 6, "(the separate still image)"),
        (["fix", "a.avif", "-o", "5.png"], "5.png", 1, "(the separate still image)"),
      ] {
        let answer = try UprightTool.run(command, in: folder)
        #expect(answer.status == 0 && answer.text.contains(words), "\(command): \(answer.text) \(answer.complaints)")
        let result = try folder.read(name)
        let shown = try #require(ExifOrientation(rawValue: UInt8(tag)))
        #expect(try Self.isShown(.sixColors, shown, in: Self.frame(.first, of: result)), "\(command)")
      }
      let answer = try UprightTool.run(["show", "--protocol", "blocks", "1.avif"], in: folder)
      #expect(answer.status == 0 && answer.text.contains("1.avif: 16x24"), "\(answer.text)")
    }

    @Test func aSequenceRotatesWithItsStillImageWhereNoByteMoves() throws {
      var movie = TinyMovie(sequence: .rightTop)
      (movie.tracks[0].sample, movie.tracks[0].extraSamples) = (TinyHEIF.reversedImage, [TinyHEIF.codedImage])
      var file = TinyHEIF(.rightTop)
      file.brands = ["avis", "avif", "mif1", "miaf"]
      movie.samplesAfter = file.bytes.count
      file.trailer = Array(movie.bytes.dropFirst(TinyMovie.fileTypeCount))
      let turned = try Self.house.run(Rendition(rotation: .rotate90), on: file.bytes)
      #expect(turned.count == file.bytes.count)
      #expect(try Self.isShown(.sixColors, .bottomRight, in: Self.frame(.first, of: turned)))
      #expect(try Self.isShown(.sixReversed, .bottomRight, in: Self.frame(.number(1), of: turned)))
    }
  #endif
}
