// The memory of a raster: the one place of this target where pointers are used.

/// A block of bytes from a checked allocation, freed with its last owner.
final class SampleStorage: @unchecked Sendable {
  let byteCount: Int
  private let base: UnsafeMutableRawPointer

  init?(byteCount: Int) {
    self.byteCount = byteCount
    unsafe base = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  deinit { unsafe base.deallocate() }
}
