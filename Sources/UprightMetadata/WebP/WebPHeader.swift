// Chunks of a WebP file (RFC 9649, 2.3).

internal import UprightGeometry

/// The header.
struct WebPHeader: ContainerHeader {
  let storedSize: PixelSize<Stored>
  let findings: [Finding]
  let exif: ExifCarrier?

  /// Reads it.
  ///
  /// - Throws: `MetadataError` with the broken rule and its byte offset.
  init(_ source: some ByteSource) throws(MetadataError) { throw MetadataError(.unsupportedFormat, at: 0) }

  func answer(_ rules: OrientationRules) -> OrientationAnswer { OrientationAnswer() }

  func retag(to value: ExifOrientation, from answer: OrientationAnswer) throws(MetadataError) -> BytePatch {
    throw MetadataError(.notExpressible, at: 0)
  }
}
