// A codec whose package trait is off: it can do nothing, and names the trait that adds it.

/// The placeholder for a format whose package trait is off.
public struct UnavailableCodec: Codec {
  /// The format.
  public let format: ContainerFormat
  /// The trait that is off.
  public let trait: String

  /// No capabilities, with the trait's name.
  public var capabilities: Capabilities { Capabilities(missingTrait: trait) }

  /// The placeholder for `format`.
  public init(_ format: ContainerFormat, trait: String) {
    self.format = format
    self.trait = trait
  }

  /// A sentence for people.
  static func reason(_ format: ContainerFormat, trait: String) -> String {
    "\(format.name) pixels cannot be read or written: this build lacks the package trait \(trait)"
  }
}
