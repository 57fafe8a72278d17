// TIFF through all layers: every kind of file with every tag, whole, cropped and scaled, with its metadata.

import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

#if TIFF
  @Suite struct TIFFImagesTests {
    /// All layers, with the codecs that usually run in a separate process.
    static let house = Pipeline(codecs: SystemCodecs.all + ConfinedCodecs.all)

    /// The six pixels as displayed, of a kind.
    static func six(_ kind: SampleTIFF.Kind) -> SampleTIFF { .mixedColors(width: 3, height: 2, kind, seed: 3) }

    /// An image of six flat cells of 16 × 16, stored with a tag.
    static func file(_ kind: SampleTIFF.Kind, _ tag: ExifOrientation) -> SampleTIFF {
      let (six, number) = (six(kind), Int(tag.rawValue))
      let (width, height) = number >= 5 ? (32, 48) : (48, 32)
      let samples = (0..<height).flatMap { row in
        (0..<width).flatMap { column -> ArraySlice<UInt16> in
          let place = CornerRule.place(row: row, column: column, tag: number, width: 48, height: 32)
          let start = (place.y / 16 * 3 + place.x / 16) * kind.samples
          return six.samples[start..<start + kind.samples]
        }
      }
      var file = SampleTIFF(width: width, height: height, kind, samples: samples)
      (file.palette, file.isPacked, file.entries) = (six.palette, number % 2 == 0, [.orientation(number)])
      file.byteOrder = number < 4 ? .little : .big
      return file
    }

    /// A TIFF whose chain of pages loops or points nowhere cannot be copied without its metadata: a small one that fits
    /// is rewritten.
    @Test(arguments: [true, false])
    func aBrokenChainIsWrittenAnew(_ leadsBack: Bool) throws {
      let image = TinyImage.sixColors.enlarged(by: 4)
      let plain = TinyTIFFFile(displaying: image, as: .rightTop)
      var broken = plain
      broken.lastLink = leadsBack ? plain.directoryOffset(ofPage: 0) : 1 << 20
      let rendition = Rendition.thumbnail(within: PixelSize(width: 100, height: 100))
      let plan = try Self.house.plan(rendition, for: Probe(broken.bytes))
      guard case .transcode = plan.route else {
        Issue.record("\(plan.route)")
        return
      }
      #expect(plan.rejections.contains { $0.route == .rewrite && $0.reason == .notRewritable(.brokenPages) })
      let made = try Self.house.run(rendition, on: broken.bytes)
      let probe = try Probe(made)
      #expect(probe.format == .tiff && probe.orientation.isIdentity && probe.findings.isEmpty)
      let pixels = Rendition(upright: .pixels, format: .png)
      #expect(
        try Self.house.raster(pixels, of: probe, from: made)
          == Self.house.raster(pixels, of: Probe(plain.bytes), from: plain.bytes))
    }

    /// The largest difference to a raster in which each pixel is a cell of `cell` pixels, at the center of each;
    /// invisible colors are ignored.
    static func distance(
      _ kind: SampleTIFF.Kind, to raster: Raster<Output>, cell: Int, from origin: (x: Int, y: Int) = (0, 0)
    ) -> Int {
      let six = six(kind)
      var worst = 0
      for y in 0..<raster.size.height where (y + origin.y) % cell == cell / 2 {
        for x in 0..<raster.size.width where (x + origin.x) % cell == cell / 2 {
          let mine = raster.pixel(x: x, y: y)
          let theirs = six.shown(x: (x + origin.x) / cell, y: (y + origin.y) / cell)
          guard mine.count == theirs.count else { return .max }
          if kind.hasOpacity, mine[3] == 0, theirs[3] == 0 { continue }
          worst = max(worst, zip(mine, theirs).map { abs(Int($0) - Int($1)) }.max() ?? .max)
        }
      }
      return worst
    }

    /// Every kind of sample that can be decoded, some of them plane by plane in tiles.
    static let kinds = SampleTIFF.samples.filter { $0.extra != 0 }.enumerated().map { index, kind in
      guard index % 3 == 0, kind.samples > 1 else { return kind }
      return SampleTIFF.Kind(kind.photometric, kind.depth, extra: kind.extra, isPlanar: true, tile: (16, 32))
    }

    /// A sample of unknown meaning besides CMYK would be lost: rotating pixels is refused, changing the tag is not.
    @Test(arguments: SampleTIFF.samples.filter { $0.extra == 0 && $0.photometric > 2 })
    func whatWouldBeLostIsRefused(_ kind: SampleTIFF.Kind) throws {
      let bytes = Self.file(kind, .rightTop).bytes
      let probe = try Probe(bytes)
      for wanted in [Rendition(upright: .pixels), Rendition(size: .within(24, 24))] {
        #expect(throws: UprightError.unsupported(Phrase(probe.samples?.unsupportedReason?.description ?? ""))) {
          try Self.pixels(wanted, probe, bytes)
        }
      }
      #expect(try !probe.retag(to: .identity).isEmpty)
    }

    /// Besides gray and RGB, it would be lost if the file itself is rewritten; in other results it is dropped by name.
    @Test(arguments: SampleTIFF.samples.filter { $0.extra == 0 && $0.photometric <= 2 })
    func whatStaysBehindIsNamed(_ kind: SampleTIFF.Kind) throws {
      let bytes = Self.file(kind, .rightTop).bytes
      let probe = try Probe(bytes)
      let reason: Phrase =
        "it has samples other than color and alpha, which writing TIFF would lose: change its tag "
        + "(\(command: "fix", .to, "tag")), or choose another format"
      #expect(throws: UprightError.unsupported(reason)) { try Self.pixels(Rendition(upright: .pixels), probe, bytes) }
      let other = Rendition(upright: .pixels, format: .png)
      let plan = try Self.house.plan(other, for: probe)
      #expect(plan.description.contains("samples other than color and alpha are not copied"))
      let plain = Self.file(SampleTIFF.Kind(kind.photometric, kind.depth), .rightTop).bytes
      let found = try Self.house.raster(other, of: probe, from: bytes)
      let wanted = try Self.house.raster(other, of: Probe(plain), from: plain)
      #expect(found.size == wanted.size && found.layout == wanted.layout)
      #expect(try !probe.retag(to: .identity).isEmpty)
    }

    @Test(arguments: kinds)
    func everyKindUnderEveryTagWholeInPartsAndSmall(_ kind: SampleTIFF.Kind) throws {
      for tag in ExifOrientation.allCases {
        let bytes = Self.file(kind, tag).bytes
        let probe = try Probe(bytes)
        #expect(probe.orientation.exif == tag && probe.displayedSize == PixelSize(width: 48, height: 32))
        let whole = try Self.pixels(Rendition(upright: .pixels), probe, bytes)
        #expect(Self.distance(kind, to: whole, cell: 16) == 0, "tag \(tag)")
        let part = PixelRect<Displayed>(x: 7, y: 3, width: 35, height: 26)
        let cut = try Self.pixels(Rendition(region: .pixels(part), upright: .pixels), probe, bytes)
        #expect(cut.size == PixelSize(width: 35, height: 26))
        #expect(Self.distance(kind, to: cut, cell: 16, from: (7, 3)) == 0, "tag \(tag)")
        let small = try Self.pixels(Rendition(size: .within(24, 24), upright: .pixels), probe, bytes)
        #expect(small.size == PixelSize(width: 24, height: 16))
        #expect(Self.distance(kind, to: small, cell: 8) <= (kind.depth > 8 ? 16 : 1), "tag \(tag)")
      }
    }

    private static func pixels(
      _ rendition: Rendition, _ probe: Probe, _ bytes: [UInt8]
    ) throws -> Raster<Output> {
      var rendition = rendition
      rendition.format = .tiff
      return try house.raster(rendition, of: probe, from: bytes)
    }

    /// Six flat cells of 16 × 16 with a tag, in floating-point: red, green and blue of the six, divided by 255; one
    /// beyond white.
    private static func fractions(_ tag: ExifOrientation) -> [UInt8] {
      let number = Int(tag.rawValue)
      let (width, height) = number >= 5 ? (32, 48) : (48, 32)
      let bytes = (0..<height).flatMap { row in
        (0..<width).flatMap { column -> [UInt8] in
          let place = CornerRule.place(row: row, column: column, tag: number, width: 48, height: 32)
          let color = TinyImage.sixColors[place.x / 16, place.y / 16]
          return color.flatMap { sample -> [UInt8] in
            let bits = (sample == 255 ? Float(3) : Float(sample) / 255).bitPattern
            return (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
          }
        }
      }
      var file = SampleTIFF(width: width * 12, height: height, SampleTIFF.Kind(1, 8), samples: bytes.map(UInt16.init))
      file.entries = [
        TinyEntry(256, .long, [width]), TinyEntry(258, .short, [32, 32, 32]), TinyEntry(262, .short, [2]),
        TinyEntry(277, .short, [3]), TinyEntry(339, .short, [3, 3, 3]), .orientation(number),
      ]
      return file.bytes
    }

    /// Whole, cropped and scaled with every tag. A TIFF result, which would lose precision, is refused, and the plan
    /// states what happens to the numbers.
    @Test(arguments: ExifOrientation.allCases)
    func numbersWithFractionsUnderEveryTag(_ tag: ExifOrientation) throws {
      let bytes = Self.fractions(tag)
      let probe = try Probe(bytes)
      let whole = try Self.house.raster(Rendition(upright: .pixels, format: .png), of: probe, from: bytes)
      let small = try Self.house.raster(
        Rendition(size: .within(24, 24), upright: .pixels, format: .tiff), of: probe, from: bytes)
      #expect(whole.size == PixelSize(width: 48, height: 32) && small.size == PixelSize(width: 24, height: 16))
      for y in 0..<32 {
        for x in 0..<48 where [0, 8, 15].contains(x % 16) && [0, 8, 15].contains(y % 16) {
          let color = TinyImage.sixColors[x / 16, y / 16].map { UInt16($0) * 257 }
          #expect(whole.pixel(x: x, y: y) == color, "\(x),\(y)")
          guard x % 16 == 8, y % 16 == 8 else { continue }
          let near = zip(small.pixel(x: x / 2, y: y / 2), color).allSatisfy { abs(Int($0) - Int($1)) < 700 }
          #expect(near, "\(x),\(y)")
        }
      }
      let plan = try Self.house.plan(Rendition(upright: .pixels, format: .png), for: probe)
      #expect(plan.description.contains("0 is black, 1 is white, other values are clipped"))
      for wish in [
        // A rotation back to the stored orientation would be a copy.
        Rendition(rotation: tag == .leftBottom ? .rotate180 : .rotate90, upright: .pixels),
        Rendition(region: .pixels(PixelRect(x: 1, y: 1, width: 9, height: 9)), upright: .pixels),
      ] {
        do throws(UprightError) {
          _ = try Self.house.plan(wish, for: probe)
          Issue.record("a TIFF of whole numbers would be written")
        } catch {
          guard case .unsupported = error else { throw error }
          let reason = error.description
          #expect(reason.contains("floating-point") && reason.contains("png keeps 16 bits"))
        }
      }
    }

    @Test(arguments: SampleTIFF.samples.filter { $0.extra != 0 })
    func whatIsTurnedHoldsTheSamePixelsAndSaysSo(_ kind: SampleTIFF.Kind) throws {
      let bytes = Self.file(kind, .rightTop).bytes
      let plan = try Self.house.plan(Rendition(upright: .pixels, loss: .none), for: Probe(bytes))
      #expect(plan.route.name == .transcode && plan.format == .tiff)
      #expect(plan.description.contains("premultiplied colors") == (kind.extra == 1))
      let result = try Self.house.run(plan, on: bytes)
      let answer = try Probe(result)
      #expect(answer.orientation.isIdentity && answer.findings.isEmpty)
      #expect(answer.storedSize == PixelSize(width: 48, height: 32))
      let pixels = try Self.house.raster(Rendition(upright: .pixels), of: answer, from: result)
      #expect(Self.distance(kind, to: pixels, cell: 16) == 0)
      #expect(pixels.layout.depth == (kind.depth > 8 ? .sixteen : .eight))
    }

    @Test func everyFormatIsMadeOfATIFF() throws {
      let bytes = Self.file(SampleTIFF.Kind(2, 16), .leftBottom).bytes
      for format in [ContainerFormat.jpeg, .png, .tiff] {
        let result = try Self.house.run(
          Rendition(upright: .pixels, quality: .level(100), format: format), on: bytes)
        let probe = try Probe(result)
        #expect(probe.format == format && probe.orientation.isIdentity)
        #expect(probe.displayedSize == PixelSize(width: 48, height: 32))
      }
    }

    /// IPTC's record with a city and a caption, as Photoshop's resource among others.
    private static let record: [UInt8] =
      [0x1C, 2, 90, 0, 6] + Array("Vienna".utf8) + [0x1C, 2, 120, 0, 4] + Array("odd!".utf8)
    private static let resources: [UInt8] =
      Array("8BIM".utf8) + [3, 0xF3, 0, 0, 0, 0, 0, 3, 1, 2, 3, 0] + Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0]
      + [UInt8(record.count)] + record + [UInt8](repeating: 0, count: record.count % 2)

    private static let digits: [UInt8] = {
      let hex = resources.flatMap { byte in [byte >> 4, byte & 15].map { Array("0123456789abcdef".utf8)[Int($0)] } }
      return Array("\niptc\n\(resources.count)\n".utf8) + hex + [0x0A]
    }()

    /// Sources that contain the record: in a segment, in a field of its own, in Photoshop's field, as digits in a text.
    private static func described() -> [(String, [UInt8])] {
      let image = TinyImage(width: 16, height: 24, filledWith: [200, 100, 50])
      var own = TinyTIFFFile.Subfile(displaying: image, as: .rightTop)
      own.entries.append(TinyEntry(33_723, .undefined, record.map(Int.init)))
      var photoshop = TinyTIFFFile.Subfile(displaying: image, as: .rightTop)
      photoshop.entries.append(TinyEntry(34_377, .undefined, resources.map(Int.init)))
      let segment = TinySegment(0xED, Array("Photoshop 3.0\0".utf8) + resources)
      return [
        ("jpeg", TinyJPEG(image, segments: [.exif(TinyTIFF(orientation: 6)), segment]).bytes),
        ("tiff", TinyTIFFFile(.big, pages: [own]).bytes),
        ("photoshop", TinyTIFFFile(.little, pages: [photoshop]).bytes),
        ("png", TinyPNG(image, chunks: [.text("Raw profile type iptc", digits, .plain)]).bytes),
      ]
    }

    @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"))
    func exiftoolFindsIPTCInANewTIFF() throws {
      let folder = try ScratchFolder()
      for (name, source) in Self.described() {
        let plan = try Self.house.plan(Rendition(upright: .pixels, format: .tiff), for: Probe(source))
        for (strip, isKept) in [(Strip.none, true), (.gps, name != "png"), (.allButColor, false)] {
          var wish = Rendition(size: .within(9, 9), upright: .pixels, format: .tiff)
          wish.strip = strip
          let path = try folder.write(Self.house.run(wish, on: source), as: "\(name).tif")
          let answer = try OutsideTool.exiftool.run(["-IPTC:City", "-IPTC:Caption-Abstract", "-s3", path])
          #expect(answer.text == (isKept ? "Vienna\nodd!" : ""), "\(name), \(strip): \(answer.complaints)")
          let warnings = try OutsideTool.exiftool.run(["-warning", "-error", "-s3", path])
          #expect(warnings.text.isEmpty, "\(name): \(warnings.text)")
        }
        #expect(!plan.description.contains("IPTC and Photoshop"))
      }
    }

    @Test func metadataGoFromAJPEGToATIFFAndBack() throws {
      var exif = TinyTIFF(.big, ifd0: [TinyEntry(0x010F, text: "Maker"), .orientation(6)])
      exif.exif = [TinyEntry(0x9003, text: "2026:01:02 03:04:05")]
      exif.thumbnail = TinyJPEG(TinyImage(width: 8, height: 8, filledWith: [1, 2, 3])).bytes
      let image = TinyImage(width: 16, height: 24, filledWith: [200, 100, 50])
      let jpeg = TinyJPEG(image, segments: [.exif(exif), .xmp(TinyXMP.packet(orientation: "6"))])
      let tiff = try Self.house.run(Rendition(upright: .pixels, format: .tiff), on: jpeg.bytes)
      let probe = try Probe(tiff, rules: OrientationRules(readsXMP: true))
      #expect(probe.findings.isEmpty && probe.orientation.isIdentity && probe.parts.count == 1)
      #expect(probe.displayedSize == PixelSize(width: 24, height: 16))
      #expect(probe.statements.count == 2 && probe.statements.allSatisfy { $0.value == .topLeft })
      let back = try Self.house.run(Rendition(rotation: .rotate90, upright: .pixels, format: .jpeg), on: tiff)
      let text = String(decoding: back, as: UTF8.self)
      #expect(text.contains("Maker") && text.contains("2026:01:02 03:04:05"))
      #expect(try Probe(back).statements.contains { $0.value == .topLeft })
    }

    @Test func furtherPagesAreTurnedToo() throws {
      let image = TinyImage(width: 6, height: 4, filledWith: [9, 8, 7])
      let file = TinyTIFFFile(
        pages: [.init(displaying: image, as: .rightTop), .init(displaying: image, as: .rightTop)]
      ).bytes
      let whole = try Probe(Self.house.run(Rendition(upright: .pixels), on: file))
      #expect(whole.pages.map(\.displayedSize) == Array(repeating: PixelSize(width: 6, height: 4), count: 2))
      #expect(whole.isUpright)
      #expect(try Probe(Self.house.run(Rendition(rotation: .rotate90), on: file)).orientation.exif == .bottomRight)
      let first = try Self.house.run(Rendition(upright: .pixels, format: .png), on: file)
      #expect(try Probe(first).displayedSize == PixelSize(width: 6, height: 4))
    }

    /// A small image that needs no scaling has no further pages either, nor has a region that covers the whole first
    /// page.
    @Test func aThumbnailAndARegionAreOfTheFirstPageAlone() throws {
      let (first, second) = (
        TinyImage(width: 6, height: 4, filledWith: [9, 8, 7]), TinyImage(width: 90, height: 80, filledWith: [1, 2, 3])
      )
      let file = TinyTIFFFile(pages: [.init(displaying: first, as: .topLeft), .init(displaying: second, as: .topLeft)])
      var region = Rendition(region: .pixels(PixelRect(x: 0, y: 0, width: 6, height: 4)), upright: .pixels)
      region.frame = .first
      for rendition in [Rendition.thumbnail(within: PixelSize(width: 64, height: 64)), region] {
        let small = try Self.house.run(rendition, on: file.bytes)
        let probe = try Probe(small)
        #expect(probe.format == .tiff && probe.displayedSize == PixelSize(width: 6, height: 4))
        #expect(probe.parts.count == 1 && small.count < 1_000)
      }
    }

    @Test func theImageIsTheOneThatTheProbeSpeaksOf() throws {
      let small = TinyImage(width: 3, height: 2, filledWith: [1, 2, 3])
      let large = TinyImage(width: 6, height: 4, filledWith: [200, 100, 50])
      var page = TinyTIFFFile.Subfile(small, entries: [TinyEntry(254, .long, [1])])
      page.inside = [TinyTIFFFile.Subfile(large)]
      let file = TinyTIFFFile(pages: [page]).bytes
      let probe = try Probe(file)
      #expect(probe.storedSize == PixelSize(width: 6, height: 4))
      let raster = try Self.house.raster(Rendition(upright: .pixels), of: probe, from: file)
      #expect(raster.pixel(x: 5, y: 3) == [200, 100, 50])
    }

    @Test func rawDataAreNoImage() throws {
      let small = TinyImage(width: 3, height: 2, filledWith: [1, 2, 3])
      var page = TinyTIFFFile.Subfile(small, entries: [TinyEntry(254, .long, [1])])
      let sensor = TinyImage(width: 6, height: 4, filledWith: [9])
      page.inside = [TinyTIFFFile.Subfile(sensor, entries: [TinyEntry(262, .short, [32_803])])]
      let file = TinyTIFFFile(pages: [page]).bytes
      let reason: Phrase = "this is a camera's raw file; only its previews are images"
      #expect(throws: UprightError.unsupported(reason)) {
        try Self.house.run(Rendition(upright: .pixels, format: .png), on: file)
      }
    }

    @Test func aRegionOfALargeTiledImageCostsLittle() throws {
      var file = SampleTIFF.mixedColors(width: 16, height: 16, SampleTIFF.Kind(2, 8, tile: (256, 256)))
      file.entries = [TinyEntry(256, .long, [10_000]), TinyEntry(257, .long, [10_000])]
      let wish = Rendition(region: .pixels(PixelRect(x: 300, y: 300, width: 300, height: 100)), format: .png)
      let plan = try Self.house.plan(wish, for: Probe(file.bytes))
      #expect(plan.peakBytes < 4 << 20)
    }
  }
#endif
