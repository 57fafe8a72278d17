// HEIF and AVIF through all layers: upright once with every tag, whole, cropped and scaled, with their metadata.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

#if HEIF
  @Suite struct HEIFImagesTests {
    static let house = Pipeline(codecs: SystemCodecs.all + ConfinedCodecs.all)

    /// An image of six squares, displayed upright, stored with a tag. The coded image of the fixture is always the
    /// same, so the displayed image is that image rotated.
    static func file(_ tag: ExifOrientation) -> TinyHEIF { TinyHEIF(tag) }

    /// The color of a square of the coded image where it is displayed with a tag.
    static func color(_ tag: ExifOrientation, x: Int, y: Int) -> [UInt8] {
      let shown = CornerRule.displayed([[0, 1, 2], [3, 4, 5]], tag: Int(tag.rawValue))
      return TinyImage.sixColors[shown[y][x] % 3, shown[y][x] / 3]
    }

    @Test(arguments: ExifOrientation.allCases)
    func uprightOnceWholeInPartsAndSmall(_ tag: ExifOrientation) throws {
      let bytes = Self.file(tag).bytes
      let probe = try Probe(bytes)
      let size = probe.displayedSize
      #expect(probe.orientation.exif == tag)
      let whole = try Self.house.raster(Rendition(upright: .pixels, format: .png), of: probe, from: bytes)
      #expect(whole.size.width == size.width && whole.size.height == size.height)
      for y in 0..<size.height / 8 {
        for x in 0..<size.width / 8 {
          let pixel = whole.pixel(x: x * 8 + 4, y: y * 8 + 4).map(Int.init)
          let color = Self.color(tag, x: x, y: y).map(Int.init)
          #expect(zip(pixel, color).allSatisfy { abs($0 - $1) <= 16 }, "\(x),\(y): \(pixel) for \(color)")
        }
      }
      let part = PixelRect<Displayed>(x: 3, y: 2, width: 11, height: 9)
      let cut = try Self.house.raster(
        Rendition(region: .pixels(part), upright: .pixels, format: .png), of: probe, from: bytes)
      for y in 0..<9 {
        for x in 0..<11 { #expect(cut.pixel(x: x, y: y) == whole.pixel(x: x + 3, y: y + 2)) }
      }
      let small = try Self.house.raster(
        Rendition(size: .within(12, 12), upright: .pixels, format: .png), of: probe, from: bytes)
      #expect(max(small.size.width, small.size.height) == 12)
      let corner = small.pixel(x: 1, y: 1).map(Int.init)
      #expect(zip(corner, Self.color(tag, x: 0, y: 0).map(Int.init)).allSatisfy { abs($0 - $1) <= 40 })
    }

    /// Formats that are decoded but not encoded can be compared with any other, in either order; nothing is written for
    /// that.
    @Test(arguments: ExifOrientation.allCases)
    func comparedWithOtherFormats(_ tag: ExifOrientation) throws {
      let bytes = Self.file(tag).bytes
      let png = try Self.house.run(Rendition(upright: .pixels, format: .png), on: bytes)
      let jpeg = try Self.house.run(Rendition(upright: .pixels, quality: .level(95), format: .jpeg), on: bytes)
      let turned = try Self.house.run(Rendition(rotation: .rotate180, upright: .pixels, format: .png), on: bytes)
      for (one, other) in [(bytes, png), (png, bytes)] {
        let relation = try #require(try Self.house.relation(of: one, to: other, colors: .srgb))
        #expect(relation.agreement == .pixels)
        #expect(relation.isDisplayedAlike())
      }
      let lossy = try #require(try Self.house.relation(of: bytes, to: jpeg, colors: .srgb))
      #expect(lossy.isDisplayedAlike(atLeast: 25), "\(lossy.agreement)")
      let other = try #require(try Self.house.relation(of: bytes, to: turned, colors: .srgb))
      #expect(other.reorientation == .rotate180)
      #expect(!other.isDisplayedAlike())
    }

    /// An overlay of the coded image and its own first columns is rotated whole, once, and keeps its metadata.
    @Test(arguments: ExifOrientation.allCases)
    func anOverlayIsUprightOnce(_ tag: ExifOrientation) throws {
      let exif = TinyTIFF(.big, ifd0: [TinyEntry(0x010F, text: "Maker")])
      var file = Self.file(tag)
      let plain = try Self.house.raster(
        Rendition(upright: .pixels, format: .png), of: Probe(file.bytes), from: file.bytes)
      file.describe(with: .exif(2, exif))
      let overlay = TinyOverlay(width: 24, height: 16, offsets: [[0, 0], [24, 0]])
      let propertyLinks = file.items[0].propertyLinks
      file.items.append(TinyItem(5, "av01", file.items[0].data, propertyLinks: Array(propertyLinks.prefix(3))))
      (file.items[0].kind, file.items[0].data) = ("iovl", overlay.bytes)
      file.items[0].propertyLinks = [propertyLinks[0]] + propertyLinks.dropFirst(3)
      file.references.append(("dimg", 1, [5, 5]))
      let bytes = file.bytes
      let probe = try Probe(bytes)
      #expect(probe.orientation.exif == tag && probe.samples?.unsupportedReason == nil)
      #expect(try Self.house.raster(Rendition(upright: .pixels, format: .png), of: probe, from: bytes) == plain)
      let jpeg = try Self.house.run(Rendition(upright: .pixels, quality: .level(95), format: .jpeg), on: bytes)
      let made = try Probe(jpeg)
      #expect(made.orientation.isIdentity && made.displayedSize == probe.displayedSize)
      #expect(jpeg.indices.contains { jpeg[$0...].starts(with: Array("Maker".utf8)) })
      let tagged = try Self.house.run(Rendition(upright: .tagged), on: bytes)
      #expect(try Probe(tagged).orientation.exif == tag && tagged == bytes)
    }

    /// Of the coded 24 × 16, `clap` shows 12 × 10 from (10, 5): parts of four squares, rotated by each tag.
    @Test(arguments: ExifOrientation.allCases)
    func croppedByTheContainerAndUprightOnce(_ tag: ExifOrientation) throws {
      var file = Self.file(tag)
      let numbers = [12, 1, 10, 1, 4, 1, 2, 1]
      file.properties.append(.box(TinyBox.bytes("clap", numbers.flatMap { TinyBox.number($0, 4) })))
      file.items[0].propertyLinks.insert(.init(file.properties.count, essential: true), at: 3)
      let bytes = file.bytes
      let probe = try Probe(bytes)
      let whole = try Self.house.raster(Rendition(upright: .pixels, format: .png), of: probe, from: bytes)
      let plain = TinyHEIF(.topLeft).bytes
      let coded = try Self.house.raster(
        Rendition(region: .pixels(PixelRect(x: 10, y: 5, width: 12, height: 10)), upright: .pixels, format: .png),
        of: Probe(plain), from: plain)
      let size = probe.displayedSize
      #expect(size == probe.orientation.applied(to: PixelSize(width: 12, height: 10)))
      #expect(whole.size.width == size.width && whole.size.height == size.height)
      for y in 0..<10 {
        for x in 0..<12 {
          let place = PixelRect<Stored>(x: x, y: y, width: 1, height: 1)
            .applying(probe.orientation, in: PixelSize(width: 12, height: 10))
          #expect(whole.pixel(x: place.x, y: place.y) == coded.pixel(x: x, y: y), "\(x),\(y)")
        }
      }
      let part = PixelRect<Displayed>(x: 2, y: 3, width: 7, height: 6)
      let cut = try Self.house.raster(
        Rendition(region: .pixels(part), upright: .pixels, format: .png), of: probe, from: bytes)
      for y in 0..<6 {
        for x in 0..<7 { #expect(cut.pixel(x: x, y: y) == whole.pixel(x: x + 2, y: y + 3)) }
      }
      let small = try Self.house.raster(
        Rendition(size: .within(6, 6), upright: .pixels, format: .png), of: probe, from: bytes)
      #expect(max(small.size.width, small.size.height) == 6)
      guard OutsideTool.vips.isInstalled else { return }
      let folder = try ScratchFolder()
      try folder.write(bytes, as: "clap.avif")
      _ = try OutsideTool.vips.run(["autorot", folder.path("clap.avif"), folder.path("vips.png")])
      let theirs = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("vips.png"))))
      let seen = try Self.house.raster(
        Rendition(upright: .pixels, format: .png), of: Probe(theirs), from: theirs)
      #expect(seen.size == whole.size)
      for (x, y) in [(0, 0), (size.width - 1, 0), (0, size.height - 1), (size.width - 1, size.height - 1)] {
        let (mine, other) = (whole.pixel(x: x, y: y).map(Int.init), seen.pixel(x: x, y: y).map(Int.init))
        #expect(zip(mine, other).allSatisfy { abs($0 - $1) <= 6 }, "\(x),\(y): \(mine), vips \(other)")
      }
    }

    /// A sequence stays a sequence unless a still image is requested; its first image can be cropped and scaled.
    @Test func aSequenceBecomesAStillOnlyWhereThatIsAskedFor() throws {
      var file = Self.file(.rightTop)
      file.trailer = TinyBox.bytes("moov", [])
      let bytes = file.bytes
      #expect(throws: UprightError.self) {
        try Self.house.run(Rendition(upright: .pixels, loss: .recode), on: bytes)
      }
      let small = try Self.house.run(Rendition(size: .within(12, 12), upright: .pixels, format: .png), on: bytes)
      #expect(try Probe(small).displayedSize == PixelSize(width: 8, height: 12))
    }

    @Test(arguments: [ContainerFormat.jpeg, .png, .avif])
    func everyFormatIsMadeOfIt(_ format: ContainerFormat) throws {
      var file = Self.file(.rightTop)
      file.describe(with: .exif(2, TinyTIFF(.big, ifd0: [TinyEntry(0x010F, text: "Maker"), .orientation(6)])))
      file.describe(with: .xmp(3, TinyXMP.packet(orientation: "6")))
      let result = try Self.house.run(
        Rendition(upright: .pixels, quality: .level(95), format: format), on: file.bytes)
      let probe = try Probe(result, rules: OrientationRules(readsXMP: true))
      #expect(probe.format == format && probe.orientation.isIdentity && probe.findings.isEmpty)
      #expect(probe.displayedSize == PixelSize(width: 16, height: 24))
      #expect(probe.statements.count == 2 && probe.statements.allSatisfy { $0.value == .topLeft })
      #expect(String(decoding: result, as: UTF8.self).contains("Maker"))
    }

    @Test func coloursByNumbersBecomeAProfile() throws {
      var file = Self.file(.topLeft)
      file.properties.append(
        .box(TinyBox.bytes("colr", Array("nclx".utf8) + [0, 12, 0, 13, 0, 6, 0x80])))
      file.items[0].propertyLinks.append(.init(file.properties.count))
      let result = try Self.house.run(Rendition(upright: .pixels, format: .jpeg, loss: .recode), on: file.bytes)
      let profile = try #require(try Probe(result).colorProfile(in: result))
      #expect(profile.count < 1_000)
      guard OutsideTool.pillow.isInstalled else { return }
      let script = """
        import sys, io
        from PIL import Image, ImageCms
        p = ImageCms.ImageCmsProfile(io.BytesIO(open(sys.argv[1], "rb").read()))
        t = ImageCms.buildTransform(p, ImageCms.createProfile("sRGB"), "RGB", "RGB", renderingIntent=1)
        i = Image.new("RGB", (1, 1), (128, 100, 80))
        print(*ImageCms.applyTransform(i, t).getpixel((0, 0)), *ImageCms.applyTransform(Image.new("RGB", (1, 1), (200, 200, 200)), t).getpixel((0, 0)))
        """
      let folder = try ScratchFolder()
      try folder.write(profile, as: "p.icc")
      let answer = try OutsideTool.pillow.run(["-c", script, folder.path("p.icc")])
      let numbers = answer.text.split(separator: " ").compactMap { Int($0) }
      // By the formulas of CSS Color 4 (display-p3 to srgb): 133.3, 98.6, 76.8.
      let expected = [133, 99, 77, 200, 200, 200]
      #expect(numbers.count == 6 && zip(numbers, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(answer)")
    }

    /// Six cells of 16 × 16 of a PNG, as `avifenc` codes them.
    private static func encoded(_ cells: [[UInt16]], _ options: [String]) throws -> [UInt8] {
      var samples: [UInt16] = []
      for y in 0..<32 {
        for x in 0..<48 { samples += cells[y / 16 * 3 + x / 16] }
      }
      let source = SamplePNG(
        width: 48, height: 32, colorType: cells[0].count == 4 ? 6 : 2, depth: 8, samples: samples)
      let folder = try ScratchFolder()
      try folder.write(source.bytes, as: "in.png")
      let quality = ["-s", "10", "--min", "0", "--max", "8", "--minalpha", "0", "--maxalpha", "0"]
      let answer = try OutsideTool.avifenc.run(
        options + quality + [folder.path("in.png"), folder.path("out.avif")])
      guard answer.status == 0 else { throw answer }
      return try folder.read("out.avif")
    }

    /// libavif's output in every depth and sampling of chroma shows its colors at every cell's center; 4:0:0 their
    /// luma.
    @Test(
      .enabled(if: OutsideTool.avifenc.isInstalled, "\(OutsideTool.avifenc.reason)"), arguments: [8, 10, 12],
      ["400", "420", "422", "444"])
    func everyDepthAndChroma(_ depth: Int, _ chroma: String) throws {
      let cells = (0..<6).map { TinyImage.sixColors[$0 % 3, $0 / 3].map(UInt16.init) }
      let bytes = try Self.encoded(cells, ["-d", "\(depth)", "-y", chroma])
      let probe = try Probe(bytes)
      let samples = try #require(probe.samples)
      #expect(
        samples.depth == depth && (samples.color == .gray) == (chroma == "400") && samples.unsupportedReason == nil)
      let whole = try Self.house.raster(Rendition(upright: .pixels, format: .png), of: probe, from: bytes)
      #expect(whole.layout == SampleLayout(chroma == "400" ? .gray : .rgb, depth > 8 ? .sixteen : .eight))
      for (index, cell) in cells.enumerated() {
        let found = whole.pixel(x: index % 3 * 16 + 8, y: index / 3 * 16 + 8)
          .map { depth > 8 ? (Int($0) + 128) / 257 : Int($0) }
        let luma = (299 * Int(cell[0]) + 587 * Int(cell[1]) + 114 * Int(cell[2]) + 500) / 1000
        let expected = chroma == "400" ? [luma] : cell.map(Int.init)
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 8 }, "\(index): \(found), not \(expected)")
      }
    }

    /// Ranges, and the matrices of BT.709, of BT.601 and BT.2020, of colors coded as such, and YCgCo.
    @Test(
      .enabled(if: OutsideTool.avifenc.isInstalled, "\(OutsideTool.avifenc.reason)"), arguments: [8, 10, 12],
      [
        "400 limited 1/13/6", "400 limited 2/2/2", "420 limited 1/13/6", "422 limited 1/13/1", "444 limited 9/1/9",
        "444 full 1/13/0", "444 limited 1/13/0", "444 full 1/13/8", "420 full 1/13/8",
      ])
    func everyRangeAndMatrix(_ depth: Int, _ coding: String) throws {
      let words = coding.split(separator: " ").map(String.init)
      let grays: [[UInt16]] = [255, 200, 150, 100, 50, 0].map { [$0, $0, $0] }
      let cells = words[0] == "400" ? grays : (0..<6).map { TinyImage.sixColors[$0 % 3, $0 / 3].map(UInt16.init) }
      let file = try Self.encoded(cells, ["-d", "\(depth)", "-y", words[0], "-r", words[1], "--cicp", words[2]])
      // Without the container's numbers, those of the coded data are used, which have no limited range for matrix 0.
      let bare = file.replacing(Array("colrnclx".utf8), with: Array("skipnclx".utf8))
      for bytes in coding == "444 limited 1/13/0" ? [file] : [file, bare] {
        let whole = try Self.house.raster(Rendition(upright: .pixels, format: .png), of: Probe(bytes), from: bytes)
        for (index, cell) in cells.enumerated() {
          let found = whole.pixel(x: index % 3 * 16 + 8, y: index / 3 * 16 + 8)
            .map { depth > 8 ? (Int($0) + 128) / 257 : Int($0) }
          #expect(zip(found, cell).allSatisfy { abs($0 - Int($1)) <= 6 }, "\(index): \(found), not \(cell)")
        }
      }
    }

    /// Alpha, straight and premultiplied, in 8 and 10 bits.
    @Test(
      .enabled(if: OutsideTool.avifenc.isInstalled, "\(OutsideTool.avifenc.reason)"), arguments: [8, 10], [false, true])
    func opacityOfLibavif(_ depth: Int, _ isMultiplied: Bool) throws {
      let opacities: [UInt16] = [255, 128, 64, 200, 255, 90]
      let cells = (0..<6).map { TinyImage.sixColors[$0 % 3, $0 / 3].map(UInt16.init) + [opacities[$0]] }
      let bytes = try Self.encoded(cells, ["-d", "\(depth)", "-y", "444"] + (isMultiplied ? ["--premultiply"] : []))
      let probe = try Probe(bytes)
      #expect(probe.samples?.isMultiplied == isMultiplied && probe.samples?.hasTransparency == true)
      let whole = try Self.house.raster(Rendition(upright: .pixels, format: .png), of: probe, from: bytes)
      for (index, cell) in cells.enumerated() {
        let found = whole.pixel(x: index % 3 * 16 + 8, y: index / 3 * 16 + 8)
          .map { depth > 8 ? (Int($0) + 128) / 257 : Int($0) }
        let room = isMultiplied ? 8 * 255 / Int(cell[3]) : 8
        #expect(zip(found, cell).allSatisfy { abs($0 - Int($1)) <= room }, "\(index): \(found), not \(cell)")
        #expect(abs(found[3] - Int(cell[3])) <= 2)
      }
    }

    @Test(.enabled(if: Corpus.folder != nil, "\(Corpus.reason)"))
    func photosOfPhonesAreUprightOnce() throws {
      let place = try #require(Corpus.files("real/heic").first { $0.lastPathComponent == "Issue_487.heic" })
      let file = [UInt8](try Data(contentsOf: place))
      let probe = try Probe(file)
      #expect(probe.displayedSize == PixelSize(width: 3_024, height: 4_032) && probe.orientation.exif == .rightTop)
      let part = PixelRect<Displayed>(x: 1_700, y: 900, width: 300, height: 200)
      let cut = try Self.house.raster(
        Rendition(region: .pixels(part), upright: .pixels, format: .png), of: probe, from: file)
      let sideways = part.applying(probe.orientation.inverse, in: probe.displayedSize)
      let stored = try Self.house.raster(
        Rendition(region: .stored(sideways), upright: .pixels, format: .png), of: probe, from: file)
      #expect(stored == cut)
      // The mean green of the quarters, as libvips displays it: only the right orientation gives them in this order.
      let small = try Self.house.raster(
        Rendition(size: .within(48, 64), upright: .pixels, format: .png), of: probe, from: file)
      let means = [(0, 0), (24, 0), (0, 32), (24, 32)].map { left, top in
        (0..<24 * 32).reduce(0.0) { sum, place in
          sum + Double(small.sample(x: left + place % 24, y: top + place / 24, channel: 1)) / (24 * 32)
        }
      }
      #expect(zip(means, [197.5, 158.2, 163.5, 151.3]).allSatisfy { abs($0 - $1) < 2 }, "\(means)")
    }
  }
#endif
