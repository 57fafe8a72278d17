// A codec that a package trait left out: it refuses everything, and says by which trait it comes.

/// Stands for the codec of a format whose package trait is off.
public struct UnavailableCodec: Codec {
  /// Which format.
  public let format: ContainerFormat
  /// The trait that is off.
  public let trait: String

  /// Nothing, and the trait's name.
  public var capabilities: Capabilities { Capabilities(missingTrait: trait) }

  /// The codec that is missing.
  public init(_ format: ContainerFormat, trait: String) {
    self.format = format
    self.trait = trait
  }

  /// Refuses.
  ///
  /// - Throws: `.unsupported`.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    throw missingTraitError
  }

  /// Refuses.
  ///
  /// - Throws: `.unsupported`.
  public func encode(
    _ picture: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    throw missingTraitError
  }

  /// Refuses.
  ///
  /// - Throws: `.unsupported`.
  public func transform(
    _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int {
    throw missingTraitError
  }

  private var missingTraitError: UprightError { .unsupported(Self.reason(format, trait: trait)) }

  /// One sentence for a person.
  static func reason(_ format: ContainerFormat, trait: String) -> String {
    "pixels of \(format.rawValue) are neither read nor written here: this was built without the package trait \(trait)"
  }
}
