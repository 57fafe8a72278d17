// How an image's metadata must change when its pixels are reoriented, cropped or scaled.

public import UprightGeometry

/// The difference between the metadata of a new image and those of its source.
public struct MetadataEdit: Hashable, Sendable {
  /// Columns and rows of the new image.
  public let size: PixelSize<Output>
  /// The map from stored positions in the source to the new image.
  public let map: Transform2D<Stored, Output>
  /// The new image's thumbnail as a JPEG file; nil if it has none.
  public var thumbnail: [UInt8]?
  /// Whether the ICC profile still describes the colors.
  public let keepsProfile: Bool
  /// Whether the components keep their coding, so that markers about it stay valid.
  public let keepsCoding: Bool
  /// How attachments are carried; those not listed here keep their entries in the file's indexes.
  public var attachments: [CarriedAttachment] = []
  /// Whether the samples were converted to sRGB.
  public var becomesSRGB = false
  /// Whether a PNG's samples are written as they are coded, with the chunks that describe them.
  package var keepsSamples = false
  /// What is removed.
  public var strip = Strip.none
  /// Whether the new image is a crop or a smaller version of the source, so that no view of the whole image may be
  /// carried.
  public var showsLess = false

  /// Whether the Exif block must fit into a segment of a JPEG, so that it has no room for a longer thumbnail.
  package var fitsSegment = true

  /// The full-size images in XMP that are reoriented along.
  package var xmpImages: [XMPImageChange] = []
  /// What its samples have in common with the source's.
  package var shared = SharedSamples.none

  /// Whether Exif must not carry any other view of the source's image.
  package var removesViews: Bool { showsLess || strip == .thumbnails || strip == .gps }

  /// Whether the new image's width runs along the source's height.
  var swapsAxes: Bool { map.a == 0 && map.d == 0 }

  /// Sets all properties.
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
