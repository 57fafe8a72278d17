// The inner loops of scaling, and a raster's bytes for the package, through pointers to the memory of SampleStorage.swift.

import CKernels
import UprightGeometry

extension SampleStorage {
  /// Scales `rows` rows of `source` horizontally, `step` bytes apart from byte `place`, into those of `ring` from
  /// `next`; returns false if there are no loops in C. This object is their work memory.
  func scaleAcross(
    _ source: SampleStorage, at place: Int, step: Int, rows: Int, _ layout: SampleLayout, _ taps: ResampleTaps,
    into ring: RowRing, next: Int, by kernels: Kernels
  ) -> Bool {
    let (columns, count) = (taps.covered.count, taps.starts.count)
    let input = unsafe source.values(
      UInt8.self, from: place, count: (rows - 1) * step + columns * layout.bytesPerPixel)
    let weights = unsafe taps.weights.values(Float.self, from: 0, count: 4 * taps.groups * count)
    let output = unsafe ring.storage.values(Float.self, from: 0, count: ring.slots * ring.rowFloats)
    let work = unsafe values(Float.self, from: 0, count: taps.workFloats(layout))
    return unsafe up_scale_across(
      kernels.set, input, step, rows, columns, layout.pixels, taps.starts, weights, taps.groups, taps.span, count,
      output, ring.shape, next, work)
  }

  /// Makes rows of samples, `step` bytes apart from byte `place`, from those of `ring`; returns false if there are no
  /// loops in C.
  func scaleDown(
    _ ring: RowRing, _ taps: ResampleTaps, _ results: Range<Int>, at place: Int, step: Int, samples: Int,
    _ layout: SampleLayout, by kernels: Kernels
  ) -> Bool {
    precondition(taps.starts.indices.contains(results) && samples <= ring.rowFloats, "outside the memory")
    let bytes = samples * layout.depth.byteCount
    let output = unsafe values(UInt8.self, from: place, count: (results.count - 1) * step + bytes)
    let weights = unsafe taps.weights.values(Float.self, from: 0, count: 4 * taps.groups * taps.starts.count)
    let input = unsafe ring.storage.values(Float.self, from: 0, count: ring.slots * ring.rowFloats)
    return unsafe up_scale_down(
      kernels.set, input, ring.shape, taps.starts, weights, taps.groups, results.lowerBound, results.count, output,
      step, samples, layout.pixels)
  }

  /// Converts `pixels` from byte `place` of `source` to floats, one lane per pixel; unused lanes are
  /// undefined.
  func loadLanes(from source: SampleStorage, at place: Int, pixels: Int, _ layout: SampleLayout) {
    let channels = layout.channels.count
    switch layout.depth {
    case .eight: loadLanes(from: source, at: place, pixels, channels, as: UInt8.self, SIMD4<UInt8>.self)
    case .sixteen: loadLanes(from: source, at: place / 2, pixels, channels, as: UInt16.self, SIMD4<UInt16>.self)
    }
  }

  @inline(__always)
  private func loadLanes<T: UnsignedInteger & FixedWidthInteger & SIMDScalar & BitwiseCopyable>(
    from source: SampleStorage, at first: Int, _ pixels: Int, _ channels: Int, as type: T.Type,
    _ quad: SIMD4<T>.Type
  ) {
    var input = unsafe UnsafeRawPointer(source.values(type, from: first, count: pixels * channels))
    let output = unsafe values(Lane.self, from: 0, count: pixels)
    for index in 0..<pixels {
      let samples = unsafe input.loadUnaligned(as: quad)
      unsafe output[index] = Lane(SIMD4<Int32>(truncatingIfNeeded: samples))
      unsafe input += channels * MemoryLayout<T>.stride
    }
  }

  /// Changes the first `count` lanes.
  @inline(__always)
  func updateLanes(_ count: Int, _ body: (Lane) -> Lane) {
    let lanes = unsafe values(Lane.self, from: 0, count: count)
    for index in 0..<count { unsafe lanes[index] = body(lanes[index]) }
  }

  /// Weights lanes of `source` by `taps`, into floats from `first`, `channels` for each; writes up to three more.
  func convolveLanes(_ source: SampleStorage, _ taps: ResampleTaps, to first: Int, channels: Int) {
    let (groups, count) = (taps.groups, taps.starts.count)
    let floats = count * channels + 4 - channels
    let output = unsafe UnsafeMutableRawPointer(values(Float.self, from: first, count: floats))
    for index in 0..<count {
      let input = unsafe source.values(Lane.self, from: taps.starts[index], count: 4 * groups)
      let weights = unsafe taps.weights.values(Lane.self, from: index * groups, count: groups)
      var sums = (Lane.zero, Lane.zero, Lane.zero, Lane.zero)
      for group in 0..<groups {
        let weight = unsafe weights[group]
        unsafe sums.0 += input[4 * group] * Lane(repeating: weight.x)
        unsafe sums.1 += input[4 * group + 1] * Lane(repeating: weight.y)
        unsafe sums.2 += input[4 * group + 2] * Lane(repeating: weight.z)
        unsafe sums.3 += input[4 * group + 3] * Lane(repeating: weight.w)
      }
      let sum = (sums.0 + sums.1) + (sums.2 + sums.3)
      unsafe output.storeBytes(of: sum, toByteOffset: index * channels * MemoryLayout<Float>.stride, as: Lane.self)
    }
  }

  /// Weights rows of `ring` by the taps of `result`.
  func blendRows(of ring: RowRing, _ taps: ResampleTaps, result: Int) {
    let count = ring.rowFloats / 4
    let output = unsafe values(Lane.self, from: 0, count: count)
    let rows = unsafe ring.storage.values(Lane.self, from: 0, count: ring.slots * count)
    let weights = unsafe taps.weights.values(Lane.self, from: result * taps.groups, count: taps.groups)
    let line = { (row: Int) in unsafe rows + row % ring.slots * count }
    let start = taps.starts[result]
    unsafe output.update(repeating: .zero, count: count)
    for group in 0..<taps.groups {
      let row = start + 4 * group
      let (one, two, three, four) = unsafe (line(row), line(row + 1), line(row + 2), line(row + 3))
      let weight = unsafe weights[group]
      let (first, second) = (Lane(repeating: weight.x), Lane(repeating: weight.y))
      let (third, fourth) = (Lane(repeating: weight.z), Lane(repeating: weight.w))
      for lane in 0..<count {
        unsafe output[lane] += (one[lane] * first + two[lane] * second) + (three[lane] * third + four[lane] * fourth)
      }
    }
  }

  /// Converts floats to `count` samples from byte `place`: clamped to the depth, rounded to the nearest, halves to
  /// even.
  func storeSamples(of source: SampleStorage, at place: Int, count: Int, _ depth: SampleLayout.Depth) {
    switch depth {
    case .eight: storeSamples(of: source, at: place, count, as: UInt8.self)
    case .sixteen: storeSamples(of: source, at: place / 2, count, as: UInt16.self)
    }
  }

  @inline(__always)
  private func storeSamples<T: UnsignedInteger & FixedWidthInteger & BitwiseCopyable>(
    of source: SampleStorage, at first: Int, _ count: Int, as type: T.Type
  ) {
    // From 2²³ on, floats are integers, so adding it rounds and leaves the number in the low bits.
    let (whole, top) = (Float(1 << 23), Float(T.max))
    let output = unsafe values(type, from: first, count: count)
    let input = unsafe source.values(Float.self, from: 0, count: count)
    for index in 0..<count {
      let value = unsafe max(0, min(top, input[index]))
      unsafe output[index] = T(truncatingIfNeeded: (value + whole).bitPattern)
    }
  }
}

// MARK: - Access for the package

extension Raster {
  /// Provides the bytes, row by row from the top, for reading.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(UnsafeRawBufferPointer(start: storage.base, count: storage.byteCount))
  }

  /// Provides the bytes, row by row from the top, for writing; other values keep theirs.
  ///
  /// - Returns: nil, without calling `body`, if the memory is shared and cannot be copied.
  package mutating func withMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard ownMemory() else { return nil }
    return unsafe try body(UnsafeMutableRawBufferPointer(start: storage.base, count: storage.byteCount))
  }
}

extension Raster {
  /// The memory of the rows, which its new owner releases; nil if it is shared and cannot be copied.
  package consuming func takeMemory() -> SampleMemory? {
    guard ownMemory() else { return nil }
    return storage.taken()
  }

  /// Provides the bytes of row `y` for writing; other values keep theirs.
  ///
  /// - Returns: false, without calling `body`, if there is no such row, or the memory is shared and cannot be copied.
  package mutating func withMutableRow(_ y: Int, _ body: (inout MutableSpan<UInt8>) -> Void) -> Bool {
    guard 0..<size.height ~= y, ownMemory() else { return false }
    let row = unsafe storage.values(UInt8.self, from: y * bytesPerRow, count: bytesPerRow)
    var span = unsafe MutableSpan(_unsafeStart: row, count: bytesPerRow)
    body(&span)
    return true
  }
}

extension PlanarRaster {
  /// Provides the samples of row `y` of a plane for writing; other values keep theirs.
  ///
  /// - Returns: As `Raster.withMutableRow`.
  package mutating func withMutableRow(_ y: Int, ofPlane plane: Int, _ body: (inout MutableSpan<UInt8>) -> Void) -> Bool
  {
    planes[plane].withMutableRow(y, body)
  }

  /// Provides the bytes of each plane, row by row from the top, for reading.
  package func withBytes<Result>(_ body: ([UnsafeRawBufferPointer]) -> Result) -> Result {
    unsafe body(planes.map { unsafe UnsafeRawBufferPointer(start: $0.storage.base, count: $0.storage.byteCount) })
  }

  /// Provides the bytes of each plane, row by row from the top, for writing; other values keep theirs.
  ///
  /// - Returns: nil, without calling `body`, if the memory is shared and cannot be copied.
  package mutating func withMutableBytes<Result>(_ body: ([UnsafeMutableRawBufferPointer]) -> Result) -> Result? {
    guard ownMemory() else { return nil }
    return unsafe body(
      planes.map { unsafe UnsafeMutableRawBufferPointer(start: $0.storage.base, count: $0.storage.byteCount) })
  }
}
