// What is odd about a file's orientation without stopping us: a stable code and a sentence.

/// A fault that does not stop the reading of a file.
public struct Finding: Hashable, Sendable {
  /// Stable codes, as they appear in JSON.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The tag's value is none of 1…8; it counts as 1 (EXIF 2.32, 4.6.4.A).
    case invalidValue = "orientation-invalid-value"
    /// The tag's type is not SHORT but an integer all the same; its value counts.
    case unusualType = "orientation-unusual-type"
    /// The tag's type is no integer; it counts as 1.
    case wrongType = "orientation-wrong-type"
    /// The tag's count is not 1; its first value counts.
    case wrongCount = "orientation-wrong-count"
    /// The tag stands more than once in IFD0 and differs; the first counts.
    case duplicateTag = "orientation-duplicate"
    /// There is more than one Exif segment; the first counts.
    case duplicateExif = "exif-duplicate"
    /// The thumbnail's directory has another orientation; it does not count.
    case thumbnailConflict = "orientation-conflict-ifd1"
    /// XMP has another orientation; it does not count.
    case xmpConflict = "orientation-conflict-xmp"
    /// Only XMP has an orientation; it does not count.
    case xmpOnly = "orientation-xmp-only"
    /// The Exif block breaks a rule of TIFF 6.0 and was read as far as it goes.
    case exifMalformed = "exif-malformed"
    /// The frame's height is left to a later marker (ITU T.81, B.2.5), so the size is not known from the header.
    case heightDeferred = "height-deferred"
    /// The header breaks off behind the frame header.
    case headerDamaged = "header-damaged"
    /// Bytes between two segments that belong to neither.
    case junkBytes = "stray-bytes"
    /// Exif, or a further block of it, has another orientation than what counts.
    case exifConflict = "orientation-conflict-exif"
    /// The Exif block stands in a text chunk, which many readers pass over.
    case exifInText = "exif-in-text"
    /// The Exif block stands behind the picture, where readers that stream do not find it.
    case exifAfterImage = "exif-behind-picture"
    /// The Exif block opens with the six bytes that belong to JPEG, so that some readers do not know it.
    case exifPrefixed = "exif-prefixed"
    /// The header does not announce the Exif block, so that some readers pass over it.
    case exifUnannounced = "exif-unannounced"
    /// A checksum does not agree with its bytes.
    case wrongChecksum = "checksum-wrong"
    /// The pixels look as if they had been turned while the tag stayed; it is displayed as the tag says.
    case staleTag = "orientation-stale"
    /// The thumbnail does not lie as the picture does.
    case thumbnailOrientedDifferently = "thumbnail-lies-differently"
    /// A maker note says that the picture is turned, and the tag does not.
    case makerNoteConflict = "orientation-conflict-maker-note"
    /// Further pages have orientations of their own.
    case additionalPages = "further-pages"
    /// Further pictures in the file have orientations of their own.
    case furtherImages = "further-pictures"
    /// A film, a gain map or other data follow the picture.
    case trailer = "trailer"
    /// `imir` stands before `irot`, which readers apply in different order.
    case transformOrder = "transform-order"
    /// An orientation is stated where readers have to know it, and is marked as optional, or the other way round.
    case transformNotEssential = "transform-not-essential"
    /// The container's crop (`clap`) is invalid, cuts between pixels, or is one that many readers leave out.
    case cleanAperture = "clean-aperture"
    /// The item that the file is opened for (`pitm`) is a thumbnail, an auxiliary image or a tile of another.
    case primaryIsPart = "primary-is-part"
    /// The matrix turns and does not shift, so that some players show nothing.
    case missingTranslation = "matrix-translation-missing"
    /// The matrix is none of the eight orientations; the picture counts as upright.
    case unusualMatrix = "matrix-unusual"
    /// Tracks have different orientations; the first enabled one counts.
    case tracksDiffer = "tracks-differ"
    /// The header of the whole movie has a matrix too; both count.
    case movieMatrix = "movie-matrix"
    /// The picture is mirrored, which some readers of this container leave out.
    case mirrorOftenLost = "mirror-often-lost"
    /// Face regions were made for the picture as displayed or as stored, and the file's size says otherwise.
    case regionsElsewhere = "regions-in-other-space"
    /// The name's extension is that of another format.
    case wrongExtension = "extension-wrong"
    /// Metadata break off or break a rule, and were read as far as they go.
    case metadataDamaged = "metadata-damaged"
  }

  /// Which fault.
  public let code: Code
  /// One sentence for a person.
  public let message: String

  /// A fault and its sentence.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
