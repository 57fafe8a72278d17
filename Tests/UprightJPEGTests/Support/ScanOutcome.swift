// How a walk ends, for comparison.

import Upright
@testable import UprightJPEG

/// What a walk found, or its fault.
enum ScanOutcome: Equatable {
  case walk([Checkpoint], [Int16], Int, Bool)
  case fault(ScanFault)

  init(_ walk: ScanWalk) { self = .walk(walk.checkpoints, walk.dcValues, walk.dataEnd, walk.hasExtraneousBytes) }

  /// What a walk finds that keeps no coefficients.
  var withoutCoefficients: ScanOutcome {
    if case .walk(let checkpoints, _, let end, let isExtraneous) = self {
      .walk(checkpoints, [], end, isExtraneous)
    } else {
      self
    }
  }
}

// Regions of a file and their cuts, compared as libjpeg decodes both.

/// Rows of `region` that decode to other pixels from its cut than from the whole.
func differingRows(
  _ index: RegionIndex, _ jpeg: [UInt8], whole: Pixels, region: PixelRect<Stored>, denominator: Int
) throws -> Int {
  let cut = try index.cut(region, from: jpeg)
  let part = try Pixels(cut.bytes, size: cut.bounds.size, channels: whole.channels, denominator: denominator)
  let (left, top) = (region.x / denominator, region.y / denominator)
  let (right, bottom) = (
    min(whole.width, (region.maxX + denominator - 1) / denominator),
    min(whole.height, (region.maxY + denominator - 1) / denominator)
  )
  let (x, y) = (cut.bounds.x / denominator, cut.bounds.y / denominator)
  return (top..<bottom).count { row in
    let expected = whole.row(row, from: left, right - left)
    return expected == nil || part.row(row - y, from: left - x, right - left) != expected
  }
}
