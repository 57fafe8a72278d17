// An amount of memory as typed: bytes, or with K, M or G in powers of 1,024.

import ArgumentParser

/// A number of bytes.
struct ByteCountArgument: ExpressibleByArgument, Hashable {
  let bytes: Int

  init?(argument: String) {
    let unit: Int
    switch argument.last {
    case "K", "k": unit = 1 << 10
    case "M", "m": unit = 1 << 20
    case "G", "g": unit = 1 << 30
    default: unit = 1
    }
    guard let number = Int(unit == 1 ? argument[...] : argument.dropLast()), number > 0 else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit)
    guard !overflow else { return nil }
    self.bytes = bytes
  }
}
