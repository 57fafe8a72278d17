// A codec that encodes results.

/// Encodes one format.
public protocol ImageEncoder: Codec {
  /// Encodes a result: upright, tag 1.
  ///
  /// - Throws: `.unsupported`, `.codec`, `.limit`, `.cancelled`, and errors of `sink`.
  func encode(
    _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError)
}

extension ImageEncoder {
  /// Self if its capabilities include encoding; otherwise nil.
  public var encoder: (any ImageEncoder)? { capabilities.encodes ? self : nil }
}
