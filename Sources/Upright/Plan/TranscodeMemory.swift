// The peak memory of a transcode: every buffer that grows with the image, phase by phase, counted before anything is
// allocated.

internal import UprightMetadata

extension Plan.Transcode {
  /// The peak memory of a run besides the source, in its most expensive phase; `own` is the probe of an embedded
  /// preview if that is decoded.
  func peakBytes(_ probe: Probe, decoding own: Probe? = nil) -> Int {
    let whole = max(
      decodingBytes(own ?? probe), aligningBytes, reorientBytes, finishingBytes, shrinkingBytes,
      encodingBytes(own ?? probe))
    let mostExpensive = strips.map { strips in max(strips.isRequired ? 0 : whole, stripBytes(strips, probe)) } ?? whole
    return RunMemory.sum(
      mostExpensive, probe.carriedByteCount, probe.probingByteCount, RunMemory.coding, carry.attachmentBytes(probe))
  }

  /// Decoding: a band, the decoder's rows and its multi-pass buffers, and the rows collected so far.
  private func decodingBytes(_ probe: Probe) -> Int {
    let held = probe.bufferBytes(pass)
    let rows = decoderBytes(probe).addingSaturating(bandBytes.reduce(0, +))
    switch form {
    case .planes: return RunMemory.sum(held, rows, resultBytes, secondThreadBytes)
    case .samples: return RunMemory.sum(held, rows, placedBytes, filterBytes)
    }
  }

  /// What the windows of a second thread take more than those of one, from as many pixels on as are worth it.
  private var secondThreadBytes: Int { pass.region.size.pixelCount ?? 0 >= 4_000_000 ? 1 << 19 : 0 }

  /// The error if all planes would be in memory.
  func planesTooLarge(_ probe: Probe, for limits: Limits) -> UprightError {
    .limit(.memory, asked: peakBytesInOne(probe), allowed: limits.memoryBytes)
  }

  /// The peak memory with all planes.
  func peakBytesInOne(_ probe: Probe) -> Int {
    var whole = self
    whole.strips = nil
    return whole.peakBytes(probe)
  }

  /// Strips instead of all planes, and coefficients that an encoder collects.
  private func stripBytes(_ strips: PlaneStrips, _ probe: Probe) -> Int {
    let rows = carry.size.width.multipliedSaturating(RunMemory.bytesPerColumn)
    return strips.peakBytes(pass, by: orientation)
      .addingSaturating(RunMemory.sum(rows, decoderBytes(probe), decoderBytes(probe), bandBytes.reduce(0, +)))
      .addingSaturating(settings.bufferBytes(of: carry.size, deliveredLayout))
  }

  /// The rows that a decoder keeps.
  private func decoderBytes(_ probe: Probe) -> Int {
    (probe.storedSize.width / pass.denominator).multipliedSaturating(RunMemory.bytesPerColumn)
  }

  /// The blocks that hold one band.
  private var bandBytes: [Int] {
    form.bandBytes(of: pass, rows: min(pass.size.height, DecodePass.bandRows))
  }

  /// Resampling chroma whose samples do not begin at the left and top edges.
  private var aligningBytes: Int {
    guard case .planes(_, let overhang) = form, overhang != .none else { return 0 }
    return resultBytes.addingSaturating(
      PlanarRaster<Output>.aligningBytes(size: carry.size, chroma: settings.sampling))
  }

  /// Reorienting after scaling; without scaling, each band was already reoriented.
  private var reorientBytes: Int {
    scales && !orientation.isIdentity ? RunMemory.sum(placedBytes, placedBytes, filterBytes) : 0
  }

  /// Converting colors or channels, and padding.
  private var finishingBytes: Int {
    guard form == .samples, !placesOnResult else { return 0 }
    let isSame = channels == pass.layout.channels && colors != .srgb && tones == .full && toneMapping == nil
    let toned =
      tones == .full
      ? 0
      : Self.bytes(SampleLayout(pass.layout.channels == .rgba ? .rgba : .gray, deliveredLayout.depth), placement.size)
    let converted = isSame ? 0 : Self.bytes(deliveredLayout, placement.size)
    let padded = placement == carry.size.bounds ? 0 : resultBytes
    return max(
      RunMemory.sum(placedBytes, toned, converted), RunMemory.sum(converted == 0 ? placedBytes : converted, padded))
  }

  /// Encoding: the result, the encoder's rows, its coefficients, and decoding buffers too small to be returned.
  private func encodingBytes(_ probe: Probe) -> Int {
    let rows = carry.size.width.multipliedSaturating(RunMemory.bytesPerColumn)
    let left = bandBytes.filter { $0 < RunMemory.givenBack }.reduce(decoderBytes(probe)) { $0.addingSaturating($1) }
    return RunMemory.sum(resultBytes, rows, settings.bufferBytes(of: carry.size, deliveredLayout), left)
  }

  /// The layout in which pixels are scaled.
  var scaledLayout: SampleLayout { light == .linear ? pass.layout.linear : pass.layout }

  /// The result and its thumbnail.
  private var shrinkingBytes: Int {
    guard case .shrink(let size) = carry.thumbnail else { return 0 }
    let working = Resampler<Output>.workingBytes(
      from: carry.size, to: size, layout: deliveredLayout, filter: Self.filter)
    return RunMemory.sum(resultBytes, working, Self.bytes(deliveredLayout, size))
  }

  /// The image passed to the encoder.
  private var resultBytes: Int {
    switch form {
    case .samples: Self.bytes(deliveredLayout, carry.size)
    case .planes: PlanarRaster.byteCount(size: carry.size, chroma: settings.sampling)
    }
  }

  /// The image after the pass's pixels are placed.
  private var placedBytes: Int { placesOnResult ? resultBytes : Self.bytes(pass.layout, placement.size) }

  private var filterBytes: Int {
    guard scales else { return 0 }
    let passes = Resampler<Decoded>.workingBytes(from: pass.size, to: scaled, layout: scaledLayout, filter: filter)
    guard light == .linear else { return passes }
    let band = PixelSize<Decoded>(width: pass.size.width, height: min(pass.size.height, DecodePass.bandRows))
    return RunMemory.sum(
      passes, Self.bytes(scaledLayout, band), Self.bytes(scaledLayout, placement.size).multipliedSaturating(2))
  }

  private static func bytes<S: Space>(_ layout: SampleLayout, _ size: PixelSize<S>) -> Int {
    (size.pixelCount ?? .max).multipliedSaturating(layout.bytesPerPixel)
  }
}

extension EncodeSettings {
  /// Bytes that an encoder keeps until it finishes.
  fileprivate func bufferBytes(of size: PixelSize<Output>, _ layout: SampleLayout) -> Int {
    let pixels = size.pixelCount ?? .max
    switch format.codec?.encoderMemory ?? .rows {
    case .rows: return 0
    case .coefficients:
      return codes == .fitted
        ? Self.coefficientBytes(of: size, layout.channels, format: format, sampling: sampling) : 0
    case .strips:
      let bytes = pixels.multipliedSaturating(layout.bytesPerPixel)
      return tiff?.scheme == .lzw ? bytes.addingSaturating(bytes / 2) : bytes
    case .perPixel(let lossy, let exact, let lossyWithOpacity, let exactWithOpacity):
      let isExact = fidelity == .exact
      return pixels.multipliedSaturating(
        layout.channels == .rgba
          ? isExact ? exactWithOpacity : lossyWithOpacity : isExact ? exact : lossy)
    }
  }

  /// Bytes of the coefficients that an encoder collects for optimized Huffman codes, in whole blocks.
  static func coefficientBytes(
    of size: PixelSize<Output>, _ channels: SampleLayout.Channels, format: ContainerFormat, sampling: Sampling
  ) -> Int {
    guard format.codec?.encoderMemory == .coefficients else { return 0 }
    let unit = channels == .gray ? .none : sampling
    let blocks = Subsampling(horizontal: 8 * unit.horizontal, vertical: 8 * unit.vertical).covering(size)
    let luma = unit.horizontal * unit.vertical
    let perUnit = channels == .gray ? 1 : channels == .cmyk ? 2 * luma + 2 : luma + 2
    return (blocks.pixelCount ?? .max).multipliedSaturating(128 * perUnit)
  }
}
