// Whether a transcode leaves its pixels in component planes: nothing is converted then, and chroma not sampled anew.

extension PlanRequest {
  /// How pixels travel from decoder to encoder.
  ///
  /// They stay in planes where both sides can and the result is made of the source's own samples: the same format, no
  /// scaling, no padding, and a region that lies between samples of chroma at the edges that become left and top.
  func form(_ geometry: PassGeometry, _ planner: Planner) -> Plan.Transcode.Form {
    guard format == probe.format, !convertsColors, planner.capabilities[format]?.planes == true,
      let chroma = probe.jpeg?.planarChroma,
      geometry.keepsPixels, placesAll(geometry),
      Alignment(self, block: PixelSize(width: chroma.horizontal, height: chroma.vertical)).reason == nil
    else { return .samples }
    return .planes(chroma: chroma)
  }

  private func placesAll(_ geometry: PassGeometry) -> Bool { geometry.placement == outputSize.bounds }
}

extension JPEGFrame {
  /// How much coarser chroma is, where the frame's components are luma and two of chroma, on grids that an encoder
  /// can have too; nil where they are not.
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
