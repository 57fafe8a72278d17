// The bounds check before every move of pixels, compared with a walk over all of them.

import Testing

@testable import UprightRaster

struct PixelWalkTests {
  @Test func fitsExactlyWhenEveryPixelDoes() {
    for (columns, rows) in [(1, 1), (3, 2), (2, 4)] {
      for sourceColumnStep in [-4, -1, 1, 4] {
        for sourceRowStep in [-5, -1, 0, 1, 5] {
          for source in -1..<22 {
            for target in -1..<8 {
              let walk = PixelWalk(
                columns: columns, rows: rows, target: target, targetRowStep: 4, source: source,
                sourceColumnStep: sourceColumnStep, sourceRowStep: sourceRowStep)
              let places = (0..<rows).flatMap { row in (0..<columns).map { (column: $0, row: row) } }
              let held = places.allSatisfy {
                0..<20 ~= source + $0.column * sourceColumnStep + $0.row * sourceRowStep
                  && 0..<16 ~= target + $0.column + $0.row * 4
              }
              #expect(walk.fits(source: 20, target: 16) == held, "\(walk)")
            }
          }
        }
      }
    }
  }

  @Test func nothingToWalkDoesNotFit() {
    for (columns, rows) in [(0, 1), (1, 0), (-1, 2)] {
      let walk = PixelWalk(
        columns: columns, rows: rows, target: 0, targetRowStep: 4, source: 0, sourceColumnStep: 1, sourceRowStep: 4)
      #expect(!walk.fits(source: 20, target: 16))
    }
  }

  @Test func rowsThatOverlapInTheTargetAreRefused() {
    let walk = PixelWalk(
      columns: 3, rows: 2, target: 0, targetRowStep: 2, source: 0, sourceColumnStep: 1, sourceRowStep: 3)
    #expect(!walk.fits(source: 20, target: 16))
  }
}
