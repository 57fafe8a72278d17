// Carries out what was decided for one image: the result gets its name only when it is complete and checked.

package import Upright
import UprightFiles

/// Makes and writes the result of one image.
struct ResultWriter: Sendable {
  private let source: SourceImage
  private let decision: Decision
  private let delivery: Delivery
  private let goal: ImageGoal
  /// Gets each complete result before it gets its name, and the report on how it was made; if it throws, there is no
  /// result.
  private let approval: ImageTask.Approval?

  /// A writer of what was decided for `source`.
  init(
    _ decision: Decision, for source: SourceImage, _ delivery: Delivery, _ goal: ImageGoal,
    approval: ImageTask.Approval? = nil
  ) {
    (self.decision, self.source) = (decision, source)
    (self.delivery, self.goal, self.approval) = (delivery, goal, approval)
  }

  /// A writer of what was planned for `source`.
  init(_ plan: Plan, for source: SourceImage, by pipeline: Pipeline) {
    self.init(Decision(plan, by: pipeline), for: source, Delivery(), ImageGoal())
  }

  private var plan: Plan { decision.plan }

  private var pipeline: Pipeline { decision.pipeline }

  private var check: ResultCheck {
    ResultCheck(
      source: source, turn: decision.wanted.rotation, verifies: goal.verifies, listsParts: goal.listsParts,
      pipeline: pipeline)
  }

  /// The result, in memory.
  ///
  /// - Throws: Why there is none, with the path.
  func result() throws(UprightError) -> ImageReport {
    do throws(UprightError) {
      try check.checkPlanned(plan)
      return try compose()
    } catch {
      throw source.cause(of: error).naming(source.file.path)
    }
  }

  /// Makes the result, and delivers it.
  ///
  /// - Throws: Why there is none.
  func write(to destination: Destination) throws(UprightError) -> ImageReport {
    try check.checkPlanned(plan)
    if let asked = decision.missingFormat {
      if destination == .standardOutput, !delivery.isDryRun { throw noImage(asked) }
      var report = ImageReport(plan: plan, output: nil)
      report.isMissing = destination != .nowhere
      return report
    }
    switch destination {
    case .nowhere: return ImageReport(plan: plan, output: nil)
    case .inPlace where delivery.isDryRun: return try foreseen(as: source.file.path, at: destination)
    case .inPlace: return try rewrite()
    case .file(let location): return try create(location)
    case .standardOutput: return delivery.isDryRun ? ImageReport(plan: plan, output: nil) : try compose()
    }
  }

  /// An error, because empty standard output would look like an image of no bytes.
  private func noImage(_ asked: ContainerFormat) -> UprightError {
    .unanswerable(
      field: "\(field: .format)",
      reason: """
        skipped (\(plan.skipped?.message ?? "")), so there is no \(asked.rawValue) to write; choose with \
        \(option: .stale)
        """)
  }

  /// What a run would report, which refuses a result that lacks what it must not lack.
  private func foreseen(as output: String, at destination: Destination) throws(UprightError) -> ImageReport {
    try keepingTag(to: destination) { (refused) throws(UprightError) in
      if !plan.losses.isEmpty {
        refused = try Account.planned(plan, of: source.probe, in: source.file).refusedParts(by: plan)
      }
      if !refused.isEmpty { throw .losing(refused) }
      return ImageReport(plan: plan, output: output)
    }
  }

  // MARK: In place

  /// Changes the file itself.
  private func rewrite() throws(UprightError) -> ImageReport {
    switch plan.route {
    case .copy:
      try pipeline.checkPixels(of: source.file, as: source.probe, by: plan)
      return report(inPlace: plan)
    case .retag(let patch) where delivery.patchesInPlace && InPlacePatch.fits(patch, fileOf: source.file.byteCount):
      return try patchInPlace(patch)
    default:
      return try replace()
    }
  }

  private func patchInPlace(_ patch: BytePatch) throws(UprightError) -> ImageReport {
    try pipeline.checkPixels(of: source.file, as: source.probe, by: plan)
    var report = report(inPlace: plan)
    report.writtenBytes = patch.changedByteCount
    if delivery.backsUp { report.lostAttributes = try backUp() }
    let keepsTime = delivery.times == .all
    if delivery.journal == nil {
      report.pending = try InPlacePatch.write(
        patch, to: source.file, durability: delivery.durability, keepingTime: keepsTime)
    } else {
      report.patching = Journal.Patching(patch, of: source.file, keepingTime: keepsTime)
    }
    return report
  }

  /// Replaces the file; an original is never replaced by the readable part of a damaged one.
  private func replace() throws(UprightError) -> ImageReport {
    let strict = pipeline.tolerating(warnings: 0)
    return try keepingTag(to: .inPlace) { (refused) throws(UprightError) in
      var result = NewResult(plan: plan)
      let lost = try SafeReplace.rewrite(
        source.file, byteCount: plan.route.patch.map { source.file.byteCount + $0.growth },
        partingHardLinks: delivery.breaksHardLinks, keepingTime: delivery.times == .all, journal: delivery.journal
      ) { (written) throws(UprightError) in
        result.account = try check.check(written, madeBy: result.plan)
        try result.checkLosses(&refused)
        try approval?(
          written, ImageReport(plan: result.plan, output: source.file.path, abandoned: result.abandoned(plan)))
        if delivery.backsUp { result.lostAttributes = try backUp() }
      } contents: { (sink: inout FileSink) throws(UprightError) in
        result.plan = try run(by: strict, into: &sink)
        if result.plan.route == .copy { sink.discard() } else { result.byteCount = sink.byteCount }
      }
      result.lostAttributes += lost
      var report = result.report(plan, at: source.file.path)
      report.replacesOriginal = true
      return report
    }
  }

  /// Makes a result; if that would lack what it must not lack, the image keeps its tag where the request allows that.
  ///
  /// - Parameter make: Makes it; gets the parts that it must not lack, and lacks.
  private func keepingTag(
    to destination: Destination, _ make: (inout [FilePart]) throws(UprightError) -> ImageReport
  ) throws(UprightError) -> ImageReport {
    var refused: [FilePart] = []
    do throws(UprightError) { return try make(&refused) } catch {
      guard !refused.isEmpty, let instead = decision.afterRefusal else { throw error }
      var report = try Self(instead, for: source, delivery, goal, approval: approval).write(to: destination)
      report.keptTagReason = .losses(contents: Account.names(refused), codes: refused.codes)
      return report
    }
  }

  private func report(inPlace done: Plan) -> ImageReport {
    var report = ImageReport(plan: done, output: source.file.path)
    report.replacesOriginal = true
    return report
  }

  /// Copies the file unchanged, with a tilde after its name.
  private func backUp() throws(UprightError) -> [SafeReplace.LostAttribute] {
    let file = source.file
    return try SafeReplace.create(
      file.location.renamed(FileName.last(of: file.path) + "~"), from: file, by: .init(overwrites: true),
      keepingTime: true
    ) { (sink: inout FileSink) throws(UprightError) in
      try sink.write(contentsOf: file)
    }
  }

  // MARK: Elsewhere

  private func create(_ location: FileLocation) throws(UprightError) -> ImageReport {
    let path = location.path
    if !delivery.existing.overwrites, (try? FileIdentity(location)) != nil { throw .exists(path) }
    if delivery.isDryRun { return try foreseen(as: path, at: .file(location)) }
    if delivery.makesFolders { try location.makeFolder(like: source.file.location) }
    try location.checkIsNot(source.file)
    return try readable(to: .file(location)) { (pipeline, refused) throws(UprightError) in
      var result = NewResult(plan: plan, isLenient: pipeline.limits.warnings > 0)
      let lost = try SafeReplace.create(
        location, from: source.file, by: delivery.replacement,
        keepingTime: delivery.keepsTime(ofCopy: result.plan.route == .copy)
      ) { (written) throws(UprightError) in
        result.account = try check.check(written, madeBy: result.plan)
        try result.checkLosses(&refused)
        try approval?(written, result.report(plan, at: path))
      } contents: { (sink: inout FileSink) throws(UprightError) in
        result.plan = try run(by: pipeline, into: &sink)
        result.byteCount = sink.byteCount
      }
      result.lostAttributes = lost
      return result.report(plan, at: path)
    }
  }

  /// Makes the result in memory, because bytes on standard output could not be taken back if they turned out wrong.
  private func compose() throws(UprightError) -> ImageReport {
    try readable(to: .standardOutput) { (pipeline, refused) throws(UprightError) in
      var result = NewResult(plan: plan, isLenient: pipeline.limits.warnings > 0)
      var sink = MemorySink(besides: plan.peakBytes, within: pipeline.limits.memoryBytes)
      if let patch = plan.route.patch { try sink.reserve(source.file.byteCount + patch.growth) }
      result.plan = try run(by: pipeline, into: &sink)
      result.byteCount = sink.bytes.count
      result.account = try check.check(sink.bytes, headed: sink.bytes, madeBy: result.plan)
      try result.checkLosses(&refused)
      var report = result.report(plan, at: nil)
      report.bytes = sink.bytes
      return report
    }
  }

  /// Makes a result; from a damaged source, its readable part if no other route succeeds.
  private func readable(
    to destination: Destination, _ make: (Pipeline, inout [FilePart]) throws(UprightError) -> ImageReport
  ) throws(UprightError) -> ImageReport {
    try keepingTag(to: destination) { (refused) throws(UprightError) in
      do throws(UprightError) { return try make(pipeline.tolerating(warnings: 0), &refused) } catch {
        guard goal.allowsDamage, case .malformed = error else { throw error }
      }
      return try make(pipeline, &refused)
    }
  }

  /// Runs the plan on the file's current bytes; a change by another program is distinguished from damage.
  private func run(by pipeline: Pipeline, into sink: inout some ByteSink) throws(UprightError) -> Plan {
    do throws(UprightError) { return try pipeline.run(plan, of: source.probe, on: source.file, into: &sink) } catch {
      throw source.cause(of: error)
    }
  }
}

/// The result of one image, as far as it is complete.
private struct NewResult {
  /// The plan that was carried out.
  var plan: Plan
  /// Whether the readable part of damaged data was enough.
  var isLenient = false
  var byteCount = 0
  var account: Account?
  var lostAttributes: [SafeReplace.LostAttribute] = []

  /// Checks that it lacks only what it may lack; otherwise `refused` gets the other parts.
  ///
  /// - Throws: `.unanswerable`.
  func checkLosses(_ refused: inout [FilePart]) throws(UprightError) {
    refused = account?.refusedParts(by: plan) ?? []
    if !refused.isEmpty { throw .losing(refused) }
  }

  /// The planned route, if another was taken.
  func abandoned(_ planned: Plan) -> Plan.RouteName? {
    let isRewritten = planned.route.name == .rewrite && plan.route.name != .transcode
    return plan.route == planned.route || planned.route.decodesEmbedded || isRewritten ? nil : planned.route.name
  }

  /// The report, for the result at `path` of what was planned.
  func report(_ planned: Plan, at path: String?) -> ImageReport {
    var report = ImageReport(plan: plan, output: path)
    report.abandoned = abandoned(planned)
    report.isEmbeddedDamaged = plan.route != planned.route && planned.route.decodesEmbedded
    report.isIncomplete = isLenient && plan.route.name == .transcode
    (report.lostAttributes, report.writtenBytes, report.account) = (lostAttributes, byteCount, account)
    return report
  }
}

// A result that is kept in memory until complete, within the allowed memory.

/// Bytes in memory, limited together with the memory of the work on them.
package struct MemorySink: ByteSink {
  package private(set) var bytes: [UInt8] = []
  private let others, allowed: Int

  /// An empty sink.
  ///
  /// - Parameters:
  ///   - others: Bytes that the work needs.
  ///   - allowed: Bytes that both may take.
  package init(besides others: Int, within allowed: Int) {
    self.others = others
    self.allowed = allowed
  }

  package mutating func write(_ next: [UInt8]) throws(UprightError) {
    try check(bytes.count + next.count)
    bytes += next
  }

  /// Reserves space for a result of known size, so that it need not be moved while it grows.
  ///
  /// - Throws: `.limit` if there is not enough.
  package mutating func reserve(_ count: Int) throws(UprightError) {
    try check(count)
    bytes.reserveCapacity(count)
  }

  private func check(_ count: Int) throws(UprightError) {
    let (sum, isTooMuch) = others.addingReportingOverflow(count)
    guard !isTooMuch, sum <= allowed else {
      throw .limit(.memory, asked: isTooMuch ? .max : sum, allowed: allowed)
    }
  }
}
