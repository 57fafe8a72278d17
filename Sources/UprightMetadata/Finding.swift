// Unusual facts about a file's orientation that do not stop processing: a stable code and a sentence. The meaning of
// each kind of finding, in one sentence for people, independent of the file.

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

extension Finding.Code {
  /// One sentence: what is unusual, and what is used anyway.
  public var sentence: String {
    switch self {
    case .invalidValue: "the orientation tag is outside 1–8; treated as 1"
    case .unusualType: "the tag's integer type is not SHORT; its value is used, but some readers ignore it"
    case .wrongType: "the tag's type is not an integer; treated as 1"
    case .wrongCount: "the tag does not have exactly one value; the first is used"
    case .duplicateTag:
      "the tag appears twice in its directory with different values; the first is used, but some readers use the last"
    case .duplicateExif: "there is more than one Exif block; the first is used, but some readers use the last"
    case .thumbnailConflict: "the thumbnail's tag differs from the image's; the image's is used"
    case .xmpConflict: "XMP disagrees with the orientation in use; a few readers follow XMP"
    case .reconstructionConflict: "the JPEG that can be reconstructed from the file is displayed in another orientation"
    case .xmpOnly: "only XMP has an orientation; few readers look there, so it is not used"
    case .exifMalformed: "the Exif block is damaged; read up to the damage"
    case .heightDeferred: "the height is stated only after the image (DNL segment), so the size is unknown"
    case .headerDamaged: "the header is truncated after the image's size"
    case .junkBytes: "the header contains stray bytes"
    case .exifConflict: "Exif, or another Exif block, disagrees with the orientation in use"
    case .exifInText: "Exif is in a text chunk, where many readers do not look"
    case .exifAfterImage: "Exif comes after the image data, where streaming readers miss it"
    case .exifPrefixed: "the Exif block has a prefix that belongs only in JPEG, so some readers do not recognize it"
    case .exifUnannounced: "the header does not announce the Exif block, so some readers skip it"
    case .wrongChecksum: "a checksum does not match its data"
    case .staleTag: "the pixels look already rotated, but the orientation tag was left in place; viewers follow the tag"
    case .thumbnailOrientedDifferently: "the thumbnail is rotated differently from the image"
    case .makerNoteConflict: "the maker note records a rotated camera, but the tag does not"
    case .additionalPages: "other pages have a different orientation, or cannot all be read"
    case .furtherImages: "other images in the file have their own orientation"
    case .trailer: "a video, a gain map or other data follows the image"
    case .transformOrder: "the mirror comes before the rotation, and readers differ in which they apply first"
    case .transformNotEssential: "a rotation or mirror is not marked as essential, so some readers skip it"
    case .missingTranslation:
      "the matrix rotates without an offset, or moves the frame out of sight, so some players show nothing or a part"
    case .unusualMatrix: "the matrix is not one of the eight orientations; treated as upright"
    case .tracksDiffer: "the tracks have different orientations; the first enabled one is used"
    case .movieMatrix: "the whole video has a matrix in addition to its tracks'; both apply, but some readers ignore it"
    case .mirrorOftenLost: "the image is mirrored, which some readers of this format ignore"
    case .regionsElsewhere: "face regions were made for another size or orientation of the image"
    case .regionsContradict: "two lists of face regions place the same face differently; both are moved with the image"
    case .cleanAperture: "the container crops the image in a way that is invalid, or that some readers ignore"
    case .primaryIsPart: "the primary item is a thumbnail or part of another image; viewers show only that"
    case .wrongExtension: "the file name has another format's extension"
    case .metadataDamaged: "metadata is truncated or invalid; read up to the damage"
    case .sidecarConflict:
      "the XMP file beside the image disagrees with the orientation in use; some programs follow it"
    case .familyConflict: "another file with the same name is displayed in another orientation"
    }
  }
}
