// The notes on metadata: what is removed, what stays, what is not copied, and why nothing is removed. Each has one row,
// with its code and its sentence.

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

extension ImagePart.Kind {
  fileprivate func word(_ count: Int) -> String {
    let word =
      switch self {
      case .main: "image"
      case .page: "other page"
      case .preview: "smaller version"
      case .auxiliary: "auxiliary image"
      case .video: "video"
      }
    return count == 1 ? word : word + "s"
  }
}

extension MarkNote: CustomStringConvertible {
  /// One sentence for people, without a period.
  public var description: String { row.sentence }

  /// A stable code.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .subjectMoved: ReasonRow("subject-moved", "the subject's position is moved")
    case .subjectRemoved: ReasonRow("subject-removed", "the subject's position is removed: the result does not show it")
    case .subjectUnreadable: ReasonRow("subject-unreadable", "the subject's position is removed: it cannot be read")
    case .regionsMoved(let count):
      ReasonRow("regions-moved", "\(count) marked \(count == 1 ? "region is" : "regions are") moved")
    case .regionsRemoved(1): ReasonRow("regions-removed", "1 marked region is removed: the result does not show it")
    case .regionsRemoved(let count):
      ReasonRow("regions-removed", "\(count) marked regions are removed: the result does not show them")
    case .photoSphereMoved: ReasonRow("photo-sphere-moved", "the position in the photo sphere is moved")
    case .photoSphereRemoved:
      ReasonRow(
        "photo-sphere-removed",
        "the photo sphere's position is removed: viewers do not support this orientation")
    case .photoSphereExceeded:
      ReasonRow("photo-sphere-exceeded", "the photo sphere's position is removed: the result extends beyond the sphere")
    case .photoSphereUnplaced:
      ReasonRow(
        "photo-sphere-unplaced",
        "the photo sphere's position is removed: numbers are missing, or are for another image")
    case .thumbnailsRemoved: ReasonRow("xmp-thumbnails-removed", "the thumbnails in XMP are not copied")
    case .pendingCropMoved: ReasonRow("pending-crop-moved", "Camera Raw's crop is moved")
    case .pendingCropRemoved:
      ReasonRow("pending-crop-removed", "Camera Raw's crop is removed: it has an angle, or its numbers cannot be read")
    case .pendingCropOutside:
      ReasonRow("pending-crop-outside", "Camera Raw's crop is removed: the result does not show it")
    case .correctionsRemoved:
      ReasonRow("corrections-removed", "Camera Raw's local corrections are removed: they were made for the old image")
    case .imageRemoved: ReasonRow("xmp-image-removed", "the image in XMP (GImage) is not copied")
    case .depthMapRemoved: ReasonRow("xmp-depth-map-removed", "the depth map in XMP (GDepth) is not copied")
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

extension AttachmentKind {
  fileprivate var word: String {
    switch self {
    case .gainMap: "gain map"
    case .video: "video"
    case .preview: "preview"
    case .image: "other image"
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
