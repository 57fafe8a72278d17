// A job whose source is open: what is needed to decide whether it is done.

import Upright
import UprightBatch
import UprightFiles

/// A job, its open source, and both digests.
struct JobRequest: Sendable {
  let job: Job
  let source: FileBytes
  let file: InputFile
  let sourceDigest: [UInt8]
  let operationDigest: [UInt8]

  /// Opens and reads the source.
  ///
  /// - Throws: `.io`.
  init(_ job: Job, at location: FileLocation, operationDigest: [UInt8]) throws(UprightError) {
    self.job = job
    self.operationDigest = operationDigest
    file = InputFile(location)
    source = try FileBytes(location)
    sourceDigest = try SHA256Text.digest(of: source)
  }

  /// What happens to the source.
  var original: EdgeMode.Original { job.destination == .inPlace ? .isReplaced : .stays }

  /// The error for a source with another digest than the job states.
  var unexpectedDigest: UprightError {
    .unanswerable(field: "in.if_digest", reason: "the file's SHA-256 is \(SHA256Text.text(sourceDigest))")
  }

  /// Checks the digest that the job states.
  ///
  /// - Throws: `.unanswerable`.
  func checkExpectedDigest() throws(UprightError) {
    if let expected = job.expectedDigest, expected != sourceDigest { throw unexpectedDigest }
  }

  /// The format that a path and the operation ask for; nil for the source's.
  ///
  /// - Throws: `.unanswerable` if they differ, or if the path is the source's.
  func format(ofResult path: String) throws(UprightError) -> ContainerFormat? {
    if let there = try FileIdentity.ofExisting(path), there.isSameFile(as: source.identity) {
      throw .unanswerable(field: "out.path", reason: "it is the source; use in_place to change that")
    }
    let named = ContainerFormat(fileExtension: FileName.fileExtension(of: path))
    guard let asked = job.request.settings.format, let named, named != asked else {
      return job.request.settings.format ?? named
    }
    throw .unanswerable(
      field: "out.path", reason: "its extension is that of \(named.name), and format is \(asked.rawValue)")
  }

  /// The format of a planned result.
  ///
  /// - Throws: As `format(ofResult:)`.
  func plannedFormat() throws(UprightError) -> ContainerFormat? {
    guard case .file(let path, _) = job.destination else { return job.request.settings.format }
    return try format(ofResult: path)
  }

  /// The result of a job in place that was done before.
  var unchanged: JobResult { result(.unchanged, output: file.path, digest: sourceDigest) }

  /// The result of a job whose result exists.
  func result(_ status: JobResult.Status, _ found: FoundResult, at location: FileLocation) -> JobResult {
    result(status, output: location.path, digest: found.digest)
  }

  /// The result that a task reports.
  func result(_ status: JobResult.Status, _ report: ImageReport) -> JobResult {
    var result = result(status, output: report.output, digest: nil)
    result.plan = report.plan
    result.writtenBytes = report.writtenBytes
    (result.warnings, result.isDamaged) = (JobSpelling().used { report.warnings }, report.isOfDamaged)
    result.checksPixels = report.plan.pixelCheck?.isChecked
    result.shortfall = report.shortfall
    (result.lost, result.account) = (report.lostParts, report.account)
    return result
  }

  private func result(_ status: JobResult.Status, output: String?, digest: [UInt8]?) -> JobResult {
    JobResult(
      status: status, sourceDigest: sourceDigest, operationDigest: operationDigest, resultDigest: digest,
      sourceBytes: source.byteCount, output: output)
  }
}

/// The file that has the name of a result.
struct FoundResult: Sendable {
  /// Its SHA-256.
  let digest: [UInt8]
  /// Which file it is, and its state.
  let identity: FileIdentity
  /// The record of what it was made from, if it is still as it was made.
  private let record: ResultRecord?

  /// The file at `location`; nil if there is none.
  ///
  /// - Throws: `.io`; `.unsupported` if it is no regular file.
  init?(at location: FileLocation, of request: JobRequest) throws(UprightError) {
    guard try FileIdentity.ofExisting(location) != nil else { return nil }
    let file = try FileBytes(location)
    let digest = try SHA256Text.digest(of: file)
    self.digest = digest
    identity = file.identity
    record = ResultRecord(of: file).flatMap { $0.isOf(digest) ? $0 : nil }
  }

  /// Whether an earlier run made it, and nobody has changed it since.
  var isOwn: Bool { record != nil }

  /// Whether it is the result of the same request for the same source.
  func isComplete(for request: JobRequest) -> Bool {
    let own = ResultRecord(source: request.sourceDigest, request: request.operationDigest, result: digest)
    return record?.hasSameRequest(as: own) == true
  }
}
