// The contents of a file's card: both images from one decode, and the route of `fix`.

import Testing
import Upright
import UprightCodecs
import UprightFiles
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing

@Suite struct SheetCellTests {
  private func cell(_ name: String, _ bytes: [UInt8], _ limits: Limits = Limits()) throws -> SheetCell {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, as: name)
    return try SheetCell(
      InputFile(path: path, relativePath: name), pipeline: Pipeline(codecs: SystemCodecs.all, limits: limits))
  }

  @Test(
    arguments: 1...8 as ClosedRange<UInt8>)
  func theRouteIsThatOfFix(_ tag: UInt8) throws {
    #expect(try cell("a.jpg", Album.photo(tag)).route == (tag == 1 ? "copy" : "transform"))
    let ragged = try cell("a.jpg", Album.photo(tag, hasPartialBlocks: true)).route
    #expect(ragged == (tag == 1 ? "copy" : tag == 5 ? "transform" : "transcode"))
  }

  @Test func aStaleTagIsSkippedAsFixDoes() throws {
    #expect(try cell("a.jpg", StaleTagTests.stale()).route == "skips it (orientation-stale)")
  }

  @Test(arguments: ExifOrientation.allCases)
  func bothImagesAreTheSamePixels(_ tag: ExifOrientation) throws {
    let cell = try cell("a.jpg", Album.photo(tag.rawValue, hasPartialBlocks: true))
    #expect(cell.displayed.size == PixelSize(width: 51, height: 35))
    var shown = TinyImage(width: 51, height: 35, filledWith: [0, 0, 0])
    for y in 0..<35 {
      for x in 0..<51 { shown[x, y] = Array(cell.displayed.bytes[(y * 51 + x) * 3..<(y * 51 + x) * 3 + 3]) }
    }
    let stored = shown.stored(as: tag)
    #expect(cell.stored.size == PixelSize(width: stored.width, height: stored.height))
    #expect(cell.stored.bytes == stored.samples)
    #expect(cell.probe.orientation.exif == tag)
  }

  @Test func aLargeImageIsMadeToFitItsBox() throws {
    let large = TinyImage(width: 600, height: 200, filledWith: [250, 205, 30])
    let cell = try cell("a.jpg", TinyJPEG(large.stored(as: .rightTop), exif: TinyTIFF(orientation: 6)).bytes)
    #expect(cell.displayed.size == PixelSize(width: 240, height: 80))
    #expect(cell.stored.size == PixelSize(width: 80, height: 240))
  }

  @Test(.enabled(if: OutsideTool.strace.isInstalled, "needs strace"), arguments: [1, 6])
  func thePixelsAreReadOnce(_ tag: Int) throws {
    let album = try Album()
    var photo = TinyJPEG(
      TinyImage.sixColors.enlarged(by: 64).stored(as: try #require(.init(rawValue: UInt8(tag)))),
      exif: TinyTIFF(orientation: tag))
    photo.trailer = []
    try album.folder.write(photo.bytes, as: "a.jpg")
    func bytesRead(_ words: [String]) throws -> Int {
      let program = try #require(UprightTool.path)
      let answer = try OutsideTool.strace.run(
        ["-f", "-qq", "-y", "-e", "trace=pread64", "-o", "trace", program] + words, in: album.folder)
      #expect(answer.status == 0)
      let lines = String(decoding: try album.folder.read("trace"), as: UTF8.self).split(separator: "\n")
      return lines.filter { $0.contains("a.jpg>") }
        .compactMap { $0.split(separator: "=").last.flatMap { Int($0.filter(\.isNumber)) } }.reduce(0, +)
    }
    let once = try bytesRead(["thumb", "240", "a.jpg", "-o", "thumb.png"])
    let sheet = try bytesRead(["sheet", "a.jpg", "-o", "sheet.png"])
    #expect(sheet <= once)
  }

  @Test(arguments: [("short", 65), ("text", 69)])
  func whatIsNoImageIsAnErrorWithItsPath(kind: String, code: Int32) throws {
    let bytes = kind == "short" ? Array(Album.photo(6).prefix(60)) : Array("text".utf8)
    let error = #expect(throws: UprightError.self) { try cell("a.jpg", bytes) }
    #expect(error?.codes.exitCode == code)
    #expect(throws: UprightError.io(path: "no/such.jpg", systemError: 2)) {
      try SheetCell(
        InputFile(path: "no/such.jpg", relativePath: "such.jpg"), pipeline: Pipeline(codecs: SystemCodecs.all))
    }
  }

  @Test func limitsHoldForSheetsToo() {
    #expect(throws: UprightError.limit(.pixels, asked: 1536, allowed: 100)) {
      try cell("a.jpg", Album.photo(6), Limits(pixels: 100))
    }
  }
}
