// The versions of the IIIF Image API that are answered: 2.1.1 and 3.0.

/// A version of the IIIF Image API.
public enum IIIFVersion: Int, Hashable, Sendable, CaseIterable {
  /// 2.1.1.
  case v2 = 2
  /// 3.0.
  case v3 = 3

  /// The URI of its JSON-LD context.
  public var context: String { "\(Self.protocolURI)/\(rawValue)/context.json" }

  /// The URI of the document that describes a compliance level.
  public func profile(_ level: IIIFLevel) -> String { "\(Self.protocolURI)/\(rawValue)/\(level.rawValue).json" }

  /// What both versions state as their protocol.
  static var protocolURI: String { "http://iiif.io/api/image" }
}

/// A compliance level of the IIIF Image API.
public enum IIIFLevel: String, Hashable, Sendable, CaseIterable {
  /// Only what the image information lists.
  case level0
  /// Any region and size.
  case level1
  /// Rotation, qualities and PNG too.
  case level2
}
