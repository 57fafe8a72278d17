// The metadata of a container that stores each kind contiguously (RFC 9649, 2.7.1.4 and 2.7.1.5; ISO 23008-12, A.2.1;
// ISO 18181-2, 9).

/// An image's Exif, XMP and ICC, complete and unchanged.
struct MetadataPackets: Hashable, Sendable {
  /// The Exif block, from its TIFF header.
  var exif: TIFFBlock?
  /// The XMP packet.
  var xmp: [UInt8]?
  /// The ICC profile.
  var icc: [UInt8]?
  /// The IPTC record, if it is not in the Exif block.
  var iptc: [UInt8]?

  /// Photoshop's resources, without an identifier.
  var photoshop: [UInt8]?

  /// The density of the pixels in print, as stored.
  var density: PixelDensity?
}
