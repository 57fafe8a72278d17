// Exif, XMP and ICC of a HEIF or AVIF file's image (ISO 23008-12, A.2.1, A.3 and 6.5.5).

internal import UprightGeometry

extension HEIFHeader {
  /// Whether the image's properties contain a profile, or code points for colors other than sRGB.
  var mayHaveProfile: Bool { image.profile != nil || image.colors?.profile != nil }

  /// How the image's samples are coded; the same for all tiles.
  var samples: SampleCoding? {
    var coding = SampleCoding(
      color: image.isGray ? .gray : .rgb, hasTransparency: image.hasOpacity, depth: image.depth,
      unit: image.tile, isLossless: false, unsupportedReason: image.unsupportedReason,
      highRange: image.colors?.highRange)
    (coding.isMultiplied, coding.inputPixels) = (image.isMultiplied, image.inputPixels)
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
    if let profile = image.profile {
      packets.icc = try reader.bytes(profile)
    } else {
      packets.icc = image.colors?.profile
    }
    return packets
  }
}
