// Which stored region is decoded at which fraction, and where its pixels go: the geometry of a transcode.

/// The way of a region from the stored picture through a decoded pass into the result.
struct PassGeometry {
  /// What is decoded, its edges on multiples of the denominator.
  let region: PixelRect<Stored>
  /// 1/N of the stored size.
  let denominator: Int
  /// The part of the pass that becomes the picture.
  let window: Rect2D<Decoded>
  /// Its size after scaling, before turning.
  let scaled: PixelSize<Decoded>
  /// Where it lies in the result.
  let placement: PixelRect<Output>

  /// A reduced pass keeps at least this many pixels per delivered one, so that the last step's filter decides the quality.
  static let oversampling = 2

  init(_ request: PlanRequest, denominators: [Int], reduction: Capabilities.Reduction = .blocks) {
    placement = Self.placement(request)
    scaled = Orientation<Decoded, Output>(carrying: request.total).inverse.applied(to: placement.size)
    let wanted = request.storedRegion
    let target = scaled
    let usable = denominators.filter { part in
      part == 1
        || (wanted.width >= target.width * part * Self.oversampling
          && wanted.height >= target.height * part * Self.oversampling)
    }
    let part = usable.max() ?? 1
    denominator = part
    let (left, top) = (wanted.x / part * part, wanted.y / part * part)
    let right = min(request.probe.storedSize.width, (wanted.maxX + part - 1) / part * part)
    let bottom = min(request.probe.storedSize.height, (wanted.maxY + part - 1) / part * part)
    region = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    let scale = reduction == .even ? Self.scale(of: region, denominator: part) : (1 / Double(part), 1 / Double(part))
    window = Self.shown(placement, request).applying(
      Transform2D<Stored, Decoded>(
        scaleX: scale.0, scaleY: scale.1, tx: -Double(left) * scale.0, ty: -Double(top) * scale.1))
  }

  /// Decoded pixels per stored one, across and down, where a region is spread evenly over a pass.
  private static func scale(of region: PixelRect<Stored>, denominator: Int) -> (Double, Double) {
    let pass = DecodePass(region: region, denominator: denominator, layout: SampleLayout(.rgb)).size
    return (Double(pass.width) / Double(region.width), Double(pass.height) / Double(region.height))
  }

  /// Whether every pixel that is decoded is delivered as it is.
  var keepsPixels: Bool {
    denominator == 1 && scaled.width == region.width && scaled.height == region.height && window == scaled.bounds.rect
  }

  /// Where the part with picture lies in the result: the same for all tags, because only the turn and the size decide it.
  private static func placement(_ request: PlanRequest) -> PixelRect<Output> {
    let (whole, natural, region) = (request.outputSize, request.natural, request.region)
    guard request.isPadded else { return whole.bounds }
    var own = request.visible
    (own.x, own.y) = (own.x - region.x, own.y - region.y)
    let turned = own.applying(Orientation<Displayed, Output>(carrying: request.rendition.rotation), in: region.size)
    let columns = span(turned.x..<turned.maxX, scaling: natural.width, to: whole.width)
    let rows = span(turned.y..<turned.maxY, scaling: natural.height, to: whole.height)
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// The pixels that a part covers all of when its `natural` line is scaled to `extent`; where there are none, the one that its middle lies in.
  private static func span(_ part: Range<Int>, scaling natural: Int, to extent: Int) -> Range<Int> {
    let place = { (edge: Double) in edge * Double(extent) / Double(natural) }
    let (low, high) = (Double(part.lowerBound), Double(part.upperBound))
    let (near, far) = (Int(place(low).rounded(.up)), Int(place(high).rounded(.down)))
    guard far <= near else { return near..<far }
    let middle = Int(place((low + high) / 2))
    return middle..<middle + 1
  }

  /// What the pixels of the placement show of the stored picture: what is scaled into them keeps its shape and its place.
  private static func shown(_ placement: PixelRect<Output>, _ request: PlanRequest) -> Rect2D<Stored> {
    let whole = request.storedRegion.rect
    guard request.isPadded, let back = request.map.inverse else { return whole }
    return placement.rect.applying(back).intersection(whole) ?? whole
  }
}

extension Plan.Transcode {
  /// Whether the window has to be resampled, or is made of whole pixels that are delivered as they are.
  var scales: Bool { scaled != pass.size || window != pass.size.bounds.rect }

  /// Whether rows are laid where they belong in the result as they come, on what fills the rest; that is sRGB's already where colours are converted.
  var placesOnResult: Bool {
    form == .samples && !scales && channels == pass.layout.channels && colors != .srgb && toneMapping == nil
  }

  /// Channels and depth of what is encoded.
  var deliveredLayout: SampleLayout { SampleLayout(channels, toneMapping?.depth ?? pass.layout.depth) }

  /// The filter of all scaling: the sharpest that does not ring visibly when reducing.
  static let filter = ResampleFilter.lanczos3
}
