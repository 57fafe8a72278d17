// The TIFF tags that are read or written (TIFF 6.0; Technical Note 1; XMP part 3, 3.2.3.1; EXIF 2.32, 4.6; ICC.1,
// B.3; DNG 1.7).

/// A tag, by its number.
enum TIFFTag: Int {
  /// From the interoperability directory.
  case interoperabilityIndex = 0x0001
  /// Panasonic's: a complete JPEG as a value.
  case jpegFromRaw = 0x002E
  case newSubfileType = 0x00FE
  case subfileType = 0x00FF
  case imageWidth = 0x0100
  case imageLength = 0x0101
  case bitsPerSample = 0x0102
  case compression = 0x0103
  case photometric = 0x0106
  case make = 0x010F
  case stripOffsets = 0x0111
  case orientation = 0x0112
  case samplesPerPixel = 0x0115
  case rowsPerStrip = 0x0116
  case stripByteCounts = 0x0117
  case xResolution = 0x011A
  case yResolution = 0x011B
  case resolutionUnit = 0x0128
  case planarConfiguration = 0x011C
  case grayResponseCurve = 0x0123
  case faxOptions = 0x0124
  case transferFunction = 0x012D
  case predictor = 0x013D
  case whitePoint = 0x013E
  case primaryChromaticities = 0x013F
  case tileWidth = 0x0142
  case tileLength = 0x0143
  case tileOffsets = 0x0144
  case tileByteCounts = 0x0145
  case subdirectories = 0x014A
  case inkSet = 0x014C
  case extraSamples = 0x0152
  case sampleFormat = 0x0153
  case thumbnailOffset = 0x0201
  case thumbnailLength = 0x0202
  case xmp = 0x02BC
  /// Georeferencing: GeoTIFF's tags, and Intergraph's before it.
  case pixelScale = 0x830E
  case iptc = 0x83BB
  case intergraphMatrix = 0x8480
  case tiePoints = 0x8482
  case mapTransformation = 0x85D8
  case mapKeys = 0x87AF
  case mapNumbers = 0x87B0
  case mapTexts = 0x87B1
  case photoshop = 0x8649
  case profile = 0x8773
  case exifDirectory = 0x8769
  case positionDirectory = 0x8825
  case makerNote = 0x927C
  case subjectArea = 0x9214
  case colorSpace = 0xA001
  case pixelXDimension = 0xA002
  case pixelYDimension = 0xA003
  case interoperability = 0xA005
  case focalPlaneXResolution = 0xA20E
  case focalPlaneYResolution = 0xA20F
  case subjectLocation = 0xA214
  case multiPictureCount = 0xB001
  case multiPictureEntries = 0xB002
  case multiPictureNames = 0xB003

  /// Whether a tag of IFD0 describes the image independently of its samples: document, camera, resolution, time,
  /// people, rating, and the IPTC record.
  static func isDescriptive(_ tag: Int) -> Bool {
    switch tag {
    case 0x010D...0x0110, 0x0112, 0x011A...0x011B, 0x011D, 0x0128...0x0129, 0x0131...0x0132, 0x013B...0x013C: true
    case 0x4746, 0x4749, 0x8298, 0x83BB, 0x9C9B...0x9C9F: true
    default: false
    }
  }
}
