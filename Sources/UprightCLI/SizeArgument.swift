// A size as typed: `WxH`, or `N` for a box of N by N.

import ArgumentParser
import Upright

/// Columns and rows of a grid of pixels in space `S`.
struct SizeArgument<S: Space>: ExpressibleByArgument, Hashable {
  let size: PixelSize<S>

  init?(argument: String) {
    guard case .box(let box)? = SizeParameter(argument) else { return nil }
    size = PixelSize(width: box.width, height: box.height)
  }

  init(_ size: PixelSize<S>) { self.size = size }

  var defaultValueDescription: String { size.description }

  /// Integers up to here, and halves of them, are exact in every space.
  private static var longestSide: Int { Int(Int32.max) }

  /// - Throws: If a side of `--size` is too long for exact maps.
  func checkIsExact() throws(ValidationError) {
    guard max(size.width, size.height) <= Self.longestSide else {
      throw ValidationError("--size \(size): a side can have at most \(Self.longestSide) pixels")
    }
  }
}
