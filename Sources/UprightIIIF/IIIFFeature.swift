// Compliance levels and the features beyond them (IIIF Image API 3.0, 5.7; 2.1, 5.3; Compliance of both).

/// The names of features, by the level that includes them.
enum IIIFFeature {
  /// What is offered beyond a level.
  static func beyond(_ level: IIIFLevel, _ version: IIIFVersion, _ service: IIIFService) -> [String] {
    let upscaling = version == .v3 ? "sizeUpscaling" : "sizeAboveFull"
    let always = http + [("rotationBy90s", .level2), ("mirroring", nil)]
    let free = service.sizesOnly ? [] : sizes(version) + (service.allowsUpscaling ? [(upscaling, nil)] : [])
    return (free + always).filter { feature in feature.level.map { !level.includes($0) } ?? true }.map(\.name)
  }

  private typealias Feature = (name: String, level: IIIFLevel?)

  private static var http: [Feature] {
    [
      ("baseUriRedirect", .level1), ("cors", .level1), ("jsonldMediaType", .level1), ("canonicalLinkHeader", nil),
      ("profileLinkHeader", nil),
    ]
  }

  private static func sizes(_ version: IIIFVersion) -> [Feature] {
    let common: [Feature] = [
      ("regionByPx", .level1), ("regionByPct", .level2), ("sizeByW", .level1), ("sizeByH", .level1),
      ("sizeByConfinedWh", .level2), ("sizeByWh", .level2),
    ]
    switch version {
    case .v3: return common + [("regionSquare", .level1), ("sizeByPct", .level2)]
    case .v2: return common + [("regionSquare", nil), ("sizeByPct", .level1), ("sizeByDistortedWh", .level2)]
    }
  }
}

extension IIIFService {
  /// The highest level of which every requirement is met.
  public var level: IIIFLevel {
    if sizesOnly { return .level0 }
    return formats.contains(.png) ? .level2 : .level1
  }
}

extension IIIFLevel {
  /// The formats that it includes.
  var formats: [IIIFFormat] { self == .level2 ? [.jpg, .png] : [.jpg] }

  fileprivate func includes(_ other: Self) -> Bool { rawValue >= other.rawValue }
}
