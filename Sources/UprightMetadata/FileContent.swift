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
}

extension FileContent: CustomStringConvertible {
  /// Its name.
  public var description: String { row.sentence }

  /// A stable code.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .parts(let kind, let count): ReasonRow(kind.rawValue, "\(count) \(kind.word(count))")
    case .video: ReasonRow("video-box", "the video")
    case .compressedMetadata:
      ReasonRow(
        "compressed-metadata",
        "compressed metadata (it is damaged, of another type, or Brotli is not supported)")
    case .largeCompressedMetadata(let limit):
      ReasonRow("large-compressed-metadata", "compressed metadata (it expands to more than \(limit) bytes)")
    case .photoshopResources: ReasonRow("photoshop-resources", "IPTC and Photoshop's data")
    case .photoshopResourcesBesidesIPTC: ReasonRow("photoshop-resources-besides-iptc", "Photoshop's data except IPTC")
    case .comment: ReasonRow("comment", "the comment")
    case .textChunks: ReasonRow("text-chunks", "the text chunks")
    case .drawnText: ReasonRow("drawn-text", "the text drawn over the image")
    case .exif: ReasonRow("exif", "Exif, which is too long for a JPEG")
    case .xmp: ReasonRow("xmp", "XMP, which cannot be divided for a JPEG")
    case .extendedXMP: ReasonRow("extended-xmp", "the rest of the XMP packet")
    case .contentCredentials: ReasonRow("content-credentials", "the content credentials")
    case .flashPix: ReasonRow("flashpix", "the FlashPix streams")
    case .thermalImage: ReasonRow("thermal-image", "the thermal image")
    case .otherData: ReasonRow("other-data", "other programs' data")
    case .mapLocation(let tags): ReasonRow("map-location", "the map location \(Self.list(tags))")
    case .layers: ReasonRow("layers", "Photoshop's layers")
    case .clipPath: ReasonRow("clip-path", "the clipping path")
    case .colorFields(let tags): ReasonRow("color-fields", "fields that define the colors \(Self.list(tags))")
    case .privateFields(let tags): ReasonRow("private-fields", "private fields \(Self.list(tags))")
    }
  }

  private static func list(_ tags: [Int]) -> String {
    "(\(tags.count == 1 ? "tag" : "tags") \(tags.map(String.init).joined(separator: ", ")))"
  }
}
