// Displayed and stored regions: the resulting pixels are the requested ones.

import ArgumentParser
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess, .enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"))
struct CropCommandTests {
  /// A region of the landscape sample that contains one corner and ends inside a block.
  static let regions: [(region: String, x: Int, y: Int, width: Int, height: Int)] = [
    ("0,0,101,77", 0, 0, 101, 77), ("411,0,101,77", 411, 0, 101, 77), ("411,307,101,77", 411, 307, 101, 77),
    ("0,307,101,77", 0, 307, 101, 77), ("33,45,201,203", 33, 45, 201, 203), ("511,383,1,1", 511, 383, 1, 1),
    ("pct:25,50,50,25", 128, 192, 256, 96), ("square", 64, 0, 384, 384),
  ]

  @Test(arguments: regions)
  func displayedRegionsAreCutFromWhatIsSeen(
    _ wanted: (region: String, x: Int, y: Int, width: Int, height: Int)
  ) throws {
    let album = try Samples.copies(.landscape)
    #expect(try album.run("fix", ".", "-o", "whole", "--format", "png").status == 0)
    #expect(try album.run("crop", wanted.region, ".", "-o", "part", "--format", "png").status == 0)
    let names = (1...8).map { "landscape_\($0).png" }
    let wholes = try DecodedByPillow.of(names.map { "whole/\($0)" }, in: album.folder, as: .stored)
    let parts = try DecodedByPillow.of(names.map { "part/\($0)" }, in: album.folder, as: .stored)
    for (whole, part) in zip(wholes, parts) {
      #expect((part.width, part.height) == (wanted.width, wanted.height))
      let cut = whole.cropped(x: wanted.x, y: wanted.y, width: wanted.width, height: wanted.height)
      #expect(part.samples == cut.samples)
    }
  }

  @Test(arguments: [(0, 0, 60, 70), (301, 33, 83, 203), (17, 250, 41, 100)])
  func storedRegionsAreCutFromTheFilesGridAndTurned(x: Int, y: Int, width: Int, height: Int) throws {
    let album = try Samples.copies(.landscape)
    let region = "\(x),\(y),\(width),\(height)"
    let names = (1...8).map { "landscape_\($0)" }
    #expect(try album.run("crop", region, "--space", "stored", ".", "-o", "part", "--format", "png").status == 0)
    let expected = try DecodedByPillow.of(
      names.map { "\($0).jpg" }, in: album.folder, as: .crop(x: x, y: y, width: width, height: height))
    let parts = try DecodedByPillow.of(names.map { "part/\($0).png" }, in: album.folder, as: .stored)
    for (index, name) in names.enumerated() {
      #expect(parts[index].distance(to: expected[index]) < 0.6, "\(name)")
      #expect((parts[index].width == width) == (index < 4))
    }
  }

  @Test(arguments: 1...8)
  func regionsOnWholeBlocksLoseNothing(_ tag: Int) throws {
    let album = try Album("\(tag).jpg")
    let answer = try album.run("crop", "16,16,32,16", "\(tag).jpg", "-o", "part.jpg")
    #expect(answer.text == "\(tag).jpg -> part.jpg: transform, 32x16, tag 1")
    let part = try DecodedByPillow.of(["part.jpg"], in: album.folder, as: .stored)[0]
    let whole = try DecodedByPillow.of(["\(tag).jpg"], in: album.folder, as: .displayed)[0]
    #expect(part.tag == 1)
    #expect(part.corners(inset: 4) == "mwwm")
    #expect(part.distance(to: whole.cropped(x: 16, y: 16, width: 32, height: 16)) < 0.5)
  }

  @Test(arguments: 1...8)
  func whatReachesBeyondIsClippedOrPadded(_ tag: Int) throws {
    let album = try Album("\(tag).jpg")
    let clipped = try album.run("crop", "40,24,16,16", "\(tag).jpg", "-o", "clipped.png")
    let note = "40,24,16,16 extends beyond the image: clipped to 8x8"
    #expect(clipped.text == "\(tag).jpg -> clipped.png: transcode, 8x8, tag 1 (\(note))")
    let padded = try album.run(
      "crop", "--pad", "#28a03c", "-o", "padded.png", "--", "-16,-16,80,64", "\(tag).jpg")
    #expect(padded.text == "\(tag).jpg -> padded.png: transcode, 80x64, tag 1")
    let seen = try DecodedByPillow.of(["clipped.png", "padded.png"], in: album.folder, as: .stored)
    #expect(seen[0].corners(inset: 1) == "wwww")
    #expect(seen[1].corners(inset: 2) == "GGGG")
    let (within, around) = (seen[1].cropped(x: 16, y: 16, width: 48, height: 32), seen[1])
    #expect(within.corners(inset: 4) == "rbwy")
    #expect(around.letter(x: 15, y: 32) == "G" && around.letter(x: 64, y: 32) == "G")
    #expect(around.letter(x: 40, y: 15) == "G" && around.letter(x: 40, y: 48) == "G")
  }

  @Test(arguments: [
    ("64x64", 64, 64), ("100x50", 100, 50), ("7", 7, 7), ("600x600", 600, 600),
  ])
  func aSizeIsMadeExactly(size: String, width: Int, height: Int) throws {
    let album = try Samples.copies(.portrait)
    #expect(try album.run("crop", "square", "--size", size, ".", "-o", "out").status == 0)
    let names = (1...8).map { "out/portrait_\($0).jpg" }
    for seen in try DecodedByPillow.of(names, in: album.folder, as: .stored) {
      #expect((seen.width, seen.height) == (width, height))
      #expect(seen.tag == 1)
    }
  }

  @Test(arguments: [
    ("100,100,5,5", "is outside the image"), ("48,0,1,1", "is outside the image"),
    ("pct:100,0,1,1", "is outside the image"),
    ("99999999999,0,1,1", "is outside the image"),
  ])
  func whatLiesOutsideIsUnanswerable(region: String, sentence: String) throws {
    let album = try Album("6.jpg")
    let answer = try album.run("crop", region, "6.jpg", "-o", "out.jpg")
    #expect(answer.status == 64)
    #expect(answer.complaints.hasPrefix("upright: 6.jpg: region: "))
    #expect(answer.complaints.contains(sentence))
    #expect(try album.contents().count == 1)
  }

  @Test(arguments: ["square", "pct:0,0,50,50"])
  func onlyPixelsCanBeMeantAsStored(_ region: String) throws {
    let answer = try Album("6.jpg").run("crop", region, "--space", "stored", "6.jpg", "-o", "out.jpg")
    #expect(answer.status == 64)
    #expect(answer.complaints.hasPrefix("Error: --space stored needs a region in pixels: x,y,w,h"))
  }

  /// One letter of the header's name is changed: the region to keep is unknown, so nothing is written.
  @Test(arguments: ["pct:0,0,50,50", "pct:0,0,100,100", "square", "0,0,1,1"])
  func aRegionOfAnImageWithoutASizeIsRefused(_ region: String) throws {
    let album = try Album()
    var png = TinyPNG(.sixColors).bytes
    png[12] = UInt8(ascii: "J")
    try album.folder.write(png, as: "bad.png")
    for words in [["crop", region, "bad.png", "-o", "out.png"], ["plan", "crop", region, "bad.png"]] {
      let answer = try UprightTool.run(words, in: album.folder)
      let isNamed = answer.complaints.contains("no image or track with a size was found")
      #expect(answer.status == 65 && isNamed, "\(answer.complaints)")
    }
    let map = try UprightTool.run(
      ["map", "--from", "vision", "--to", "stored", "--of", "bad.png", "0.25,0.5,0.5,0.25"], in: album.folder)
    #expect(map.status == 65 && map.text.isEmpty)
    #expect(try Array(album.contents().keys) == ["bad.png"])
  }

  @Test func argumentsBecomeARendition() throws {
    let probe = try Probe(Album.photo(6))
    func rendition(_ words: String...) throws -> Rendition {
      try CropArguments.parse(words).request.rendition(of: probe, format: nil)
    }
    func checked(_ rendition: Rendition) -> Rendition {
      var checked = rendition
      (checked.checksPixels, checked.frame) = (true, .first)
      return checked
    }
    let area = PixelRect<Displayed>(x: 1, y: 2, width: 3, height: 4)
    #expect(try rendition("1,2,3,4") == checked(Rendition(region: .pixels(area), upright: .pixels)))
    #expect(
      try rendition("1,2,3,4", "--space", "stored")
        == checked(Rendition(region: .stored(PixelRect(x: 1, y: 2, width: 3, height: 4)), upright: .pixels)))
    let output = PixelSize<Output>(width: 8, height: 9)
    #expect(
      try rendition("square", "--size", "8x9", "--quality", "70")
        == checked(Rendition(region: .square, size: .exactly(output), upright: .pixels, quality: .level(70))))
    let gray = Rendition.Color(red: 16, green: 32, blue: 48)
    #expect(
      try rendition("square", "--pad", "#102030")
        == checked(Rendition(region: .square, upright: .pixels, overflow: .pad(gray))))
  }
}
