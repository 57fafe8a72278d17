// The main entry point: plan and run with a set of codecs.

/// Plans renditions and runs the plans with a given set of codecs.
///
///     let pipeline = Pipeline(codecs: SystemCodecs.all)
///     let mirrored = try pipeline.run(Rendition(rotation: .mirrorHorizontal), on: photo)
public struct Pipeline: Sendable {
  let codecs: [any Codec]
  /// What a run may cost.
  public let limits: Limits
  /// The color engine; nil for none.
  let colors: (any ColorManagement)?

  /// A pipeline with these codecs, this color engine and these limits.
  public init(codecs: [any Codec], colors: (any ColorManagement)? = nil, limits: Limits = Limits()) {
    self.codecs = codecs
    self.colors = colors
    self.limits = limits
  }

  /// The same pipeline with another limit of decoder warnings about a damaged source; with 0, the first one is an
  /// error.
  public func tolerating(warnings: Int) -> Pipeline {
    var limits = limits
    limits.warnings = warnings
    return Pipeline(codecs: codecs, colors: colors, limits: limits)
  }

  /// The same pipeline with another codec for a format.
  package func replacing(_ codec: any Codec) -> Pipeline {
    Pipeline(codecs: codecs.map { $0.format == codec.format ? codec : $0 }, colors: colors, limits: limits)
  }

  /// The codec of this type, if there is one.
  package func codec<Kind: Codec>(_: Kind.Type) -> Kind? { codecs.lazy.compactMap { $0 as? Kind }.first }

  /// The planner for this pipeline.
  public var planner: Planner {
    Planner(
      capabilities: Dictionary(codecs.map { ($0.format, $0.capabilities) }, uniquingKeysWith: { first, _ in first }),
      limits: limits)
  }

  /// Decides how `rendition` of the probed file is made; reads nothing and calls no codec.
  ///
  /// - Throws: `.unanswerable`, `.unsupported`, `.limit`.
  public func plan(_ rendition: Rendition, for probe: Probe) throws(UprightError) -> Plan {
    try planner.plan(rendition, for: probe)
  }

  /// Carries out a plan on the bytes it was made for.
  ///
  /// - Returns: The plan that was carried out: this one, or its fallback for a damaged source.
  /// - Throws: `.malformed`, `.unsupported`, `.limit`, `.codec`, `.io`, `.cancelled`; `.unanswerable` if the bytes
  ///   differ from those that were probed.
  @discardableResult
  public func run(_ plan: Plan, on source: some ByteSource, into sink: inout some ByteSink) throws(UprightError) -> Plan
  {
    try run(plan, of: Probe(checking: source, rules: plan.rules), on: source, into: &sink)
  }

  /// Carries out a plan on the bytes that were probed for it, without reading their headers again; `probe` is the one
  /// that the plan was made from.
  ///
  /// - Returns: As `run(_:on:into:)`.
  /// - Throws: As `run(_:on:into:)`; `.unanswerable` also if `probe` is not the plan's.
  @discardableResult
  public func run(
    _ plan: Plan, of probe: Probe, on source: some ByteSource, into sink: inout some ByteSink
  ) throws(UprightError) -> Plan {
    try Execution(pipeline: self, source: source).run(plan, checking: probe, into: &sink)
  }

  /// Carries out a plan and returns the result as bytes.
  ///
  /// - Throws: As `run(_:on:into:)`.
  public func run(_ plan: Plan, on source: some ByteSource) throws(UprightError) -> [UInt8] {
    var bytes: [UInt8] = []
    try run(plan, on: source, into: &bytes)
    return bytes
  }

  /// Probes, plans and runs.
  ///
  /// - Throws: As `Probe.init`, `plan(_:for:)` and `run(_:on:into:)`.
  public func run(_ rendition: Rendition, on source: some ByteSource) throws(UprightError) -> [UInt8] {
    let probe = try Probe(checking: source)
    var bytes: [UInt8] = []
    try run(plan(rendition, for: probe), of: probe, on: source, into: &bytes)
    return bytes
  }

  /// The pixels of a rendition as they would be encoded.
  ///
  /// - Throws: As `plan(_:for:)` and `run(_:on:into:)`.
  public func raster(
    _ rendition: Rendition, of probe: Probe, from source: some ByteSource
  ) throws(UprightError) -> Raster<Output> {
    try raster(rendition, of: probe, from: source) { _ in }
  }

  /// The same; `check` gets the size before anything is decoded.
  package func raster(
    _ rendition: Rendition, of probe: Probe, from source: some ByteSource,
    _ check: (PixelSize<Output>) throws(UprightError) -> Void
  ) throws(UprightError) -> Raster<Output> {
    let transcode = try planner.transcode(Self.withoutMetadata(rendition), for: probe)
    try check(transcode.carry.size)
    return try Execution(pipeline: self, source: source).checkedPixels(transcode, of: probe)
  }

  /// The size of `raster(_:of:from:)`; no pixel is decoded.
  ///
  /// - Throws: As `plan(_:for:)`.
  public func rasterSize(_ rendition: Rendition, of probe: Probe) throws(UprightError) -> PixelSize<Output> {
    try planner.transcode(Self.withoutMetadata(rendition), for: probe).carry.size
  }

  private static func withoutMetadata(_ rendition: Rendition) -> Rendition {
    var alone = rendition
    alone.strip = .allButColor
    return alone
  }

  /// An image converted from the colors of `profile` to sRGB.
  ///
  /// - Throws: `.unsupported` if there is no color engine; otherwise as `ColorManagement.converted`.
  func converted(_ image: Raster<Output>, from profile: [UInt8]) throws(UprightError) -> Raster<Output> {
    guard let colors else { throw .unsupported("converting colors by a profile is not supported") }
    return try colors.converted(image, from: profile, limits: limits)
  }

  /// The profile of an image's colors, from its headers or its decoder; nil for none.
  func profile(of probe: Probe, in source: some ByteSource) throws(UprightError) -> [UInt8]? {
    guard probe.hasProfileOfDecoder else {
      do { return try probe.colorProfile(in: source) } catch { throw UprightError(error) }
    }
    guard let profile = try codec(probe.format).requiredDecoder().profile(of: source, limits: limits) else {
      throw .unsupported("the colors of this \(probe.format.name) have no profile to convert them with")
    }
    return profile
  }

  /// The codec for a format.
  func codec(_ format: ContainerFormat) throws(UprightError) -> any Codec {
    guard let codec = codecs.first(where: { $0.format == format }) else {
      throw .unsupported("no codec for \(format.name) is available")
    }
    return codec
  }
}

extension Probe {
  /// As `init(_:rules:)`, with errors sorted by cause.
  ///
  /// - Throws: `.malformed`, `.unsupported`, `.io`.
  public init(checking source: some ByteSource, rules: OrientationRules = OrientationRules()) throws(UprightError) {
    do { self = try Probe(source, rules: rules) } catch { throw UprightError(error) }
  }
}
