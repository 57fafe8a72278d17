// One file through a command: read, probed, planned, written.

package import Upright
package import UprightFiles

/// What is done to each file of a batch.
package struct ImageTask: Sendable {
  package let pipeline: Pipeline
  package let rendition: @Sendable (Probe) -> Rendition
  package var rules = OrientationRules()
  package var isDryRun = false
  /// What is done where a file of a result's name exists.
  package var existing = NamePolicy.refuse
  package var breaksHardLinks = false
  package var makesFolders = false
  /// Whether the old file stays, with a tilde behind its name.
  package var backsUp = false
  /// What all files at work share; nil for no bound but that of each.
  package var memory: MemoryBudget?
  package var durability = Durability.full
  /// Who may do what with that which results are made from besides their pictures.
  package var access: Set<FileAccess> = []
  package var keepsTime = false
  /// Whether a result that is its source, byte for byte, says that it was last changed when the source was.
  package var keepsTimeOfCopies = false
  /// Whether what was written is held against the original, in all that they show, before it is anybody's.
  package var verifies = false
  /// What is told of each change before it happens.
  package var journal: Journal?
  /// Whether images are to be counted that only re-encoding would make upright, and that keep their tags because they change in place.
  package var countsLeft = false
  /// What to do instead where blocks at an edge cannot be moved and may not be lost; nil where the refusal says enough.
  package var edgeAdvice: String?

  /// A value with these members.
  package init(
    pipeline: Pipeline, rendition: @escaping @Sendable (Probe) -> Rendition,
    rules: OrientationRules = OrientationRules(), isDryRun: Bool = false, existing: NamePolicy = NamePolicy.refuse,
    breaksHardLinks: Bool = false, makesFolders: Bool = false, backsUp: Bool = false, memory: MemoryBudget? = nil,
    durability: Durability = Durability.full, access: Set<FileAccess> = [], keepsTime: Bool = false,
    keepsTimeOfCopies: Bool = false, verifies: Bool = false, journal: Journal? = nil, countsLeft: Bool = false,
    edgeAdvice: String? = nil
  ) {
    self.pipeline = pipeline
    self.rendition = rendition
    self.rules = rules
    self.isDryRun = isDryRun
    self.existing = existing
    self.breaksHardLinks = breaksHardLinks
    self.makesFolders = makesFolders
    self.backsUp = backsUp
    self.memory = memory
    self.durability = durability
    self.access = access
    self.keepsTime = keepsTime
    self.keepsTimeOfCopies = keepsTimeOfCopies
    self.verifies = verifies
    self.journal = journal
    self.countsLeft = countsLeft
    self.edgeAdvice = edgeAdvice
  }

  /// How often a file is begun anew that other programs keep changing.
  package static let maxRetries = 8

  /// Does what is to be done with the file: makes an image of it, copies it, or passes it over because its result exists.
  ///
  /// - Throws: what stopped it, with the path it concerns.
  package func report(on file: InputFile, to destination: Destination) throws(UprightError) -> FileReport {
    guard case .file(let location) = destination, file.isCopied || [.skip, .update].contains(existing) else {
      return .image(try run(file, to: destination))
    }
    let path = location.path
    let source = try FileBytes(file.location)
    if let skip = try existing.skip(location, madeFrom: source.identity) { return .skipped(skip, output: path) }
    do throws(UprightError) {
      return file.isCopied ? .copied(try copy(source, to: location)) : .image(try run(file, to: destination))
    } catch {
      // Another program has made the result meanwhile.
      if existing == .skip, error == .exists(path) { return .skipped(.exists, output: path) }
      throw error.naming(file.path)
    }
  }

  /// A copy of a file that is no image, or not of a kind that is worked on.
  private func copy(_ source: FileBytes, to location: FileLocation) throws(UprightError) -> FileReport.Copy {
    let head: [UInt8]
    do throws(MetadataError) { head = try source.read(0..<4096) } catch {
      throw UprightError(error).naming(source.path)
    }
    var copy = FileReport.Copy(output: location.path, format: ContainerFormat(signature: head), writtenBytes: 0)
    if isDryRun { return copy }
    if makesFolders { try location.makeFolder(like: source.location) }
    copy.writtenBytes = try SafeReplace.copy(source, to: location, overwriting: existing.overwrites, journal: journal)
    return copy
  }

  /// Reads, decides and, unless it is a dry run, writes; begins anew where another program has changed the file meanwhile.
  ///
  /// - Throws: what stopped it, with the path it concerns.
  package func run(_ file: InputFile, to destination: Destination) throws(UprightError) -> ImageReport {
    var retries = 0
    while true {
      var isRepeatable = journal == nil
      do throws(UprightError) {
        return try attempt(file, to: destination, isRepeatable: &isRepeatable)
      } catch {
        let error = error.naming(file.path)
        guard isRepeatable, error == .changedUnderneath(file.path), retries < Self.maxRetries else { throw error }
        retries += 1
      }
    }
  }

  /// Reads, decides and writes once.
  ///
  /// - Parameter isRepeatable: Becomes false where the request would mean something else for other bytes: a region was chosen by what the picture showed.
  private func attempt(
    _ file: InputFile, to destination: Destination, isRepeatable: inout Bool
  ) throws(UprightError) -> ImageReport {
    var bytes = try FileBytes(file.location)
    if destination == .inPlace, !isDryRun { bytes = try InPlacePatch.recovered(bytes) }
    let head = try bytes.head()
    do throws(UprightError) {
      let meter = HeaderMeter(memory)
      defer { meter.giveBack() }
      let probe = try meter.probe(head, rules: rules)
      var wanted = rendition(probe)
      if verifies, wanted.strip != .none { wanted.checksPixels = true }
      if wanted.region != .full { isRepeatable = false }
      let plan = try plan(wanted, for: probe, at: destination)
      if let patch = plan.route.patch { try check(PatchedSource(head, patch), against: plan) }
      var report = try reservingMemory(plan, by: meter) { () throws(UprightError) in
        if plan.skipped != nil, let asked = wanted.format, asked != plan.format {
          if destination == .standardOutput, !isDryRun { throw Self.noImage(asked, plan) }
          return ImageReport(plan: plan, output: nil)
        }
        return try write(plan, turned: wanted.rotation, from: head, to: destination)
      }
      if report.abandoned == nil { report.keptTagReason = keptTagReason(wanted, plan, probe) }
      if isDryRun { report.unavailableReason = ImageCodecs.unavailableReason(for: plan, of: probe.format) }
      return report
    } catch {
      throw Self.cause(of: error, with: head)
    }
  }

  /// Whatever goes wrong with a file that another program has changed meanwhile goes wrong because of that.
  private static func cause(of error: UprightError, with head: FileHead) -> UprightError {
    switch error {
    case .differentSource: return .changedUnderneath(head.file.path)
    case .io, .cancelled: return error
    default:
      do throws(UprightError) { try head.checkUnchanged() } catch let change { return change }
      return error
    }
  }

  /// Decides; where a file that changes itself is of a format that is not written, the refusal says what would do.
  private func plan(
    _ wanted: Rendition, for probe: Probe, at destination: Destination
  ) throws(UprightError) -> Plan {
    do throws(UprightError) { return try pipeline.plan(wanted, for: probe) } catch {
      if let edgeAdvice, case .unanswerable = error, wanted.loss == .none {
        var trimmed = wanted
        trimmed.loss = .trim
        if (try? pipeline.plan(trimmed, for: probe)) != nil {
          throw .unanswerable(
            field: "edges", reason: "the partial blocks at its edges cannot be rotated without loss; \(edgeAdvice)")
        }
      }
      guard destination == .inPlace, case .unsupported(let what) = error,
        let own = pipeline.planner.capabilities[probe.format], own.decodes, !own.encodes
      else { throw error }
      throw .unsupported("\(what): with -i it keeps its own, with -o FOLDER/ it becomes one that is written")
    }
  }

  /// Does `work` once the memory is free that the plan takes.
  private func reservingMemory(
    _ plan: Plan, by meter: HeaderMeter, _ work: () throws(UprightError) -> ImageReport
  ) throws(UprightError) -> ImageReport {
    isDryRun ? try work() : try meter.with(plan.peakBytes, work)
  }

  /// Makes reports true: does what the journal has to know first, and flushes what is still pending of them, all together.
  ///
  /// - Returns: The reports, or why they cannot be relied on.
  package func commit(_ outcomes: [Result<FileReport, UprightError>]) -> [Result<FileReport, UprightError>] {
    guard let journal else { return PendingWork.end(outcomes, \.pending, PendingFlush.complete) }
    return PendingWork.end(outcomes, \.patching, journal.apply)
  }

  /// Why a picture whose pixels should be turned where possible is left to its tag: the edges are to blame where trimming them would do.
  private func keptTagReason(_ wanted: Rendition, _ plan: Plan, _ probe: Probe) -> ImageReport.KeptTagReason? {
    guard wanted.upright == .pixelsWherePossible, !plan.remaining.isIdentity, plan.skipped == nil else { return nil }
    if pipeline.planner.capabilities[probe.format]?.decodes != true { return .format(probe.format) }
    if countsLeft {
      var anew = wanted
      (anew.upright, anew.loss, anew.mayChangeFormat) = (.pixels, .recode, true)
      if (try? pipeline.plan(anew, for: probe)) != nil { return .encoding(isJPEG: probe.format == .jpeg) }
    }
    var trimmed = wanted
    (trimmed.upright, trimmed.loss) = (.pixels, .trim)
    do throws(UprightError) {
      _ = try pipeline.plan(trimmed, for: probe)
      return .edges
    } catch {
      if case .limit = error { return .limit }
      return probe.animation != nil && wanted.frame == .all ? .animation : .other
    }
  }

  private func write(
    _ plan: Plan, turned turn: Orientation<Displayed, Displayed>, from source: FileHead, to destination: Destination
  ) throws(UprightError) -> ImageReport {
    switch destination {
    case .nowhere:
      return ImageReport(plan: plan, output: nil)
    case .inPlace:
      let path = source.file.path
      return isDryRun ? ImageReport(plan: plan, output: path) : try rewrite(source, by: plan, turned: turn)
    case .file(let location):
      return try create(location, by: plan, turned: turn, from: source)
    case .standardOutput:
      return isDryRun ? ImageReport(plan: plan, output: nil) : try compose(by: plan, turned: turn, from: source)
    }
  }

  /// An original is never replaced by what could be read of a damaged one.
  private func rewrite(
    _ source: FileHead, by plan: Plan, turned turn: Orientation<Displayed, Displayed>
  ) throws(UprightError) -> ImageReport {
    let bytes = source.file
    var done = plan
    var lostAttributes: [SafeReplace.LostAttribute] = []
    var pending: PendingFlush?
    var announced: Journal.Patching?
    var written = 0
    if backsUp, plan.route != .copy { lostAttributes += try backUp(bytes) }
    switch plan.route {
    case .copy:
      try pipeline.checkPixels(of: bytes, by: plan)
    case .retag(let patch) where InPlacePatch.fits(patch, fileOf: bytes.byteCount):
      try pipeline.checkPixels(of: bytes, by: plan)
      written = patch.changedByteCount
      if journal == nil {
        pending = try InPlacePatch.write(patch, to: bytes, durability: durability, keepingTime: keepsTime)
      } else {
        announced = Journal.Patching(patch, of: bytes, keepingTime: keepsTime)
      }
    default:
      lostAttributes += try SafeReplace.rewrite(
        bytes, byteCount: plan.route.patch.map { bytes.byteCount + $0.growth }, partingHardLinks: breaksHardLinks,
        keepingTime: keepsTime, journal: journal
      ) { (written) throws(UprightError) in
        try check(written, of: source, against: done, turned: turn)
      } contents: { (sink: inout FileSink) throws(UprightError) in
        done = try Self.run(plan, on: source, by: pipeline.tolerating(warnings: 0), into: &sink)
        if done.route == .copy { sink.discard() } else { written = sink.byteCount }
      }
    }
    return ImageReport(
      plan: done, output: bytes.path, abandoned: Self.abandoned(plan, for: done),
      isEmbeddedDamaged: Self.isEmbeddedDamaged(plan, done), lostAttributes: lostAttributes,
      writtenBytes: written, pending: pending, patching: announced)
  }

  /// A copy of the file as it is, with a tilde behind its name.
  private func backUp(_ bytes: FileBytes) throws(UprightError) -> [SafeReplace.LostAttribute] {
    try SafeReplace.create(
      bytes.location.renamed(FileName.last(of: bytes.path) + "~"), from: bytes, overwriting: true, keepingTime: true
    ) {
      (sink: inout FileSink) throws(UprightError) in
      try sink.write(contentsOf: bytes)
    }
  }

  /// Makes sure that what was written is what was planned: every byte of a file that only got another tag, else its headers.
  private func check(
    _ written: FileBytes, of original: FileHead, against plan: Plan, turned turn: Orientation<Displayed, Displayed>
  ) throws(UprightError) {
    try check(written, headed: written.head(), of: original.file, against: plan, turned: turn)
    try original.checkUnchanged()
  }

  /// The same of bytes anywhere, whose headers are in `head`.
  private func check(
    _ written: some ByteSource, headed head: some ByteSource, of original: FileBytes, against plan: Plan,
    turned turn: Orientation<Displayed, Displayed>
  ) throws(UprightError) {
    guard let patch = plan.route.patch else {
      try check(head, against: plan)
      return verifies ? try verify(written, of: original, made: plan, turned: turn) : ()
    }
    let planned = PatchedSource(original, patch)
    var isSame = planned.byteCount == written.byteCount
    for start in stride(from: 0, to: planned.byteCount, by: 1 << 20) where isSame {
      do throws(MetadataError) {
        isSame = try planned.read(start..<start + 1 << 20) == written.read(start..<start + 1 << 20)
      } catch { throw UprightError(error) }
    }
    guard isSame else { throw Self.notAsPlanned(plan.format) }
  }

  /// Makes sure that what was written shows what the original shows, turned as wanted: in every block or pixel, unless it was encoded anew.
  private func verify(
    _ written: some ByteSource, of original: FileBytes, made plan: Plan,
    turned turn: Orientation<Displayed, Displayed>
  ) throws(UprightError) {
    let relation: ImageRelation?
    do throws(ComparisonFailure) {
      relation = try pipeline.relation(
        of: original, to: written, rules: rules, colors: plan.route.colors, toneMap: plan.toneMapping?.method)
    } catch {
      throw error.error
    }
    guard let relation, relation.reorientation == turn, relation.isAcceptable(for: plan) else {
      throw .codec(
        format: plan.format,
        message: "what was written does not show what the original shows; the file was left as it is")
    }
  }

  /// Makes sure that what was written, or would be, reads as it was planned.
  private func check(_ written: some ByteSource, against plan: Plan) throws(UprightError) {
    let probe = try Probe(checking: written, rules: rules)
    let size = PixelSize<Output>(width: probe.displayedSize.width, height: probe.displayedSize.height)
    guard probe.orientation == plan.remaining, size == plan.outputSize else { throw Self.notAsPlanned(probe.format) }
  }

  private static func notAsPlanned(_ format: ContainerFormat) -> UprightError {
    .codec(format: format, message: "what was written does not read as planned; the file was left as it is")
  }

  private func create(
    _ location: FileLocation, by plan: Plan, turned turn: Orientation<Displayed, Displayed>, from source: FileHead
  ) throws(UprightError) -> ImageReport {
    let path = location.path
    if !existing.overwrites, (try? FileIdentity(location)) != nil { throw .exists(path) }
    if isDryRun { return ImageReport(plan: plan, output: path) }
    if makesFolders { try location.makeFolder(like: source.file.location) }
    return try made(plan, at: path) { (pipeline) throws(UprightError) in
      try write(plan, turned: turn, to: location, from: source, by: pipeline)
    }
  }

  /// Makes the result in memory, because nobody could take back bytes on standard output that turn out to be wrong.
  private func compose(
    by plan: Plan, turned turn: Orientation<Displayed, Displayed>, from source: FileHead
  ) throws(UprightError) -> ImageReport {
    let bytes = source.file
    var picture: [UInt8] = []
    var report = try made(plan, at: nil) { (pipeline) throws(UprightError) in
      var sink = MemorySink(besides: plan.peakBytes, within: pipeline.limits.memoryBytes)
      if let patch = plan.route.patch { try sink.reserve(bytes.byteCount + patch.growth) }
      let done = try Self.run(plan, on: source, by: pipeline, into: &sink)
      picture = sink.bytes
      try check(picture, headed: picture, of: bytes, against: done, turned: turn)
      try source.checkUnchanged()
      return (done, picture.count, [])
    }
    report.picture = picture
    return report
  }

  /// The plan that was carried out, how many bytes were written, and what they could not be rid of.
  private typealias Made = (Plan, writtenBytes: Int, lostAttributes: [SafeReplace.LostAttribute])

  /// Makes a result: of a damaged source, what can be read of it, where no other route leads to one.
  private func made(
    _ plan: Plan, at path: String?, _ make: (Pipeline) throws(UprightError) -> Made
  ) throws(UprightError) -> ImageReport {
    do throws(UprightError) {
      let (done, written, lostAttributes) = try make(pipeline.tolerating(warnings: 0))
      return ImageReport(
        plan: done, output: path, abandoned: Self.abandoned(plan, for: done),
        isEmbeddedDamaged: Self.isEmbeddedDamaged(plan, done), lostAttributes: lostAttributes, writtenBytes: written)
    } catch {
      guard case .malformed = error else { throw error }
    }
    let (done, written, lostAttributes) = try make(pipeline)
    return ImageReport(
      plan: done, output: path, abandoned: Self.abandoned(plan, for: done),
      isEmbeddedDamaged: Self.isEmbeddedDamaged(plan, done),
      isIncomplete: done.route.name == .transcode, lostAttributes: lostAttributes, writtenBytes: written)
  }

  /// Silence on standard output would look like a picture of no bytes.
  private static func noImage(_ asked: ContainerFormat, _ plan: Plan) -> UprightError {
    .unanswerable(
      field: "--format",
      reason:
        "skipped (\(plan.skipped ?? "")), so that no \(asked.rawValue) is there to write; --stale says what to trust")
  }

  private func write(
    _ plan: Plan, turned turn: Orientation<Displayed, Displayed>, to location: FileLocation, from source: FileHead,
    by pipeline: Pipeline
  ) throws(UprightError) -> Made {
    var (done, written) = (plan, 0)
    let lostAttributes = try SafeReplace.create(
      location, from: source.file, noMoreOpenThan: access, overwriting: existing.overwrites,
      keepingTime: keepsTime || (keepsTimeOfCopies && done.route == .copy), journal: journal
    ) { (written) throws(UprightError) in
      try check(written, of: source, against: done, turned: turn)
    } contents: { (sink: inout FileSink) throws(UprightError) in
      done = try Self.run(plan, on: source, by: pipeline, into: &sink)
      written = sink.byteCount
    }
    return (done, written, lostAttributes)
  }

  /// Carries out a plan on the bytes that the file has now; what another program has changed meanwhile is told from damage (``made(_:at:_:)``).
  private static func run(
    _ plan: Plan, on source: FileHead, by pipeline: Pipeline, into sink: inout some ByteSink
  ) throws(UprightError) -> Plan {
    do throws(UprightError) { return try pipeline.run(plan, on: source.file, into: &sink) } catch {
      throw cause(of: error, with: source)
    }
  }

  private static func abandoned(_ plan: Plan, for done: Plan) -> Plan.RouteName? {
    done.route == plan.route || plan.route.decodesEmbedded || plan.route.name == .rewrite ? nil : plan.route.name
  }

  private static func isEmbeddedDamaged(_ plan: Plan, _ done: Plan) -> Bool {
    done.route != plan.route && plan.route.decodesEmbedded
  }
}

extension Plan.Route {
  /// Whether a small picture inside the file stands for the picture.
  fileprivate var decodesEmbedded: Bool {
    if case .transcode(let transcode) = self { transcode.embeddedPreview != nil } else { false }
  }

  /// The colours that the result is in.
  fileprivate var colors: Rendition.Colors {
    guard case .transcode(let transcode) = self else { return .asSource }
    return transcode.toneMapping == nil ? transcode.colors : .srgb
  }

  fileprivate var patch: BytePatch? { if case .retag(let patch) = self { patch } else { nil } }
}
