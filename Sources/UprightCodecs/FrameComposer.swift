// Draws the frames of an animation up to the requested one (PNG, 3rd edition, 11.3.6.2; RFC 9649, 2.7.1.1).

package import Upright
package import UprightMetadata

/// Composes a frame of an animation on a transparent canvas.
package struct FrameComposer {
  /// Decodes a pass over one frame, in the frame's coordinates, and delivers its rows.
  package typealias Decode = (
    _ frame: Int, _ pass: DecodePass, _ band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) -> Void

  let animation: ImageAnimation
  private let canvas: PixelSize<Stored>
  private let pass: DecodePass
  private let format: ContainerFormat

  /// Reads the frame headers of `source`.
  ///
  /// - Throws: As `Probe`; `.unanswerable` if it is not an animation.
  init(
    _ source: any ByteSource, _ pass: DecodePass, _ format: ContainerFormat, _ limits: Limits
  ) throws(UprightError) {
    let probe = try Probe(checking: source)
    guard let animation = probe.animation, probe.format == format else {
      throw .unanswerable(field: "frame", reason: "this \(format.name) is not an animation")
    }
    try self.init(animation, on: probe.storedSize, pass, format, limits)
  }

  /// A composer of these frames on a canvas.
  ///
  /// - Throws: `.limit`.
  package init(
    _ animation: ImageAnimation, on canvas: PixelSize<Stored>, _ pass: DecodePass, _ format: ContainerFormat,
    _ limits: Limits
  ) throws(UprightError) {
    (self.animation, self.canvas, self.pass, self.format) = (animation, canvas, pass, format)
    let pixels = canvas.pixelCount ?? .max
    guard pixels <= limits.pixels else { throw .limit(.pixels, asked: pixels, allowed: limits.pixels) }
    let (bytes, overflow) = pixels.multipliedReportingOverflow(by: 2 * 4 * pass.layout.depth.rawValue / 8)
    guard !overflow, bytes <= limits.memoryBytes else {
      throw .limit(.memory, asked: overflow ? .max : bytes, allowed: limits.memoryBytes)
    }
  }

  /// Whether frame `number`, from 1, replaces all before it, so that it can be decoded alone.
  func isWhole(_ number: Int) -> Bool { animation.isWhole(number, on: canvas) }

  /// Columns and rows of a frame; nil if there is no such frame.
  package func size(_ number: Int) -> PixelSize<Stored>? {
    guard animation.frames.indices.contains(number - 1) else { return nil }
    let place = animation.frames[number - 1].rect
    return PixelSize(width: place.width, height: place.height)
  }

  /// The same pass over a frame as a separate file.
  var ownPass: DecodePass { part(pass.region, pass.layout, pass.denominator) }

  /// Delivers the rows of the pass of a composed frame, counted from 1.
  ///
  /// - Throws: `.unanswerable` for a missing frame or region; errors of `decode` and `band`.
  package func compose(
    _ number: Int, band: (Raster<Decoded>, Int) throws(UprightError) -> Void, decode: Decode
  ) throws(UprightError) {
    guard animation.frames.indices.contains(number - 1) else {
      throw .unanswerable(
        field: "frame", reason: "frame \(number) was requested, but there are \(animation.frames.count)")
    }
    guard pass.denominator == 1 else {
      throw .unanswerable(field: "denominator", reason: "a frame that is composed of several is decoded at 1/1")
    }
    try pass.region.check(inside: (canvas.width, canvas.height))
    switch pass.layout.depth {
    case .eight: try deliver(drawn(number, UInt8.self, decode), band)
    case .sixteen: try deliver(drawn(number, UInt16.self, decode), band)
    }
  }

  private func part(_ region: PixelRect<Stored>, _ layout: SampleLayout, _ denominator: Int = 1) -> DecodePass {
    DecodePass(region: region, denominator: denominator, layout: layout)
  }

  /// The canvas after the frame is drawn.
  private func drawn<Sample: FixedWidthInteger & UnsignedInteger>(
    _ number: Int, _: Sample.Type, _ decode: Decode
  ) throws(UprightError) -> FrameCanvas<Sample> {
    var canvas = FrameCanvas<Sample>(size: canvas)
    for index in animation.start(of: number, on: self.canvas)...number {
      if Cancellation.isRequested { throw .cancelled }
      let frame = animation.frames[index - 1]
      let before = index < number && frame.disposal == .restore ? canvas : nil
      let size = PixelSize<Stored>(width: frame.rect.width, height: frame.rect.height)
      try decode(index, part(size.bounds, SampleLayout(.rgba, pass.layout.depth))) { rows, first throws(UprightError) in
        if Cancellation.isRequested { throw .cancelled }
        canvas.draw(rows, firstRow: first, at: frame.rect, blending: frame.blends && index > 1)
      }
      guard index < number else { break }
      switch frame.disposal {
      case .keep: break
      case .clear: canvas.clear(frame.rect)
      case .restore: if let before { canvas = before }
      }
    }
    return canvas
  }

  /// Delivers the region, in the channels of the pass.
  private func deliver<Sample: FixedWidthInteger & UnsignedInteger>(
    _ canvas: FrameCanvas<Sample>, _ band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    try pass.bands(format) { (rows, first) throws(UprightError) in
      let region = PixelRect<Stored>(
        x: pass.region.x, y: pass.region.y + first, width: rows.size.width, height: rows.size.height)
      let bytes = canvas.bytes(of: region, channels: pass.layout.channels)
      guard let made = Raster<Decoded>(size: rows.size, layout: pass.layout, bytes: bytes) else {
        throw .outOfMemory
      }
      try band(made, first)
    }
  }
}

/// The canvas for frames: red, green, blue and alpha, not premultiplied.
struct FrameCanvas<Sample: FixedWidthInteger & UnsignedInteger> {
  private let size: PixelSize<Stored>
  private var samples: [Sample]

  /// A transparent canvas.
  init(size: PixelSize<Stored>) {
    self.size = size
    samples = Array(repeating: 0, count: 4 * size.width * size.height)
  }

  private static var sampleBytes: Int { Sample.bitWidth / 8 }

  /// Draws rows of a frame, which are as wide as the frame.
  mutating func draw(_ rows: Raster<Decoded>, firstRow: Int, at place: PixelRect<Stored>, blending: Bool) {
    let bytes = rows.bytes
    for y in 0..<min(rows.size.height, place.height - firstRow) {
      var from = y * rows.bytesPerRow
      var to = 4 * ((place.y + firstRow + y) * size.width + place.x)
      for _ in 0..<min(rows.size.width, place.width) {
        let pixel = (Self.sample(bytes, from, 0), Self.sample(bytes, from, 1), Self.sample(bytes, from, 2))
        blend(pixel, opacity: blending ? Self.sample(bytes, from, 3) : nil, Self.sample(bytes, from, 3), at: to)
        from += 4 * Self.sampleBytes
        to += 4
      }
    }
  }

  /// A sample in native byte order.
  private static func sample(_ bytes: [UInt8], _ pixel: Int, _ channel: Int) -> Sample {
    let start = pixel + channel * sampleBytes
    guard sampleBytes == 2 else { return Sample(truncatingIfNeeded: bytes[start]) }
    let number = UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8
    return Sample(truncatingIfNeeded: UInt16(littleEndian: number))
  }

  /// Sets a pixel, or composites it over the canvas (`opacity`), rounded to the nearest.
  private mutating func blend(_ color: (Sample, Sample, Sample), opacity: Sample?, _ alpha: Sample, at place: Int) {
    if opacity == 0 { return }
    let below = samples[place + 3]
    guard let opacity, opacity != .max, below != 0 else {
      (samples[place], samples[place + 1], samples[place + 2], samples[place + 3]) = (color.0, color.1, color.2, alpha)
      return
    }
    let whole = UInt64(Sample.max)
    let (above, rest) = (UInt64(opacity) * whole, UInt64(below) * (whole - UInt64(opacity)))
    func mixed(_ one: Sample, _ other: Sample) -> Sample {
      Sample(truncatingIfNeeded: (UInt64(one) * above + UInt64(other) * rest + (above + rest) / 2) / (above + rest))
    }
    samples[place] = mixed(color.0, samples[place])
    samples[place + 1] = mixed(color.1, samples[place + 1])
    samples[place + 2] = mixed(color.2, samples[place + 2])
    samples[place + 3] = Sample(truncatingIfNeeded: (above + rest + whole / 2) / whole)
  }

  /// Makes an area transparent.
  mutating func clear(_ place: PixelRect<Stored>) {
    for y in place.y..<place.y + place.height {
      let start = 4 * (y * size.width + place.x)
      for index in start..<start + 4 * place.width { samples[index] = 0 }
    }
  }

  /// The bytes of a region in these channels: all of them, or only the colors or the first if every pixel is opaque.
  func bytes(of region: PixelRect<Stored>, channels: SampleLayout.Channels) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(region.width * region.height * channels.count * Self.sampleBytes)
    for y in region.y..<region.y + region.height {
      for x in region.x..<region.x + region.width {
        let place = 4 * (y * size.width + x)
        for channel in 0..<channels.count { Self.append(samples[place + channel], to: &bytes) }
      }
    }
    return bytes
  }

  private static func append(_ sample: Sample, to bytes: inout [UInt8]) {
    guard sampleBytes == 2 else { return bytes.append(UInt8(truncatingIfNeeded: sample)) }
    let number = UInt16(truncatingIfNeeded: sample).littleEndian
    bytes.append(UInt8(truncatingIfNeeded: number))
    bytes.append(UInt8(truncatingIfNeeded: number >> 8))
  }
}
