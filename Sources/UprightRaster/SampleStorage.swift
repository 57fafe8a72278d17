// A raster's memory, and how pixels move in it: each primitive checks its bounds before its loop. Pointers to it are used
// here and in RowAccess.swift alone.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import CKernels

/// A block of bytes from a checked allocation, freed with its last reference.
@safe final class SampleStorage: @unchecked Sendable {
  let byteCount: Int
  let base: UnsafeMutableRawPointer

  /// Zeroed bytes that begin on a cache line; nil if out of memory.
  ///
  /// A few more bytes follow, so that a whole word may be read at any sample.
  init?(byteCount: Int) {
    let (withSlack, overflow) = byteCount.addingReportingOverflow(Self.slack)
    guard byteCount >= 0, !overflow, let block = unsafe up_allocate(withSlack) else { return nil }
    self.byteCount = byteCount
    unsafe base = block
  }

  /// A copy of the same bytes; nil if out of memory.
  func copy() -> SampleStorage? {
    guard let twin = SampleStorage(byteCount: byteCount) else { return nil }
    unsafe twin.base.copyMemory(from: base, byteCount: byteCount)
    return twin
  }

  deinit {
    if !isTaken { unsafe SampleMemory(base, byteCount).release() }
  }

  fileprivate static let slack = MemoryLayout<UInt64>.size

  /// The block, which its new owner releases; nothing here uses it any more.
  func taken() -> SampleMemory {
    isTaken = true
    return unsafe SampleMemory(base, byteCount)
  }

  private var isTaken = false

  /// The start of `count` values from value `offset`, all inside the block.
  func values<T: BitwiseCopyable>(_ type: T.Type, from offset: Int, count: Int) -> UnsafeMutablePointer<T> {
    let held = byteCount / MemoryLayout<T>.stride
    precondition(offset >= 0 && count >= 0 && count <= held && offset <= held - count, "outside the memory")
    return unsafe base.assumingMemoryBound(to: type) + offset
  }
}

/// A block whose owner is outside of Swift.
@safe package struct SampleMemory {
  package let base: UnsafeMutableRawPointer
  package let byteCount: Int

  /// A block that `SampleMemory` or `SampleStorage` allocated.
  package init(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
    unsafe self.base = unsafe base
    self.byteCount = byteCount
  }

  /// A copy of bytes; nil if out of memory.
  package init?(copying bytes: [UInt8]) {
    guard let storage = SampleStorage(byteCount: bytes.count) else { return nil }
    storage.setBytes(bytes)
    self = storage.taken()
  }

  package func release() { unsafe up_release(base, byteCount + SampleStorage.slack) }
}

// MARK: - Bytes and samples

extension SampleStorage {
  /// All bytes.
  var bytes: [UInt8] { unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: byteCount)) }

  /// Overwrites as many bytes from `offset` on.
  func setBytes(_ bytes: [UInt8], at offset: Int = 0) {
    precondition(offset >= 0 && bytes.count <= byteCount && offset <= byteCount - bytes.count, "outside the memory")
    unsafe UnsafeMutableRawBufferPointer(start: base + offset, count: bytes.count).copyBytes(from: bytes)
  }

  /// Whether every byte is equal.
  func holdsSameBytes(as other: SampleStorage) -> Bool {
    unsafe byteCount == other.byteCount && memcmp(base, other.base, byteCount) == 0
  }

  /// Repeats the first `count` bytes through the whole block.
  func repeatPrefix(_ count: Int) {
    precondition(count > 0 && count <= byteCount, "outside the memory")
    var filled = count
    while filled < byteCount {
      let step = min(filled, byteCount - filled)
      unsafe (base + filled).copyMemory(from: base, byteCount: step)
      filled += step
    }
  }

  /// The sample at `index`.
  func sample(at index: Int, _ depth: SampleLayout.Depth) -> UInt16 {
    switch depth {
    case .eight: unsafe UInt16(values(UInt8.self, from: index, count: 1).pointee)
    case .sixteen: unsafe values(UInt16.self, from: index, count: 1).pointee
    }
  }

  /// Changes the sample at `index`.
  func setSample(_ value: UInt16, at index: Int, _ depth: SampleLayout.Depth) {
    precondition(value <= depth.maximum, "beyond the depth")
    switch depth {
    case .eight: unsafe values(UInt8.self, from: index, count: 1).pointee = UInt8(value)
    case .sixteen: unsafe values(UInt16.self, from: index, count: 1).pointee = value
    }
  }

  /// Changes the float at `index`.
  func setFloat(_ value: Float, at index: Int) {
    unsafe values(Float.self, from: index, count: 1).pointee = value
  }

  /// Makes each of `count` pixels from one of `source`: `body` gets its samples in channel order.
  @inline(__always)
  func mapPixels<From: UnsignedInteger & BitwiseCopyable, To: UnsignedInteger & FixedWidthInteger & BitwiseCopyable>(
    of source: SampleStorage, _ count: Int, from old: (channels: Int, type: From.Type),
    to new: (channels: Int, type: To.Type), _ body: (SIMD4<UInt32>) -> SIMD4<UInt32>
  ) {
    let input = unsafe source.values(old.type, from: 0, count: count * old.channels)
    let output = unsafe values(new.type, from: 0, count: count * new.channels)
    for index in 0..<count {
      var pixel = SIMD4<UInt32>.zero
      for channel in 0..<old.channels { pixel[channel] = unsafe UInt32(input[index * old.channels + channel]) }
      pixel = body(pixel)
      for channel in 0..<new.channels {
        unsafe output[index * new.channels + channel] = To(truncatingIfNeeded: pixel[channel])
      }
    }
  }
}

// MARK: - Moving pixels

extension SampleStorage {
  /// Copies pixels of `pixelBytes` bytes from `source` according to `walk`.
  func move(_ walk: PixelWalk, of pixelBytes: Int, from source: SampleStorage, by kernels: Kernels) {
    precondition(
      walk.fits(source: source.byteCount / pixelBytes, target: byteCount / pixelBytes), "outside the memory")
    switch pixelBytes {
    case 1: move(walk, from: source, as: Pixel1.self, kernels)
    case 2: move(walk, from: source, as: Pixel2.self, kernels)
    case 3: move(walk, from: source, as: Pixel3.self, kernels)
    case 4: move(walk, from: source, as: Pixel4.self, kernels)
    case 6: move(walk, from: source, as: Pixel6.self, kernels)
    case 8: move(walk, from: source, as: Pixel8.self, kernels)
    default: preconditionFailure("no layout has pixels of this size")
    }
  }

  @inline(__always)
  private func move<Pixel: PixelRun>(
    _ walk: PixelWalk, from source: SampleStorage, as pixel: Pixel.Type, _ kernels: Kernels
  ) {
    let bytes = Pixel.bytes
    let from = unsafe UnsafeRawPointer(source.base + walk.source * bytes)
    let to = unsafe base + walk.target * bytes
    let far = byteCount >= kernels.cacheBytes
    if unsafe up_move(kernels.set, to, from, walk.inBytes(bytes, pastCaches: far)) { return }
    let (step, down, newDown) = (
      walk.sourceColumnStep * bytes, walk.sourceRowStep * bytes, walk.targetRowStep * bytes
    )
    if step == bytes {
      for row in 0..<walk.rows {
        unsafe (to + row * newDown).copyMemory(from: from + row * down, byteCount: walk.columns * bytes)
      }
      return
    }
    // Long runs of writes have the fewest cache misses; 32 rows use up the lines that are read across.
    let (tileColumns, tileRows) = abs(step) == bytes ? (walk.columns, walk.rows) : (256, 32)
    for left in stride(from: 0, to: walk.columns, by: tileColumns) {
      let columns = min(tileColumns, walk.columns - left)
      for top in stride(from: 0, to: walk.rows, by: tileRows) {
        for row in top..<min(top + tileRows, walk.rows) {
          var input = unsafe from + row * down + left * step
          var output = unsafe to + row * newDown + left * bytes
          for _ in 0..<columns / Pixel.length {
            unsafe Pixel.gather(input, step, to: output)
            unsafe input += step * Pixel.length
            unsafe output += bytes * Pixel.length
          }
          for index in 0..<columns % Pixel.length {
            unsafe (output + index * bytes).copyMemory(from: input + index * step, byteCount: bytes)
          }
        }
      }
    }
  }
}

/// Pixels of one size, and how a few scattered ones are gathered.
private protocol PixelRun {
  /// Bytes per pixel.
  static var bytes: Int { get }
  /// How many are gathered at once.
  static var length: Int { get }
  /// Writes `length` pixels that are `step` bytes apart without gaps; reads at most a word at each.
  @unsafe static func gather(_ from: UnsafeRawPointer, _ step: Int, to: UnsafeMutableRawPointer)
}

extension PixelRun {
  static var length: Int { 4 }

  @inline(__always)
  @unsafe static func gather(_ from: UnsafeRawPointer, _ step: Int, to: UnsafeMutableRawPointer) {
    for index in 0..<length {
      unsafe (to + index * bytes).copyMemory(from: from + index * step, byteCount: bytes)
    }
  }
}

private enum Pixel1: PixelRun {
  static var bytes: Int { 1 }
  static var length: Int { 8 }

  @inline(__always)
  @unsafe static func gather(_ from: UnsafeRawPointer, _ step: Int, to: UnsafeMutableRawPointer) {
    var word: UInt64 = 0
    for index in 0..<8 {
      word |= unsafe UInt64(from.load(fromByteOffset: index * step, as: UInt8.self)) &<< UInt64(8 * index)
    }
    unsafe to.storeBytes(of: word.littleEndian, as: UInt64.self)
  }
}

private enum Pixel2: PixelRun { static var bytes: Int { 2 } }

private enum Pixel3: PixelRun {
  static var bytes: Int { 3 }

  /// Four pixels fill three words.
  @inline(__always)
  @unsafe static func gather(_ from: UnsafeRawPointer, _ step: Int, to: UnsafeMutableRawPointer) {
    let pixel = { (index: Int) -> UInt32 in
      unsafe UInt32(littleEndian: from.loadUnaligned(fromByteOffset: index * step, as: UInt32.self)) & 0xff_ffff
    }
    let (one, two, three, four) = (pixel(0), pixel(1), pixel(2), pixel(3))
    unsafe to.storeBytes(of: (one | two &<< 24).littleEndian, as: UInt32.self)
    unsafe to.storeBytes(of: (two &>> 8 | three &<< 16).littleEndian, toByteOffset: 4, as: UInt32.self)
    unsafe to.storeBytes(of: (three &>> 16 | four &<< 8).littleEndian, toByteOffset: 8, as: UInt32.self)
  }
}

private enum Pixel4: PixelRun { static var bytes: Int { 4 } }

private enum Pixel6: PixelRun { static var bytes: Int { 6 } }

private enum Pixel8: PixelRun { static var bytes: Int { 8 } }
