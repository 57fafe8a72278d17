// The contents of a file besides its main image, as values (TIFF 6.0; GeoTIFF 1.1; ISO 23008-12; JUMBF; FlashPix).

/// Something in a file besides its main image. `Upright` has its name for people.
public enum FileContent: Hashable, Sendable {
  /// This many images or videos with a role.
  case parts(ImagePart.Kind, Int)
  /// A motion photo's video, in a box of its own or after the image's boxes.
  case video
  /// Metadata compressed with Brotli that cannot be decompressed, or of another type than Exif and XMP.
  case compressedMetadata
  /// Metadata compressed with Brotli that expands to more than these bytes.
  case largeCompressedMetadata(limit: Int)
  /// Photoshop's resources, which include IPTC.
  case photoshopResources
  /// Photoshop's resources without IPTC.
  case photoshopResourcesBesidesIPTC
  /// A comment.
  case comment
  /// Text chunks besides XMP, such as author and copyright.
  case textChunks
  /// Text that a GIF draws over its image.
  case drawnText
  /// The Exif block.
  case exif
  /// The XMP packet.
  case xmp
  /// XMP beyond the first packet.
  case extendedXMP
  /// A C2PA manifest.
  case contentCredentials
  /// FlashPix streams.
  case flashPix
  /// A thermal image: a temperature for each pixel of the image as stored.
  case thermalImage
  /// Data of other programs.
  case otherData
  /// The TIFF fields with these tags, which locate the image on a map.
  case mapLocation(tags: [Int])
  /// Photoshop's layers in a TIFF.
  case layers
  /// The path that cuts the image of a TIFF out.
  case clipPath
  /// The TIFF fields with these tags, which define the colors.
  case colorFields(tags: [Int])
  /// The private TIFF fields with these tags.
  case privateFields(tags: [Int])

  /// A stable code.
  public var code: String {
    switch self {
    case .parts(let kind, _): kind.rawValue
    case .video: "video-box"
    case .compressedMetadata: "compressed-metadata"
    case .largeCompressedMetadata: "large-compressed-metadata"
    case .photoshopResources: "photoshop-resources"
    case .photoshopResourcesBesidesIPTC: "photoshop-resources-besides-iptc"
    case .comment: "comment"
    case .textChunks: "text-chunks"
    case .drawnText: "drawn-text"
    case .exif: "exif"
    case .xmp: "xmp"
    case .extendedXMP: "extended-xmp"
    case .contentCredentials: "content-credentials"
    case .flashPix: "flashpix"
    case .thermalImage: "thermal-image"
    case .otherData: "other-data"
    case .mapLocation: "map-location"
    case .layers: "layers"
    case .clipPath: "clip-path"
    case .colorFields: "color-fields"
    case .privateFields: "private-fields"
    }
  }
}

extension FileContent: CustomStringConvertible {
  /// Its name.
  public var description: String {
    switch self {
    case .parts(let kind, let count): "\(count) \(kind.word(count))"
    case .video: "the video"
    case .compressedMetadata: "compressed metadata (it is damaged, of another type, or Brotli is not supported)"
    case .largeCompressedMetadata(let limit): "compressed metadata (it expands to more than \(limit) bytes)"
    case .photoshopResources: "IPTC and Photoshop's data"
    case .photoshopResourcesBesidesIPTC: "Photoshop's data except IPTC"
    case .comment: "the comment"
    case .textChunks: "the text chunks"
    case .drawnText: "the text drawn over the image"
    case .exif: "Exif, which is too long for a JPEG"
    case .xmp: "XMP, which cannot be divided for a JPEG"
    case .extendedXMP: "the rest of the XMP packet"
    case .contentCredentials: "the content credentials"
    case .flashPix: "the FlashPix streams"
    case .thermalImage: "the thermal image"
    case .otherData: "other programs' data"
    case .mapLocation(let tags): "the map location \(Self.list(tags))"
    case .layers: "Photoshop's layers"
    case .clipPath: "the clipping path"
    case .colorFields(let tags): "fields that define the colors \(Self.list(tags))"
    case .privateFields(let tags): "private fields \(Self.list(tags))"
    }
  }

  private static func list(_ tags: [Int]) -> String {
    "(\(tags.count == 1 ? "tag" : "tags") \(tags.map(String.init).joined(separator: ", ")))"
  }
}
