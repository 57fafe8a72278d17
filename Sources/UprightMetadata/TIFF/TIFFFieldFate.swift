// What becomes of each TIFF field in a new image (TIFF 6.0; Technical Notes 1 to 3; TIFF/EP, 5; RFC 3949 for TIFF-FX;
// EXIF 2.32, 4.6; GeoTIFF 1.1, 7.1; DNG 1.7).

internal import UprightGeometry

/// What a field of an image's directory depends on, and so when it stays true of a new image.
package enum TIFFFieldFate: Hashable, Sendable {
  /// How the source's samples are coded, and where they are: a new image states its own.
  case coding
  /// What the image is among those of its file, such as one of several pages: kept in a TIFF.
  case role
  /// Nothing in the pixels: it is always kept.
  case document
  /// The meaning of colors: kept unless colors are converted.
  case colors
  /// A table or a range for the numbers of samples: kept while they are the same, in a TIFF.
  case numbers
  /// Statistics of all samples, which a rotation keeps and a crop does not.
  case statistics
  /// Where the image or something in it is: kept while every pixel stays in its place.
  case places
  /// The location of pixels on a map: the same, but a loss for people otherwise.
  case map
  /// Exif, position, XMP, profile, Photoshop's resources: carried as packets that are edited.
  case packet
  /// Directories of other images.
  case images
  /// Photoshop's layers: they show the image as stored, and only Photoshop can change them.
  case layers
  /// A path that cuts the image out, in its own coordinates.
  case clipPath
  /// Unknown: it may depend on anything, so that no new image gets it.
  case unknown

  /// What becomes of the field with this tag.
  package init(ofTag tag: Int) {
    self = Self.table[tag] ?? (TIFFTag.isGeographic(tag) ? .map : .unknown)
  }

  /// Whether a field with this tag says how samples are coded, or where directories and images are: another coding has
  /// others.
  package static func describesCoding(_ tag: Int) -> Bool {
    let pointers: [TIFFTag] = [.exifDirectory, .positionDirectory, .interoperability]
    return [.coding, .images].contains(Self(ofTag: tag)) || pointers.contains { $0.rawValue == tag }
  }

  /// Whether it is true only of the samples as they were coded, so that a new image states its own, or has no use for it.
  package static func describesSamples(_ tag: Int) -> Bool {
    describesCoding(tag) || [.numbers, .statistics].contains(Self(ofTag: tag))
  }

  /// Whether some new image may keep such a field unchanged.
  var mayStay: Bool {
    switch self {
    case .role, .document, .colors, .numbers, .statistics, .places, .map: true
    case .coding, .packet, .images, .layers, .clipPath, .unknown: false
    }
  }

  private static let table: [Int: TIFFFieldFate] = Dictionary(
    uniqueKeysWithValues: rows.flatMap { fate, tags in tags.map { ($0, fate) } })

  /// Every baseline and extension tag, and what else is known of directories with an image.
  private static let rows: [(TIFFFieldFate, [Int])] = [
    (
      .coding,
      [
        // ImageWidth to PhotometricInterpretation; Threshholding and its cells, FillOrder; strips, planes, free
        // bytes; fax options and counts of bad lines, which describe the lines as they were received.
        256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 284, 288, 289, 292, 293, 317,
        // ColorMap, tiles, InkSet, ExtraSamples, SampleFormat, Indexed, JPEGTables, OPIProxy; TIFF-FX.
        320, 322, 323, 324, 325, 326, 327, 328, 332, 338, 339, 346, 347, 351, 400, 401, 402, 403, 404, 405, 433, 434,
        // Old-style JPEG, YCbCr, StripRowCounts; Silicon Graphics' sizes and types of samples.
        512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530, 531, 559, 32_995, 32_996, 32_997, 32_998, 37_439,
      ]
    ),
    // NewSubfileType and SubfileType.
    (.role, [254, 255]),
    (
      .document,
      [
        // Document, description, camera, resolution (which swaps with the axes), page, program, time, people.
        269, 270, 271, 272, 282, 283, 285, 296, 297, 305, 306, 315, 316, 337,
        // Rating, ImageID of OPI, copyright, IPTC, names in Windows, PrintIM, fax parameters.
        0x4746, 0x4749, 32_781, 33_432, 33_723, 40_091, 40_092, 40_093, 40_094, 40_095, 50_341, 34_908, 34_909, 34_910,
        34_911,
        // TIFF/EP: how the photo was taken.
        33_434, 33_437, 34_850, 34_852, 34_855, 34_856, 34_857, 34_858, 34_859, 36_867, 37_377, 37_378, 37_379, 37_380,
        37_381, 37_382, 37_383, 37_384, 37_385, 37_386, 37_387, 37_388, 37_389, 37_393, 37_394, 37_395, 37_397, 37_398,
        37_399,
        // DNG: names of camera, lens, file, program, and the time code.
        50_708, 50_709, 50_735, 50_736, 50_827, 50_966, 50_967, 50_968, 50_971, 51_043, 51_044, 51_058, 51_081, 51_105,
      ]
    ),
    (.colors, [318, 319]),
    // GrayResponseUnit and curve, ColorResponseUnit, TransferFunction and its range, InkNames, NumberOfInks, DotRange,
    // ReferenceBlackWhite; GDAL's description of bands, and its value for missing data.
    (.numbers, [290, 291, 300, 301, 333, 334, 336, 342, 532, 42_112, 42_113]),
    // MinSampleValue to SMaxSampleValue, HalftoneHints.
    (.statistics, [280, 281, 321, 340, 341]),
    // XPosition, YPosition; TIFF/EP's focal plane and subject.
    (.places, [286, 287, 37_390, 37_391, 37_392, 37_396]),
    (.packet, [700, 34_377, 34_665, 34_675, 34_853]),
    (.images, [330]),
    (.layers, [37_724]),
    (.clipPath, [343, 344, 345]),
  ]
}

/// What the samples of a new image have in common with its source's, so that fields about them stay true.
package struct SharedSamples: Hashable, Sendable {
  /// Whether the new image is a TIFF, which has all fields of one.
  package var isTIFF: Bool
  /// Whether colors mean what they meant.
  package var keepsColors: Bool
  /// Whether a sample has the number that it had.
  package var keepsNumbers: Bool

  /// Nothing is known to be in common.
  package static let none = Self(isTIFF: false, keepsColors: false, keepsNumbers: false)

  /// Whether a new image without all metadata but colors has such a field of a TIFF.
  package func keepsAmongColors(_ fate: TIFFFieldFate) -> Bool {
    guard isTIFF else { return false }
    return switch fate {
    case .role: true
    case .colors: keepsColors
    case .numbers: keepsNumbers
    case .coding, .document, .statistics, .places, .map, .packet, .images, .layers, .clipPath, .unknown: false
    }
  }

  /// Memberwise initializer.
  package init(isTIFF: Bool, keepsColors: Bool, keepsNumbers: Bool) {
    (self.isTIFF, self.keepsColors, self.keepsNumbers) = (isTIFF, keepsColors, keepsNumbers)
  }
}
