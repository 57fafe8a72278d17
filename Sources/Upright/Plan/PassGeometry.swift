// The geometry of a transcode: which stored region is decoded at which denominator, and where its pixels go.

/// The path of a region from the stored image through a decoded pass to the result.
struct PassGeometry {
  /// The region that is decoded, with edges on multiples of the denominator.
  let region: PixelRect<Stored>
  /// N for a decode at 1/N of the stored size.
  let denominator: Int
  /// The part of the pass that becomes the image.
  let window: Rect2D<Decoded>
  /// Its size after scaling, before reorienting.
  let scaled: PixelSize<Decoded>
  /// Its place in the result.
  let placement: PixelRect<Output>

  /// A reduced pass keeps at least this many pixels per result pixel, so that the final filter determines the quality.
  static let oversampling = 2.0
  /// The same for the whole of an image whose pixels are means, which the filter undoes: from here on, a thumbnail has 45
  /// dB against one of all pixels, also of noise.
  static let oversamplingOfMeans = 1.85

  init(_ request: PlanRequest, denominators: [Int], reduction: Capabilities.Reduction = .blocks) {
    placement = Self.placement(request)
    scaled = Orientation<Decoded, Output>(carrying: request.total).inverse.applied(to: placement.size)
    let wanted = request.storedRegion
    let target = scaled
    let isWhole = wanted == request.probe.storedSize.bounds
    let usable = denominators.filter { part in
      let isOfMeans = isWhole && Self.isOfMeans(part, reduction)
      let least = Double(part) * (isOfMeans ? Self.oversamplingOfMeans : Self.oversampling)
      return part == 1
        || Double(wanted.width) >= Double(target.width) * least
          && Double(wanted.height) >= Double(target.height) * least
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

  /// Whether the pixels of a reduced pass are means of the stored ones, which the filter undoes.
  static func isOfMeans(_ denominator: Int, _ reduction: Capabilities.Reduction) -> Bool {
    reduction == .blocks && denominator > 1
  }

  /// Decoded pixels per stored pixel, horizontally and vertically, if a region is spread evenly over a pass.
  private static func scale(of region: PixelRect<Stored>, denominator: Int) -> (Double, Double) {
    let pass = DecodePass(region: region, denominator: denominator, layout: SampleLayout(.rgb)).size
    return (Double(pass.width) / Double(region.width), Double(pass.height) / Double(region.height))
  }

  /// Whether every decoded pixel is delivered unchanged.
  var keepsPixels: Bool {
    denominator == 1 && scaled.width == region.width && scaled.height == region.height && window == scaled.bounds.rect
  }

  /// The place of the image part in the result. It is the same for all tags, because only rotation and size determine
  /// it.
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

  /// The pixels that a part covers completely when its `natural` line is scaled to `extent`; if none, the pixel that
  /// contains its middle.
  private static func span(_ part: Range<Int>, scaling natural: Int, to extent: Int) -> Range<Int> {
    let place = { (edge: Double) in edge * Double(extent) / Double(natural) }
    let (low, high) = (Double(part.lowerBound), Double(part.upperBound))
    let (near, far) = (Int(place(low).rounded(.up)), Int(place(high).rounded(.down)))
    guard far <= near else { return near..<far }
    let middle = Int(place((low + high) / 2))
    return middle..<middle + 1
  }

  /// The part of the stored image that the placement shows; what is scaled into it keeps its shape and position.
  private static func shown(_ placement: PixelRect<Output>, _ request: PlanRequest) -> Rect2D<Stored> {
    let whole = request.storedRegion.rect
    guard request.isPadded, let back = request.map.inverse else { return whole }
    return placement.rect.applying(back).intersection(whole) ?? whole
  }
}

extension Plan.Transcode {
  /// Whether the window must be resampled, or cropped out of the pass.
  var scales: Bool { scaled != pass.size || window != pass.size.bounds.rect }

  /// Whether rows are written directly to their place in the result, over its fill. False if colors are converted,
  /// because the fill is already in the result's colors.
  var placesOnResult: Bool {
    form == .samples && !scales && channels == pass.layout.channels && colors != .srgb && tones == .full
      && toneMapping == nil
  }

  /// Channels and depth of what is encoded.
  var deliveredLayout: SampleLayout { SampleLayout(channels, toneMapping?.depth ?? pass.layout.depth) }

  /// The filter of all scaling: the sharpest without visible ringing when reducing.
  static let filter = ResampleFilter.lanczos3
}
