// Which parts of a source a new image replaces by its own, so that their absence is no loss (TIFF 6.0; EXIF 2.32).

import UprightMetadata

extension FilePart {
  /// Whether it describes how the source's samples were coded or where its bytes were, which a new image states itself.
  var isRemade: Bool {
    switch kind {
    case .image, .structure: true
    // The second directory describes the thumbnail.
    case .field: name.hasPrefix("IFD1:") || (fieldTag.map(Self.isRemade) ?? false)
    case .property: Self.codingProperties.contains(name) || Self.claims.contains { name.hasPrefix($0) }
    default: false
    }
  }

  /// Whether it says what a TIFF's image is among those of its file: no other format has such pages.
  var isRole: Bool { kind == .field && fieldTag.map { TIFFFieldFate(ofTag: $0) == .role } ?? false }

  /// The tag at the end of a field's name, such as 0x0112 of `IFD0:0x0112`.
  var fieldTag: Int? {
    guard let start = name.firstRange(of: "0x") else { return nil }
    return Int(name[start.upperBound...].prefix { $0.isHexDigit }, radix: 16)
  }

  private static func isRemade(_ tag: Int) -> Bool { TIFFFieldFate.describesSamples(tag) || remadeTags.contains(tag) }

  /// The number of a page; Exif's version, color space, dimensions, pointer and components; padding.
  private static let remadeTags: Set<Int> = [
    297, 37_121, 37_122, 40_960, 40_961, 40_962, 40_963, 40_965, 59_932,
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
