// The metadata to remove from a result, whether a new image or the same one with rewritten metadata. Why metadata
// cannot be removed from a file while its coded image stays as it is. What removing metadata does beyond the request:
// what else is removed, and what stays with unknown contents.

internal import UprightGeometry

/// What is removed from the metadata; the orientation of the result is correct in any case.
public enum Strip: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case none
  /// Other versions of the image. These are Exif, Photoshop and XMP thumbnails, and previews in IPTC, Exif, FlashPix
  /// streams and after the image. Also the full-size image and depth map in XMP (GImage, GDepth), and content
  /// credentials.
  case thumbnails
  /// The location: Exif's GPS directory, XMP properties of the same names, and Photoshop's copies of both. Also
  /// videos, bytes after the image's end, and anything unreadable that might contain it.
  case gps
  /// Everything except color: keeps the ICC profile and what defines how samples are interpreted.
  case allButColor = "all-but-color"

  /// Whether the result contains no location, nor anything unreadable that might contain it.
  package var removesPosition: Bool { self == .gps || self == .allButColor }
}

/// What to remove, and the orientation that must be preserved.
struct Stripping: Hashable, Sendable {
  /// What is removed.
  let strip: Strip
  /// How the image is displayed; the file continues to state it, whatever is removed.
  let orientation: ExifOrientation

  /// Whether the result contains no location, nor anything unreadable that might contain it.
  var removesPosition: Bool { strip.removesPosition }
  /// Whether everything except the image and its colors is removed.
  var removesAll: Bool { strip == .allButColor }
  /// Whether smaller versions of the image are removed.
  var removesThumbnails: Bool { strip == .thumbnails || strip == .allButColor }

  /// The Exif block that preserves the orientation in a container without its own field; nil if none is needed.
  var minExifBytes: [UInt8]? { orientation == .topLeft ? nil : InsertedExifBlock.block(orientation) }
}

extension Strip: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("what is stripped") }
}

/// Why metadata cannot be removed from a file of some format.
public enum StripRefusal: Hashable, Sendable {
  /// No file of this format is rewritten.
  case format(ContainerFormat)
  /// A video is not rewritten.
  case video(ContainerFormat)
  /// A raw file repeats its metadata where it cannot be changed.
  case raw
  /// The first page of a TIFF is not an image.
  case firstPageNoImage
  /// The pages of a TIFF form a loop or point outside the file.
  case brokenPages
  /// An image sequence without a still image.
  case sequence
}

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

extension StripRefusal: CustomStringConvertible {
  /// A clause that names an alternative where there is one.
  public var description: String { row.sentence }

  /// A stable code.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .format(let format): ReasonRow("strip-format", "\(format.name) metadata cannot be changed")
    case .video(let format):
      ReasonRow(
        "strip-video",
        """
        video metadata cannot be changed; `ffmpeg -i IN.\(format.rawValue) -map 0 -map_metadata -1 -c copy \
        OUT.\(format.rawValue)` removes it without re-encoding and keeps the rotation
        """)
    case .raw:
      ReasonRow(
        "strip-raw",
        """
        a raw file repeats its metadata in maker notes and previews, which cannot be changed; develop it, and strip \
        the result
        """)
    case .firstPageNoImage:
      ReasonRow(
        "strip-first-page-no-image",
        "the first page of this TIFF is not an image, so nothing can be removed safely")
    case .brokenPages:
      ReasonRow(
        "strip-broken-pages",
        "the pages of this TIFF form a loop or point outside the file, so nothing can be removed safely")
    case .sequence:
      ReasonRow(
        "strip-sequence",
        """
        the metadata of an image sequence without a still image cannot be changed; only a still image of its first \
        frame can be made, without metadata
        """)
    }
  }
}

extension RemovalNote: CustomStringConvertible {
  /// One sentence for people, without a period.
  public var description: String { row.sentence }

  /// A stable code.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .attachment(let kind, let cause): ReasonRow("attachment-removed", "the \(kind.word) is removed: \(cause)")
    case .video(.allButColor): ReasonRow("video-removed", "the video is removed: \(Cause.requested(.allButColor))")
    case .video: ReasonRow("video-removed", "the video is removed: \(Cause.mayHoldPosition)")
    case .parts(let kind, let count):
      ReasonRow(
        "\(kind.rawValue)-removed",
        "\(count) \(kind.word(count)) \(count == 1 ? "is" : "are") removed: \(Cause.requested(.allButColor))")
    case .unreadableAttachments:
      ReasonRow(
        "unreadable-attachments-removed",
        "everything after the image is removed: the file lists data there that cannot be read")
    case .extendedXMP:
      ReasonRow("extended-xmp-removed", "the rest of the XMP packet is removed: \(Cause.mayHoldPosition)")
    case .xmpWithEntities:
      ReasonRow(
        "xmp-with-entities-removed",
        "XMP is removed entirely: it declares entities, which may contain the location (gps)")
    case .compressedMetadata:
      ReasonRow(
        "compressed-metadata-removed",
        "compressed metadata is removed entirely: it is damaged, of another type, or Brotli is not supported")
    case .largeCompressedMetadata(let limit):
      ReasonRow(
        "large-compressed-metadata-removed",
        "compressed metadata is removed entirely: it expands to more than \(limit) bytes")
    case .possibleTrailer:
      ReasonRow("possible-trailer-removed", "bytes after the end of the image, if any, are removed")
    case .trailer: ReasonRow("bytes-after-image-removed", "bytes after the end of the image are removed")
    case .bytesAfterLastBox: ReasonRow("bytes-after-last-box-removed", "bytes after the last box are removed")
    case .contentCredentials:
      ReasonRow("content-credentials-removed", "the content credentials are removed: they sign the original file")
    case .photoshopPreviews(let strip):
      ReasonRow(
        "photoshop-previews-removed",
        "Photoshop's thumbnail and IPTC's preview, if any, are removed: \(Self.cause(strip))")
    case .flashPix: ReasonRow("flashpix-removed", "the FlashPix streams are removed: \(Self.cause(.gps))")
    case .exifPreviews: ReasonRow("exif-previews-removed", "the previews in Exif are removed: \(Self.cause(.gps))")
    case .makerNote:
      ReasonRow("maker-note-removed", "the maker note is removed: it contains a preview of the whole image")
    case .mapLocation: ReasonRow("map-location-removed", "the map location (GeoTIFF) is removed")
    case .privateFields(let tags):
      ReasonRow(
        "private-fields-removed",
        "private fields are removed (tags \(tags.map(String.init).joined(separator: ", ")))")
    case .reconstructionData:
      ReasonRow(
        "reconstruction-data-removed",
        "the data that reconstructs the JPEG is removed, because it refers to removed metadata")
    case .unknownBlocks(let names, let container, let strip):
      ReasonRow(
        "unknown-blocks-removed",
        "unknown \(container.rawValue) are removed (\(names.joined(separator: ", "))): \(Self.cause(strip))")
    case .unknownBlocksStay(let names, 1, let strip):
      ReasonRow(
        "unknown-blocks-stay",
        "1 block of unknown content stays (\(names.joined(separator: ", "))): it may \(Self.content(strip))")
    case .unknownBlocksStay(let names, let count, let strip):
      ReasonRow(
        "unknown-blocks-stay",
        "\(count) blocks of unknown content stay (\(names.joined(separator: ", "))): they may \(Self.content(strip))")
    case .damagedResources:
      ReasonRow(
        "damaged-resources-removed",
        "Photoshop's data is removed entirely: it is damaged and may contain a view of the original image")
    case .malformedChunks(let names):
      ReasonRow("malformed-chunks-removed", "malformed chunks are not copied (\(names.joined(separator: ", ")))")
    case .unreferencedBytesStay:
      ReasonRow(
        "unreferenced-bytes-stay",
        "unreferenced bytes stay: the old-style JPEG (before Technical Note 2) may need them")
    }
  }

  /// Why several things are removed.
  private static func cause(_ strip: Strip) -> String {
    strip == .gps ? "they may contain the location (gps)" : "\(Cause.requested(strip))"
  }

  private static func content(_ strip: Strip) -> String {
    strip == .gps ? "contain the location" : "show the original image"
  }
}

extension RemovalNote.Cause: CustomStringConvertible {
  /// The end of a sentence.
  public var description: String {
    switch self {
    case .requested(let strip): "as requested (\(strip.rawValue))"
    case .mayHoldPosition: "it may contain the location (gps)"
    case .unreadable: "its headers could not be read"
    }
  }
}
