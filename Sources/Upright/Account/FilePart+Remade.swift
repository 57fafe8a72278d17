// Which parts of a source a new image replaces by its own, so that their absence is no loss (TIFF 6.0; EXIF 2.32).

import UprightMetadata

extension FilePart {
  /// Whether it describes how the source's samples were coded or where its bytes were, which a new image states itself.
  var isRemade: Bool {
    switch kind {
    case .image, .structure: true
    // The second directory describes the thumbnail.
    case .field: name.hasPrefix("IFD1:") || (fieldTag.map(Self.codingTags.contains) ?? false)
    case .property: Self.codingProperties.contains(name) || Self.claims.contains { name.hasPrefix($0) }
    default: false
    }
  }

  /// The tag at the end of a field's name, such as 0x0112 of `IFD0:0x0112`.
  var fieldTag: Int? {
    guard let start = name.firstRange(of: "0x") else { return nil }
    return Int(name[start.upperBound...].prefix { $0.isHexDigit }, radix: 16)
  }

  /// TIFF 6.0, sections 2 to 21: dimensions, coding and places of samples; pointers to directories; tags of thumbnails.
  private static let codingTags: Set<Int> = [
    254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 284, 288, 289, 290, 291,
    292,
    293, 297, 317, 320, 321, 322, 323, 324, 325, 326, 327, 328, 330, 332, 333, 334, 338, 339, 340, 341, 342, 346, 347,
    351,
    512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530, 531, 532, 34_665, 34_853, 40_960, 40_961, 40_962, 40_963,
    40_965,
    37_121, 37_122, 59_932,
  ]

  /// Properties that describe another part: a motion photo's video, a gain map, an image in XMP, a focus point. They go
  /// with it.
  private static let claims = [
    "GCamera:MotionPhoto", "GCamera:MicroVideo", "hdrgm:", "GDepth:", "GImage:", "GFocus:BlurAtInfinity",
  ]

  /// XMP's copies of the same (XMP part 2, 3.3), and what an extended packet needs.
  private static let codingProperties: Set<String> = [
    "tiff:Orientation", "tiff:ImageWidth", "tiff:ImageLength", "tiff:BitsPerSample", "tiff:Compression",
    "tiff:PhotometricInterpretation", "tiff:SamplesPerPixel", "tiff:PlanarConfiguration", "tiff:YCbCrSubSampling",
    "tiff:YCbCrPositioning", "exif:PixelXDimension", "exif:PixelYDimension", "exif:ComponentsConfiguration",
    "exif:CompressedBitsPerPixel", "exif:ColorSpace", "xmpNote:HasExtendedXMP",
  ]
}
