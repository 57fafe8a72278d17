// Small images made from the thumbnail inside a photo: in other colors than the photo, to show which was decoded.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct EmbeddedThumbTests {
  /// The photo's corners as displayed, clockwise from the top left, and its thumbnail's, which shows the photo upside
  /// down.
  private static let colors: [[UInt8]] = [[255, 0, 0], [0, 0, 255], [255, 255, 255], [255, 255, 0]]

  /// 300 × 200 as displayed, and a thumbnail of 150 × 100 in it.
  private static func photo(_ tag: ExifOrientation, damaging: (inout [UInt8]) -> Void = { _ in }) -> [UInt8] {
    let six = TinyImage.sixColors
    var turned = six
    for y in 0..<2 { for x in 0..<3 { turned[x, y] = six[2 - x, 1 - y] } }
    var thumbnail = TinyJPEG(turned.enlarged(by: 50).stored(as: tag)).bytes
    damaging(&thumbnail)
    var block = TinyTIFF(orientation: Int(tag.rawValue))
    block.thumbnail = thumbnail
    return TinyJPEG(six.enlarged(by: 100).stored(as: tag), exif: block).bytes
  }

  private func corners(_ bytes: [UInt8]) throws -> [[UInt8]] {
    let probe = try Probe(bytes)
    #expect(probe.orientation.isIdentity)
    let raster = try Pipeline(codecs: SystemCodecs.all).raster(Rendition(), of: probe, from: bytes)
    let (right, bottom) = (raster.size.width - 4, raster.size.height - 4)
    return [(3, 3), (right, 3), (right, bottom), (3, bottom)].map { place in
      raster.pixel(x: place.0, y: place.1).map(UInt8.init)
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func whatIsShownIsTheThumbnailAsItLies(_ tag: ExifOrientation) throws {
    let album = try Album()
    try album.folder.write(Self.photo(tag), as: "photo.jpg")
    for (words, colors) in [(["--embedded-ok"], [2, 3, 0, 1]), ([], [0, 1, 2, 3])] {
      let answer = try UprightTool.run(
        ["thumb", "120", "photo.jpg", "-o", "small.jpg", "--force", "--json"] + words, in: album.folder)
      #expect(answer.status == 0 && answer.complaints == "")
      let made = try album.folder.read("small.jpg")
      #expect(try Probe(made).storedSize == PixelSize(width: 120, height: 80))
      #expect(try Probe(made).thumbnail == nil)
      for (seen, color) in zip(try corners(made), colors) { expectNear(seen, Self.colors[color]) }
      let said = try answer.objects().first?["embedded"] as? [String: Any]
      guard !words.isEmpty else {
        #expect(said == nil)
        continue
      }
      #expect(said?["used"] as? Bool == true && said?["what"] as? String == "thumbnail")
      let size = tag.rawValue < 5 ? ["width": 150, "height": 100] : ["width": 100, "height": 150]
      #expect(said?["stored"] as? [String: Int] == size)
    }
  }

  @Test func oneThatIsTooSmallIsSaidAndTheImageDecoded() throws {
    let album = try Album()
    try album.folder.write(Self.photo(.rightTop), as: "photo.jpg")
    let answer = try album.run("thumb", "151", "photo.jpg", "-o", "small.jpg", "--embedded-ok", "--json")
    let said = try answer.objects().first?["embedded"] as? [String: Any]
    #expect(said?["used"] as? Bool == false)
    #expect(said?["reason"] as? String == "the thumbnail, 100x150, is smaller than the result, 151x101")
    for (seen, color) in zip(try corners(album.folder.read("small.jpg")), Self.colors) { expectNear(seen, color) }
    let plan = try album.run("plan", "thumb", "151", "photo.jpg", "--embedded-ok")
    #expect(plan.text.contains("  not embedded: the thumbnail, 100x150, is smaller than the result, 151x101\n"))
  }

  /// Damage is found only while decoding: the image itself is decoded then, and the report states that.
  @Test func aDamagedOneIsNotShown() throws {
    let album = try Album()
    let photo = Self.photo(.rightTop) { bytes in
      for place in bytes.count - 90..<bytes.count - 30 { bytes[place] = 0xFF }
    }
    try album.folder.write(photo, as: "photo.jpg")
    let answer = try album.run("thumb", "120", "photo.jpg", "-o", "small.jpg", "--embedded-ok", "--json")
    #expect(answer.status == 0)
    #expect(answer.complaints.contains("the embedded preview is damaged; the image itself was decoded"))
    #expect(try answer.objects().first?["damaged"] == nil)
    for (seen, color) in zip(try corners(album.folder.read("small.jpg")), Self.colors) { expectNear(seen, color) }
  }

  @Test func metadataAndProfileAreTheImages() throws {
    let album = try Album()
    var block = TinyTIFF(ifd0: [.orientation(6)])
    block.thumbnail = TinyJPEG(TinyImage.sixColors.enlarged(by: 50).stored(as: .rightTop)).bytes
    let profile = TinySegment.profile(byteCount: 300)
    let photo = TinyJPEG(
      TinyImage.sixColors.enlarged(by: 100).stored(as: .rightTop),
      segments: [.exif(block)] + TinySegment.icc(profile) + [.comment("a note")]
    ).bytes
    try album.folder.write(photo, as: "photo.jpg")
    for (word, isKept) in [("--keep-metadata", true), ("--strip=none", true), ("--explain", false)] {
      let answer = try album.run("thumb", "120", "photo.jpg", "-o", "small.jpg", "--embedded-ok", "--force", word)
      #expect(answer.status == 0)
      let made = try album.folder.read("small.jpg")
      #expect(try Probe(made).colorProfile(in: made) == profile)
      #expect(String(decoding: made, as: UTF8.self).contains("a note") == isKept)
    }
  }

  @Test func previewsOfOtherContainersAreNotUsed() throws {
    let reduced = TinyTIFFFile.Subfile(.sixColors, entries: [TinyEntry(254, .long, [1])])
    var page = TinyTIFFFile.Subfile(.sixColors)
    page.inside = [reduced]
    let file = TinyTIFFFile(pages: [page])
    var small = Rendition.thumbnail(within: PixelSize(width: 1, height: 1), format: .png)
    small.allowsEmbedded = true
    let probe = try Probe(file.bytes)
    #expect(probe.parts.contains { $0.kind == .preview })
    let plan = try Planner(capabilities: Pipeline(codecs: ImageCodecs.all()).planner.capabilities).plan(
      small, for: probe)
    #expect(plan.description.contains("not embedded: previews of TIFF are not used"))
  }

  @Test(arguments: [["thumb", "8"], ["crop", "0,0,1,1"], ["show", "--protocol", "blocks"]])
  func framesOfVideosAreNotDecoded(_ words: [String]) throws {
    let album = try Album()
    try album.folder.write(TinyMovie(.sixColors, as: .rightTop).bytes, as: "a.mov")
    let place = words[0] == "show" ? [] : ["-o", "out.jpg"]
    let answer = try UprightTool.run(words + ["a.mov"] + place, in: album.folder)
    #expect(answer.status == 69)
    #expect(answer.complaints == "upright: a.mov: video frames are not decoded\n")
  }
}
