// Runs along the rows of a box, and runs down the columns of an image.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Masks of CVAT")
struct CVATMaskTests {
  private static func tokens(_ numbers: [Int]) -> [NumberToken] {
    numbers.map { NumberToken(range: 0..<0, value: Double($0), exact: ExactDecimal($0)) }
  }

  /// Which pixels are in runs along the rows of a box, by their definition.
  private static func drawn(_ runs: [Int], _ box: [Int], in size: PixelSize<Stored>) -> [[Bool]] {
    let bits = runs.enumerated().flatMap { [Bool](repeating: $0.offset & 1 == 1, count: $0.element) }
    return Raster.of(size.width, size.height) { x, y in
      let (column, row) = (Int(x) - box[0], Int(y) - box[1])
      return column >= 0 && row >= 0 && column < box[2] && row < box[3] && bits[row * box[2] + column]
    }
  }

  @Test("Runs along rows become the mask of the picture that they mean, and come back", arguments: 0..<40)
  func both(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = random.size()
    let mask: RunMask<Stored> = random.mask(in: size)
    guard let cut = CVATMask(mask) else {
      #expect(mask.area == 0)
      return
    }
    let box = [cut.box.x, cut.box.y, cut.box.width, cut.box.height]
    #expect(Self.drawn(cut.rows.runs, box, in: size) == Raster.of(.mask(mask), size.width, size.height))
    let again = try #require(CVATMask<Stored>(Self.tokens(box), Self.tokens(cut.rows.runs)))
    #expect(again.mask(in: size)?.area == mask.area)
    #expect(
      again.mask(in: size).map { Raster.of(.mask($0), size.width, size.height) }
        == Raster.of(.mask(mask), size.width, size.height))
  }

  @Test("Turned runs are the rows of the turned box", arguments: 0..<10)
  func turned(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = random.size()
    let mask: RunMask<Stored> = random.mask(in: size)
    let whole = PixelSize<Stored>(width: size.width, height: size.height)
    guard let cut = CVATMask(mask) else { return }
    for (tag, orientation) in PixelTable.all {
      let table = PixelTable(tag: tag, width: cut.box.width, height: cut.box.height)
      let rows = Self.drawn(
        cut.rows.runs, [0, 0, cut.box.width, cut.box.height],
        in: PixelSize(width: cut.box.width, height: cut.box.height))
      let box = [0, 0, table.displayed.width, table.displayed.height]
      let found = Self.drawn(
        cut.reorientedRuns(orientation), box, in: PixelSize(width: box[2], height: box[3]))
      #expect(found == table.turned(rows), "tag \(tag) of \(whole)")
    }
  }

  @Test("The documentation's order: rows, the first run outside")
  func order() throws {
    let mask = try #require(CVATMask<Stored>(Self.tokens([1, 2, 3, 2]), Self.tokens([1, 3, 2])))
    let image = try #require(mask.mask(in: PixelSize(width: 5, height: 5)))
    #expect(
      Raster.drawing(Raster.of(.mask(image), 5, 5)) == """
        .....
        .....
        ..##.
        .#...
        .....
        """)
    #expect(mask.mask(in: PixelSize(width: 3, height: 5)) == nil)
    #expect(mask.mask(in: PixelSize(width: 5, height: 3)) == nil)
  }

  @Test("What does not fit is none")
  func wrong() {
    for (box, runs) in [([0, 0, 2, 2], [5]), ([0, 0, 2, 2], [3]), ([0, 0, 0, 2], []), ([0, 0, 2, -2], [4])] {
      #expect(CVATMask<Stored>(Self.tokens(box), Self.tokens(runs)) == nil)
    }
    #expect(CVATMask<Stored>(Self.tokens([0, 0, 1]), Self.tokens([1])) == nil)
    #expect(CVATMask(RunMask<Stored>(size: PixelSize(width: 2, height: 2), runs: [4])!) == nil)
    let empty = CVATMask<Stored>(Self.tokens([1, 1, 2, 2]), Self.tokens([4]))
    #expect(empty?.mask(in: PixelSize(width: 4, height: 4))?.runs == [16])
  }
}
