// What removing metadata does beyond the request: what else is removed, and what stays with unknown contents.

/// Something that is removed along with the requested metadata, or stays although it may contain such metadata.
public enum RemovalNote: Hashable, Sendable {
  /// An image or video after a JPEG's main image is removed.
  case attachment(AttachmentKind, Cause)
  /// A motion photo's video is removed.
  case video(Strip)
  /// Other images of the file are removed.
  case parts(ImagePart.Kind, Int)
  /// Everything after the image is removed: the file lists data there that cannot be read.
  case unreadableAttachments
  /// XMP beyond the first packet is removed: it may contain a position.
  case extendedXMP
  /// XMP is removed entirely: it declares entities, whose text may be anything.
  case xmpWithEntities
  /// Compressed metadata is removed entirely: it cannot be read.
  case compressedMetadata
  /// Compressed metadata that expands to more than these bytes is removed entirely.
  case largeCompressedMetadata(limit: Int)
  /// Bytes after the end of the image, if there are any, are removed.
  case possibleTrailer
  /// Bytes after the end of the image are removed.
  case trailer
  /// Bytes after the last box are removed.
  case bytesAfterLastBox
  /// The C2PA manifest is removed: it signs the original file.
  case contentCredentials
  /// Photoshop's thumbnail and IPTC's preview, if there are any, are removed.
  case photoshopPreviews(Strip)
  /// FlashPix streams are removed: they may contain a position.
  case flashPix
  /// Previews in Exif are removed: they may contain a position.
  case exifPreviews
  /// The maker note is removed: it contains a preview of the whole image.
  case makerNote
  /// The TIFF fields that locate the image on a map are removed.
  case mapLocation
  /// The private TIFF fields with these tags are removed.
  case privateFields(tags: [Int])
  /// The data that reconstructs a JPEG from a JPEG XL is removed: it refers to removed metadata.
  case reconstructionData
  /// Blocks of unknown content with these names are removed.
  case unknownBlocks([String], Container, Strip)
  /// This many blocks of unknown content with these names stay.
  case unknownBlocksStay([String], count: Int, Strip)
  /// Photoshop's resources are removed: they cannot be read to their end.
  case damagedResources
  /// PNG chunks with these names are removed: their lengths are not those that the standard requires.
  case malformedChunks([String])
  /// Unreferenced bytes stay: an old-style JPEG in a TIFF may need them.
  case unreferencedBytesStay

  /// Why an attachment is removed.
  public enum Cause: Hashable, Sendable {
    /// As requested.
    case requested(Strip)
    /// It may contain a position.
    case mayHoldPosition
    /// Its headers cannot be read.
    case unreadable
  }

  /// What blocks of unknown content are called in a format.
  public enum Container: String, Hashable, Sendable {
    /// Of PNG and WebP.
    case chunks
    /// Of HEIF.
    case items
    /// Of ISO base media files.
    case boxes
  }

  /// Whether it is an image, a video or a whole block of metadata that the request does not name.
  public var isContent: Bool {
    switch self {
    case .attachment(.preview, .requested(.thumbnails)): false
    case .attachment, .video, .unreadableAttachments, .compressedMetadata, .largeCompressedMetadata: true
    default: false
    }
  }
}
