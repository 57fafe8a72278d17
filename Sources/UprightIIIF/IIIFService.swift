// What a server offers for its images: formats, limits, tiles.

public import Upright
public import UprightMetadata

/// What a server offers, apart from the image itself.
public struct IIIFService: Hashable, Sendable {
  /// The formats that can be written, in the order of ``IIIFFormat``.
  public let formats: [IIIFFormat]
  /// The formats that clients should request, best first.
  public let preferredFormats: [IIIFFormat]
  /// The maximum width of a result before rotation.
  public let maxWidth: Int?
  /// The maximum height of a result before rotation.
  public let maxHeight: Int?
  /// The maximum number of pixels of a result.
  public let maxArea: Int?
  /// Whether results may be larger than their region.
  public let allowsUpscaling: Bool
  /// Whether only the sizes and tiles in `info.json` are served.
  public var sizesOnly: Bool
  /// The width and height of tiles.
  public let tileSize: Int
  /// The metadata that results do not keep.
  public var strip = Strip.allButColor
  /// The quality of results that are encoded with loss.
  public var quality = Rendition.Quality.asSource

  /// Limits below 1 become 1. Without `maxHeight`, `maxWidth` limits both sides, and the reverse. Enlarging needs a
  /// limit (`sizeUpscaling` in 5.7), so without one it stays off.
  public init(
    formats: [ContainerFormat], preferredFormats: [IIIFFormat] = [.jpg], maxWidth: Int? = nil, maxHeight: Int? = nil,
    maxArea: Int? = nil, allowsUpscaling: Bool = false, sizesOnly: Bool = false, tileSize: Int = 512
  ) {
    let written = IIIFFormat.allCases.filter { $0.container.map(formats.contains) ?? false }
    let bound = { (limit: Int?) in limit.map { min(max(1, $0), IIIFNumber.largest) } }
    self.formats = written
    self.preferredFormats = preferredFormats.filter(written.contains)
    self.maxWidth = bound(maxWidth ?? maxHeight)
    self.maxHeight = bound(maxHeight ?? maxWidth)
    self.maxArea = maxArea.map { min(max(1, $0), IIIFNumber.largest * IIIFNumber.largest) }
    self.allowsUpscaling = allowsUpscaling && (maxWidth != nil || maxHeight != nil || maxArea != nil)
    self.sizesOnly = sizesOnly
    self.tileSize = min(max(1, tileSize), 1 << 16)
  }

  /// Whether any size is limited.
  var hasLimits: Bool { maxWidth != nil || maxArea != nil }
}

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
