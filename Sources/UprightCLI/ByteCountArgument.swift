// An amount of memory as typed: bytes, or with K, M or G in powers of 1,024.

import ArgumentParser
import UprightBatch

/// A number of bytes.
struct ByteCountArgument: ExpressibleByArgument, Hashable {
  let bytes: Int

  init?(argument: String) {
    guard let bytes = ByteCount.bytes(argument) else { return nil }
    self.bytes = bytes
  }
}
