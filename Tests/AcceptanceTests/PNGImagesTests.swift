// PNG through all layers: every kind of file with every tag, whole, cropped and scaled, with its metadata.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct PNGImagesTests {
  /// An image of six flat cells of 16 × 16, of one kind.
  struct Cells: Sendable, CustomTestStringConvertible {
    let colorType, depth: Int
    let hasKey, isInterlaced: Bool
    var testDescription: String { "type \(colorType), \(depth) bits, key \(hasKey), interlaced \(isInterlaced)" }

    static let all = SamplePNG.kinds.flatMap { kind in
      [(false, false), (false, true), (true, false)].map { key, interlaced in
        Cells(colorType: kind.colorType, depth: kind.depth, hasKey: key, isInterlaced: interlaced)
      }
    }.filter { !$0.hasKey || $0.colorType < 4 }

    /// The six pixels as displayed.
    var six: SamplePNG {
      .mixedColors(width: 3, height: 2, colorType: colorType, depth: depth, hasKey: hasKey, seed: 3)
    }

    /// The file stored with a tag.
    func file(_ tag: ExifOrientation) -> SamplePNG {
      let (six, number) = (six, Int(tag.rawValue))
      let (width, height) = number >= 5 ? (32, 48) : (48, 32)
      let samples = (0..<height).flatMap { row in
        (0..<width).flatMap { column -> ArraySlice<UInt16> in
          let place = CornerRule.place(row: row, column: column, tag: number, width: 48, height: 32)
          let start = (place.y / 16 * 3 + place.x / 16) * six.channels
          return six.samples[start..<start + six.channels]
        }
      }
      var file = SamplePNG(width: width, height: height, colorType: colorType, depth: depth, samples: samples)
      (file.palette, file.transparency, file.isInterlaced) = (six.palette, six.transparency, isInterlaced)
      file.chunks = [.exif(TinyTIFF(orientation: number).bytes)]
      return file
    }

    /// The largest difference to a raster in which each pixel is a cell of `cell` pixels, at the center of each;
    /// invisible colors are ignored.
    func distance(to raster: Raster<Output>, cell: Int, from origin: (x: Int, y: Int) = (0, 0)) -> Int {
      let six = six
      var worst = 0
      for y in 0..<raster.size.height where (y + origin.y) % cell == cell / 2 {
        for x in 0..<raster.size.width where (x + origin.x) % cell == cell / 2 {
          let (mine, theirs) = (
            raster.pixel(x: x, y: y), six.shown(x: (x + origin.x) / cell, y: (y + origin.y) / cell)
          )
          guard mine.count == theirs.count else { return .max }
          if mine.count == 4, mine[3] == 0, theirs[3] == 0 { continue }
          worst = max(worst, zip(mine, theirs).map { abs(Int($0) - Int($1)) }.max() ?? .max)
        }
      }
      return worst
    }
  }

  @Test(arguments: Cells.all)
  func everyKindUnderEveryTagWholeInPartsAndSmall(_ cells: Cells) throws {
    for tag in ExifOrientation.allCases {
      let bytes = cells.file(tag).bytes
      let probe = try Probe(bytes)
      #expect(probe.orientation.exif == tag && probe.displayedSize == PixelSize(width: 48, height: 32))
      let whole = try house.raster(Rendition(upright: .pixels), of: probe, from: bytes)
      #expect(whole.layout.depth == (cells.depth == 16 ? .sixteen : .eight))
      #expect(cells.distance(to: whole, cell: 16) == 0, "tag \(tag)")
      let part = PixelRect<Displayed>(x: 7, y: 3, width: 35, height: 26)
      let cut = try house.raster(Rendition(region: .pixels(part), upright: .pixels), of: probe, from: bytes)
      #expect(cut.size == PixelSize(width: 35, height: 26))
      #expect(cells.distance(to: cut, cell: 16, from: (7, 3)) == 0, "tag \(tag)")
      let small = try house.raster(Rendition(size: .within(24, 24), upright: .pixels), of: probe, from: bytes)
      #expect(small.size == PixelSize(width: 24, height: 16))
      #expect(cells.distance(to: small, cell: 8) <= (cells.depth == 16 ? 16 : 1), "tag \(tag)")
    }
  }

  @Test(arguments: Cells.all)
  func whatIsTurnedHoldsTheSamePixelsAndSaysSo(_ cells: Cells) throws {
    let bytes = cells.file(.rightTop).bytes
    let plan = try house.plan(Rendition(upright: .pixels, loss: .none), for: Probe(bytes))
    #expect(plan.route.name == .transcode && plan.format == .png)
    let result = try house.run(plan, on: bytes)
    let answer = try Probe(result)
    #expect(answer.orientation.isIdentity && answer.findings.isEmpty)
    #expect(answer.storedSize == PixelSize(width: 48, height: 32))
    // Palettes, and gray of fewer than 8 bits, stay as they are coded.
    let isKept = cells.colorType == 3 || cells.colorType == 0 && cells.depth < 8
    #expect(answer.png?.depth == (isKept ? cells.depth : cells.depth == 16 ? 16 : 8))
    #expect(!isKept || answer.png?.colorType.rawValue == cells.colorType)
    #expect(try cells.distance(to: displayed(result), cell: 16) == 0)
    let relation = try #require(try house.relation(of: bytes, to: result))
    #expect(relation.agreement == .pixels && relation.reorientation.isIdentity)
  }

  @Test(arguments: Cells.all)
  func aJPEGIsMadeOfWhatHasNoOpacity(_ cells: Cells) throws {
    let bytes = cells.file(.leftBottom).bytes
    let wish = Rendition(upright: .pixels, quality: .level(100), format: .jpeg)
    guard !cells.hasKey, cells.colorType < 4 else {
      let reason: Phrase =
        "the image is transparent, which JPEG cannot store; use PNG, or \(option: .background, "COLOR")"
      #expect(throws: UprightError.unsupported(reason)) { try house.run(wish, on: bytes) }
      return
    }
    let plan = try house.plan(wish, for: Probe(bytes))
    #expect(plan.description.contains("more than 8 bits become 8, rounded to the nearest") == (cells.depth == 16))
    let raster = try displayed(house.run(plan, on: bytes))
    let six = cells.six
    for y in 0..<2 {
      for x in 0..<3 {
        let expected = six.shown(x: x, y: y).map { cells.depth == 16 ? (Int($0) + 128) / 257 : Int($0) }
        let found = raster.pixel(x: x * 16 + 8, y: y * 16 + 8).map(Int.init)
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 4 } && found.count == expected.count)
      }
    }
  }

  @Test func whatBelongsToTheImageComesAlong() throws {
    var file = Cells(colorType: 2, depth: 8, hasKey: false, isInterlaced: false).file(.rightTop)
    let packed = TinyPNG.zlib(TinySegment.profile(byteCount: 700))
    let profile = TinyPNG.Chunk("iCCP", Array("mine".utf8) + [0, 0] + packed)
    file.chunks += [
      TinyPNG.Chunk("gAMA", [0, 0, 0xB1, 0x8F]), profile, TinyPNG.Chunk("sBIT", [5, 6, 5]),
      TinyPNG.Chunk("pHYs", [0, 0, 0, 1, 0, 0, 0, 2, 1]), .xmp(TinyXMP.packet(orientation: "6")),
      .text("Title", Array("eins".utf8), .plain), TinyPNG.Chunk("tIME", [7, 0xE6, 1, 2, 3, 4, 5]),
      TinyPNG.Chunk("prVt", [1]), TinyPNG.Chunk("prVT", [2]), TinyPNG.Chunk("oFFs", [0, 0, 0, 1, 0, 0, 0, 2, 0]),
      .rawProfile(TinyTIFF(orientation: 6).bytes),
    ]
    file.chunksAfterImage = [.text("Comment", Array("zwei".utf8), .packed)]
    let result = try house.run(Rendition(upright: .pixels), on: file.bytes)
    let probe = try Probe(result, rules: OrientationRules(readsXMP: true))
    #expect(probe.orientation.isIdentity && probe.statements.allSatisfy { $0.value == .topLeft })
    #expect(probe.findings.isEmpty)
    #expect(try probe.colorProfile(in: result) == TinySegment.profile(byteCount: 700))
    let chunks = Self.chunks(result)
    #expect(
      chunks.map(\.name) == [
        "IHDR", "gAMA", "iCCP", "sBIT", "pHYs", "tEXt", "tIME", "prVt", "zTXt", "eXIf", "iTXt", "IDAT", "IEND",
      ])
    #expect(chunks[2].payload == profile.data)
    #expect(chunks[4].payload == [0, 0, 0, 2, 0, 0, 0, 1, 1])
  }

  @Test func whatIsGrayByItsProfileStaysGrayWithItsOpacity() throws {
    var profile = TinySegment.profile(byteCount: 700)
    profile.replaceSubrange(16..<20, with: Array("GRAY".utf8))
    var file = Cells(colorType: 4, depth: 16, hasKey: false, isInterlaced: false).file(.leftTop)
    file.chunks.append(TinyPNG.Chunk("iCCP", Array("g".utf8) + [0, 0] + TinyPNG.zlib(profile)))
    let result = try house.run(Rendition(upright: .pixels), on: file.bytes)
    let probe = try Probe(result)
    #expect(probe.png?.colorType == .grayAlpha && probe.png?.depth == 16)
    #expect(try probe.colorProfile(in: result) == profile)
    #expect(try house.relation(of: file.bytes, to: result)?.agreement == .pixels)
  }

  @Test func aTrailerStays() throws {
    let file = Cells(colorType: 0, depth: 4, hasKey: false, isInterlaced: true).file(.bottomRight).bytes
    let result = try house.run(Rendition(upright: .pixels), on: file + [1, 2, 3])
    #expect(result.suffix(3) == [1, 2, 3])
    #expect(try Probe(result).findings.map(\.code) == [.trailer])
  }

  @Test func anAnimationIsTurnedByItsTagOnly() throws {
    var animated = TinyPNG(.sixColors, exif: TinyTIFF(orientation: 6))
    animated.animate([TinyFrame(.sixReversed)])
    let reason: Phrase =
      "this PNG is an animation of 2 frames, whose pixels cannot be rotated: change its tag with rotate without "
      + "\(option: .bake) or \(command: "fix", .to, "tag"), or make a still image of the first frame with "
      + "\(option: .frame, "1")"
    #expect(throws: UprightError.unsupported(reason)) { try house.run(Rendition(upright: .pixels), on: animated.bytes) }
    let turned = try house.run(Rendition(rotation: .rotate90), on: animated.bytes)
    #expect(try Probe(turned).orientation.exif == .bottomRight)
  }

  @Test func aThumbnailOfALargeImageCostsLittle() throws {
    let small = TinyPNG(TinyImage(width: 8, height: 8, filledWith: [1, 2, 3])).bytes
    var memory: [Int] = []
    for interlaced: UInt8 in [0, 1] {
      var bytes = small
      bytes.replaceSubrange(16..<24, with: [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10])
      bytes[28] = interlaced
      let plan = try house.plan(Rendition(size: .within(256, 256), upright: .pixels), for: Probe(bytes))
      memory.append(plan.peakBytes)
    }
    #expect(memory[0] < 16 << 20)
    #expect(memory[1] - memory[0] == 300_000_000)
  }

  @Test(.enabled(if: UprightTool.path != nil, "needs the program beside the tests"))
  func theCommandsTakePNG() throws {
    let folder = try ScratchFolder()
    let cells = Cells(colorType: 3, depth: 4, hasKey: true, isInterlaced: true)
    for tag in ExifOrientation.allCases { try folder.write(cells.file(tag).bytes, as: "\(tag.rawValue).png") }
    for command in [
      ["fix", ".", "-o", "fixed"], ["crop", "7,3,35,26", ".", "-o", "cut"], ["thumb", "24", ".", "-o", "small"],
      ["rotate", "cw", "--bake", ".", "-o", "turned"], ["sheet", ".", "-o", "sheet.png"],
    ] {
      let answer = try UprightTool.run(command, in: folder)
      // The folders of the results before are in the folder, and not searched.
      let complaints = answer.complaints.split(separator: "\n").filter { !$0.contains(" searched: ") }
      #expect(answer.status == 0 && complaints.isEmpty, "\(command): \(answer.complaints)")
    }
    for tag in ExifOrientation.allCases {
      let name = "\(tag.rawValue).png"
      let (fixed, turned) = (try folder.read("fixed/\(name)"), try folder.read("turned/\(name)"))
      for result in [fixed, turned] { #expect(try Probe(result).orientation.isIdentity) }
      #expect(try cells.distance(to: displayed(fixed), cell: 16) == 0)
      #expect(try cells.distance(to: displayed(folder.read("cut/\(name)")), cell: 16, from: (7, 3)) == 0)
      #expect(try cells.distance(to: displayed(folder.read("small/\(name)")), cell: 8) <= 1)
      #expect(try Probe(turned).storedSize == PixelSize(width: 32, height: 48))
      #expect(try UprightTool.run(["verify", name, "fixed/\(name)"], in: folder).status == 0)
    }
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"))
  func pillowSeesTheSameImages() throws {
    let folder = try ScratchFolder()
    var pairs: [(String, String)] = []
    for (index, cells) in Cells.all.enumerated() where cells.depth < 16 && cells.colorType < 4 && !cells.hasKey {
      for tag in ExifOrientation.allCases {
        let bytes = cells.file(tag).bytes
        let (old, new) = ("\(index)-\(tag.rawValue)-old.png", "\(index)-\(tag.rawValue)-new.png")
        try folder.write(bytes, as: old)
        try folder.write(house.run(Rendition(upright: .pixels), on: bytes), as: new)
        pairs.append((folder.path(old), folder.path(new)))
      }
    }
    let answers = try Pillow.fidelities(pairs)
    #expect(answers.count == pairs.count)
    for (pair, answer) in zip(pairs, answers) { #expect(answer.allSatisfy { $0 == 999 }, "\(pair.0): \(answer)") }
  }

  /// Names and payloads of the chunks.
  private static func chunks(_ png: [UInt8]) -> [(name: String, payload: [UInt8])] {
    var found: [(String, [UInt8])] = []
    var index = 8
    while index + 12 <= png.count {
      let count = png[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: png[index + 4..<index + 8], as: UTF8.self)
      found.append((name, Array(png[index + 8..<index + 8 + count])))
      index += 12 + count
    }
    return found
  }
}
