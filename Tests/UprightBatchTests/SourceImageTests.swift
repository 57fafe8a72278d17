// An open image, as programs that answer requests for images use it: what its headers show, its result, its explanation.

import Foundation
import Testing
import Upright
import UprightBatch
import UprightCodecs
import UprightFiles
import UprightFixtures
import UprightTestTools

@Suite struct SourceImageTests {
  private static let pipeline = Pipeline(codecs: SystemCodecs.all)
  private static let whole = Rendition(upright: .pixels, format: .png)

  /// A photo of 48 by 32 as displayed, without the last bytes.
  private static func image(
    tag: Int, without count: Int = 0, in folder: ScratchFolder, memory: Admission? = nil
  ) throws -> SourceImage {
    let image = TinyImage.sixColors.enlarged(by: 16)
    let stored = ExifOrientation(rawValue: UInt8(tag)).map(image.stored) ?? image
    try folder.write(Array(TinyJPEG(stored, exif: TinyTIFF(orientation: tag)).bytes.dropLast(count)), as: "a.jpg")
    return try SourceImage(ServedFolder(folder.url.path).file(["a.jpg"]), memory: memory)
  }

  @Test(arguments: 1...8)
  func aResultInMemoryIsUpright(_ tag: Int) async throws {
    let folder = try ScratchFolder()
    let image = try Self.image(tag: tag, in: folder, memory: Admission(bytes: 1 << 20))
    #expect(image.probe.displayedSize == PixelSize(width: 48, height: 32) && !image.hasDamagedHeaders)
    #expect(image.headerBytes > 0 && image.file.byteCount == image.probe.byteCount)
    let plan = try image.plan(Self.whole, by: Self.pipeline)
    let result = try await BlockingLane().run {
      Result { () throws(UprightError) in try image.result(of: plan, by: Self.pipeline) }
    }.get()
    #expect(!result.isDamaged && result.plan.route.name == .transcode)
    let made = try Probe(result.bytes)
    let raster = try Self.pipeline.raster(Rendition(), of: made, from: result.bytes)
    let fields = (0..<6).map { field in
      raster.pixel(x: 8 + 16 * (field % 3), y: 8 + 16 * (field / 3)).map { $0 > 127 ? 1 : 0 }
    }
    #expect(fields == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [1, 1, 1]])
  }

  @Test func theResultOfADamagedImageSaysSo() throws {
    let folder = try ScratchFolder()
    let image = try Self.image(tag: 6, without: 40, in: folder)
    let result = try image.result(of: image.plan(Self.whole, by: Self.pipeline), by: Self.pipeline)
    #expect(result.isDamaged)
    #expect(try Probe(result.bytes).storedSize == PixelSize(width: 48, height: 32))
  }

  @Test func anExplanationIsALineOfJSON() throws {
    let folder = try ScratchFolder()
    let image = try Self.image(tag: 6, in: folder)
    func explained(isDamaged: Bool) throws -> JSONLine {
      let line = try image.explanation(
        of: Self.whole, by: Self.pipeline, isDamaged: isDamaged, spelledBy: LibrarySpelling())
      #expect(!line.contains("\n"))
      return try #require(JSONReader.document(of: Array(line.utf8), atMost: 10_000))
    }
    let line = try explained(isDamaged: false)
    #expect(line["schema"] == .number(1) && line["format"] == .text("png"))
    #expect(line["route"] == .text("transcode") && line["damaged"] == nil)
    #expect(line["size"] == .object([.init("width", .number(48)), .init("height", .number(32))]))
    #expect(line["lossCount"] == .number(0) && line["account"]?.list?.isEmpty == false)
    #expect(try explained(isDamaged: true)["damaged"] == .flag(true))
  }

  @Test func anIndexSparesWorkOnARegionFarDown() throws {
    let folder = try ScratchFolder()
    var pixels = TinyImage(width: 1_600, height: 2_400, filledWith: [90, 120, 60])
    for place in 0..<1_600 { pixels[place, place] = [200, 10, 10] }
    try folder.write(TinyJPEG(pixels, exif: TinyTIFF(orientation: 1)).bytes, as: "a.jpg")
    let image = try SourceImage(ServedFolder(folder.url.path).file(["a.jpg"]))
    let part = Rendition(
      region: .pixels(PixelRect(x: 800, y: 1_900, width: 64, height: 64)), upright: .pixels, format: .png)
    #expect(image.needsIndex(for: part, by: Self.pipeline))
    #expect(!image.needsIndex(for: Self.whole, by: Self.pipeline) && image.indexingBytes >= 8 << 20)
    let index = try #require(try image.index(within: Limits()))
    let indexed = Self.pipeline.indexed(by: index)
    #expect(!image.needsIndex(for: Self.whole, by: indexed))
    let direct = try image.result(of: Self.pipeline.plan(part, for: image.probe), by: Self.pipeline)
    let sought = try image.result(of: indexed.plan(part, for: image.probe), by: indexed)
    #expect(direct.bytes == sought.bytes)
  }
}
