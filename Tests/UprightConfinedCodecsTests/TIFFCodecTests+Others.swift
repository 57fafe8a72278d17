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
