// Whether a transcode keeps its pixels in component planes. Then no color is converted, and chroma is resampled only
// where an edge that becomes left or top is inside a chroma sample. They may also be decoded and encoded strip by strip
// (Sources/UprightJPEG/Design.md#re-encoding-in-strips).

internal import UprightMetadata

extension PlanRequest {
  /// How pixels pass from decoder to encoder.
  ///
  /// They stay in planes if both sides support that and the result uses the source's samples. That means the same
  /// format, no scaling, no padding, and on each axis an edge of the region between chroma samples.
  func form(_ geometry: PassGeometry, _ planner: Planner) -> Plan.Transcode.Form {
    guard samplesReason(geometry, planner) == nil, let chroma = probe.jpeg?.planarChroma,
      let overhang = chroma.overhang(of: storedRegion, reorientedBy: total), keepsCoding(geometry)
    else { return .samples }
    return .planes(chroma: chroma, overhang: overhang)
  }

  /// Why an unscaled JPEG-to-JPEG transcode uses interleaved samples instead of planes; nil for planes and for other
  /// transcodes.
  func samplesReason(_ geometry: PassGeometry, _ planner: Planner) -> SamplesReason? {
    guard let frame = probe.jpeg, keepsCoding(geometry) else { return nil }
    if convertsColors || reducesTones { return .colorsConverted }
    if geometry.placement != outputSize.bounds { return .padded }
    if frame.colorModel == .gray { return .gray }
    guard let chroma = frame.planarChroma else { return .otherComponents }
    guard chroma.overhang(of: storedRegion, reorientedBy: total) != nil else { return .chromaCut }
    return planner.capabilities[format]?.planes == true ? nil : .planesUnsupported
  }

  /// Whether a JPEG's pixels become those of a JPEG without scaling.
  private func keepsCoding(_ geometry: PassGeometry) -> Bool {
    probe.format == .jpeg && format == .jpeg && geometry.keepsPixels
  }
}

extension JPEGFrame {
  /// The chroma subsampling, if the components are luma and two chroma planes on grids that an encoder supports;
  /// otherwise nil.
  var planarChroma: Subsampling? {
    guard colorModel == .ycbcr, components.count == 3 else { return nil }
    let (luma, blue, red) = (components[0], components[1], components[2])
    let chroma = chromaSampling(swapped: false)
    guard (luma.horizontal, luma.vertical) == (blue.horizontal * chroma.horizontal, blue.vertical * chroma.vertical),
      (blue.horizontal, blue.vertical) == (red.horizontal, red.vertical),
      [1, 2, 4].contains(luma.horizontal), [1, 2, 4].contains(luma.vertical)
    else { return nil }
    return chroma
  }
}

extension PlanRequest {
  /// The strips of a pass whose planes stay planes; nil if they cannot be cut out, or if that gains too little.
  func strips(of pass: DecodePass, as form: Plan.Transcode.Form) -> PlaneStrips? {
    guard case .planes(let chroma, .none) = form, let jpeg = probe.jpeg, probe.format == .jpeg, format == .jpeg,
      jpeg.reasonAgainstCuts == nil, pass.imageIndex == nil, pass.cutLimit == nil,
      pass.region.size.pixelCount ?? 0 >= PlaneStrips.leastPixels
    else { return nil }
    let orientation = Orientation<Decoded, Output>(carrying: total)
    let length = PlaneStrips.length(of: pass, chroma, orientation)
    let whole = PlaneStrips(chroma: chroma, length: length, cutLimit: .max)
    guard let first = whole.parts(of: pass.region, by: orientation).first else { return nil }
    let limit = cutting(first, of: jpeg).limit
    guard limit <= PlaneStrips.mostBytes else { return nil }
    return PlaneStrips(chroma: chroma, length: length, cutLimit: limit)
  }
}

extension PlaneStrips {
  /// Below this many stored pixels, strips are not worth the walk that finds them.
  fileprivate static let leastPixels = 4_000_000
  /// The maximum bytes of a strip's planes, and of its coded data.
  fileprivate static let mostBytes = 16 << 20
  /// In so many strips at least: while one is decoded, the one before it is encoded.
  private static let leastCount = 12

  fileprivate static func length(
    of pass: DecodePass, _ chroma: Subsampling, _ orientation: Orientation<Decoded, Output>
  ) -> Int {
    let (along, across) = extents(of: pass, orientation)
    let bytes = PlanarRaster<Decoded>.byteCount(size: PixelSize(width: unit, height: across), chroma: chroma)
    let units = max(1, min(mostBytes / max(1, bytes), along / unit / leastCount))
    return units * unit
  }

  /// The extent of a pass in which it is divided, and the one that every strip has.
  private static func extents(
    of pass: DecodePass, _ orientation: Orientation<Decoded, Output>
  ) -> (along: Int, across: Int) {
    let size = pass.region.size
    return orientation.swapsAxes ? (size.width, size.height) : (size.height, size.width)
  }

  /// The same, if all planes would exceed the memory limit.
  var required: PlaneStrips { PlaneStrips(chroma: chroma, length: length, cutLimit: Self.mostBytes, isRequired: true) }

  /// The memory of a pass in strips: one that is encoded, those ahead of it, and bands of two that are being decoded, with
  /// their coded data twice; where strips begin.
  func peakBytes(_ pass: DecodePass, by orientation: Orientation<Decoded, Output>) -> Int {
    let (along, across) = Self.extents(of: pass, orientation)
    let planes = PlanarRaster<Decoded>.byteCount(size: PixelSize(width: length, height: across), chroma: chroma)
    let places = (along / length + 2).multipliedSaturating(2 * across / 8).multipliedSaturating(Self.bytesPerPlace)
    return RunMemory.sum(
      planes.multipliedSaturating(3 + Self.mostAhead), cutLimit.multipliedSaturating(4), places, Self.walking)
  }

  /// Where a unit begins.
  private static let bytesPerPlace = 24
  /// Windows of the file and records of two threads, and what the heap of each keeps of freed memory.
  private static let walking = 7 << 20
}
