// Conversion between channels or depths: luma by ITU-R BT.601 (2.5.1), CMYK as the light that each ink leaves.

extension Raster {
  /// The same image in other channels, at the same depth.
  ///
  /// Gray is copied to red, green and blue; color becomes gray by its BT.601 luma. An image without alpha becomes
  /// opaque; alpha is removed by compositing over `background` (red, green, blue; black by default). CMYK becomes RGB:
  /// red is (maximum - cyan) · (maximum - black) / maximum.
  ///
  /// - Returns: nil if `background` does not have three samples, if CMYK is requested (ink amounts depend on a
  ///   printer), or if out of memory.
  public func converted(to channels: SampleLayout.Channels, over background: [UInt16] = [0, 0, 0]) -> Raster<S>? {
    if channels == layout.channels { return self }
    guard channels != .cmyk, background.count == 3,
      let result = Raster(size: size, layout: SampleLayout(channels, layout.depth))
    else { return nil }
    let behind = Samples(UInt32(background[0]), UInt32(background[1]), UInt32(background[2]), 0)
    let pixels = storage.byteCount / layout.bytesPerPixel
    switch layout.depth {
    case .eight:
      result.storage.convert(storage, pixels, layout.channels, to: channels, behind, as: UInt8.self)
    case .sixteen:
      result.storage.convert(storage, pixels, layout.channels, to: channels, behind, as: UInt16.self)
    }
    return result
  }

  /// The same image in shades of gray by BT.601 luma, or in black and white: luma below half is black. Alpha stays;
  /// without it, the result has one channel.
  ///
  /// - Returns: nil if out of memory.
  public func reducedToGray(bitonal: Bool) -> Raster<S>? {
    if layout.channels == .gray, !bitonal { return self }
    let channels: SampleLayout.Channels = layout.channels == .rgba ? .rgba : .gray
    guard let result = Raster(size: size, layout: SampleLayout(channels, layout.depth)) else { return nil }
    let pixels = storage.byteCount / layout.bytesPerPixel
    switch layout.depth {
    case .eight: result.storage.reduceToGray(storage, pixels, layout.channels, bitonal: bitonal, as: UInt8.self)
    case .sixteen: result.storage.reduceToGray(storage, pixels, layout.channels, bitonal: bitonal, as: UInt16.self)
    }
    return result
  }

  /// The same image at another depth: widened so that the maximum stays the maximum, or rounded to the nearest.
  ///
  /// - Returns: nil if out of memory.
  public func converted(to depth: SampleLayout.Depth) -> Raster<S>? {
    if depth == layout.depth { return self }
    guard let result = Raster(size: size, layout: SampleLayout(layout.channels, depth)) else { return nil }
    let samples = storage.byteCount / layout.depth.byteCount
    switch depth {
    case .eight:
      result.storage.mapPixels(of: storage, samples, from: (1, UInt16.self), to: (1, UInt8.self)) {
        ($0 &+ 128) / 257
      }
    case .sixteen:
      result.storage.mapPixels(of: storage, samples, from: (1, UInt8.self), to: (1, UInt16.self)) { $0 &* 257 }
    }
    return result
  }
}

/// The samples of one pixel, in the order of its channels.
typealias Samples = SIMD4<UInt32>

extension SampleStorage {
  fileprivate func reduceToGray<T: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ source: SampleStorage, _ pixels: Int, _ from: SampleLayout.Channels, bitonal: Bool, as type: T.Type
  ) {
    let top = UInt32(T.max)
    let half = bitonal ? (top + 1) / 2 : 0
    switch from {
    case .gray:
      mapPixels(of: source, pixels, from: (1, type), to: (1, type)) { $0.limited(half, top) }
    case .rgb:
      mapPixels(of: source, pixels, from: (3, type), to: (1, type)) { $0.luma.limited(half, top) }
    case .rgba:
      mapPixels(of: source, pixels, from: (4, type), to: (4, type)) { pixel in
        var gray = pixel.luma.limited(half, top)
        gray.w = pixel.w
        return gray
      }
    case .cmyk:
      mapPixels(of: source, pixels, from: (4, type), to: (1, type)) { $0.light(top).luma.limited(half, top) }
    }
  }

  fileprivate func convert<T: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ source: SampleStorage, _ pixels: Int, _ from: SampleLayout.Channels, to: SampleLayout.Channels,
    _ behind: Samples, as type: T.Type
  ) {
    let top = UInt32(T.max)
    switch (from, to) {
    case (.gray, .rgb):
      mapPixels(of: source, pixels, from: (1, type), to: (3, type)) { Samples(repeating: $0.x) }
    case (.gray, _):
      mapPixels(of: source, pixels, from: (1, type), to: (4, type)) { Samples($0.x, $0.x, $0.x, top) }
    case (.rgb, .gray):
      mapPixels(of: source, pixels, from: (3, type), to: (1, type)) { $0.luma }
    case (.rgb, _):
      mapPixels(of: source, pixels, from: (3, type), to: (4, type)) { Samples($0.x, $0.y, $0.z, top) }
    case (.rgba, .gray):
      mapPixels(of: source, pixels, from: (4, type), to: (1, type)) { $0.over(behind, top).luma }
    case (.rgba, _):
      mapPixels(of: source, pixels, from: (4, type), to: (3, type)) { $0.over(behind, top) }
    case (.cmyk, .gray):
      mapPixels(of: source, pixels, from: (4, type), to: (1, type)) { $0.light(top).luma }
    case (.cmyk, .rgb):
      mapPixels(of: source, pixels, from: (4, type), to: (3, type)) { $0.light(top) }
    case (.cmyk, _):
      mapPixels(of: source, pixels, from: (4, type), to: (4, type)) { $0.light(top) }
    }
  }
}

extension Samples {
  /// Equal samples below `half` become 0, others `top`; with a `half` of 0, they stay.
  @inline(__always)
  fileprivate func limited(_ half: UInt32, _ top: UInt32) -> Samples {
    half == 0 ? self : Samples(repeating: x < half ? 0 : top)
  }

  /// BT.601 luma of red, green and blue in all four elements; the weights 0.299, 0.587 and 0.114 in 65536ths.
  @inline(__always)
  fileprivate var luma: Samples {
    Samples(repeating: (x &* 19595 &+ y &* 38470 &+ z &* 7471 &+ 32768) &>> 16)
  }

  /// Red, green and blue of this pixel, with its alpha, over an opaque one.
  @inline(__always)
  fileprivate func over(_ behind: Samples, _ top: UInt32) -> Samples {
    (self &* Samples(repeating: w) &+ behind &* Samples(repeating: top &- w) &+ top / 2) / top
  }

  /// Red, green and blue that these inks leave, with full alpha.
  @inline(__always)
  fileprivate func light(_ top: UInt32) -> Samples {
    var left = ((top &- self) &* Samples(repeating: top &- w) &+ top / 2) / top
    left.w = top
    return left
  }
}
