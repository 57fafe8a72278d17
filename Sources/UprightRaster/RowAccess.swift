// The memory of a raster: the one place of this target where pointers are used.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A block of bytes from a checked allocation, freed with its last owner.
@safe final class SampleStorage: @unchecked Sendable {
  let byteCount: Int
  fileprivate let base: UnsafeMutableRawPointer

  /// Zeroed bytes, or nil where the memory is not to be had.
  init?(byteCount: Int) {
    guard let block = unsafe calloc(max(1, byteCount), 1) else { return nil }
    self.byteCount = byteCount
    unsafe base = block
  }

  /// A copy of the same bytes, or nil where the memory is not to be had.
  func copy() -> SampleStorage? {
    guard let twin = SampleStorage(byteCount: byteCount) else { return nil }
    unsafe twin.base.copyMemory(from: base, byteCount: byteCount)
    return twin
  }

  deinit { unsafe free(base) }
}

extension Raster {
  /// Lends the bytes, row by row from the top, for reading.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(UnsafeRawBufferPointer(start: storage.base, count: storage.byteCount))
  }

  /// Lends the bytes, row by row from the top, for writing; other values keep theirs.
  package mutating func withMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !isKnownUniquelyReferenced(&storage), let own = storage.copy() { storage = own }
    return unsafe try body(UnsafeMutableRawBufferPointer(start: storage.base, count: storage.byteCount))
  }
}
