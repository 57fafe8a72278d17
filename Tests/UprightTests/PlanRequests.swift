// Requests for photos of which only the header matters.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

extension Orientation where From == Displayed, To == Displayed {
  /// The rotation with this index, 0…7.
  static func number(_ index: Int) -> Self { all[index] }
}

enum Photos {
  /// A photo's probe by its stored size.
  static func probe(
    _ tag: ExifOrientation? = nil, _ width: Int, _ height: Int, sampling: TinyJPEG.Sampling = .full,
    segments: [TinySegment] = []
  ) throws -> Probe {
    try Probe(
      PlanTable.photo(tag, storedWidth: width, storedHeight: height, sampling: sampling, segments: segments))
  }

  /// One probe per tag, all of the same stored size.
  static func probes(_ width: Int, _ height: Int) throws -> [(tag: ExifOrientation, probe: Probe)] {
    try ExifOrientation.allCases.map { ($0, try probe($0, width, height)) }
  }
}

extension PixelRect {
  /// Any rectangle that shares a pixel with an image of `size`, extending up to `margin` beyond it.
  static func random(in size: PixelSize<S>, margin: Int = 0, using random: inout SplitMix64) -> Self {
    let left = Int.random(in: -margin..<size.width, using: &random)
    let top = Int.random(in: -margin..<size.height, using: &random)
    return PixelRect(
      x: left, y: top, width: Int.random(in: max(1, 1 - left)...size.width + margin - left, using: &random),
      height: Int.random(in: max(1, 1 - top)...size.height + margin - top, using: &random))
  }

  /// Every rectangle of whole pixels inside an image of `size`.
  static func all(in size: PixelSize<S>) -> [Self] {
    (0..<size.width).flatMap { x in
      (0..<size.height).flatMap { y in
        (1...size.width - x).flatMap { width in
          (1...size.height - y).map { PixelRect(x: x, y: y, width: width, height: $0) }
        }
      }
    }
  }
}
