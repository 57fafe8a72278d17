// The consequences of a frame's fields.

import Testing
import UprightGeometry

@testable import UprightMetadata

@Suite struct JPEGFrameTests {
  private func frame(_ factors: [(Int, Int)], process: JPEGFrame.Process = .baseline) -> JPEGFrame {
    let components = factors.enumerated().map { index, factor in
      JPEGFrame.Component(identifier: UInt8(index), horizontal: factor.0, vertical: factor.1, table: 0)
    }
    return JPEGFrame(process: process, precision: 8, components: components, colorModel: .unknown)
  }

  @Test func blocksFollowTheLargestFactors() {
    let cases: [([(Int, Int)], PixelSize<Stored>)] = [
      ([(1, 1), (1, 1), (1, 1)], PixelSize(width: 8, height: 8)),
      ([(2, 1), (1, 1), (1, 1)], PixelSize(width: 16, height: 8)),
      ([(1, 2), (1, 1), (1, 1)], PixelSize(width: 8, height: 16)),
      ([(2, 2), (1, 1), (1, 1)], PixelSize(width: 16, height: 16)),
      ([(4, 1), (1, 1), (1, 1)], PixelSize(width: 32, height: 8)),
      ([(1, 1), (2, 1), (1, 2)], PixelSize(width: 16, height: 16)),
      ([(2, 2), (1, 1), (1, 1), (2, 2)], PixelSize(width: 16, height: 16)),
    ]
    for (factors, size) in cases { #expect(frame(factors).blockSize == size) }
  }

  @Test func oneComponentHasSingleBlocksWhateverItSays() {
    #expect(frame([(2, 2)]).blockSize == PixelSize(width: 8, height: 8))
  }

  @Test func withoutComponentsNothingBreaks() {
    #expect(frame([]).maxSampling == (1, 1))
    #expect(frame([]).blockSize == PixelSize(width: 8, height: 8))
  }

  @Test func onlyTwoProcessesAreProgressive() {
    let progressive = JPEGFrame.Process.allCases.filter { frame([(1, 1)], process: $0).isProgressive }
    #expect(progressive == [.progressive, .arithmeticProgressive])
  }

  /// ITU T.81, figure A.6, written out: the zigzag position for each row and column.
  private static let figureA6 = [
    [0, 1, 5, 6, 14, 15, 27, 28],
    [2, 4, 7, 13, 16, 26, 29, 42],
    [3, 8, 12, 17, 25, 30, 41, 43],
    [9, 11, 18, 24, 31, 40, 44, 53],
    [10, 19, 23, 32, 39, 45, 52, 54],
    [20, 22, 33, 38, 46, 51, 55, 60],
    [21, 34, 37, 47, 50, 56, 59, 61],
    [35, 36, 48, 49, 57, 58, 62, 63],
  ]

  @Test func theZigzagIsThatOfTheStandard() {
    for (row, places) in Self.figureA6.enumerated() {
      for (column, place) in places.enumerated() { #expect(JPEGQuantization.zigzag[place] == row * 8 + column) }
    }
  }

  @Test func namesOfProcessesAndModelsAreStable() {
    #expect(
      JPEGFrame.Process.allCases.map(\.rawValue) == [
        "baseline", "extended", "progressive", "lossless", "hierarchical", "arithmetic", "arithmetic-progressive",
        "arithmetic-lossless",
      ])
    #expect(JPEGFrame.ColorModel.allCases.map(\.rawValue) == ["gray", "ycbcr", "rgb", "cmyk", "ycck", "unknown"])
  }
}
