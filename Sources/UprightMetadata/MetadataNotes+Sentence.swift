// The sentences of the notes on metadata: what is removed, what stays, what is not copied, and why nothing is removed.

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
  public var description: String {
    switch self {
    case .subjectMoved: "the subject's position is moved"
    case .subjectRemoved: "the subject's position is removed: the result does not show it"
    case .subjectUnreadable: "the subject's position is removed: it cannot be read"
    case .regionsMoved(let count): "\(count) marked \(count == 1 ? "region is" : "regions are") moved"
    case .regionsRemoved(1): "1 marked region is removed: the result does not show it"
    case .regionsRemoved(let count): "\(count) marked regions are removed: the result does not show them"
    case .photoSphereMoved: "the position in the photo sphere is moved"
    case .photoSphereRemoved: "the photo sphere's position is removed: viewers do not support this orientation"
    case .photoSphereExceeded: "the photo sphere's position is removed: the result extends beyond the sphere"
    case .photoSphereUnplaced: "the photo sphere's position is removed: numbers are missing, or are for another image"
    case .thumbnailsRemoved: "the thumbnails in XMP are not copied"
    case .pendingCropMoved: "Camera Raw's crop is moved"
    case .pendingCropRemoved: "Camera Raw's crop is removed: it has an angle, or its numbers cannot be read"
    case .pendingCropOutside: "Camera Raw's crop is removed: the result does not show it"
    case .correctionsRemoved: "Camera Raw's local corrections are removed: they were made for the old image"
    case .imageRemoved: "the image in XMP (GImage) is not copied"
    case .depthMapRemoved: "the depth map in XMP (GDepth) is not copied"
    }
  }
}

extension RemovalNote: CustomStringConvertible {
  /// One sentence for people, without a period.
  public var description: String {
    switch self {
    case .attachment(let kind, let cause): "the \(kind.word) is removed: \(cause)"
    case .video(.allButColor): "the video is removed: \(Cause.requested(.allButColor))"
    case .video: "the video is removed: \(Cause.mayHoldPosition)"
    case .parts(let kind, let count):
      "\(count) \(kind.word(count)) \(count == 1 ? "is" : "are") removed: \(Cause.requested(.allButColor))"
    case .unreadableAttachments: "everything after the image is removed: the file lists data there that cannot be read"
    case .extendedXMP: "the rest of the XMP packet is removed: \(Cause.mayHoldPosition)"
    case .xmpWithEntities: "XMP is removed entirely: it declares entities, which may contain the location (gps)"
    case .compressedMetadata:
      "compressed metadata is removed entirely: it is damaged, of another type, or Brotli is not supported"
    case .largeCompressedMetadata(let limit):
      "compressed metadata is removed entirely: it expands to more than \(limit) bytes"
    case .possibleTrailer: "bytes after the end of the image, if any, are removed"
    case .trailer: "bytes after the end of the image are removed"
    case .bytesAfterLastBox: "bytes after the last box are removed"
    case .contentCredentials: "the content credentials are removed: they sign the original file"
    case .photoshopPreviews(let strip):
      "Photoshop's thumbnail and IPTC's preview, if any, are removed: \(Self.cause(strip))"
    case .flashPix: "the FlashPix streams are removed: \(Self.cause(.gps))"
    case .exifPreviews: "the previews in Exif are removed: \(Self.cause(.gps))"
    case .makerNote: "the maker note is removed: it contains a preview of the whole image"
    case .mapLocation: "the map location (GeoTIFF) is removed"
    case .privateFields(let tags): "private fields are removed (tags \(tags.map(String.init).joined(separator: ", ")))"
    case .reconstructionData: "the data that reconstructs the JPEG is removed, because it refers to removed metadata"
    case .unknownBlocks(let names, let container, let strip):
      "unknown \(container.rawValue) are removed (\(names.joined(separator: ", "))): \(Self.cause(strip))"
    case .unknownBlocksStay(let names, 1, let strip):
      "1 block of unknown content stays (\(names.joined(separator: ", "))): it may \(Self.content(strip))"
    case .unknownBlocksStay(let names, let count, let strip):
      "\(count) blocks of unknown content stay (\(names.joined(separator: ", "))): they may \(Self.content(strip))"
    case .damagedResources:
      "Photoshop's data is removed entirely: it is damaged and may contain a view of the original image"
    case .malformedChunks(let names): "malformed chunks are not copied (\(names.joined(separator: ", ")))"
    case .unreferencedBytesStay: "unreferenced bytes stay: the old-style JPEG (before Technical Note 2) may need them"
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
  public var description: String {
    switch self {
    case .format(let format): "\(format.name) metadata cannot be changed"
    case .video(let format):
      """
      video metadata cannot be changed; `ffmpeg -i IN.\(format.rawValue) -map 0 -map_metadata -1 -c copy \
      OUT.\(format.rawValue)` removes it without re-encoding and keeps the rotation
      """
    case .raw:
      """
      a raw file repeats its metadata in maker notes and previews, which cannot be changed; develop it, and strip \
      the result
      """
    case .firstPageNoImage: "the first page of this TIFF is not an image, so nothing can be removed safely"
    case .brokenPages:
      "the pages of this TIFF form a loop or point outside the file, so nothing can be removed safely"
    case .sequence:
      """
      the metadata of an image sequence without a still image cannot be changed; only a still image of its first \
      frame can be made, without metadata
      """
    }
  }
}
