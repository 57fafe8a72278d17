// What happens to everything in a file except its image: a stable code for programs, and the values in its sentence
// (ReasonText.swift has the sentences).

public import UprightMetadata

/// What happens to one thing that accompanies an image: it is kept, changed or dropped.
public enum CarryNote: Hashable, Sendable {
  /// Metadata is removed while the coded image stays byte for byte.
  case rewritten(Strip)
  /// The tag changes.
  case retagged(BytePatch)
  /// Metadata is removed from the new image.
  case removed(Strip)
  /// The thumbnail is reoriented by this route.
  case thumbnailReoriented(RouteName)
  /// The thumbnail is reoriented and re-encoded, because it would no longer fit into its segment.
  case thumbnailRecoded
  /// The thumbnail is made from the new image, at this size.
  case thumbnailRemade(PixelSize<Output>)
  /// The thumbnail is dropped.
  case thumbnailDropped(ThumbnailDrop)
  /// The thumbnail is dropped because it no longer fits into its segment.
  case thumbnailTooLarge
  /// The index of additional images is dropped because it is empty.
  case imageIndexDropped
  /// Something in the source's container has no equivalent in the result.
  case contentDropped(FileContent)
  /// TIFF fields that held only for the stored pixels are dropped: their tags.
  case fieldsDropped([Int])
  /// Chunks of a PNG with facts about the stored image are dropped: their names.
  case chunksDropped([String])
  /// Smaller versions of the image in the source's container have no place in the result's format: how many.
  case smallerVersionsDropped(Int)
  /// Previews in Exif are dropped.
  case exifPreviewsDropped
  /// The maker note is dropped: it contains a preview of the whole image.
  case makerNoteDropped
  /// XMP segments other than the first packet are dropped: they may contain a position.
  case extendedXMPMayHoldPosition
  /// XMP segments other than the first packet are dropped if they contain thumbnails.
  case extendedXMPMayHoldThumbnails
  /// This many bytes after the image's end are dropped.
  case trailerDropped(Int)
  /// Bytes after the image's end, if any, are dropped as requested.
  case trailerRemoved(Strip)
  /// The color profile is dropped because the channels change.
  case profileDropped
  /// The color profile is dropped because it is damaged and the format cannot store such a one, or because it is for
  /// pixels of another kind.
  case profileDamaged
  /// The color profile, of this many bytes, is larger than the uncompressed pixels.
  case profileLarge(Int, pixelBytes: Int)
  /// The source's colors are dropped; why.
  case colorsDropped(UnsupportedColors)
  /// What happens to a marked place: a region, the subject, a place on a sphere.
  case mark(MarkNote)
  /// Something is removed along with the requested metadata, or stays although it may contain such metadata.
  case loss(RemovalNote)
  /// A secondary image or video is kept unchanged; its name.
  case attachmentCopied(String)
  /// A secondary image or video is kept without the removed metadata.
  case attachmentRewritten(String)
  /// A secondary image or video is reoriented by this route.
  case attachmentReoriented(String, RouteName)
  /// A secondary image or video is dropped.
  case attachmentDropped(String, AttachmentDrop)

  /// Why a thumbnail is dropped.
  public enum ThumbnailDrop: Hashable, Sendable {
    /// The result's format would show it as a page.
    case format(ContainerFormat)
    /// It is not landscape, portrait or square like the image, so it is rotated differently or shows something else.
    case shape
    /// It is not a JPEG, or its headers cannot be read.
    case unreadable
    /// Its image data turned out damaged.
    case damaged
    /// No codec can reorient it.
    case notReoriented
    /// The result is hardly larger than a thumbnail.
    case small
    /// None can be made from the pixels of the result.
    case notRemade
  }

  /// Why a secondary image or video is dropped.
  public enum AttachmentDrop: Hashable, Sendable {
    /// The result's format cannot contain it.
    case format(ContainerFormat)
    /// As requested.
    case requested(Strip)
    /// A video may contain a position.
    case mayHoldPosition(Strip)
    /// Its headers cannot be read.
    case unreadable
    /// It shows more than the result.
    case showsMore
    /// It cannot be rotated with the image.
    case notReoriented
  }

  /// Whether something is lost that a new image of the same size should have, and that nobody asked to remove: pages,
  /// videos, other images, thumbnails, whole blocks of metadata, bytes after the end.
  public var isUnexpectedLoss: Bool {
    switch self {
    case .contentDropped, .thumbnailTooLarge, .trailerDropped: true
    case .thumbnailDropped(let reason): [.shape, .unreadable, .damaged, .notReoriented].contains(reason)
    case .attachmentDropped(_, .requested(.thumbnails)): false
    case .attachmentDropped: true
    case .loss(let note): note.isContent
    case .mark(let note): note.isLoss
    default: false
    }
  }
}
