// What a transcode costs at its most: every buffer that grows with the picture, phase by phase, counted before anything is allocated.

internal import UprightMetadata

extension Plan.Transcode {
  /// The most memory a run needs besides the source, in the dearest of its phases; `own` is what is decoded, where that is not the picture itself.
  func peakBytes(_ probe: Probe, decoding own: Probe? = nil) -> Int {
    let mostExpensive = max(
      decodingBytes(own ?? probe), reorientBytes, finishingBytes, shrinkingBytes, encodingBytes(own ?? probe))
    return RunMemory.sum(
      mostExpensive, probe.carriedByteCount, probe.probingByteCount, RunMemory.coding, carry.attachmentBytes(probe))
  }

  /// Rows come in: a band, the decoder's own rows, what it holds of a picture in several passes, and what they are gathered in.
  private func decodingBytes(_ probe: Probe) -> Int {
    let held = probe.bufferBytes(pass)
    let rows = decoderBytes(probe).addingSaturating(bandBytes.reduce(0, +))
    switch form {
    case .planes: return RunMemory.sum(held, rows, resultBytes)
    case .samples: return RunMemory.sum(held, rows, placedBytes, filterBytes)
    }
  }

  /// The rows that a decoder holds.
  private func decoderBytes(_ probe: Probe) -> Int {
    (probe.storedSize.width / pass.denominator).multipliedSaturating(RunMemory.bytesPerColumn)
  }

  /// The blocks that hold one band.
  private var bandBytes: [Int] {
    let band = PixelSize<Decoded>(width: pass.size.width, height: min(pass.size.height, DecodePass.bandRows))
    guard case .planes(let chroma) = form else { return [Self.bytes(pass.layout, band)] }
    return [.none, chroma, chroma].map { Self.bytes(SampleLayout(.gray), $0.covering(band)) }
  }

  /// What was scaled is turned; without scaling, every band was turned already.
  private var reorientBytes: Int {
    scales && !orientation.isIdentity ? RunMemory.sum(placedBytes, placedBytes, filterBytes) : 0
  }

  /// Other colours or channels, and padding.
  private var finishingBytes: Int {
    guard form == .samples, !placesOnResult else { return 0 }
    let isSame = channels == pass.layout.channels && colors != .srgb && toneMapping == nil
    let converted = isSame ? 0 : Self.bytes(deliveredLayout, placement.size)
    let padded = placement == carry.size.bounds ? 0 : resultBytes
    return max(RunMemory.sum(placedBytes, converted), RunMemory.sum(converted == 0 ? placedBytes : converted, padded))
  }

  /// The result, the encoder's own rows, the coefficients that it keeps, and what of decoding is too small to be given back.
  private func encodingBytes(_ probe: Probe) -> Int {
    let rows = carry.size.width.multipliedSaturating(RunMemory.bytesPerColumn)
    let left = bandBytes.filter { $0 < RunMemory.givenBack }.reduce(decoderBytes(probe)) { $0.addingSaturating($1) }
    return RunMemory.sum(resultBytes, rows, settings.bufferBytes(of: carry.size, deliveredLayout), left)
  }

  /// The layout in which pixels are scaled.
  var scaledLayout: SampleLayout { light == .linear ? pass.layout.linear : pass.layout }

  /// The result, and a small picture of it.
  private var shrinkingBytes: Int {
    guard case .shrink(let size) = carry.thumbnail else { return 0 }
    let working = Resampler<Output>.workingBytes(
      from: carry.size, to: size, layout: deliveredLayout, filter: Self.filter)
    return RunMemory.sum(resultBytes, working, Self.bytes(deliveredLayout, size))
  }

  /// What is handed to the encoder.
  private var resultBytes: Int {
    switch form {
    case .samples: Self.bytes(deliveredLayout, carry.size)
    case .planes: PlanarRaster.byteCount(size: carry.size, chroma: settings.sampling)
    }
  }

  /// What the pixels of the pass become.
  private var placedBytes: Int { placesOnResult ? resultBytes : Self.bytes(pass.layout, placement.size) }

  private var filterBytes: Int {
    guard scales else { return 0 }
    let filter = Resampler<Decoded>.workingBytes(from: pass.size, to: scaled, layout: scaledLayout, filter: Self.filter)
    guard light == .linear else { return filter }
    let band = PixelSize<Decoded>(width: pass.size.width, height: min(pass.size.height, DecodePass.bandRows))
    return RunMemory.sum(
      filter, Self.bytes(scaledLayout, band), Self.bytes(scaledLayout, placement.size).multipliedSaturating(2))
  }

  private static func bytes<S: Space>(_ layout: SampleLayout, _ size: PixelSize<S>) -> Int {
    (size.pixelCount ?? .max).multipliedSaturating(layout.bytesPerPixel)
  }
}

extension EncodeSettings {
  /// Bytes that an encoder keeps of a picture until its end: coefficients, or packed strips.
  fileprivate func bufferBytes(of size: PixelSize<Output>, _ layout: SampleLayout) -> Int {
    let bytes = (size.pixelCount ?? .max).multipliedSaturating(layout.bytesPerPixel)
    if format == .tiff { return bytes }
    if let perPixel = bytesPerPixel(layout.channels) { return (size.pixelCount ?? .max).multipliedSaturating(perPixel) }
    let channels = layout.channels
    return codes == .fitted ? Self.coefficientBytes(of: size, channels, format: format, sampling: sampling) : 0
  }

  /// Bytes that a library's encoder keeps for each pixel of the whole picture until its end; nil for formats that are written row by row.
  ///
  /// Measured on photos of 3 and 12 megapixels, and rounded up: libwebp 1.2.4 has 4 with loss (luma and chroma of its own, and the
  /// coded picture), 28 without (colours as words, chains of repetitions), as it has for opacity, which it codes without loss;
  /// libjxl 0.7.0 47 with loss and 87 without, gray or not, 70 and 100 with opacity; aom 3.6.0 36, and 42 with opacity.
  private func bytesPerPixel(_ channels: SampleLayout.Channels) -> Int? {
    let hasOpacity = channels == .rgba
    switch format {
    case .webp: return fidelity == .exact ? 28 : hasOpacity ? 4 + 28 : 4
    case .jpegXL: return fidelity == .exact ? (hasOpacity ? 100 : 87) : hasOpacity ? 70 : 47
    case .avif: return hasOpacity ? 42 : 36
    default: return nil
    }
  }

  /// Bytes of the coefficients that an encoder collects where codes are made for the picture, in whole blocks.
  static func coefficientBytes(
    of size: PixelSize<Output>, _ channels: SampleLayout.Channels, format: ContainerFormat, sampling: Sampling
  ) -> Int {
    guard format == .jpeg else { return 0 }
    let unit = channels == .gray ? .none : sampling
    let blocks = Subsampling(horizontal: 8 * unit.horizontal, vertical: 8 * unit.vertical).covering(size)
    let luma = unit.horizontal * unit.vertical
    let perUnit = channels == .gray ? 1 : channels == .cmyk ? 2 * luma + 2 : luma + 2
    return (blocks.pixelCount ?? .max).multipliedSaturating(128 * perUnit)
  }
}
