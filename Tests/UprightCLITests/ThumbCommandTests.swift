// Small images: their sizes, their shape, and that they are upright.

import ArgumentParser
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess, .enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"))
struct ThumbCommandTests {
  /// The request, and the results for 512 × 384 and 384 × 512.
  static let sizes: [(asked: String, landscape: [Int], portrait: [Int])] = [
    ("256", [256, 192], [192, 256]), ("100", [100, 75], [75, 100]), ("64x64", [64, 48], [48, 64]),
    ("512", [512, 384], [384, 512]), ("9000", [512, 384], [384, 512]), ("64x9000", [64, 48], [64, 85]),
    ("9000x48", [64, 48], [36, 48]), ("1", [1, 1], [1, 1]), ("500x500", [500, 375], [375, 500]),
  ]

  @Test(arguments: sizes)
  func everyTagFitsTheBoxAndKeepsItsShape(_ size: (asked: String, landscape: [Int], portrait: [Int])) throws {
    let album = try Samples.copies()
    // What a low quality loses at edges of color is not looked at here.
    #expect(try album.run("thumb", size.asked, ".", "-o", "out", "--quality", "95").status == 0)
    let seen = try DecodedByPillow.of(Samples.names.map { "out/\($0)" }, in: album.folder, as: .stored)
    for (name, image) in zip(Samples.names, seen) {
      #expect([image.width, image.height] == (name.hasPrefix("land") ? size.landscape : size.portrait), "\(name)")
      #expect(image.tag == 0, "no tag, because there is no Exif")
      guard image.width > 40 else { continue }
      #expect(image.corners(inset: image.width / 20) == Samples.corners, "\(name), \(size.asked)")
    }
  }

  @Test func itLooksLikeAnotherProgramsThumbnail() throws {
    let album = try Samples.copies(.landscape)
    #expect(try album.run("thumb", "128", ".", "-o", "out", "--format", "png").status == 0)
    let script = """
      import sys, PIL.Image, PIL.ImageOps
      for n in range(1, 9):
        p = PIL.ImageOps.exif_transpose(PIL.Image.open(f'landscape_{n}.jpg'))
        p.resize((128, 96), PIL.Image.LANCZOS).save(f'pillow_{n}.png')
      """
    #expect(try OutsideTool.pillow.run(["-c", script], in: album.folder).status == 0)
    let ours = try DecodedByPillow.of((1...8).map { "out/landscape_\($0).png" }, in: album.folder, as: .stored)
    let theirs = try DecodedByPillow.of((1...8).map { "pillow_\($0).png" }, in: album.folder, as: .stored)
    for (one, other) in zip(ours, theirs) { #expect(one.distance(to: other) < 2) }
  }

  @Test(arguments: [["thumb", "8"], ["crop", "square"]])
  func originalsAreNotReplacedUnasked(words: [String]) throws {
    let album = try Album("6.jpg")
    let answer = try UprightTool.run(words + ["-i", "6.jpg"], in: album.folder)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("--force if you mean it"))
    #expect(try album.folder.read("6.jpg") == Album.photo(6))
    #expect(try UprightTool.run(words + ["-i", "-n", "6.jpg"], in: album.folder).status == 64)
    #expect(try UprightTool.run(words + ["-i", "-n", "--force", "6.jpg"], in: album.folder).status == 0)
    #expect(try UprightTool.run(words + ["-i", "--force", "6.jpg"], in: album.folder).status == 0)
    #expect(try album.folder.read("6.jpg") != Album.photo(6))
  }

  @Test func aThumbnailHasNoThumbnailAndOneTag() throws {
    let album = try Samples.copies(.landscape)
    #expect(try Probe(album.folder.read("landscape_6.jpg")).thumbnail != nil)
    #expect(try album.run("thumb", "64", "-i", "--force", ".").status == 0)
    for tag in 1...8 {
      let probe = try Probe(album.folder.read("landscape_\(tag).jpg"))
      #expect(probe.orientation.isIdentity)
      #expect(probe.displayedSize == PixelSize(width: 64, height: 48))
    }
  }

  @Test func qualityCountsAnd85IsMeantUnlessSaid() throws {
    let album = try Samples.copies(.landscape)
    var made: [String: [UInt8]] = [:]
    for quality in ["20", "85", "100"] {
      #expect(
        try album.run("thumb", "256", "--quality", quality, "landscape_6.jpg", "-o", "\(quality).jpg").status == 0)
      made[quality] = try album.folder.read("\(quality).jpg")
    }
    #expect(try album.run("thumb", "256", "landscape_6.jpg", "-o", "unsaid.jpg").status == 0)
    #expect(try album.folder.read("unsaid.jpg") == made["85"])
    let counts = ["20", "85", "100"].compactMap { made[$0]?.count }
    #expect(counts == counts.sorted() && Set(counts).count == 3)
  }

  @Test func argumentsBecomeARendition() throws {
    let probe = try Probe(Album.photo(6))
    func rendition(_ words: [String], _ format: ContainerFormat? = nil) throws -> Rendition {
      try ThumbArguments.parse(words).request.rendition(of: probe, format: format)
    }
    var wanted = Rendition(size: .within(PixelSize(width: 320, height: 240)), upright: .pixels, quality: .level(85))
    (wanted.checksPixels, wanted.frame) = (true, .first)
    #expect(try rendition(["320x240", "--keep-metadata"]) == wanted)
    wanted.strip = .allButColor
    #expect(try rendition(["320x240"]) == wanted)
    (wanted.quality, wanted.format) = (.level(3), .png)
    #expect(try rendition(["320x240", "--quality", "3"], .png) == wanted)
  }
}
