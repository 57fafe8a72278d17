// A color as typed: `#rrggbb` (CSS Color 4, 5.2).

import ArgumentParser
import Upright

/// An opaque color.
struct ColorArgument: ExpressibleByArgument, Hashable {
  let color: Rendition.Color

  init?(argument: String) {
    let digits = argument.dropFirst(argument.hasPrefix("#") ? 1 : 0)
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
      return nil
    }
    color = Rendition.Color(
      red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }
}
