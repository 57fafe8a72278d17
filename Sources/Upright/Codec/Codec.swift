// What the pipeline needs from a format's library; other targets contain the conformers.

/// A library for one format and what it offers: decoding, encoding, moving blocks, component planes.
///
/// Conformers are stateless values: each call is independent and may run on any thread. They copy no metadata from the
/// source; a result has exactly the metadata that they are given.
public protocol Codec: Sendable {
  /// The format.
  var format: ContainerFormat { get }
  /// What it can do.
  var capabilities: Capabilities { get }

  /// The decoder; nil for none.
  var decoder: (any ImageDecoder)? { get }
  /// The encoder; nil for none.
  var encoder: (any ImageEncoder)? { get }
  /// The block codec; nil for a format without blocks.
  var blocks: (any BlockCodec)? { get }
  /// The plane codec; nil for none.
  var planes: (any PlaneCodec)? { get }
}

extension Codec {
  /// nil, unless the codec is a decoder and its capabilities include decoding.
  public var decoder: (any ImageDecoder)? { nil }
  /// nil, unless the codec is an encoder and its capabilities include encoding.
  public var encoder: (any ImageEncoder)? { nil }
  /// nil, unless the codec moves blocks and its capabilities include that.
  public var blocks: (any BlockCodec)? { nil }
  /// nil, unless the codec has planes and its capabilities include them.
  public var planes: (any PlaneCodec)? { nil }
}

extension Codec {
  /// The decoder.
  ///
  /// - Throws: `.unsupported` if there is none; names the package trait that adds it.
  package func requiredDecoder() throws(UprightError) -> any ImageDecoder {
    guard let decoder else { throw missing("\(format.name) cannot be decoded") }
    return decoder
  }

  /// The encoder.
  ///
  /// - Throws: `.unsupported` if there is none; names the package trait that adds it.
  package func requiredEncoder() throws(UprightError) -> any ImageEncoder {
    guard let encoder else { throw missing("\(format.name) cannot be written") }
    return encoder
  }

  /// The block codec.
  ///
  /// - Throws: `.unsupported` if there is none; names the package trait that adds it.
  package func requiredBlocks() throws(UprightError) -> any BlockCodec {
    guard let blocks else { throw missing("blocks of \(format.name) cannot be read") }
    return blocks
  }

  /// The plane codec.
  ///
  /// - Throws: `.unsupported` if there is none; names the package trait that adds it.
  package func requiredPlanes() throws(UprightError) -> any PlaneCodec {
    guard let planes else { throw missing("planes of \(format.name) are not supported") }
    return planes
  }

  private func missing(_ what: String) -> UprightError {
    .unsupported(Phrase(capabilities.missingTrait.map { UnavailableCodec.reason(format, trait: $0) } ?? what))
  }
}
