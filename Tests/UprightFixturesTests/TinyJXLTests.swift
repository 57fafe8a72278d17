// JPEG XL files made in code, read by the format's own library.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@Suite struct TinyJXLTests {
  @Test func bitsAreTheLowestFirst() {
    #expect(TinyJXL.bits((6, 4), (1, 1)) == [false, true, true, false, true])
    #expect(TinyJXL.packed(TinyJXL.bits((0x1FF, 9))) == [0xFF, 1])
    #expect(TinyJXL.packed([]) == [])
  }

  @Test(.enabled(if: OutsideTool.djxl.isInstalled, "needs djxl"), arguments: ExifOrientation.allCases)
  func theLibraryDisplaysTheSixColors(tag: ExifOrientation) throws {
    for container in [TinyJXL.Container.bare, .box(.short), .box(.open), .parts(first: 20)] {
      for hasIntrinsicSize in [false, true] {
        var file = TinyJXL(as: tag)
        file.header = .written(tag, hasIntrinsicSize: hasIntrinsicSize)
        (file.container, file.exif, file.packet) = (
          container, TinyTIFF(orientation: 3), TinyXMP.packet(orientation: "3")
        )
        #expect(try DecodedJXL.image(file.bytes).samples == TinyImage.sixColors.samples, "\(container)")
      }
    }
    var file = TinyJXL(.noFurtherFields)
    file.storedAs = tag
    #expect(try DecodedJXL.image(file.bytes).samples == TinyImage.sixColors.stored(as: tag).samples)
  }

  @Test(.enabled(if: OutsideTool.djxl.isInstalled, "needs djxl"))
  func theOneInXYBShowsThemToo() throws {
    let seen = try DecodedJXL.image(TinyJXL(.allUsual).bytes).samples
    #expect(seen.map { $0 / 128 } == TinyImage.sixColors.samples.map { $0 / 128 })
  }
}
