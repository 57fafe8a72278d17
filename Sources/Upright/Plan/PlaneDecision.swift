// Whether a transcode keeps its pixels in component planes: then no color is converted and chroma is not resampled.

extension PlanRequest {
  /// How pixels pass from decoder to encoder.
  ///
  /// They stay in planes if both sides support that and the result uses the source's samples. That means the same
  /// format, no scaling, no padding, and a region between chroma samples at the edges that become left and top.
  func form(_ geometry: PassGeometry, _ planner: Planner) -> Plan.Transcode.Form {
    guard format == probe.format, !convertsColors, planner.capabilities[format]?.planes == true,
      let chroma = probe.jpeg?.planarChroma,
      geometry.keepsPixels, placesAll(geometry),
      Alignment(self, block: PixelSize(width: chroma.horizontal, height: chroma.vertical)).misalignment == nil
    else { return .samples }
    return .planes(chroma: chroma)
  }

  private func placesAll(_ geometry: PassGeometry) -> Bool { geometry.placement == outputSize.bounds }
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
