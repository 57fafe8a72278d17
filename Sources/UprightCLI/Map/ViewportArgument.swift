// A view's place, as typed: `WxH`, or `X,Y,W,H` in its parent's points.

import ArgumentParser
import Upright
import UprightLabelJobs

/// The bounds of a view, in points; decimals are accepted.
struct ViewportArgument: ExpressibleByArgument, Hashable {
  let bounds: Rect2D<Viewport>

  init?(argument: String) {
    let sizes = argument.split(separator: "x", omittingEmptySubsequences: false)
    let numbers =
      sizes.count == 2 ? ["0", "0"] + sizes : argument.split(separator: ",", omittingEmptySubsequences: false)
    let values = numbers.compactMap(DecimalArgument.init(_:)).map(\.value)
    guard numbers.count == 4, values.count == 4, values[2] > 0, values[3] > 0 else { return nil }
    bounds = Rect2D(x: values[0], y: values[1], width: values[2], height: values[3])
  }
}

/// A decimal number as typed, with the rules of input lines: no infinity, no hexadecimal.
struct DecimalArgument: ExpressibleByArgument, Hashable {
  let value: Double

  init?(argument: String) { self.init(argument[...]) }

  init?(_ text: Substring) {
    var scanner = MapInputScanner(Array(text.utf8) + [MapInputScanner.lineFeed], readsIIIF: false)
    guard let value = try? scanner.number(), scanner.at == text.utf8.count else { return nil }
    self.value = value
  }
}
