// Whether a transcode keeps its pixels in component planes. Then no color is converted, and chroma is resampled only
// where an edge that becomes left or top is inside a chroma sample.

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
