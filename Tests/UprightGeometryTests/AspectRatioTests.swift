// The largest region of a ratio, and its place, compared with a search over all regions.

import Testing
import UprightGeometry

@Suite struct AspectRatioTests {
  private static let ratios = [(1, 1), (16, 9), (9, 16), (4, 3), (3, 4), (3, 2), (185, 100), (1, 40), (40, 1)]
  private static let sizes: [(width: Int, height: Int)] = [
    (1, 1), (1, 9), (7, 7), (8, 5), (9, 16), (33, 20), (20, 33), (48, 32), (51, 35),
  ]

  @Test func aRatioIsReduced() throws {
    let wide = try #require(AspectRatio(32, 18))
    #expect((wide.width, wide.height) == (16, 9) && wide.description == "16:9")
    #expect(AspectRatio(7, 7) == .square)
    for (width, height) in [(0, 1), (1, 0), (-4, 3), (4, -3)] { #expect(AspectRatio(width, height) == nil) }
  }

  @Test(arguments: [
    ("16:9", 16, 9), ("4:3", 4, 3), ("1.85:1", 37, 20), ("2.3900:1.0", 239, 100), ("100:100", 1, 1), ("0.5:1", 1, 2),
  ])
  func aTextStatesARatio(_ text: String, width: Int, height: Int) {
    #expect(AspectRatio(text) == AspectRatio(width, height))
  }

  @Test(arguments: [
    "", ":", "16", "16:", ":9", "16:9:1", "0:1", "1:0", "-4:3", "+4:3", "4:3 ", "1.:1", ".5:1", "1.23456:1",
    "1234567:1", "1e2:1", "٤:٣", "a:b",
  ])
  func anyOtherTextDoesNot(_ text: String) { #expect(AspectRatio(text) == nil) }

  /// One side is the image's. The other is the length whose shape is nearest, the longer one of two equally near.
  @Test(arguments: ratios)
  func theLargestRegionHasTheNearestShape(_ across: Int, _ down: Int) throws {
    let ratio = try #require(AspectRatio(across, down))
    for (width, height) in Self.sizes {
      let found = PixelSize<Displayed>(width: width, height: height).largest(ratio)
      let isWide = width * down >= height * across
      let best =
        isWide
        ? (1...width).reversed().min { abs($0 * down - height * across) < abs($1 * down - height * across) }
        : (1...height).reversed().min { abs($0 * across - width * down) < abs($1 * across - width * down) }
      #expect(found == PixelSize(width: isWide ? best ?? 0 : width, height: isWide ? height : best ?? 0))
    }
  }

  @Test(arguments: ratios)
  func edgesAndTheMiddleAreThoseOfASearch(_ across: Int, _ down: Int) throws {
    let ratio = try #require(AspectRatio(across, down))
    for (width, height) in Self.sizes {
      let size = PixelSize<Displayed>(width: width, height: height)
      for horizontal in ContentAnchor.Position.allCases {
        for vertical in ContentAnchor.Position.allCases {
          let found = size.region(ratio, at: .anchored(ContentAnchor(horizontal, vertical)))
          #expect(found.x == Self.searched(horizontal, found.width, in: width))
          #expect(found.y == Self.searched(vertical, found.height, in: height))
        }
      }
    }
    #expect(
      PixelSize<Displayed>(width: 51, height: 35).region(.square) == PixelSize(width: 51, height: 35).middleSquare)
  }

  private static func searched(_ position: ContentAnchor.Position, _ length: Int, in side: Int) -> Int? {
    let places = 0...(side - length)
    return switch position {
    case .near: places.first
    case .middle: places.min { abs(side - length - 2 * $0) < abs(side - length - 2 * $1) }
    case .far: places.last
    }
  }

  /// The middle of the region is as near to the middle of the pixel as the image allows.
  @Test(arguments: ratios)
  func everyFocusIsThatOfASearch(_ across: Int, _ down: Int) throws {
    let ratio = try #require(AspectRatio(across, down))
    for (width, height) in Self.sizes {
      let size = PixelSize<Displayed>(width: width, height: height)
      for column in 0..<width {
        let row = column * height / width
        let found = size.region(ratio, at: .centered(column: column, row: row))
        func nearest(_ length: Int, _ pixel: Int, in side: Int) -> Int? {
          (0...(side - length)).min { abs(2 * ($0 - pixel) + length - 1) < abs(2 * ($1 - pixel) + length - 1) }
        }
        #expect(found.x == nearest(found.width, column, in: width), "\(size) \(ratio) \(column)")
        #expect(found.y == nearest(found.height, row, in: height), "\(size) \(ratio) \(row)")
        let share = Point2D<Normalized<Displayed>>(
          x: Double(column) / Double(width), y: Double(row) / Double(height))
        #expect(size.region(ratio, at: .centeredOn(share)) == found)
      }
    }
  }

  @Test func whatIsOutsideMovesInside() {
    let size = PixelSize<Displayed>(width: 9, height: 4)
    #expect(size.region(.square, at: .centered(column: .max, row: .min)).x == 5)
    #expect(size.region(.square, at: .centered(column: .min, row: 0)).x == 0)
    #expect(size.region(.square, at: .centeredOn(Point2D(x: 1, y: 1))).x == 5)
    #expect(size.region(.square, at: .centeredOn(Point2D(x: .nan, y: 0))).x == 2)
    #expect(!RegionPosition.centered(column: 9, row: 0).isInside(size))
    #expect(RegionPosition.centered(column: 8, row: 3).isInside(size))
    #expect(PixelSize<Displayed>(width: 0, height: 4).region(.square).isEmpty)
    let huge = PixelSize<Displayed>(width: .max, height: .max)
    #expect(huge.largest(.square) == huge)
    #expect(AspectRatio(.max, 1).map(huge.largest) == PixelSize(width: .max, height: 1))
  }
}
