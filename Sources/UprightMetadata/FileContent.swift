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
