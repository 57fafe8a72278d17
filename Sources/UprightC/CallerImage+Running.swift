// What is made of a caller's image.

import Upright
import UprightBatch
import UprightFiles

extension CallerImage {
  /// The line of `upright plan --json`.
  ///
  /// - Throws: As `Pipeline.plan(_:for:)`.
  func planJSON(_ request: CallerRequest) throws(UprightError) -> String {
    let plan = try Engine.shared.pipeline(request.limits).plan(request.rendition(of: probe), for: probe)
    return ImageReport(plan: plan, output: nil).json(of: name).line
  }

  /// The size of `pixels(_:)`.
  ///
  /// - Throws: As `Pipeline.rasterSize(_:of:)`.
  func pixelSize(_ request: CallerRequest) throws(UprightError) -> PixelSize<Output> {
    try Engine.shared.pipeline(request.limits).rasterSize(request.pixels(of: probe), of: probe)
  }

  /// The requested pixels.
  ///
  /// - Throws: As `Pipeline.raster(_:of:from:)`; `.malformed` or `.codec` for damage that is not allowed.
  func pixels(_ request: CallerRequest) throws(UprightError) -> Raster<Output> {
    let engine = Engine.shared
    do throws(UprightError) {
      return try engine.admission.working { () throws(UprightError) in
        try engine.pipeline(request.limits).raster(request.pixels(of: probe), of: probe, from: bytes)
      }
    } catch { throw asDamage(error).naming(name) }
  }

  /// The requested image, encoded.
  ///
  /// - Throws: As `Pipeline.run(_:of:on:into:)`; `.malformed` or `.codec` for damage that is not allowed; `.unsupported` if the
  ///   whole image cannot be made upright.
  func encoded(_ request: CallerRequest) throws(UprightError) -> [UInt8] {
    var result: [UInt8] = []
    try run(request, into: &result)
    return result
  }

  /// The same as a file.
  ///
  /// - Returns: The parts of the image that the file lacks without being asked to.
  /// - Throws: As `Pipeline.run(_:of:on:into:)` and `SafeReplace.create`; `.unanswerable` for the image's own file, or
  ///   for a loss that is not allowed.
  func save(
    _ request: CallerRequest, to destination: String, overwriting: Bool
  ) throws(UprightError) -> [FilePart] {
    if let file, (try? FileIdentity(path: destination))?.isSameFile(as: file.identity) == true {
      throw .argument("destination", "it is the image's own file")
    }
    var (done, lost) = (Plan?.none, [FilePart]())
    try SafeReplace.create(FileLocation(path: destination), from: file, by: .init(overwrites: overwriting)) {
      written throws(UprightError) in
      lost = try done.map { plan throws(UprightError) in try losses(in: written, by: plan) } ?? []
      try request.check(lost)
    } contents: { (sink: inout FileSink) throws(UprightError) in
      done = try run(request, into: &sink)
    }
    return lost
  }

  /// The parts that a written result lacks.
  private func losses(in written: FileBytes, by plan: Plan) throws(UprightError) -> [FilePart] {
    do throws(UprightError) {
      return try Account.measured(written, of: bytes, headed: probe, by: plan)?.losses.map(\.part) ?? []
    } catch { throw error.naming(name) }
  }

  @discardableResult
  private func run(_ request: CallerRequest, into sink: inout some ByteSink) throws(UprightError) -> Plan {
    let engine = Engine.shared
    let pipeline = engine.pipeline(request.limits)
    do throws(UprightError) {
      // The missing part may state the orientation.
      if request.makesUpright, !request.allowsDamage, probe.hiddenOrientation != nil { throw damaged }
      let wanted = request.rendition(of: probe)
      var plan = try pipeline.plan(wanted, for: probe)
      if request.allowsDamage { plan = pipeline.planner.usingDamaged(plan, wanted, for: probe) }
      if !request.allowsDamage, plan.route.name.keepsCodedData, probe.isCut(in: bytes) { throw damaged }
      let done = try engine.admission.working { () throws(UprightError) in
        try pipeline.run(plan, of: probe, on: bytes, into: &sink)
      }
      if request.makesUpright, done.leavesOrientation { throw notUpright(done, planned: plan) }
      return done
    } catch { throw asDamage(error).naming(name) }
  }

  /// The error for an image whose pixels stay as they are stored.
  private func notUpright(_ done: Plan, planned: Plan) -> UprightError {
    if done.route.name != planned.route.name || probe.isTruncated { return damaged }
    return .unsupported(
      Phrase(done.skipped?.message ?? "the pixels of this \(probe.format.name) cannot be rotated here"))
  }

  /// A decoder's warnings, of which none is allowed, mean damage.
  private func asDamage(_ error: UprightError) -> UprightError {
    if case .limit(.warnings, _, _) = error { damaged } else { error }
  }

  private var damaged: UprightError {
    probe.isTruncated
      ? .malformed(MetadataError(.truncated, at: bytes.byteCount))
      : .codec(format: probe.format, message: "image data is damaged, or a part of it is missing")
  }
}

extension GridMap {
  /// The map for a C function's arguments.
  ///
  /// - Throws: `.unanswerable`.
  init(_ orientation: Int32, _ width: Int64, _ height: Int64, _ space: Int32) throws(UprightError) {
    guard width >= 0, height >= 0 else { throw .argument("stored_width", "\(width) by \(height) pixels") }
    self.init(
      try CallerRequest.tag(orientation),
      storedSize: PixelSize(width: Int(clamping: width), height: Int(clamping: height)),
      toStored: try CallerRequest.isStored(space))
  }
}
