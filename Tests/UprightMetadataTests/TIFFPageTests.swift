// Which image a page shows, without any file around it.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct TIFFPageTests {
  private func image(_ kind: TIFFImage.Kind, _ width: Int, _ height: Int, at offset: Int = 0) -> TIFFImage {
    TIFFImage(
      range: offset..<offset + 6, kind: kind, size: PixelSize(width: width, height: height), tags: OrientationTags([]))
  }

  private func page(_ own: TIFFImage, _ inside: [TIFFImage]) throws -> TIFFPage {
    let bytes = TinyTIFF(orientation: 6).bytes
    let block = try #require(TIFFBlock(bytes))
    let table = TIFFTable(directory: try #require(block.ifd0), bytes: Array(bytes[8...]))
    return TIFFPage(table: table, pointerOffset: 4, own: own, inside: inside, note: nil)
  }

  @Test func theLargestWholeImageIsShown() throws {
    let cases: [(TIFFImage, [TIFFImage], Int)] = [
      (image(.full, 4, 3), [], 4),
      (image(.full, 4, 3), [image(.full, 3, 3), image(.reduced, 40, 30)], 4),
      (image(.reduced, 4, 3), [image(.full, 2, 2), image(.full, 3, 3), image(.auxiliary, 9, 9)], 3),
      (image(.reduced, 4, 3), [image(.auxiliary, 9, 9)], 4),
      (image(.full, 0, 0), [image(.reduced, 5, 5), image(.reduced, 6, 6)], 6),
      (image(.full, 0, 0), [image(.reduced, 5, 5), image(.full, 2, 2)], 2),
      (image(.full, 0, 0), [], 0),
      (image(.full, Int(Int32.max), Int(Int32.max)), [image(.full, 1, 1)], Int(Int32.max)),
    ]
    for (own, inside, width) in cases { #expect(try page(own, inside).main.size.width == width) }
  }

  @Test func ofEqualOnesTheFirstIsShown() throws {
    let page = try page(image(.reduced, 4, 3), [image(.full, 6, 2, at: 10), image(.full, 3, 4, at: 20)])
    #expect(page.main.range.lowerBound == 10)
    #expect(page.parts(as: .page, OrientationRules()).map(\.offset) == [10, 0, 20])
    #expect(page.parts(as: .page, OrientationRules()).map(\.kind) == [.page, .preview, .preview])
  }
}
