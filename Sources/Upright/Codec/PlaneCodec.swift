// A codec that decodes to component planes and encodes them.

/// Decodes and encodes the component planes of one format.
public protocol PlaneCodec: Codec {
  /// Decodes the component planes of a pass at full size and delivers them in bands of rows, top to bottom as stored.
  ///
  /// Each call delivers at most `DecodePass.bandRows` rows of pixels with the index of the first in the region. Every
  /// row comes exactly once, in order, and every band after the first begins between chroma samples. On each axis, one
  /// edge of the region is between chroma samples; at the other, a whole sample covers the remaining pixels.
  ///
  /// - Throws: `.unanswerable` for a denominator other than 1, `.malformed`, `.unsupported`, `.limit`, `.codec`,
  ///   `.cancelled`, and errors of `band`.
  func decodePlanes(
    _ pass: DecodePass, chroma: Subsampling, from source: any ByteSource, limits: Limits,
    band: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError)

  /// Encodes the component planes of a result, which are subsampled according to `settings`.
  ///
  /// - Throws: `.unsupported`, `.codec`, `.limit`, `.cancelled`, and errors of `sink`.
  func encode(
    _ image: PlanarRaster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError)
}

extension DecodePass {
  /// Checks that component planes can be decoded in this pass.
  ///
  /// - Throws: `.unanswerable` for a denominator other than 1.
  package func checkPlanes() throws(UprightError) {
    guard denominator == 1 else {
      throw .unanswerable(field: "denominator", reason: "planes are decoded at full size")
    }
  }
}

extension PlaneCodec {
  /// Self if its capabilities include planes; otherwise nil.
  public var planes: (any PlaneCodec)? { capabilities.planes ? self : nil }
}
