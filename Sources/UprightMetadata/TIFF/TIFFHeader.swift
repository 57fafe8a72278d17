// Directories of a TIFF file (TIFF 6.0, section 2; BigTIFF).

internal import UprightGeometry

/// The header.
struct TIFFHeader: ContainerHeader {
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
