// Processes one file: reads, probes, plans, writes.

package import Upright
import UprightCodecs
package import UprightFiles

/// What is done to each file of a batch.
package struct ImageTask: Sendable {
  package private(set) var pipeline: Pipeline
  package let rendition: @Sendable (Probe, InputFile) -> Rendition
  package var rules = OrientationRules()
  package var isDryRun = false
  /// What to do if the name of a result exists.
  package var existing = NamePolicy.refuse
  package var breaksHardLinks = false
  package var makesFolders = false
  /// Whether the old file is kept, with a tilde after its name.
  package var backsUp = false
  /// The memory that all files in progress share; nil for no shared limit.
  package var memory: MemoryBudget?
  package var durability = Durability.full
  /// The permissions of a result's sources other than its image.
  package var access: Set<FileAccess> = []
  package var keepsTime = false
  /// Whether a result identical to its source also gets the source's modification time.
  package var keepsTimeOfCopies = false
  /// Whether the written image is compared with the original before it gets its name.
  package var verifies = false
  /// The journal, which gets each change's intent first.
  package var journal: Journal?
  /// Whether to count images that only re-encoding would make upright and that keep their tags because they change in
  /// place.
  package var countsLeft = false
  /// Whether every image must become upright: one that cannot, because of damage or a limit, falls short.
  package var makesUpright = false
  /// Whether a request that makes images upright asks to make them anew, whatever of them can be read.
  package var acceptsGaps = false
  /// Whether something is made of a damaged image: its readable part, or a copy with its tag. Otherwise, damage is an
  /// error wherever it is found.
  package var allowsDamage = true
  /// What to do instead if the blocks at an edge cannot be moved by this rotation and may not be lost; nil if the error
  /// is sufficient.
  package var edgeAdvice: (@Sendable (Orientation<Displayed, Displayed>) -> String)?
  /// The only format of files that are processed; nil for all.
  package var onlyFormat: ContainerFormat?
  /// The indexes by which regions of JPEGs are reached; nil to decode or walk what is above them.
  package var indexes: IndexCache?
  /// Finds the labels and masks of photos that are rotated in place without them; nil if they are rotated too.
  package var labels: LabelsBeside?
  /// Gets each complete result before it gets its name, and the report on how it was made; if it throws, there is no
  /// result.
  package var approval: (@Sendable (FileBytes, ImageReport) throws(UprightError) -> Void)?
  /// The only file that a result replaces, and only as it was; nil for any.
  package var replaced: FileIdentity?
  /// Whether the request leaves the orientation to the tag wherever pixels cannot be rotated without loss.
  package var leavesTags = false
  /// Whether reports list every part of the source, for people who ask why.
  package var listsParts = false
  /// Whether a change of a few bytes is made in the file; otherwise a new file takes its place.
  package var patchesInPlace = true

  /// Memberwise initializer.
  package init(
    pipeline: Pipeline, rendition: @escaping @Sendable (Probe, InputFile) -> Rendition,
    rules: OrientationRules = OrientationRules(), isDryRun: Bool = false, existing: NamePolicy = NamePolicy.refuse,
    breaksHardLinks: Bool = false, makesFolders: Bool = false, backsUp: Bool = false, memory: MemoryBudget? = nil,
    durability: Durability = Durability.full, access: Set<FileAccess> = [], keepsTime: Bool = false,
    keepsTimeOfCopies: Bool = false, verifies: Bool = false, journal: Journal? = nil, countsLeft: Bool = false,
    makesUpright: Bool = false, edgeAdvice: (@Sendable (Orientation<Displayed, Displayed>) -> String)? = nil,
    onlyFormat: ContainerFormat? = nil, indexes: IndexCache? = nil
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
    self.makesUpright = makesUpright
    self.edgeAdvice = edgeAdvice
    self.onlyFormat = onlyFormat
    self.indexes = indexes
  }

  /// The maximum number of attempts on a file that other programs keep changing.
  package static let maxRetries = 8

  /// Processes the file: makes an image from it, copies it, or skips it because its result exists.
  ///
  /// - Throws: Why it failed, with the path.
  package func report(on file: InputFile, to destination: Destination) throws(UprightError) -> FileReport {
    guard case .file(let location) = destination, file.isCopied || [.skip, .update, .renew].contains(existing) else {
      return .image(try run(file, to: destination))
    }
    let path = location.path
    let source = try FileBytes(file.location)
    if let skip = try existing.skip(location, madeFrom: source.identity) { return .skipped(skip, output: path) }
    do throws(UprightError) {
      return file.isCopied ? .copied(try copy(source, to: location)) : .image(try run(file, to: destination))
    } catch {
      // Another program has created the result meanwhile.
      if existing == .skip, error == .exists(path) { return .skipped(.exists, output: path) }
      throw error.naming(file.path)
    }
  }

  /// Checks again that a result is not its source: folders created meanwhile may resolve there.
  private static func check(_ location: FileLocation, isNot source: FileBytes) throws(UprightError) {
    guard let found = try? FileIdentity(location), found.isSameFile(as: source.identity) else { return }
    throw .unanswerable(field: "--output", reason: "\(location.path) is the input file; use -i to change it in place")
  }

  /// Copies a file that is not an image, or not of a format that can be processed.
  private func copy(_ source: FileBytes, to location: FileLocation) throws(UprightError) -> FileReport.Copy {
    let head: [UInt8]
    do throws(MetadataError) { head = try source.read(0..<4096) } catch {
      throw UprightError(error).naming(source.path)
    }
    let format = FolderWalk.Format(signature: head, fileExtension: FileName.fileExtension(of: source.path)) ?? .unknown
    var copy = FileReport.Copy(output: location.path, format: format, writtenBytes: 0)
    if isDryRun { return copy }
    if makesFolders { try location.makeFolder(like: source.location) }
    try Self.check(location, isNot: source)
    copy.writtenBytes = try SafeReplace.copy(source, to: location, overwriting: existing.overwrites, journal: journal)
    return copy
  }

  /// Reads, decides and, unless it is a dry run, writes; retries if another program has changed the file meanwhile.
  ///
  /// - Throws: Why it failed, with the path.
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
  /// - Parameter isRepeatable: Set to false if the request would mean something else for other bytes: a region chosen
  ///   by what the image showed.
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
      if let onlyFormat, probe.format != onlyFormat {
        throw UprightError.unsupported(
          "only \(onlyFormat.name) is processed here, not \(probe.format.name); use `upright fix` or `upright rotate`")
      }
      var wanted = rendition(probe, file).sparingMask(probe, of: file)
      if verifies, wanted.strip != .none { wanted.checksPixels = true }
      if destination == .inPlace, wanted.allowedLosses == nil { wanted.allowedLosses = AllowedLosses.none }
      if wanted.region != .full { isRepeatable = false }
      let task = try indexed(for: wanted, of: probe, in: bytes)
      var plan = try task.plan(wanted, for: probe, at: destination)
      let kept = plan.fallback.flatMap { $0.leavesOrientation ? $0 : nil }
      if !allowsDamage, !isDryRun {
        try checkWhole(probe)
        plan = plan.failingForDamage
      } else if allowsDamage, !verifies {
        plan = task.pipeline.planner.usingDamaged(plan, wanted, for: probe)
      }
      if let patch = plan.route.patch { try check(PatchedSource(head, patch), against: plan) }
      var report = try reservingMemory(plan, by: meter) { () throws(UprightError) in
        if plan.skipped != nil, let asked = wanted.format, asked != plan.format {
          if destination == .standardOutput, !isDryRun { throw Self.noImage(asked, plan) }
          var missing = ImageReport(plan: plan, output: nil)
          missing.isMissing = destination != .nowhere
          return missing
        }
        let source = ProbedFile(head: head, probe: probe)
        return try task.write(plan, turned: wanted.rotation, from: source, to: destination, orKeepTag: kept)
      }
      report.isTagToStay = leavesTags
      report.isWrittenElsewhere = destination != .inPlace
      if report.keptTagReason == nil {
        report.keptTagReason = report.abandoned == nil ? keptTagReason(wanted, plan, probe) : report.damageReason
      }
      report.isUnexpectedlyIncomplete = makesUpright && !acceptsGaps && report.isIncomplete
      if makesUpright {
        if report.keptTagReason == nil { report.hiddenOrientation = probe.hiddenOrientation }
      } else if plan.route != .copy {
        report.assumedUprightReason = probe.hiddenOrientation
      }
      if makesUpright, destination == .standardOutput, !isDryRun, report.isBrokenOff {
        (report.bytes, report.isWithheld) = (nil, true)
      }
      if destination == .inPlace, !isDryRun, report.reorientsPixels, let labels {
        report.labelsBeside = labels.describing(file.path)
      }
      report.notes = ImageNote.notes(on: wanted, of: probe, by: plan)
      if listsParts, report.account == nil { report.account = try Self.planned(report.plan, of: probe, in: bytes) }
      report.listsParts = listsParts
      report.part = file.part
      if isDryRun { report.unavailableReason = ImageCodecs.unavailableReason(for: plan, of: probe.format) }
      return report
    } catch {
      throw Self.advising(Self.cause(of: error, with: head), at: destination)
    }
  }

  /// Checks that the headers show no damage that matters.
  ///
  /// - Throws: `.malformed`.
  private func checkWhole(_ probe: Probe) throws(UprightError) {
    guard probe.isTruncated || makesUpright && probe.hiddenOrientation != nil else { return }
    throw .malformed(MetadataError(.truncated, at: probe.byteCount))
  }

  /// Carries out a plan on an open image, whose probe it was made from; the result is in the report.
  ///
  /// - Throws: Why it failed, with the path.
  package func run(_ plan: Plan, on image: OpenedImage) throws(UprightError) -> ImageReport {
    let source = ProbedFile(head: image.head, probe: image.probe)
    do throws(UprightError) {
      if let patch = plan.route.patch { try check(PatchedSource(image.head, patch), against: plan) }
      return try compose(by: plan, turned: .identity, from: source)
    } catch {
      throw Self.cause(of: error, with: image.head).naming(image.file.path)
    }
  }

  /// The same task with the file's index, if one is of use.
  private func indexed(
    for wanted: Rendition, of probe: Probe, in file: FileBytes
  ) throws(UprightError) -> ImageTask {
    guard let indexes, let plan = try? pipeline.planner.assumingIndex.plan(wanted, for: probe),
      plan.regionAccess?.isIndexed == true, let index = try indexes.possibleIndex(of: file)
    else { return self }
    var task = self
    task.pipeline = pipeline.indexed(by: index)
    return task
  }

  /// Attributes any error with a file that was changed meanwhile to that change.
  private static func cause(of error: UprightError, with head: FileHead) -> UprightError {
    switch error {
    case .differentSource: return .changedUnderneath(head.file.path)
    case .io, .cancelled: return error
    default:
      do throws(UprightError) { try head.checkUnchanged() } catch let change { return change }
      return error
    }
  }

  /// Plans; for an in-place change of a format that is not written, the error includes a way out.
  private func plan(
    _ wanted: Rendition, for probe: Probe, at destination: Destination
  ) throws(UprightError) -> Plan {
    do throws(UprightError) { return try pipeline.plan(wanted, for: probe) } catch {
      if let edgeAdvice, case .unanswerable = error, wanted.loss == .none {
        var trimmed = wanted
        trimmed.loss = .trim
        if (try? pipeline.plan(trimmed, for: probe)) != nil {
          throw .unanswerable(
            field: "edges",
            reason: """
              the partial blocks at its edges cannot be rotated without loss; \(edgeAdvice(wanted.rotation))
              """)
        }
      }
      guard destination == .inPlace, case .unsupported(let what) = error,
        let own = pipeline.planner.capabilities[probe.format], own.decodes, !own.encodes
      else { throw error }
      throw .unsupported("\(what); -i keeps the format, -o FOLDER/ converts to one that can be written")
    }
  }

  /// Runs `work` once the memory that the plan needs is free.
  private func reservingMemory(
    _ plan: Plan, by meter: HeaderMeter, _ work: () throws(UprightError) -> ImageReport
  ) throws(UprightError) -> ImageReport {
    isDryRun ? try work() : try meter.with(plan.peakBytes, work)
  }

  /// Makes reports true: makes the journaled changes and flushes everything pending, together.
  ///
  /// - Returns: The reports, or why they cannot be relied on.
  package func commit(_ outcomes: [Result<FileReport, UprightError>]) -> [Result<FileReport, UprightError>] {
    guard let journal else { return PendingWork.end(outcomes, \.pending, PendingFlush.complete) }
    return PendingWork.end(outcomes, \.patching, journal.apply)
  }

  /// Why an image whose pixels should be reoriented keeps its tag: a limit if nothing else prevents it, the edges if
  /// trimming them would be enough.
  private func keptTagReason(_ wanted: Rendition, _ plan: Plan, _ probe: Probe) -> ImageReport.KeptTagReason? {
    guard wanted.upright == .pixelsWherePossible, plan.leavesOrientation, plan.skipped == nil else { return nil }
    for case .contentLost(let notes) in plan.rejections.map(\.reason) {
      return .losses(contents: notes.lostContents, codes: notes.lostCodes)
    }
    if pipeline.planner.capabilities[probe.format]?.decodes != true { return .format(probe.format) }
    var upright = wanted
    upright.upright = .pixels
    if let limit = limit(upright, probe) { return limit }
    let free = pipeline.planner.unlimited
    if countsLeft {
      var anew = upright
      (anew.loss, anew.mayChangeFormat) = (.recode, true)
      if (try? free.plan(anew, for: probe)) != nil { return .encoding(isJPEG: probe.format == .jpeg) }
    }
    var trimmed = upright
    trimmed.loss = .trim
    if (try? free.plan(trimmed, for: probe)) != nil { return .edges }
    if probe.isKnownDamaged { return .damage }
    if probe.animation != nil, wanted.frame == .all { return .animation }
    return pipeline.planner.capabilities[plan.format]?.encodes == true ? .other : .unwritable(plan.format)
  }

  /// The limit that alone keeps an image from becoming upright.
  private func limit(_ upright: Rendition, _ probe: Probe) -> ImageReport.KeptTagReason? {
    do throws(UprightError) { _ = try pipeline.plan(upright, for: probe) } catch {
      guard case .limit(let limit, let asked, let allowed) = error,
        (try? pipeline.planner.unlimited.plan(upright, for: probe)) != nil
      else { return nil }
      return .limit(limit, asked: asked, allowed: allowed)
    }
    return nil
  }

  private func write(
    _ plan: Plan, turned turn: Orientation<Displayed, Displayed>, from source: ProbedFile, to destination: Destination,
    orKeepTag kept: Plan?
  ) throws(UprightError) -> ImageReport {
    switch destination {
    case .nowhere:
      return ImageReport(plan: plan, output: nil)
    case .inPlace:
      let path = source.file.path
      guard !isDryRun else { return ImageReport(plan: plan, output: path) }
      return try rewrite(source, by: plan, turned: turn, orKeepTag: kept)
    case .file(let location):
      return try create(location, by: plan, turned: turn, from: source)
    case .standardOutput:
      return isDryRun ? ImageReport(plan: plan, output: nil) : try compose(by: plan, turned: turn, from: source)
    }
  }

  /// Replaces the file; an original is never replaced by the readable part of a damaged one.
  ///
  /// - Parameter kept: What is done instead if the result turns out to lack what it must not lack.
  private func rewrite(
    _ source: ProbedFile, by plan: Plan, turned turn: Orientation<Displayed, Displayed>, orKeepTag kept: Plan? = nil
  ) throws(UprightError) -> ImageReport {
    let bytes = source.file
    var done = plan
    var lostAttributes: [SafeReplace.LostAttribute] = []
    var pending: PendingFlush?
    var announced: Journal.Patching?
    var written = 0
    var account: Account?
    var refused: [FilePart.Kind] = []
    switch plan.route {
    case .copy:
      try pipeline.checkPixels(of: bytes, as: source.probe, by: plan)
    case .retag(let patch) where patchesInPlace && InPlacePatch.fits(patch, fileOf: bytes.byteCount):
      try pipeline.checkPixels(of: bytes, as: source.probe, by: plan)
      written = patch.changedByteCount
      if backsUp { lostAttributes += try backUp(bytes) }
      if journal == nil {
        pending = try InPlacePatch.write(patch, to: bytes, durability: durability, keepingTime: keepsTime)
      } else {
        announced = Journal.Patching(patch, of: bytes, keepingTime: keepsTime)
      }
    default:
      do throws(UprightError) {
        lostAttributes += try SafeReplace.rewrite(
          bytes, byteCount: plan.route.patch.map { bytes.byteCount + $0.growth }, partingHardLinks: breaksHardLinks,
          keepingTime: keepsTime, journal: journal
        ) { (written) throws(UprightError) in
          try check(written, of: source, against: done, turned: turn)
          account = try measure(written, of: source, by: done)
          try checkLosses(account, by: done, refusing: &refused)
          try approval?(
            written, ImageReport(plan: done, output: bytes.path, abandoned: Self.abandoned(plan, for: done)))
          if backsUp { lostAttributes += try backUp(bytes) }
        } contents: { (sink: inout FileSink) throws(UprightError) in
          done = try Self.run(plan, on: source, by: pipeline.tolerating(warnings: 0), into: &sink)
          if done.route == .copy { sink.discard() } else { written = sink.byteCount }
        }
      } catch {
        guard !refused.isEmpty, let kept else { throw error }
        var report = try rewrite(source, by: kept, turned: turn)
        report.keptTagReason = .losses(
          contents: FilePart.Kind.names(refused), codes: refused.map(\.rawValue).joined(separator: ","))
        return report
      }
    }
    var report = ImageReport(
      plan: done, output: bytes.path, abandoned: Self.abandoned(plan, for: done),
      isEmbeddedDamaged: Self.isEmbeddedDamaged(plan, done), lostAttributes: lostAttributes,
      writtenBytes: written, pending: pending, patching: announced)
    (report.replacesOriginal, report.account) = (true, account)
    return report
  }

  /// Copies the file unchanged, with a tilde after its name.
  private func backUp(_ bytes: FileBytes) throws(UprightError) -> [SafeReplace.LostAttribute] {
    try SafeReplace.create(
      bytes.location.renamed(FileName.last(of: bytes.path) + "~"), from: bytes, overwriting: true, keepingTime: true
    ) {
      (sink: inout FileSink) throws(UprightError) in
      try sink.write(contentsOf: bytes)
    }
  }

  /// Checks that the written file matches the plan: every byte of a retagged file, otherwise its headers.
  private func check(
    _ written: FileBytes, of original: ProbedFile, against plan: Plan, turned turn: Orientation<Displayed, Displayed>
  ) throws(UprightError) {
    try check(written, headed: written.head(), of: original.file, against: plan, turned: turn)
    try original.head.checkUnchanged()
  }

  /// The same for bytes anywhere; `head` contains their headers.
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
      if Cancellation.isRequested { throw .cancelled }
      do throws(MetadataError) {
        isSame = try planned.read(start..<start + 1 << 20) == written.read(start..<start + 1 << 20)
      } catch { throw UprightError(error) }
    }
    guard isSame else { throw Self.notAsPlanned(plan.format) }
  }

  /// Checks that the result shows what the original shows, rotated as requested: in every block or pixel, unless it was
  /// re-encoded.
  private func verify(
    _ written: some ByteSource, of original: FileBytes, made plan: Plan,
    turned turn: Orientation<Displayed, Displayed>
  ) throws(UprightError) {
    let relation: ImageRelation?
    do throws(ComparisonFailure) {
      relation = try pipeline.relation(
        of: original, to: written, rules: rules, colors: plan.route.colors, toneMap: plan.toneMapping?.method,
        expecting: turn)
    } catch {
      throw error.error
    }
    guard let relation, relation.reorientation == turn, relation.isAcceptable(for: plan) else {
      throw .codec(
        format: plan.format,
        message: "the result does not show the same image as the original; the file was left unchanged")
    }
  }

  /// Checks that the result, written or not, reads as planned.
  private func check(_ written: some ByteSource, against plan: Plan) throws(UprightError) {
    let probe = try Probe(checking: written, rules: rules)
    let size = PixelSize<Output>(width: probe.displayedSize.width, height: probe.displayedSize.height)
    let hasAllPages = plan.pages.map { $0 == probe.furtherPages.map { $0.count + 1 } ?? 1 } ?? true
    guard probe.orientation == plan.remaining, size == plan.outputSize, hasAllPages else {
      throw Self.notAsPlanned(probe.format)
    }
  }

  private static func notAsPlanned(_ format: ContainerFormat) -> UprightError {
    .codec(format: format, message: "the result cannot be read back as planned; the file was left unchanged")
  }

  private func create(
    _ location: FileLocation, by plan: Plan, turned turn: Orientation<Displayed, Displayed>, from source: ProbedFile
  ) throws(UprightError) -> ImageReport {
    let path = location.path
    if !existing.overwrites, (try? FileIdentity(location)) != nil { throw .exists(path) }
    if isDryRun { return ImageReport(plan: plan, output: path) }
    if makesFolders { try location.makeFolder(like: source.file.location) }
    try Self.check(location, isNot: source.file)
    var account: Account?
    var report = try made(plan, at: path) { (pipeline) throws(UprightError) in
      try write(plan, turned: turn, to: location, from: source, by: pipeline, noting: &account)
    }
    report.account = account
    return report
  }

  /// Makes the result in memory, because bytes on standard output could not be taken back if they turned out wrong.
  private func compose(
    by plan: Plan, turned turn: Orientation<Displayed, Displayed>, from source: ProbedFile
  ) throws(UprightError) -> ImageReport {
    let bytes = source.file
    var result: [UInt8] = []
    var account: Account?
    var report = try made(plan, at: nil) { (pipeline) throws(UprightError) in
      var sink = MemorySink(besides: plan.peakBytes, within: pipeline.limits.memoryBytes)
      if let patch = plan.route.patch { try sink.reserve(bytes.byteCount + patch.growth) }
      let done = try Self.run(plan, on: source, by: pipeline, into: &sink)
      result = sink.bytes
      try check(result, headed: result, of: bytes, against: done, turned: turn)
      account = try measure(result, of: source, by: done)
      try checkLosses(account, by: done)
      try source.head.checkUnchanged()
      return (done, result.count, [])
    }
    (report.bytes, report.account) = (result, account)
    return report
  }

  /// The plan that was carried out, the bytes written, and what could not be kept or removed.
  private typealias Made = (Plan, writtenBytes: Int, lostAttributes: [SafeReplace.LostAttribute])

  /// Makes a result; from a damaged source, its readable part if no other route succeeds.
  private func made(
    _ plan: Plan, at path: String?, _ make: (Pipeline) throws(UprightError) -> Made
  ) throws(UprightError) -> ImageReport {
    let strict = pipeline.tolerating(warnings: 0)
    do throws(UprightError) {
      let (done, written, lostAttributes) = try make(strict)
      return Self.report(on: done, plan, at: path, by: strict, written: written, without: lostAttributes)
    } catch {
      guard allowsDamage, case .malformed = error else { throw error }
    }
    let (done, written, lostAttributes) = try make(pipeline)
    return Self.report(on: done, plan, at: path, by: pipeline, written: written, without: lostAttributes)
  }

  /// How a plan was carried out by `pipeline`, which tolerates damage or not.
  private static func report(
    on done: Plan, _ plan: Plan, at path: String?, by pipeline: Pipeline, written: Int = 0,
    without lostAttributes: [SafeReplace.LostAttribute] = []
  ) -> ImageReport {
    ImageReport(
      plan: done, output: path, abandoned: abandoned(plan, for: done),
      isEmbeddedDamaged: isEmbeddedDamaged(plan, done),
      isIncomplete: done.route.name == .transcode && pipeline.limits.warnings > 0, lostAttributes: lostAttributes,
      writtenBytes: written)
  }

  /// An error, because empty standard output would look like an image of no bytes.
  private static func noImage(_ asked: ContainerFormat, _ plan: Plan) -> UprightError {
    .unanswerable(
      field: "--format",
      reason:
        "skipped (\(plan.skipped?.message ?? "")), so there is no \(asked.rawValue) to write; choose with --stale"
    )
  }

  private func write(
    _ plan: Plan, turned turn: Orientation<Displayed, Displayed>, to location: FileLocation, from source: ProbedFile,
    by pipeline: Pipeline, noting account: inout Account?
  ) throws(UprightError) -> Made {
    var (done, written) = (plan, 0)
    let lostAttributes = try SafeReplace.create(
      location, from: source.file, noMoreOpenThan: access, overwriting: existing.overwrites, only: replaced,
      keepingTime: keepsTime || (keepsTimeOfCopies && done.route == .copy), journal: journal
    ) { (written) throws(UprightError) in
      try check(written, of: source, against: done, turned: turn)
      account = try measure(written, of: source, by: done)
      try checkLosses(account, by: done)
      try approval?(written, Self.report(on: done, plan, at: location.path, by: pipeline))
    } contents: { (sink: inout FileSink) throws(UprightError) in
      done = try Self.run(plan, on: source, by: pipeline, into: &sink)
      written = sink.byteCount
    }
    return (done, written, lostAttributes)
  }

  /// Runs a plan on the file's current bytes; a change by another program is distinguished from damage
  /// (``made(_:at:_:)``).
  private static func run(
    _ plan: Plan, on source: ProbedFile, by pipeline: Pipeline, into sink: inout some ByteSink
  ) throws(UprightError) -> Plan {
    do throws(UprightError) { return try pipeline.run(plan, of: source.probe, on: source.file, into: &sink) } catch {
      throw cause(of: error, with: source.head)
    }
  }

  /// A file with what its headers state.
  struct ProbedFile {
    let head: FileHead
    let probe: Probe

    var file: FileBytes { head.file }
  }

  private static func abandoned(_ plan: Plan, for done: Plan) -> Plan.RouteName? {
    let isRewritten = plan.route.name == .rewrite && done.route.name != .transcode
    return done.route == plan.route || plan.route.decodesEmbedded || isRewritten ? nil : plan.route.name
  }

  private static func isEmbeddedDamaged(_ plan: Plan, _ done: Plan) -> Bool {
    done.route != plan.route && plan.route.decodesEmbedded
  }
}

extension Plan {
  /// The same plan without a fallback for a damaged image; one for a damaged preview stays.
  fileprivate var failingForDamage: Plan {
    falling(backOn: route.decodesEmbedded ? fallback.map(\.failingForDamage) : nil)
  }
}

extension Plan.Route {
  /// Whether an embedded preview is decoded in place of the image.
  fileprivate var decodesEmbedded: Bool {
    if case .transcode(let transcode) = self { transcode.embeddedPreview != nil } else { false }
  }

  /// The result's colors.
  fileprivate var colors: Rendition.Colors {
    guard case .transcode(let transcode) = self else { return .asSource }
    return transcode.toneMapping == nil ? transcode.colors : .srgb
  }

  fileprivate var patch: BytePatch? { if case .retag(let patch) = self { patch } else { nil } }
}
