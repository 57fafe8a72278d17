// Exif, XMP and ICC of a HEIF or AVIF file's image (ISO 23008-12, A.2.1, A.3 and 6.5.5).

internal import UprightGeometry

extension HEIFHeader {
  /// Whether the image's properties contain a profile, or code points for colors other than sRGB.
  var mayHaveProfile: Bool { picture.profile != nil || picture.colors?.profile != nil }

  /// How the image's samples are coded; the same for all tiles.
  var samples: SampleCoding? {
    var coding = SampleCoding(
      color: picture.isGray ? .gray : .rgb, hasTransparency: picture.hasOpacity, depth: picture.depth,
      isMultiplied: picture.isMultiplied, unit: picture.tile, isLossless: false,
      unsupportedReason: picture.unsupportedReason,
      highRange: picture.colors?.highRange)
    coding.inputPixels = picture.inputPixels
    return coding
  }

  /// The first Exif block and packet that describe the image, and its profile. If colors are given only by code
  /// points, an equivalent profile.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  func packets(in source: some ByteSource) throws(MetadataError) -> MetadataPackets {
    var reader = RangeReader(source)
    var packets = MetadataPackets()
    packets.exif = exif?.block
    if let packet = tables.describing.first(where: \.isXMP),
      let range = tables.range(of: packet.id, byteCount: reader.byteCount)
    {
      packets.xmp = try reader.bytes(range)
    }
    if let profile = picture.profile {
      packets.icc = try reader.bytes(profile)
    } else {
      packets.icc = picture.colors?.profile
    }
    return packets
  }
}
