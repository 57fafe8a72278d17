// What each kind of finding means, in one sentence for people, whatever the file.

extension Finding.Code {
  /// One sentence: what is odd, and what counts all the same.
  public var sentence: String {
    switch self {
    case .invalidValue: "the tag's value is none of 1…8; it counts as 1"
    case .unusualType: "the tag's type is another integer than SHORT; its value counts, but not for all readers"
    case .wrongType: "the tag's type is no integer; it counts as 1"
    case .wrongCount: "the tag holds more or less than one value; the first counts"
    case .duplicateTag:
      "the tag stands twice in its directory and differs; the first counts, and some readers take the last"
    case .duplicateExif: "there is more than one Exif block; the first counts, and some readers take the last"
    case .thumbnailConflict: "the thumbnail has another tag than the picture; the picture's counts"
    case .xmpConflict: "XMP says another orientation than what counts; a few readers believe it"
    case .xmpOnly: "only XMP has an orientation; few readers look there, so that it does not count"
    case .exifMalformed: "the Exif block is damaged; it was read as far as it goes"
    case .heightDeferred: "the picture's height stands behind its first scan, so that the size is not known"
    case .headerDamaged: "the header breaks off behind the picture's size"
    case .junkBytes: "there are bytes between the parts of the header that belong to none"
    case .exifConflict: "Exif, or a further block of it, says another orientation than what counts"
    case .exifInText: "the Exif block stands in a text chunk, where many readers do not look"
    case .exifAfterImage: "the Exif block stands behind the picture, where readers that stream do not find it"
    case .exifPrefixed: "the Exif block opens as in a JPEG, so that some readers do not know it"
    case .exifUnannounced: "the header does not announce the Exif block, so that some readers pass over it"
    case .wrongChecksum: "a checksum does not agree with its bytes"
    case .staleTag: "the pixels look as if they had been turned while the tag stayed; the tag counts"
    case .thumbnailOrientedDifferently: "the thumbnail does not lie as the picture does"
    case .makerNoteConflict: "the maker's own note says that the picture is turned, and the tag does not"
    case .additionalPages: "further pages have orientations of their own"
    case .furtherImages: "further pictures in the file have orientations of their own"
    case .trailer: "a film, a gain map or other data follow the picture"
    case .transformOrder: "the mirror stands before the turn, and readers apply them in different order"
    case .transformNotEssential: "a turn or mirror is not marked as readers expect, so that some pass over it"
    case .missingTranslation: "the matrix turns without shifting, so that some players show nothing"
    case .unusualMatrix: "the matrix is none of the eight orientations; the picture counts as upright"
    case .tracksDiffer: "the tracks have different orientations; the first that is enabled counts"
    case .movieMatrix: "the whole movie has a matrix beside its tracks'; both count, but not for all readers"
    case .mirrorOftenLost: "the picture is mirrored, which some readers of this format leave out"
    case .regionsElsewhere: "face regions were made for a picture that lies otherwise"
    case .cleanAperture: "the container crops the image in a way that is invalid, or that some readers leave out"
    case .primaryIsPart: "the primary item is a thumbnail or a part of another image; viewers show that part"
    case .wrongExtension: "the name's extension is that of another format"
    case .metadataDamaged: "metadata break off or break a rule; they were read as far as they go"
    }
  }
}
