// The meaning of each kind of finding, in one sentence for people, independent of the file.

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
