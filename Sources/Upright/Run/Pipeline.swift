// The house's front door: plan and run with a set of codecs.

/// Plans renditions and runs the plans with a given set of codecs.
///
///     let pipeline = Pipeline(codecs: SystemCodecs.all)
///     let mirrored = try pipeline.run(Rendition(turn: .mirrorHorizontal), on: photo)
public struct Pipeline: Sendable {
  let codecs: [any Codec]
  /// What a run may cost.
  public let limits: Limits
  /// What converts colours; nil where nothing does.
  let colors: (any ColorManagement)?

  /// A pipeline that knows these codecs and this way of converting colours, and keeps to these limits.
  public init(codecs: [any Codec], colors: (any ColorManagement)? = nil, limits: Limits = Limits()) {
    self.codecs = codecs
    self.colors = colors
    self.limits = limits
  }

  /// The same pipeline, letting a decoder give so many warnings about a damaged source; with 0 the first one is an error.
  public func tolerating(warnings: Int) -> Pipeline {
    var limits = limits
    limits.warnings = warnings
    return Pipeline(codecs: codecs, colors: colors, limits: limits)
  }

  /// What decides for this pipeline.
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
  /// - Returns: the plan that was carried out: this one, or the one it names for a damaged source.
  /// - Throws: `.malformed`, `.unsupported`, `.limit`, `.codec`, `.io`, `.cancelled`; `.unanswerable` where the bytes
  ///   are others than those that were probed.
  @discardableResult
  public func run(_ plan: Plan, on source: some ByteSource, into sink: inout some ByteSink) throws(UprightError) -> Plan
  {
    try Execution(pipeline: self, source: source).run(plan, into: &sink)
  }

  /// Carries out a plan and gives the result as bytes.
  ///
  /// - Throws: as `run(_:on:into:)`.
  public func run(_ plan: Plan, on source: some ByteSource) throws(UprightError) -> [UInt8] {
    var bytes: [UInt8] = []
    try run(plan, on: source, into: &bytes)
    return bytes
  }

  /// Probes, plans and runs.
  ///
  /// - Throws: as `Probe.init`, `plan(_:for:)` and `run(_:on:into:)`.
  public func run(_ rendition: Rendition, on source: some ByteSource) throws(UprightError) -> [UInt8] {
    try run(plan(rendition, for: Probe(checking: source)), on: source)
  }

  /// The pixels of a rendition as it would be delivered, not encoded.
  ///
  /// - Throws: as `plan(_:for:)` and `run(_:on:into:)`.
  public func raster(
    _ rendition: Rendition, of probe: Probe, from source: some ByteSource
  ) throws(UprightError) -> Raster<Output> {
    var alone = rendition
    alone.strip = .allButColor
    let transcode = try planner.transcode(alone, for: probe)
    return try Execution(pipeline: self, source: source).picture(transcode, of: probe)
  }

  /// A picture in the colours of sRGB, out of those of `profile`.
  ///
  /// - Throws: `.unsupported` where nothing converts colours; otherwise as `ColorManagement.converted`.
  func converted(_ picture: Raster<Output>, from profile: [UInt8]) throws(UprightError) -> Raster<Output> {
    guard let colors else { throw .unsupported("converting colours by a profile") }
    return try colors.converted(picture, from: profile, limits: limits)
  }

  /// The profile of a picture's colours, out of its headers or from its decoder; nil where there is none.
  func profile(of probe: Probe, in source: some ByteSource) throws(UprightError) -> [UInt8]? {
    guard probe.hasProfileOfDecoder else {
      do { return try probe.colorProfile(in: source) } catch { throw UprightError(error) }
    }
    guard let profile = try codec(probe.format).profile(of: source, limits: limits) else {
      throw .unsupported("colours of \(probe.format.rawValue) for which its decoder has no profile")
    }
    return profile
  }

  /// The codec for a format.
  func codec(_ format: ContainerFormat) throws(UprightError) -> any Codec {
    guard let codec = codecs.first(where: { $0.format == format }) else {
      throw .unsupported("no codec for \(format.rawValue)")
    }
    return codec
  }
}

extension Probe {
  /// As `init(_:rules:)`, its errors sorted by whose fault they are.
  ///
  /// - Throws: `.malformed`, `.unsupported`, `.io`.
  public init(checking source: some ByteSource, rules: OrientationRules = OrientationRules()) throws(UprightError) {
    do { self = try Probe(source, rules: rules) } catch { throw UprightError(error) }
  }
}
