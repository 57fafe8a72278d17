// Unusual facts about a file's orientation that do not stop processing: a stable code and a sentence.

/// An unusual fact that does not prevent reading a file.
public struct Finding: Hashable, Sendable {
  /// Stable codes, as they appear in JSON.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The tag's value is outside 1…8; treated as 1 (EXIF 2.32, 4.6.4.A).
    case invalidValue = "orientation-invalid-value"
    /// The tag has an integer type other than SHORT; its value is used.
    case unusualType = "orientation-unusual-type"
    /// The tag's type is not an integer; treated as 1.
    case wrongType = "orientation-wrong-type"
    /// The tag's count is not 1; its first value is used.
    case wrongCount = "orientation-wrong-count"
    /// IFD0 contains the tag more than once with different values; the first is used.
    case duplicateTag = "orientation-duplicate"
    /// There is more than one Exif segment; the first is used.
    case duplicateExif = "exif-duplicate"
    /// The thumbnail's directory has another orientation; it is ignored.
    case thumbnailConflict = "orientation-conflict-ifd1"
    /// XMP has another orientation; it is ignored.
    case xmpConflict = "orientation-conflict-xmp"
    /// Only XMP has an orientation; it is ignored.
    case xmpOnly = "orientation-xmp-only"
    /// The Exif block violates TIFF 6.0 and was read up to the damage.
    case exifMalformed = "exif-malformed"
    /// The frame's height is defined by a later marker (ITU T.81, B.2.5), so the header does not give the size.
    case heightDeferred = "height-deferred"
    /// The header is truncated after the frame header.
    case headerDamaged = "header-damaged"
    /// There are bytes between two segments that belong to neither.
    case junkBytes = "stray-bytes"
    /// Exif, or another Exif block, disagrees with the orientation in use.
    case exifConflict = "orientation-conflict-exif"
    /// The Exif block is in a text chunk, which many readers ignore.
    case exifInText = "exif-in-text"
    /// The Exif block comes after the image data, where streaming readers miss it.
    case exifAfterImage = "exif-behind-picture"
    /// The Exif block begins with the six bytes that belong to JPEG, so some readers do not recognize it.
    case exifPrefixed = "exif-prefixed"
    /// The header does not announce the Exif block, so some readers ignore it.
    case exifUnannounced = "exif-unannounced"
    /// A checksum does not match its data.
    case wrongChecksum = "checksum-wrong"
    /// The pixels look already rotated, but the orientation tag was left in place; the tag is used.
    case staleTag = "orientation-stale"
    /// The thumbnail is oriented differently from the image.
    case thumbnailOrientedDifferently = "thumbnail-lies-differently"
    /// A maker note states that the image is rotated, and the tag does not.
    case makerNoteConflict = "orientation-conflict-maker-note"
    /// Additional pages have their own orientations.
    case additionalPages = "further-pages"
    /// Additional images in the file have their own orientations.
    case furtherImages = "further-pictures"
    /// A video, a gain map or other data follow the image.
    case trailer = "trailer"
    /// `imir` precedes `irot`; readers apply the two in different orders.
    case transformOrder = "transform-order"
    /// An orientation property that readers must support is marked as optional, or the reverse.
    case transformNotEssential = "transform-not-essential"
    /// The container's crop (`clap`) is invalid, cuts between pixels, or is ignored by many readers.
    case cleanAperture = "clean-aperture"
    /// The primary item (`pitm`) is a thumbnail, an auxiliary image or a tile of another.
    case primaryIsPart = "primary-is-part"
    /// The matrix rotates without a translation, or moves an upright frame out of sight, so some players show nothing.
    case missingTranslation = "matrix-translation-missing"
    /// The matrix is not one of the eight orientations; the image is treated as upright.
    case unusualMatrix = "matrix-unusual"
    /// Tracks have different orientations; that of the first enabled one is used.
    case tracksDiffer = "tracks-differ"
    /// The movie header has a matrix too; both are applied.
    case movieMatrix = "movie-matrix"
    /// The image is mirrored, which some readers of this container ignore.
    case mirrorOftenLost = "mirror-often-lost"
    /// Face regions refer to the displayed or the stored image, and the file's size indicates the opposite.
    case regionsElsewhere = "regions-in-other-space"
    /// Two lists of regions in XMP place the same face differently.
    case regionsContradict = "regions-contradict"
    /// The file extension belongs to another format.
    case wrongExtension = "extension-wrong"
    /// Metadata is truncated or invalid, and was read up to the damage.
    case metadataDamaged = "metadata-damaged"
    /// The JPEG that can be reconstructed from a JPEG XL has another orientation, or none.
    case reconstructionConflict = "orientation-conflict-jpeg"
    /// An XMP file beside the image has another orientation; it is ignored.
    case sidecarConflict = "orientation-conflict-sidecar"
    /// Another file of the same photo is displayed in another orientation.
    case familyConflict = "orientation-conflict-family"
  }

  /// The kind of finding.
  public let code: Code
  /// One sentence for people.
  public let message: String

  /// A code and its sentence.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
