// TIFF with other programs: files repacked by libtiff's tools decode alike, and Pillow agrees in reading and writing.

import Testing
import Upright
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

extension TIFFCodecTests {
  @Test(
    .enabled(if: OutsideTool.tiffcp.isInstalled, "\(OutsideTool.tiffcp.reason)"),
    arguments: [
      ["-c", "lzw"], ["-c", "lzw:2"], ["-c", "zip:2"], ["-c", "packbits"], ["-c", "zip", "-t", "-w", "32", "-l", "16"],
      ["-c", "lzw:2", "-p", "separate"], ["-c", "none", "-p", "separate", "-t"], ["-c", "zstd"], ["-8", "-c", "zip"],
      ["-B", "-c", "none"], ["-f", "lsb2msb", "-c", "packbits"],
    ])
  func whateverPacksThemThePixelsAreTheSame(_ options: [String]) throws {
    for kind in [SampleTIFF.Kind(2, 8), SampleTIFF.Kind(2, 16, extra: 2), SampleTIFF.Kind(3, 4), SampleTIFF.Kind(5, 8)]
    {
      let isPicky = options.contains { $0 == "separate" || $0.hasSuffix(":2") }
      if isPicky, kind.samples == 1 || kind.depth != 8 { continue }
      let file = SampleTIFF.mixedColors(width: 37, height: 71, kind)
      let copied = try TIFFTools.copied(file.bytes, options)
      for region in [Self.whole, Self.regions[1]] {
        #expect(try Self.decoded(copied, region, kind.layout).pixels == Self.expected(file, region), "\(kind)")
      }
    }
  }

  @Test(
    .enabled(if: OutsideTool.tiffcp.isInstalled, "\(OutsideTool.tiffcp.reason)"),
    arguments: [["-c", "g3:1d"], ["-c", "g3:2d"], ["-c", "g4"]])
  func faxesAreDecoded(_ options: [String]) throws {
    for photometric in [0, 1] {
      let file = SampleTIFF.mixedColors(width: 37, height: 71, SampleTIFF.Kind(photometric, 1))
      let copied = try TIFFTools.copied(file.bytes, options)
      #expect(try Self.decoded(copied, Self.whole, SampleLayout(.gray)).pixels == Self.expected(file, Self.whole))
    }
  }

  @Test(.enabled(if: OutsideTool.tiffcp.isInstalled, "\(OutsideTool.tiffcp.reason)"))
  func aFaxWithBrokenLinesIsDamagedWhereNoWarningIsAllowed() throws {
    var copied = try TIFFTools.copied(
      SampleTIFF.mixedColors(width: 37, height: 71, SampleTIFF.Kind(1, 1)).bytes, ["-c", "g3:1d"])
    for index in 60..<90 { copied[index] ^= 0x5A }
    for warnings in [0, 1] {
      do {
        _ = try Self.decoded(copied, Self.whole, SampleLayout(.gray), limits: Limits(warnings: warnings))
        Issue.record("a broken fax was decoded")
      } catch let error as UprightError {
        switch error {
        case .malformed: break
        case .limit(.warnings, _, 1): #expect(warnings == 1)
        default: Issue.record("\(error)")
        }
      }
    }
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"))
  func aJPEGInTIFFIsWhatPillowReads() throws {
    let script = """
      import sys, PIL.Image
      p = PIL.Image.effect_mandelbrot((333, 222), (-3, -2.5, 2, 2.5), 60)
      p = PIL.Image.merge("RGB", (p, p.rotate(90, expand=False), p.transpose(0)))
      p.save(sys.argv[2], "TIFF", compression="jpeg", quality=90)
      """
    let file = try OutsideTool.pillow.run(["-c", script, "{in}", "{out}"], input: [])
    let whole = PixelRect<Stored>(x: 0, y: 0, width: 333, height: 222)
    let samples = try #require(Probe(file).samples)
    #expect(samples.unsupportedReason == nil && !samples.isLossless && samples.color == .rgb)
    let mine = try Self.decoded(file, whole, SampleLayout(.rgb)).pixels.flatMap { $0 }
    let theirs = try TIFFTools.pillow(file).samples.map(UInt16.init)
    #expect(zip(mine, theirs).allSatisfy { abs(Int($0) - Int($1)) <= 1 } && mine.count == theirs.count)
    let part = PixelRect<Stored>(x: 100, y: 90, width: 50, height: 60)
    let cut = try Self.decoded(file, part, SampleLayout(.rgb)).pixels.flatMap { $0 }
    let rows = (part.y..<part.maxY).map { y in mine[(y * 333 + part.x) * 3..<(y * 333 + part.maxX) * 3] }
    #expect(cut == Array(rows.joined()))
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"))
  func everyKindIsWhatPillowReads() throws {
    var compared = 0
    for kind in SampleTIFF.samples where kind.depth <= 8 && kind.extra != 0 && kind.extra != 1 {
      let file = SampleTIFF.mixedColors(width: 37, height: 71, kind)
      guard let answer = try? TIFFTools.pillow(file.bytes),
        ["L", "RGB", "RGBA", "CMYK", "P", "1"].contains(answer.mode)
      else { continue }
      guard answer.mode != "P", answer.mode != "1" else { continue }
      let mine = try Self.decoded(file.bytes, Self.whole, kind.layout).pixels.flatMap { $0 }
      #expect(mine.map { UInt8($0) } == answer.samples, "\(kind)")
      compared += 1
    }
    #expect(compared >= 8)
  }
}

// Large tiles decoded in parallel give the same result as one by one, and an error in one is reported the same.
extension TIFFCodecTests {
  /// Kinds whose tiles, or whose planes' tiles, are worth a thread.
  static let large: [SampleTIFF.Kind] = [
    SampleTIFF.Kind(2, 8, tile: (128, 96)), SampleTIFF.Kind(2, 8, isPlanar: true, tile: (256, 144)),
    SampleTIFF.Kind(2, 16, extra: 2, tile: (80, 64)), SampleTIFF.Kind(3, 8, tile: (256, 128)),
    SampleTIFF.Kind(5, 8, tile: (112, 80)), SampleTIFF.Kind(1, 16, tile: (128, 128)),
  ]

  private static func file(_ kind: SampleTIFF.Kind, columns: Int, rows: Int) throws -> SampleTIFF {
    let tile = try #require(kind.tile)
    var file = SampleTIFF.mixedColors(width: columns * tile.width - 3, height: rows * tile.height - 5, kind)
    file.isPacked = true
    return file
  }

  @Test(arguments: large)
  func tilesSideBySideAreTheSame(_ kind: SampleTIFF.Kind) throws {
    let tile = try #require(kind.tile)
    var file = try Self.file(kind, columns: 3, rows: 2)
    file.byteOrder = .big
    let (bytes, width, height) = (file.bytes, file.width, file.height)
    for region in [
      PixelRect<Stored>(x: 0, y: tile.height - 9, width: width, height: 18),
      PixelRect(x: tile.width - 1, y: height - 7, width: tile.width + 2, height: 7),
      PixelRect(x: width - 1, y: 0, width: 1, height: height),
    ] {
      #expect(try Self.decoded(bytes, region, kind.layout).pixels == Self.expected(file, region), "\(region)")
    }
  }

  @Test func moreTilesThanAreSharedAtATimeAreTheSame() throws {
    let file = try Self.file(SampleTIFF.Kind(1, 16, tile: (16, 1024)), columns: 35, rows: 1)
    let region = PixelRect<Stored>(x: 0, y: 500, width: file.width, height: 3)
    #expect(try Self.decoded(file.bytes, region, file.kind.layout).pixels == Self.expected(file, region))
  }

  @Test(
    .enabled(if: OutsideTool.tiffcp.isInstalled, "\(OutsideTool.tiffcp.reason)"),
    arguments: [
      ["-c", "lzw:2"], ["-c", "zip:2"], ["-c", "zip"], ["-c", "packbits"], ["-c", "zstd"],
      ["-f", "lsb2msb", "-c", "zip"],
      ["-f", "lsb2msb", "-c", "lzw"], ["-B", "-c", "zip:2"], ["-c", "lzw", "-p", "separate"], ["-8", "-c", "zip:2"],
    ])
  func largeTilesPackedByOthersAreTheSame(_ options: [String]) throws {
    for kind in [SampleTIFF.Kind(2, 8, tile: (128, 128)), SampleTIFF.Kind(2, 16, tile: (128, 128))] {
      if kind.depth != 8, options.contains("separate") { continue }
      let file = try Self.file(kind, columns: 3, rows: 2)
      let copied = try TIFFTools.copied(file.bytes, options + ["-t", "-w", "192", "-l", "192"])
      let rows = PixelRect<Stored>(x: 0, y: 180, width: file.width, height: 20)
      #expect(try Self.decoded(copied, rows, kind.layout).pixels == Self.expected(file, rows))
    }
  }

  @Test(.enabled(if: OutsideTool.tiffcp.isInstalled, "\(OutsideTool.tiffcp.reason)"))
  func largeTilesOfJPEGAreWhatSmallStripsAreNot() throws {
    let file = try Self.file(SampleTIFF.Kind(2, 8, tile: (128, 128)), columns: 3, rows: 2)
    let copied = try TIFFTools.copied(file.bytes, ["-c", "jpeg:95", "-t", "-w", "128", "-l", "128"])
    let whole = PixelRect<Stored>(x: 0, y: 0, width: file.width, height: file.height)
    let first = PixelRect<Stored>(x: 0, y: 0, width: 128, height: file.height)
    let all = try Self.decoded(copied, whole, SampleLayout(.rgb)).pixels
    let column = try Self.decoded(copied, first, SampleLayout(.rgb)).pixels
    let cut = (0..<file.height).flatMap { y in all[y * file.width..<y * file.width + 128] }
    #expect(column == cut, "one column of tiles is decoded alone, three side by side")
    #expect(all.count == file.width * file.height && Set(all).count > 1000)
  }

  @Test func aBrokenTileIsReportedAfterWhatStandsBeforeIt() throws {
    let kind = SampleTIFF.Kind(2, 8, tile: (128, 128))
    let file = try Self.file(kind, columns: 4, rows: 3)
    let whole = PixelRect<Stored>(x: 0, y: 0, width: file.width, height: file.height)
    for number in [4, 5, 7] {
      var bytes = file.bytes
      let places = try #require(Self.values(of: 324, in: file, count: 12))
      bytes[places[number]] ^= 0xFF
      var rows = 0
      let pass = DecodePass(region: whole, denominator: 1, layout: kind.layout)
      do {
        try TIFFCodec().decode(pass, from: bytes, limits: Limits()) { band, row in
          for x in [0, file.width - 1] {
            #expect(band.pixel(x: x, y: 0) == file.shown(x: x, y: row))
          }
          rows = row + band.size.height
        }
        Issue.record("a broken tile was decoded")
      } catch {
        guard case .malformed = error else {
          Issue.record("\(error)")
          continue
        }
      }
      #expect(rows == 128, "the tiles above are whole")
    }
  }

  @Test func whatTheFileLacksIsMissingWhereItIsNeeded() throws {
    let kind = SampleTIFF.Kind(2, 8, tile: (128, 128))
    let file = try Self.file(kind, columns: 3, rows: 2)
    let whole = PixelRect<Stored>(x: 0, y: 0, width: file.width, height: file.height)
    for (tag, value) in [(324, 1 << 30), (325, 0), (325, 1 << 30)] {
      var broken = file
      let count = 6
      var values = try #require(Self.values(of: tag, in: file, count: count))
      values[4] = value
      broken.entries.append(TinyEntry(tag, .long, values))
      let above = PixelRect<Stored>(x: 0, y: 0, width: file.width, height: 128)
      #expect(try Self.decoded(broken.bytes, above, kind.layout).pixels == Self.expected(file, above), "\(tag)")
      #expect(throws: UprightError.self, "\(tag) \(value)") { try Self.decoded(broken.bytes, whole, kind.layout) }
    }
  }

  /// Numbers of an entry of four bytes each, as stored in a file of the machine's byte order.
  private static func values(of tag: Int, in file: SampleTIFF, count: Int) -> [Int]? {
    let bytes = file.bytes
    func number(_ at: Int, _ width: Int) -> Int {
      bytes[at..<at + width].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let directory = number(4, 4)
    for entry in 0..<number(directory, 2) {
      let at = directory + 2 + 12 * entry
      guard number(at, 2) == tag, number(at + 4, 4) == count else { continue }
      let place = number(at + 8, 4)
      return (0..<count).map { number(place + 4 * $0, 4) }
    }
    return nil
  }
}
