// HDR images (PQ, HLG) through all layers: with every tag, by every method, stated in the plan, and never silently.

import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

@Suite struct HighRangeImagesTests {
  static let house = Pipeline(codecs: SystemCodecs.all + ConfinedCodecs.all)

  /// Six cells of 16 × 16, BT.2020 in PQ or HLG of 16 bits, and the result of an independent computation (see
  /// `ToneMapperTests`). PQ: (10, 10, 10), 203, (300, 250, 200), (120, 140, 100), (800, 900, 1000), (3000, 2500, 2800)
  /// nits. HLG: 10, 50, 75, (75, 70, 65), (50, 55, 45) and (90, 92, 95) %.
  static let pq: [(coded: [UInt16], knee: [Int], clip: [Int])] = [
    ([19641, 19641, 19641], [16118, 16117, 16116], [16118, 16117, 16116]),
    ([38055, 38055, 38055], [58852, 58850, 58847], [65535, 65533, 65530]),
    ([40754, 39489, 37953], [65535, 57098, 51443], [65535, 65535, 64111]),
    ([34503, 35534, 33297], [48158, 54172, 45274], [49897, 56113, 46916]),
    ([47678, 48519, 49271], [56922, 62922, 65535], [65535, 65535, 65535]),
    ([57113, 55816, 56623], [65535, 59778, 63839], [65535, 65535, 65535]),
  ]
  static let hlg: [(coded: [UInt16], knee: [Int], clip: [Int])] = [
    ([6554, 6554, 6554], [4154, 4153, 4153], [4154, 4153, 4153]),
    ([32768, 32768, 32768], [35184, 35182, 35181], [35184, 35182, 35181]),
    ([49151, 49151, 49151], [58861, 58859, 58856], [65535, 65535, 65535]),
    ([49151, 45874, 42598], [62335, 51449, 46025], [65535, 56831, 50876]),
    ([32768, 36044, 29491], [33560, 39630, 31463], [33560, 39630, 31463]),
    ([58982, 60292, 62258], [55761, 61241, 65535], [65535, 65535, 65535]),
  ]

  /// The cells as displayed, three by two, stored with a tag in a PNG whose `cICP` states PQ (16) or HLG (18).
  static func png(_ transfer: UInt8, _ tag: ExifOrientation = .topLeft) -> SamplePNG {
    let (patches, number) = (transfer == 16 ? pq : hlg, Int(tag.rawValue))
    let (width, height) = number >= 5 ? (32, 48) : (48, 32)
    let samples = (0..<height).flatMap { row in
      (0..<width).flatMap { column -> [UInt16] in
        let place = CornerRule.place(row: row, column: column, tag: number, width: 48, height: 32)
        return patches[place.y / 16 * 3 + place.x / 16].coded
      }
    }
    var file = SamplePNG(width: width, height: height, colorType: 2, depth: 16, samples: samples)
    file.chunks = [TinyPNG.Chunk("cICP", [9, transfer, 0, 1]), .exif(TinyTIFF(orientation: number).bytes)]
    return file
  }

  /// The largest difference between a 16-bit raster, with `cell` pixels per cell, and the expected values: at each
  /// cell's center and corners.
  static func distance(_ raster: Raster<Output>, cell: Int = 16, to expected: [[Int]]) -> Int {
    var worst = raster.size == PixelSize(width: 3 * cell, height: 2 * cell) ? 0 : Int.max
    guard worst == 0 else { return worst }
    let places = cell == 16 ? [0, 8, 15] : [cell / 2]
    for (index, colors) in expected.enumerated() {
      for (x, y) in places.flatMap({ x in places.map { (x, $0) } }) {
        let found = raster.pixel(x: index % 3 * cell + x, y: index / 3 * cell + y)
        worst = max(worst, zip(found, colors).map { abs(Int($0) - $1) }.max() ?? .max)
      }
    }
    return worst
  }

  static func displayed(
    _ bytes: [UInt8], _ map: Rendition.ToneMap? = nil, _ light: Rendition.Light = .encoded, size: Rendition.Size = .full
  ) throws -> Raster<Output> {
    var wish = Rendition(size: size, upright: .pixels, format: .tiff, light: light)
    wish.toneMap = map
    return try house.raster(wish, of: Probe(bytes), from: bytes)
  }

  #if TIFF
    @Test(arguments: ExifOrientation.allCases)
    func knownNitsUnderEveryTag(_ tag: ExifOrientation) throws {
      let bytes = Self.png(16, tag).bytes
      #expect(Self.distance(try Self.displayed(bytes), to: Self.pq.map(\.knee)) <= 24)
      #expect(Self.distance(try Self.displayed(bytes, .clip), to: Self.pq.map(\.clip)) <= 24)
      let small = try Self.displayed(bytes, size: .within(24, 24))
      #expect(Self.distance(small, cell: 8, to: Self.pq.map(\.knee)) <= 700)
    }

    @Test(arguments: [UInt8(16), 18])
    func everyCurveAndMethodAlsoInLinearLight(_ transfer: UInt8) throws {
      let (bytes, patches) = (Self.png(transfer, .rightTop).bytes, transfer == 16 ? Self.pq : Self.hlg)
      for (map, expected) in [(nil, patches.map(\.knee)), (.bt2390, patches.map(\.knee)), (.clip, patches.map(\.clip))]
        as [(Rendition.ToneMap?, [[Int]])]
      {
        #expect(Self.distance(try Self.displayed(bytes, map), to: expected) <= 24)
        let small = try Self.displayed(bytes, map, .linear, size: .within(24, 24))
        #expect(Self.distance(small, cell: 8, to: expected) <= 1_500)
      }
    }
  #endif

  @Test func thePlanSaysItAndTheResultIsSRGB() throws {
    let bytes = Self.png(16, .rightTop).bytes
    for format in [ContainerFormat.jpeg, .webp] {
      let plan = try Self.house.plan(Rendition(upright: .pixels, format: format), for: Probe(bytes))
      #expect(plan.description.contains("tone-mapped from PQ by BT.2390 to sRGB"))
      #expect(plan.toneMapping?.sentence == "tone-mapped from PQ by BT.2390")
      let result = try Self.house.run(plan, on: bytes)
      let answer = try Probe(result)
      #expect(try answer.colorProfile(in: result) == nil && answer.orientation.isIdentity)
      let pixels = try Self.house.raster(Rendition(format: .png), of: answer, from: result)
      for (index, patch) in Self.pq.enumerated() {
        let found = pixels.pixel(x: index % 3 * 16 + 8, y: index / 3 * 16 + 8)
        #expect(zip(found, patch.knee).allSatisfy { abs(Int($0) - $1 / 257) <= 4 }, "\(format), \(index): \(found)")
      }
    }
    var clipped = Rendition(upright: .pixels, format: .jpeg)
    clipped.toneMap = .clip
    let plan = try Self.house.plan(clipped, for: Probe(bytes))
    #expect(plan.description.contains("tone-mapped from PQ by clipping at 203 nits to sRGB"))
  }

  /// A PNG can hold it: its chunk is copied, and no value changes, unless a tone map is requested.
  @Test func aPNGThatStaysOneKeepsItsLight() throws {
    let bytes = Self.png(18, .rightTop).bytes
    let plan = try Self.house.plan(Rendition(upright: .pixels), for: Probe(bytes))
    #expect(plan.toneMapping == nil)
    let result = try Self.house.run(plan, on: bytes)
    #expect(try Probe(result).samples?.highRange?.curve == .hlg)
    let pixels = try Self.house.raster(Rendition(), of: Probe(result), from: result)
    #expect(pixels.pixel(x: 40, y: 8) == Self.hlg[2].coded && pixels.pixel(x: 40, y: 24) == Self.hlg[5].coded)
    var asked = Rendition(upright: .pixels)
    asked.toneMap = .bt2390
    let mapped = try Self.house.run(asked, on: bytes)
    #expect(try Probe(mapped).samples?.highRange == nil)
    let dim = try Self.house.raster(Rendition(), of: Probe(mapped), from: mapped)
    #expect(zip(dim.pixel(x: 40, y: 8), Self.hlg[2].knee).allSatisfy { abs(Int($0) - $1) <= 24 })
  }

  /// A frame becomes what the same values become as a still image; `plain` shows them without a stated transfer
  /// function.
  private static func expectMapped(
    _ number: Int, of bytes: [UInt8], as plain: Raster<Output>, in format: ContainerFormat = .webp
  ) throws {
    var wish = Rendition(upright: .pixels, format: format)
    wish.frame = .number(number)
    let probe = try Probe(bytes)
    let range = try #require(probe.showing(frame: number)?.samples?.highRange)
    let mapper = try #require(ToneMapper(range.curve == .pq ? .pq : .hlg, .knee, matrix: range.toSRGB))
    #expect(try house.plan(wish, for: probe).toneMapping != nil)
    let mapped = try house.raster(wish, of: probe, from: bytes)
    #expect(mapped == plain.toneMapped(by: mapper, to: .eight) && mapped != plain, "frame \(number)")
  }

  @Test func framesOfAPNGAreToneMappedLikeStillImages() throws {
    var first = TinyImage(width: 3, height: 2, filledWith: [0, 0, 0, 255])
    for place in 0..<6 {
      first[place % 3, place / 3] = TinyImage.sixDim[place % 3, place / 3] + [UInt8(40 * place + 55)]
    }
    var second = first
    second[1, 0] = [90, 140, 120, 200]
    var file = TinyPNG(first)
    file.animate([TinyFrame(TinyImage(width: 1, height: 1, filledWith: [90, 140, 120, 200]), x: 1)])
    file.chunks.insert(TinyPNG.Chunk("cICP", [9, 16, 0, 1]), at: 0)
    for (number, image) in [(1, first), (2, second)] {
      let still = TinyPNG(image).bytes
      try Self.expectMapped(number, of: file.bytes, as: Self.house.raster(Rendition(), of: Probe(still), from: still))
    }
    var kept = Rendition(upright: .pixels)
    kept.frame = .number(2)
    let result = try Self.house.run(kept, on: file.bytes)
    #expect(try Probe(result).samples?.highRange?.curve == .pq, "a PNG keeps its light")
  }

  #if JPEGXL
    @Test func framesOfAJPEGXLAreToneMappedLikeStillImages() throws {
      var reversed = TinyImage.sixDim
      for place in 0..<6 { reversed[place % 3, place / 3] = TinyImage.sixDim[2 - place % 3, 1 - place / 3] }
      for (number, image) in [(1, TinyImage.sixDim), (2, reversed)] {
        let still = TinyPNG(image).bytes
        let plain = try Self.house.raster(Rendition(), of: Probe(still), from: still)
        try Self.expectMapped(number, of: TinyJXL.twoFramesInPQ, as: plain)
      }
    }
  #endif

  #if HEIF
    @Test(arguments: [UInt8(16), 18])
    func framesOfASequenceAreToneMappedLikeStillImages(_ transfer: UInt8) throws {
      var movie = TinyMovie(sequence: .rightTop)
      let bytes = movie.bytes
      movie.tracks[0].entryBoxes += TinyBox.bytes("colr", Array("nclx".utf8) + [0, 9, 0, transfer, 0, 6, 0x80])
      for number in 1...2 {
        var wish = Rendition(upright: .pixels, format: .png)
        wish.frame = .number(number)
        let plain = try Self.house.raster(wish, of: Probe(bytes), from: bytes)
        try Self.expectMapped(number, of: movie.bytes, as: plain, in: .png)
      }
    }
  #endif

  /// A tone map requested by name is also applied if the image is upright and whole.
  @Test func anAskedToneMapIsCarriedOut() throws {
    let bytes = Self.png(16).bytes
    for size in [Rendition.Size.full, .within(100, 100)] {
      var wish = Rendition(size: size, upright: .pixelsWherePossible)
      wish.toneMap = .clip
      let plan = try Self.house.plan(wish, for: Probe(bytes))
      #expect(plan.toneMapping?.sentence == "tone-mapped from PQ by clipping at 203 nits")
      let result = try Self.house.run(plan, on: bytes)
      #expect(try Probe(result).samples?.highRange == nil)
      let pixels = try Self.house.raster(Rendition(), of: Probe(result), from: result)
      #expect(Self.distance(pixels, to: Self.pq.map(\.clip)) <= 24)
    }
  }

  /// Black and white are not the extremes of such samples: no other format accepts them, and no tone map.
  @Test func samplesOfNarrowRangeStayInAPNG() throws {
    var file = Self.png(16, .rightTop)
    file.chunks[0] = TinyPNG.Chunk("cICP", [9, 16, 0, 0])
    let (bytes, probe) = (file.bytes, try Probe(file.bytes))
    let reason: Phrase = "its samples have narrow range (cICP); only full range can be converted"
    var clipped = Rendition(upright: .pixels)
    clipped.toneMap = .clip
    for wish in [
      Rendition(upright: .pixels, format: .jpeg), Rendition(upright: .pixels, format: .webp),
      Rendition(upright: .pixels, colors: .srgb), clipped,
    ] {
      #expect(throws: UprightError.unsupported(reason)) { try Self.house.plan(wish, for: probe) }
    }
    let turned = try Self.house.run(Rendition(upright: .pixels), on: bytes)
    #expect(try Probe(turned).unsupportedRangeReason == .narrowRange, "its chunk comes along")
    let pixels = try Self.house.raster(Rendition(), of: Probe(turned), from: turned)
    #expect(pixels.pixel(x: 40, y: 8) == Self.pq[2].coded)
  }

  @Test func withoutAToneMapItIsRefused() throws {
    let bytes = Self.png(16).bytes
    var wish = Rendition(size: .within(9, 9), upright: .pixels, format: .jpeg)
    wish.toneMap = Rendition.ToneMap.none
    let reason: Phrase = "it is HDR (PQ), which JPEG cannot store without a tone map"
    #expect(throws: UprightError.unsupported(reason)) { try Self.house.plan(wish, for: Probe(bytes)) }
  }

  #if HEIF
    /// Replacing the source itself is refused. A crop, a small image and another format are tone-mapped, and the report
    /// states that.
    @Test(arguments: [(16, "PQ"), (18, "HLG")])
    func anAVIFIsToneMappedWhereNothingIsReplaced(_ transfer: Int, _ name: String) throws {
      var file = TinyHEIF(.rightTop)
      file.properties.append(
        .box(TinyBox.bytes("colr", Array("nclx".utf8) + [0, 9, 0, UInt8(transfer), 0, 6, 0x80])))
      file.items[0].propertyLinks.append(.init(file.properties.count))
      let (bytes, probe) = (file.bytes, try Probe(file.bytes))
      #expect(probe.samples?.unsupportedReason == nil && probe.samples?.highRange?.curve.rawValue == name)
      #expect(throws: UprightError.self) { try Self.house.plan(Rendition(upright: .pixels), for: probe) }
      let part = PixelRect<Displayed>(x: 0, y: 0, width: 8, height: 8)
      for wish in [
        Rendition(region: .pixels(part), upright: .pixels), Rendition(size: .within(8, 8), upright: .pixels),
        Rendition(upright: .pixels, format: .jpeg), Rendition(upright: .pixels, format: .png, colors: .srgb),
      ] {
        let plan = try Self.house.plan(wish, for: probe)
        #expect(plan.toneMapping?.sentence == "tone-mapped from \(name) by BT.2390")
        let result = try Self.house.run(plan, on: bytes)
        #expect(try Probe(result).samples?.highRange == nil && !Probe(result).mayHaveColorProfile)
      }
      // The red of the corner that the tag moves to the top right, by the formulas of BT.2100 and BT.2390 at its own
      // eight bits.
      let png = Rendition(upright: .pixels, format: .png)
      let plain = try Self.house.raster(png, of: Probe(TinyHEIF(.rightTop).bytes), from: TinyHEIF(.rightTop).bytes)
      let mapped = try Self.house.raster(png, of: probe, from: bytes)
      let mapper = try #require(
        ToneMapper(transfer == 16 ? .pq : .hlg, .knee, matrix: probe.samples?.highRange?.toSRGB ?? []))
      #expect(mapped == plain.toneMapped(by: mapper, to: .eight) && mapped != plain)
    }
  #endif
}
