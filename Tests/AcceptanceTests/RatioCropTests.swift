// A region of a ratio shows the same pixels for all eight tags, wherever it is.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct RatioCropTests {
  private static let positions: [RegionPosition] =
    ContentAnchor.Position.allCases.flatMap { x in
      ContentAnchor.Position.allCases.map { .anchored(ContentAnchor(x, $0)) }
    }
    + [
      .centered(column: 0, row: 0), .centered(column: 300, row: 200), .centered(column: 511, row: 383),
      .centeredOn(Point2D(x: 0.7, y: 0.3)),
    ]

  @Test(arguments: ExifOrientation.allCases)
  func theRegionIsCutFromTheUprightImage(_ tag: ExifOrientation) throws {
    let source = CropTests.image.jpeg(tag, sampling: .half)
    let probe = try Probe(source)
    let whole = try displayed(source)
    for (across, down) in [(16, 9), (9, 16), (1, 1), (5, 4)] {
      let ratio = try #require(AspectRatio(across, down))
      for position in Self.positions {
        let wish = Rendition(region: .ratio(ratio, at: position), upright: .pixels, format: .png)
        let part = try house.raster(wish, of: probe, from: source)
        let place = Self.searched(across, down, position)
        #expect(part == whole.cropped(to: place), "tag \(tag), \(ratio), \(position)")
      }
    }
  }

  /// The region in 512 × 384, found without the code that is tested.
  private static func searched(_ across: Int, _ down: Int, _ position: RegionPosition) -> PixelRect<Output> {
    let (width, height) = (512, 384)
    let size =
      width * down >= height * across
      ? (min(width, (2 * height * across + down) / (2 * down)), height)
      : (width, min(height, (2 * width * down + across) / (2 * across)))
    func corner(_ length: Int, in side: Int, _ anchor: ContentAnchor.Position?, _ pixel: Int) -> Int {
      let places = Array(0...(side - length))
      return switch anchor {
      case .near: 0
      case .far: side - length
      case .middle: places.min { abs(side - length - 2 * $0) < abs(side - length - 2 * $1) } ?? 0
      case nil: places.min { abs(2 * ($0 - pixel) + length - 1) < abs(2 * ($1 - pixel) + length - 1) } ?? 0
      }
    }
    var anchors: (ContentAnchor.Position?, ContentAnchor.Position?) = (nil, nil)
    var pixel = (0, 0)
    switch position {
    case .anchored(let anchor): anchors = (anchor.horizontal, anchor.vertical)
    case .centered(let column, let row): pixel = (column, row)
    case .centeredOn: pixel = (358, 115)
    }
    return PixelRect(
      x: corner(size.0, in: width, anchors.0, pixel.0), y: corner(size.1, in: height, anchors.1, pixel.1),
      width: size.0, height: size.1)
  }

  @Test func aFocusOutsideTheImageIsRefused() throws {
    let probe = try Probe(CropTests.image.jpeg(.rightTop, sampling: .half))
    let wish = Rendition(region: .ratio(.square, at: .centered(column: 512, row: 0)), upright: .pixels)
    #expect(
      throws: UprightError.unanswerable(field: "focus", reason: "it is outside the displayed image of 512x384")
    ) {
      try house.plan(wish, for: probe)
    }
  }

  @Test(arguments: [
    (Rendition.Size.width(100), 100, 75), (.height(100), 133, 100), (.scaled(by: 0.5), 256, 192),
    (.scaled(by: 1), 512, 384), (.scaled(by: 0.001), 1, 1), (.width(1024), 1024, 768), (.scaled(by: 2), 1024, 768),
    (.scaled(by: 0.333), 170, 128),
  ])
  func oneSideOrAScaleDeterminesTheSize(_ size: Rendition.Size, width: Int, height: Int) throws {
    for tag in ExifOrientation.allCases {
      let source = CropTests.image.jpeg(tag, sampling: .half)
      let wish = Rendition(size: size, upright: .pixels, format: .png)
      let result = try Probe(house.run(wish, on: source)).displayedSize
      #expect(result == PixelSize(width: width, height: height), "\(tag)")
    }
  }

  @Test(arguments: [Rendition.Size.width(0), .height(-1), .scaled(by: 0), .scaled(by: -1), .scaled(by: .nan)])
  func aSizeWithoutPixelsIsRefused(_ size: Rendition.Size) throws {
    let probe = try Probe(CropTests.image.jpeg(.rightTop, sampling: .half))
    #expect(throws: UprightError.self) { try house.plan(Rendition(size: size, upright: .pixels), for: probe) }
  }
}
