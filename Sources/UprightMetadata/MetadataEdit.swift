// What must become true of a picture's metadata when its pixels are turned, cropped or scaled.

public import UprightGeometry

/// How the metadata of a new picture differs from its source's.
public struct MetadataEdit: Hashable, Sendable {
  /// Columns and rows of the new picture.
  public let size: PixelSize<Output>
  /// Where a stored place of the source comes to lie in the new picture.
  public let map: Transform2D<Stored, Output>
  /// The new picture's own thumbnail as a JPEG file; nil where it has none.
  public var thumbnail: [UInt8]?
  /// Whether the colours are those the ICC profile speaks of.
  public let keepsProfile: Bool
  /// Whether the components are coded as they were, so that markers about coding stay true.
  public let keepsCoding: Bool
  /// What becomes of what follows the source's picture; what is not named here is left as lists name it.
  public var attachments: [CarriedAttachment] = []
  /// Whether the samples were converted to sRGB, whatever they were before.
  public var becomesSRGB = false
  /// What is taken out.
  public var strip = Strip.none

  /// Whether the new picture's width lies along the source's height.
  var swapsAxes: Bool { map.a == 0 && map.d == 0 }

  /// All of it.
  public init(
    size: PixelSize<Output>, map: Transform2D<Stored, Output>, thumbnail: [UInt8]?, keepsProfile: Bool,
    keepsCoding: Bool
  ) {
    self.size = size
    self.map = map
    self.thumbnail = thumbnail
    self.keepsProfile = keepsProfile
    self.keepsCoding = keepsCoding
  }
}
