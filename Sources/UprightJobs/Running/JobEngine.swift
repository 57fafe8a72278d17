// Carries out jobs so that each may be sent again: a repeated job finds its result, and no image is rotated twice.

import Synchronization
package import Upright
package import UprightBatch
import UprightFiles
package import UprightSandbox
import UprightSystem

/// Carries out jobs, on any thread.
package struct JobEngine: Sendable {
  private let codecs: [any Codec]
  private let colors: (any ColorManagement)?
  private let limits: Limits
  private let cleanup: TemporaryFileCleanup
  private let labels = LabelsBeside()
  /// Whether jobs are only planned.
  package var isDryRun = false

  /// An engine.
  ///
  /// - Parameters:
  ///   - limits: The limits of one job; its memory is also what all jobs in progress share (`memoryBytes`).
  ///   - sandbox: Which formats are decoded in worker processes.
  ///   - lease: The age in seconds from which temporary files that nobody writes are removed from folders of results.
  ///   - world: What is told if a worker cannot be confined.
  package init(limits: Limits = Limits(), sandbox: SandboxMode = .auto, lease: Int = 600, in world: World? = nil) {
    (codecs, colors) = (ImageCodecs.all(sandbox, in: world), ImageCodecs.colors(sandbox, in: world))
    self.limits = limits
    cleanup = TemporaryFileCleanup(age: lease)
  }

  /// The memory in bytes that all jobs in progress share. A job takes its part from the current admission.
  package var memoryBytes: Int { limits.memoryBytes }

  /// The seconds that a job with its own deadline, if any, may take; nil for no limit.
  package func seconds(asked seconds: Double?) -> Double? { [seconds, limits.seconds].compactMap(\.self).min() }

  /// Carries out a job.
  ///
  /// - Throws: Why it failed; no file changed then.
  package func perform(_ job: Job) throws(UprightError) -> JobResult {
    let location: FileLocation
    switch job.source {
    case .file(let path): location = FileLocation(path: path)
    case .bytes(let bytes): location = try StandardInput.location(of: bytes, named: job.path)
    }
    let request = try JobRequest(job, at: location, operationDigest: job.request.digest)
    return switch isDryRun || job.isPlan ? .nowhere : job.destination {
    case .nowhere: try plan(request)
    case .reply: try reply(request)
    case .file(let path, let overwrites): try write(request, to: path, overwriting: overwrites)
    case .inPlace: try change(request)
    }
  }

  private static func warnings(_ report: ImageReport) -> [String] {
    JobSpelling().used { report.complaints + report.disagreements }
  }

  // MARK: Destinations

  private func plan(_ request: JobRequest) throws(UprightError) -> JobResult {
    let task = task(request, named: try request.plannedFormat(), original: request.original).rehearsed
    let report = try task.run(request.file, to: .nowhere)
    var result = request.result(.planned, report)
    result.sourcePixels = report.storedSize.map { $0.width * $0.height }
    (result.warnings, result.isDamaged) = (Self.warnings(report), report.isOfDamaged)
    return result
  }

  private func reply(_ request: JobRequest) throws(UprightError) -> JobResult {
    try request.checkExpectedDigest()
    let format = request.job.request.settings.format
    let report = try task(request, named: format, original: .stays).run(request.file, to: .standardOutput)
    try request.source.checkUnchanged()
    guard let bytes = report.bytes else {
      throw .unanswerable(field: "out.body", reason: Phrase(report.plan.skipped?.message ?? "there is no result"))
    }
    var result = request.result(.ok, report)
    result.resultDigest = SHA256Text.digest(of: bytes)
    result.body = bytes
    return result
  }

  private func write(
    _ request: JobRequest, to path: String, overwriting: Bool
  ) throws(UprightError) -> JobResult {
    try request.checkExpectedDigest()
    let format = try request.format(ofResult: path)
    let location = FileLocation(path: path)
    cleanup.clear(FileName.folder(of: path))
    // Once more if another worker has finished a result of this name meanwhile.
    for isLast in [false, true] {
      do throws(UprightError) {
        return try attempt(request, at: location, format, overwriting: overwriting)
      } catch {
        let changes = [UprightError.exists(path), .changedUnderneath(path), .io(path: path, systemError: ENOENT)]
        guard changes.contains(error), !isLast else { throw error }
      }
    }
    throw .exists(path)
  }

  private func attempt(
    _ request: JobRequest, at location: FileLocation, _ format: ContainerFormat?, overwriting: Bool
  ) throws(UprightError) -> JobResult {
    let found = try FoundResult(at: location, of: request)
    if let found, found.isComplete(for: request) {
      return try described(request.result(.skipped, found, at: location), request, format, made: nil)
    }
    let pending = PendingResult()
    var task = task(request, named: format, original: .stays)
    task.delivery.existing = found == nil ? .refuse : .overwrite
    task.delivery.replaced = found?.identity
    task.delivery.makesFolders = true
    task.approval = { (written, report) throws(UprightError) in
      let digest = try SHA256Text.digest(of: written)
      try request.source.checkUnchanged()
      pending.note(report)
      if let found {
        pending.note(existsAlready: found.digest == digest)
        guard found.digest != digest, overwriting || found.isOwn else { throw .exists(location.path) }
      }
      pending.note(digest)
      // Without a record, a later run makes the result again and finds it the same. The record of a result from a damaged
      // source matches no request, so a later run reports the damage again, and may replace the result.
      let operation = report.showsDamage ? [] : request.operationDigest
      try? ResultRecord(source: request.sourceDigest, request: operation, result: digest).write(to: written)
    }
    do throws(UprightError) {
      let report = try task.run(request.file, to: .file(location))
      var result = request.result(.ok, report)
      result.resultDigest = pending.digest
      return result
    } catch {
      guard let found, error == .exists(location.path), pending.existsAlready else { throw error }
      return try described(request.result(.unchanged, found, at: location), request, format, made: pending.report)
    }
  }

  /// A job whose result exists, with what is wrong with that: what the plan shows, and the damage that making it again
  /// showed.
  private func described(
    _ existing: JobResult, _ request: JobRequest, _ format: ContainerFormat?, made: ImageReport?
  ) throws(UprightError) -> JobResult {
    var result = existing
    var report = try task(request, named: format, original: .stays).rehearsed.run(request.file, to: .nowhere)
    if let made, made.showsDamage {
      report = made
      report.keptTagReason = made.abandoned == nil ? nil : made.damageReason
    }
    (result.shortfall, result.isDamaged) = (report.shortfall, report.isOfDamaged)
    result.warnings = Self.warnings(report)
    result.checksPixels = report.plan.pixelCheck?.isChecked
    return result
  }

  private func change(_ request: JobRequest) throws(UprightError) -> JobResult {
    let asked = request.job.request
    cleanup.clear(FileName.folder(of: request.file.path))
    if let expected = request.job.expectedDigest, expected != request.sourceDigest {
      return try changedBefore(request, from: expected)
    }
    let pending = PendingResult()
    var task = task(request, named: asked.settings.format, original: .isReplaced)
    // The record and the rotation must appear together: a file that is rotated says so.
    task.delivery.patchesInPlace = !asked.isRelative
    task.approval = { (written, _) throws(UprightError) in
      let digest = try SHA256Text.digest(of: written)
      try request.source.checkUnchanged()
      let record = ResultRecord(source: request.sourceDigest, request: request.operationDigest, result: digest)
      if asked.isRelative {
        do throws(UprightError) { try record.write(to: written) } catch { throw Self.withoutRecords(error) }
      }
      pending.note(digest)
    }
    let outcome = task.commit([.success(.image(try task.run(request.file, to: .inPlace)))])[0]
    guard let report = try outcome.get().image else { throw .unsupported("not an image") }
    var result = request.result(report.plan.route == .copy ? .unchanged : .ok, report)
    result.resultDigest =
      if report.plan.route == .copy { request.sourceDigest } else if let digest = pending.digest { digest } else {
        try SHA256Text.digest(of: FileBytes(request.file.location))
      }
    return result
  }

  /// The result of a job whose source is not as expected: it is done if an earlier attempt has changed it.
  ///
  /// - Throws: `.unanswerable` if it is another file.
  private func changedBefore(_ request: JobRequest, from expected: [UInt8]) throws(UprightError) -> JobResult {
    let record = ResultRecord(
      source: expected, request: request.operationDigest, result: request.sourceDigest)
    if ResultRecord(of: request.source) == record { return request.unchanged }
    if !request.job.request.isRelative {
      let task = task(request, named: request.job.request.settings.format, original: .isReplaced)
      if try task.rehearsed.run(request.file, to: .inPlace).plan.route == .copy { return request.unchanged }
    }
    throw request.unexpectedDigest
  }

  private static func withoutRecords(_ error: UprightError) -> UprightError {
    guard case .io(_, let number) = error, [ENOTSUP, EOPNOTSUPP, EACCES, EPERM].contains(number) else { return error }
    return .unsupported(
      """
      a rotation in place is recorded in an extended attribute, which this file cannot have; give a path for the result
      """)
  }

  // MARK: Tasks

  private func task(
    _ request: JobRequest, named format: ContainerFormat?, original: EdgeMode.Original
  ) -> ImageTask {
    let asked = request.job.request
    var limits = limits
    limits.seconds = seconds(asked: request.job.seconds)
    var task = ImageTask(
      pipeline: Pipeline(codecs: codecs, colors: colors, limits: limits), rules: asked.rules
    ) { probe, _ in asked.rendition(of: probe, part: nil, named: format, original: original) }
    task.delivery.times = asked.keepsTimeOfCopies ? .ofCopies : .none
    task.goal.makesUpright = asked.makesUpright && request.job.destination != .reply
    task.goal.allowsDamage = asked.allowsDamage
    task.goal.leavesTags = asked.edgeMode == .keepTag
    task.labels = labels
    return task
  }
}

extension ImageReport {
  /// Whether reading more than headers showed that the source is damaged.
  var showsDamage: Bool { abandoned != nil || isIncomplete || isEmbeddedDamaged || truncation == .found }

  /// Whether the source is damaged, as a reply says.
  var isOfDamaged: Bool { showsDamage || truncation != nil }
}

/// What is known of a result before it has its name.
private final class PendingResult: Sendable {
  private struct Facts {
    var digest: [UInt8]?
    var existsAlready = false
    var report: ImageReport?
  }

  private let facts = Mutex(Facts())

  /// The digest of the result; nil if there is none.
  var digest: [UInt8]? { facts.withLock(\.digest) }

  /// Whether the existing file is the same.
  var existsAlready: Bool { facts.withLock(\.existsAlready) }

  /// How it was made, without what is known only afterwards; nil if it was not.
  var report: ImageReport? { facts.withLock(\.report) }

  func note(_ report: ImageReport) { facts.withLock { $0.report = report } }

  func note(existsAlready: Bool) { facts.withLock { $0.existsAlready = existsAlready } }

  func note(_ digest: [UInt8]) { facts.withLock { $0.digest = digest } }
}

// Temporary files of workers that were killed: nobody has them locked, and they are old.

/// Removes temporary files from the folders of results, once per folder.
final class TemporaryFileCleanup: Sendable {
  /// The folders that are remembered; beyond that, a folder may be cleared again.
  private static let mostFolders = 4_096

  private let age: Int
  private let cleared = Mutex<Set<String>>([])

  /// Removes files that nobody has written to for `age` seconds.
  init(age: Int) { self.age = age }

  /// Clears a folder, unless that was done. A folder that cannot be read is left to the job that needs it.
  func clear(_ folder: String) {
    let isNew = cleared.withLock { cleared in
      if cleared.count >= Self.mostFolders { cleared = [] }
      return cleared.insert(folder).inserted
    }
    if isNew { Recovery.removeTemporaryFiles(in: folder, age: age) }
  }
}
