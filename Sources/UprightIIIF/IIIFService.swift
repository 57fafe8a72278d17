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
