// What a transcode costs at its most: every buffer that grows with the picture, counted before anything is allocated.

extension Plan.Transcode {
  /// The most memory a run needs besides the source: while decoding (the result, what is filtered, a band, a progressive
  /// source's coefficients), or while encoding (the result, and an encoder's coefficients).
  func peakBytes(_ probe: Probe, frame: JPEGFrame) -> Int {
    let stored = frame.isProgressive ? frame.coefficientBytes(of: probe.storedSize) : 0
    let decoding = Self.sum(decodingBytes + [stored])
    let encoding = Self.sum([resultBytes, settings.heldBytes(of: carry.size, channels)])
    return Self.sum([max(decoding, encoding), probe.carriedByteCount, 8 << 20])
  }

  /// What is handed to the encoder.
  private var resultBytes: Int {
    switch form {
    case .samples: Self.bytes(SampleLayout(channels), carry.size)
    case .planes: PlanarRaster.byteCount(size: carry.size, chroma: settings.sampling)
    }
  }

  /// What is held while rows come in.
  private var decodingBytes: [Int] {
    let band = PixelSize<Decoded>(width: pass.size.width, height: DecodePass.bandRows)
    if case .planes(let chroma) = form { return [resultBytes, PlanarRaster.byteCount(size: band, chroma: chroma)] }
    let placed = Self.bytes(pass.layout, placement.size)
    var held = [placed, Self.bytes(pass.layout, band)]
    if channels != pass.layout.channels || placement != carry.size.bounds { held.append(resultBytes) }
    if scales {
      let filtered = Resampler<Decoded>.workingBytes(
        from: pass.size, to: scaled, layout: pass.layout, filter: Self.filter)
      held += [filtered, placed]
    }
    return held
  }

  private static func sum(_ parts: [Int]) -> Int {
    parts.reduce(0) { sum, part in
      let (total, overflow) = sum.addingReportingOverflow(part)
      return overflow ? .max : total
    }
  }

  fileprivate static func bytes<S: Space>(_ layout: SampleLayout, _ size: PixelSize<S>) -> Int {
    let (bytes, overflow) = (size.pixelCount ?? .max).multipliedReportingOverflow(by: layout.bytesPerPixel)
    return overflow ? .max : bytes
  }
}

extension EncodeSettings {
  /// Bytes that an encoder keeps of a picture.
  fileprivate func heldBytes(of size: PixelSize<Output>, _ channels: SampleLayout.Channels) -> Int {
    codes == .fitted ? Self.coefficientBytes(of: size, channels, format: format, sampling: sampling) : 0
  }

  /// Bytes of the coefficients that an encoder collects where codes are made for the picture.
  static func coefficientBytes(
    of size: PixelSize<Output>, _ channels: SampleLayout.Channels, format: ContainerFormat, sampling: Sampling
  ) -> Int {
    guard format == .jpeg else { return 0 }
    let luma = Plan.Transcode.bytes(SampleLayout(.gray, .sixteen), size)
    guard channels == .rgb, luma < .max / 8 else { return luma == .max ? .max : luma * channels.count }
    return luma + 2 * luma / (sampling.horizontal * sampling.vertical)
  }
}
