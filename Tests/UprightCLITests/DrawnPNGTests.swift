// A drawing as a PNG: every pixel and the Exif block, as Pillow reads them.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing

@Suite struct DrawnPNGTests {
  private func written(_ image: DrawnPNG, limits: Limits = Limits()) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try image.write(into: &bytes, limits: limits)
    return bytes
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs python3 with Pillow"), arguments: [0, 1, 6, 7])
  func everyPixelAndTheTagAreThere(tag: Int) throws {
    let folder = try ScratchFolder()
    let exif = tag == 0 ? nil : TinyTIFF(orientation: tag).bytes
    try folder.write(try written(DrawnPNG(canvas: Canvas(TinyImage.sixColors), exif: exif)), as: "drawn.png")
    let sight = try DecodedByPillow.of(["drawn.png"], in: folder, as: .stored)[0]
    #expect(sight.tag == tag)
    #expect((sight.width, sight.height) == (3, 2))
    #expect(sight.samples == TinyImage.sixColors.samples)
  }

  @Test func nothingIsAddedThatWasNotAskedFor() throws {
    let bytes = try written(DrawnPNG(canvas: Canvas(TinyImage.sixColors)))
    #expect(!bytes.indices.dropLast(3).contains { Array(bytes[$0..<$0 + 4]) == Array("eXIf".utf8) })
  }
}
