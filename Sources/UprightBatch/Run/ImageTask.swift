// Processes one file: opens it, decides, and has the result written. If another program has changed the file meanwhile,
// it starts over.

package import Upright
import UprightCodecs
package import UprightFiles

/// What is done to each file of a batch, in memory of the current admission.
package struct ImageTask: Sendable {
  /// Gets a complete result before it gets its name, and the report on how it was made; if it throws, there is no
  /// result.
  package typealias Approval = @Sendable (FileBytes, ImageReport) throws(UprightError) -> Void

  package let pipeline: Pipeline
  package let rendition: @Sendable (Probe, InputFile) -> Rendition
  /// Which orientation fields of the source are used.
  package var rules = OrientationRules()
  /// What is promised about each image.
  package var goal = ImageGoal()
  /// How results reach their places.
  package var delivery = Delivery()
  /// The indexes by which regions of JPEGs are reached; nil to decode or walk what is above them.
  package var indexes: IndexCache?
  /// Finds the labels and masks of photos that are rotated in place without them; nil if they are rotated too.
  package var labels: LabelsBeside?
  package var approval: Approval?

  /// A task.
  ///
  /// - Parameter rendition: What is made of each image.
  package init(
    pipeline: Pipeline, rules: OrientationRules = OrientationRules(), goal: ImageGoal = ImageGoal(),
    delivery: Delivery = Delivery(), indexes: IndexCache? = nil,
    rendition: @escaping @Sendable (Probe, InputFile) -> Rendition
  ) {
    (self.pipeline, self.rendition, self.rules) = (pipeline, rendition, rules)
    (self.goal, self.delivery, self.indexes) = (goal, delivery, indexes)
  }

  /// The maximum number of attempts on a file that other programs keep changing.
  package static let maxRetries = 8

  /// The same task, which writes nothing.
  package var rehearsed: Self {
    var task = self
    task.delivery.isDryRun = true
    return task
  }

  /// Processes the file: makes an image from it, copies it, or skips it because its result exists.
  ///
  /// - Throws: Why it failed, with the path.
  package func report(on file: InputFile, to destination: Destination) throws(UprightError) -> FileReport {
    guard case .file(let location) = destination,
      file.isCopied || [.skip, .update, .renew].contains(delivery.existing)
    else { return .image(try run(file, to: destination)) }
    let path = location.path
    let source = try FileBytes(file.location)
    if let skip = try delivery.existing.skip(location, madeFrom: source.identity) {
      return .skipped(skip, output: path)
    }
    do throws(UprightError) {
      return file.isCopied
        ? .copied(try delivery.copy(source, to: location)) : .image(try run(file, to: destination))
    } catch {
      // Another program has created the result meanwhile.
      if delivery.existing == .skip, error == .exists(path) { return .skipped(.exists, output: path) }
      throw error.naming(file.path)
    }
  }

  /// Opens, decides and, unless it is a dry run, writes; starts over if another program has changed the file meanwhile.
  ///
  /// - Throws: Why it failed, with the path.
  package func run(_ file: InputFile, to destination: Destination) throws(UprightError) -> ImageReport {
    var retries = 0
    while true {
      var isRepeatable = delivery.journal == nil
      do throws(UprightError) {
        return try attempt(file, to: destination, isRepeatable: &isRepeatable)
      } catch {
        let error = error.naming(file.path)
        guard isRepeatable, error == .changedUnderneath(file.path), retries < Self.maxRetries else { throw error }
        retries += 1
      }
    }
  }

  /// Opens, decides and writes once.
  ///
  /// - Parameter isRepeatable: Set to false if the request would mean something else for other bytes: a region chosen
  ///   by what the image showed.
  private func attempt(
    _ file: InputFile, to destination: Destination, isRepeatable: inout Bool
  ) throws(UprightError) -> ImageReport {
    var bytes = try FileBytes(file.location)
    if destination == .inPlace, !delivery.isDryRun { bytes = try InPlacePatch.recovered(bytes) }
    let meter = HeaderMeter(.current)
    defer { meter.giveBack() }
    let source = try SourceImage(bytes.head(), rules: rules, by: meter)
    do throws(UprightError) {
      try checkFormat(of: source.probe)
      let wanted = wanted(from: source.probe, of: file, at: destination)
      if wanted.region != .full { isRepeatable = false }
      var decision = try Decision(
        wanted, for: source.probe, by: indexed(for: wanted, of: source), toward: goal, at: destination,
        isDryRun: delivery.isDryRun)
      if delivery.isDryRun { decision = decision.foreseeing(source) }
      let truncation = source.truncation(of: decision.plan, readsData: !delivery.isDryRun)
      if !goal.allowsDamage, !delivery.isDryRun {
        try source.checkWhole(makesUpright: goal.makesUpright, truncation)
      }
      let writer = ResultWriter(decision, for: source, delivery, goal, approval: approval(noting: truncation))
      let write = { () throws(UprightError) in try writer.write(to: destination) }
      var report = try delivery.isDryRun ? write() : meter.with(decision.plan.peakBytes, write)
      report.truncation = truncation
      try complete(&report, decision, of: source, at: destination)
      report.part = file.part
      if destination == .inPlace, !delivery.isDryRun, report.reorientsPixels, let labels {
        report.labelsBeside = labels.describing(file)
      }
      return report
    } catch {
      throw source.cause(of: error).advising(at: destination)
    }
  }

  /// The approval, which gets reports with what is known of the source's end.
  private func approval(noting truncation: ImageReport.Truncation?) -> Approval? {
    guard let approval else { return nil }
    return { (written: FileBytes, report: ImageReport) throws(UprightError) -> Void in
      var report = report
      report.truncation = truncation
      try approval(written, report)
    }
  }

  private func checkFormat(of probe: Probe) throws(UprightError) {
    guard let only = goal.onlyFormat, probe.format != only else { return }
    throw .unsupported(
      "only \(only.name) is processed here, not \(probe.format.name); use `upright fix` or `upright rotate`")
  }

  private func wanted(from probe: Probe, of file: InputFile, at destination: Destination) -> Rendition {
    var wanted = rendition(probe, file).sparingMask(probe, of: file)
    if goal.verifies, wanted.strip != .none { wanted.checksPixels = true }
    if destination == .inPlace, wanted.allowedLosses == nil { wanted.allowedLosses = AllowedLosses.none }
    return wanted
  }

  /// The pipeline with the file's index, if one is of use.
  private func indexed(for wanted: Rendition, of source: SourceImage) throws(UprightError) -> Pipeline {
    guard let indexes, let plan = try? pipeline.planner.assumingIndex.plan(wanted, for: source.probe),
      plan.regionAccess?.isIndexed == true, let index = try indexes.possibleIndex(of: source.file)
    else { return pipeline }
    return pipeline.indexed(by: index)
  }

  /// Adds to a report what the request makes of what was done.
  private func complete(
    _ report: inout ImageReport, _ decision: Decision, of source: SourceImage, at destination: Destination
  ) throws(UprightError) {
    let probe = source.probe
    report.storedSize = probe.storedSize
    report.isTagToStay = goal.leavesTags
    report.isWrittenElsewhere = destination != .inPlace
    if report.keptTagReason == nil {
      report.keptTagReason = report.abandoned == nil ? decision.keptTagReason : report.damageReason
    }
    if goal.makesUpright {
      if report.keptTagReason == nil { report.hiddenOrientation = probe.hiddenOrientation }
    } else if decision.plan.route != .copy {
      report.assumedUprightReason = probe.hiddenOrientation
    }
    if goal.makesUpright, destination == .standardOutput, !delivery.isDryRun, report.isBrokenOff {
      (report.bytes, report.isWithheld) = (nil, true)
    }
    report.notes = ImageNote.notes(on: decision.wanted, of: probe, by: decision.plan)
    if goal.listsParts, report.account == nil {
      report.account = try Account.planned(report.plan, of: probe, in: source.file)
    }
    report.listsParts = goal.listsParts
    if delivery.isDryRun {
      report.unavailableReason = ImageCodecs.unavailableReason(for: decision.plan, of: probe.format)
    }
  }

  /// Makes reports true: makes the journaled changes and flushes everything pending, together.
  ///
  /// - Returns: The reports, or why they cannot be relied on.
  package func commit(_ outcomes: [Result<FileReport, UprightError>]) -> [Result<FileReport, UprightError>] {
    guard let journal = delivery.journal else { return PendingWork.end(outcomes, \.pending, PendingFlush.complete) }
    return PendingWork.end(outcomes, \.patching, journal.apply)
  }
}

extension Delivery {
  /// Copies a file that is not an image, or not of a format that can be processed.
  fileprivate func copy(_ source: FileBytes, to location: FileLocation) throws(UprightError) -> FileReport.Copy {
    let head: [UInt8]
    do throws(MetadataError) { head = try source.read(0..<4096) } catch {
      throw UprightError(error).naming(source.path)
    }
    let format = FolderWalk.Format(signature: head, fileExtension: FileName.fileExtension(of: source.path)) ?? .unknown
    var copy = FileReport.Copy(output: location.path, format: format, writtenBytes: 0)
    if isDryRun { return copy }
    if makesFolders { try location.makeFolder(like: source.location) }
    try location.checkIsNot(source)
    copy.writtenBytes = try SafeReplace.copy(source, to: location, overwriting: existing.overwrites, journal: journal)
    return copy
  }
}

extension FileLocation {
  /// Checks again that a result is not its source: folders created meanwhile may resolve there.
  ///
  /// - Throws: `.unanswerable`.
  func checkIsNot(_ source: FileBytes) throws(UprightError) {
    guard let found = try? FileIdentity(self), found.isSameFile(as: source.identity) else { return }
    throw .unanswerable(
      field: "\(field: .output)", reason: "\(path) is the input file; use \(option: .inPlace) to change it in place")
  }
}

// What a command promises about the images of a batch, besides what their results show.

/// What a command promises about each image.
package struct ImageGoal: Sendable {
  /// Whether every image must become upright: one that cannot, because of damage or a limit, falls short.
  package var makesUpright = false
  /// Whether the orientation stays in the tag wherever pixels cannot be rotated without loss.
  package var leavesTags = false
  /// Whether to find out which images keep their tags only because re-encoding would take the original's place.
  package var countsEncodable = false
  /// Whether something is made of a damaged image: its readable part, or a copy with its tag. Otherwise, damage is an
  /// error wherever it is found.
  package var allowsDamage = true
  /// Whether a result is compared with its source before it gets its name.
  package var verifies = false
  /// Whether reports list every part of the source, for people who ask why.
  package var listsParts = false
  /// The only format of files that are processed; nil for all.
  package var onlyFormat: ContainerFormat?
  /// What to do instead if the blocks at an edge cannot be moved by this rotation and may not be lost; nil if the error
  /// is sufficient.
  package var edgeAdvice: (@Sendable (Orientation<Displayed, Displayed>) -> String)?

  /// Something is made of every image that can be read.
  package init() {}

  /// Every image becomes upright.
  package static var upright: Self {
    var goal = Self()
    goal.makesUpright = true
    return goal
  }
}

// How a result reaches its place: what may be replaced, what it keeps of its source's file, and when it is safe.

/// How results are delivered, whatever they show.
package struct Delivery: Sendable {
  /// Whether nothing is written, and only reported what would be.
  package var isDryRun = false
  /// What to do if the name of a result exists.
  package var existing = NamePolicy.refuse
  /// The only file that a result replaces, and only as it was; nil for any.
  package var replaced: FileIdentity?
  /// Whether a file with several names may be replaced, so that they no longer share its content.
  package var breaksHardLinks = false
  /// Whether folders are made for results.
  package var makesFolders = false
  /// Whether the old file is kept, with a tilde after its name.
  package var backsUp = false
  /// When a change is reported: once it is on the disk, or once the system has it.
  package var durability = Durability.full
  /// The permissions of a result's sources other than its image.
  package var access: Set<FileAccess> = []
  /// Which results get their source's modification time.
  package var times = KeptTimes.none
  /// The journal, which gets each change's intent first.
  package var journal: Journal?
  /// Whether a change of a few bytes is made in the file; otherwise a new file takes its place.
  package var patchesInPlace = true

  /// Which results get their source's modification time.
  package enum KeptTimes: Hashable, Sendable {
    case none
    /// Those identical to their source.
    case ofCopies
    case all
  }

  /// What a result in another place may replace.
  var replacement: SafeReplace.Replacement {
    SafeReplace.Replacement(
      overwrites: existing.overwrites, only: replaced, noMoreOpenThan: access, journal: journal)
  }

  /// Whether a result gets its source's modification time.
  func keepsTime(ofCopy isCopy: Bool) -> Bool { times == .all || (times == .ofCopies && isCopy) }

  /// By default, nothing is replaced, and a change is reported once it is on the disk.
  package init() {}
}
