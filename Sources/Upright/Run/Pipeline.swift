// The house's front door: probe, plan and run with a set of codecs.

/// Plans renditions and runs the plans with a given set of codecs.
///
///     let pipeline = Pipeline(codecs: SystemCodecs.all)
///     let mirrored = try pipeline.run(Rendition(turn: .mirrorHorizontal), on: photo)
public struct Pipeline: Sendable {
  let codecs: [any Codec]
  /// What a run may cost.
  public let limits: Limits

  /// A pipeline that knows these codecs and keeps to these limits.
  public init(codecs: [any Codec], limits: Limits = Limits()) {
    self.codecs = codecs
    self.limits = limits
  }

  /// Decides how `rendition` of the probed file is made; reads nothing and calls no codec.
  ///
  /// - Throws: `.unanswerable`, `.unsupported`, `.limit`.
  public func plan(_ rendition: Rendition, for probe: Probe) throws(UprightError) -> Plan {
    throw .unsupported("planning")
  }

  /// Carries out a plan on the bytes it was made for.
  ///
  /// - Throws: `.malformed`, `.unsupported`, `.limit`, `.codec`, `.io`, `.cancelled`; `.unanswerable` where the bytes are others.
  public func run(_ plan: Plan, on source: some ByteSource, into sink: inout some ByteSink) throws(UprightError) {
    throw .unsupported("running")
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
    let probe: Probe
    do { probe = try Probe(source) } catch { throw UprightError(error) }
    return try run(plan(rendition, for: probe), on: source)
  }

  /// The pixels of a rendition, upright, not encoded.
  ///
  /// - Throws: as `plan(_:for:)` and `run(_:on:into:)`.
  public func raster(_ rendition: Rendition, of probe: Probe, from source: some ByteSource) throws(UprightError)
    -> Raster<Output>
  {
    throw .unsupported("running")
  }
}
