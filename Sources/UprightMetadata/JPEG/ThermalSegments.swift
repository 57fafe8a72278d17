// The segments of a thermal image that name no maker, as the others and Exif's maker tell them (ExifTool's tables of
// DJI and InfiRay tags).

/// Finds the segments of a thermal image that do not name themselves.
struct ThermalSegments {
  private var hasInfiRayHeader = false
  private var hasUnnamedImage = false
  private var unnamed: [(place: Int, makers: Set<ThermalMaker>)] = []

  /// Notes a segment, by its place among the application segments.
  mutating func note(_ place: Int, marker: UInt8, head: [UInt8], kind: JPEGSegment.Kind) {
    if kind == .thermal(.infiRay) { hasInfiRayHeader = true }
    guard kind == .other else { return }
    let makers = ThermalMaker.possible(marker: marker, head: head)
    guard !makers.isEmpty else { return }
    if marker == 0xE3 { hasUnnamedImage = true }
    unnamed.append((place, makers))
  }

  /// The places of the unnamed segments that belong to a thermal image, and its maker.
  ///
  /// - Parameter exif: The Exif block that states the camera's maker.
  func found(_ exif: TIFFBlock?) -> (maker: ThermalMaker, places: [Int])? {
    guard let maker = maker(exif) else { return nil }
    return (maker, unnamed.filter { $0.makers.contains(maker) }.map(\.place))
  }

  private func maker(_ exif: TIFFBlock?) -> ThermalMaker? {
    if hasInfiRayHeader { return .infiRay }
    return hasUnnamedImage && exif?.make.map { $0.elementsEqual("DJI".utf8) } == true ? .dji : nil
  }
}

extension TIFFBlock {
  /// The camera's maker, without what pads its name; nil if it is not stated.
  fileprivate var make: ArraySlice<UInt8>? {
    guard let field = ifd0?.first(.make), field.type == 2, bytes.indices.contains(field.valueOffset) else { return nil }
    return bytes[field.valueOffset...].prefix(min(field.count, 64)).prefix { $0 > 0x20 }
  }
}
