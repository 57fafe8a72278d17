// A file of jobs, one JSON line each, as a driver would send them (docs/jobs.md).

package import Upright
import UprightBatch
import UprightFiles

/// The jobs of a manifest.
package struct JobManifest: Sendable {
  /// A job of a manifest, or why its line states none.
  package struct ListedJob: Sendable {
    package let frame: JobFrame
    package let job: Result<Job, UprightError>

    /// The path of its source, for messages.
    package var path: String { (try? job.get().path) ?? "job \(frame.id)" }
  }

  /// Its jobs, in order.
  package let entries: [ListedJob]

  /// The maximum number of jobs.
  package static let mostJobs = 1_000_000
  private static let pieceSize = 1 << 18

  /// Reads a manifest; `-` is standard input.
  ///
  /// - Throws: `.malformedText` for a line that is no message; `.unanswerable` if two jobs have the same id or change the
  ///   same file; `.limit`; `.io`.
  package init(path: String) throws(UprightError) {
    let file = try FileBytes(StandardInput.location(named: path))
    var reader = FrameReader(FrameReader.Bounds(body: 0), untyped: .job)
    var entries: [ListedJob] = []
    for start in stride(from: 0, to: file.byteCount, by: Self.pieceSize) {
      let end = min(file.byteCount, start + Self.pieceSize)
      do throws(MetadataError) { reader.append(try file.read(start..<end)) } catch {
        throw UprightError(error).naming(path)
      }
      while let frame = try Self.reading({ () throws(InvalidFrame) in try reader.next() }) {
        try Self.add(frame, to: &entries, line: reader.lineCount)
      }
    }
    if let frame = try Self.reading({ () throws(InvalidFrame) in try reader.finish() }) {
      try Self.add(frame, to: &entries, line: reader.lineCount)
    }
    self.entries = entries
    try checkDistinct()
  }

  private static func add(_ frame: JobFrame, to entries: inout [ListedJob], line: Int) throws(UprightError) {
    if frame.kind == .drain { throw invalid(InvalidFrame(line: line, reason: "drain is not a job")) }
    guard entries.count < mostJobs else {
      throw .limit(.input, asked: entries.count + 1, allowed: mostJobs)
    }
    entries.append(ListedJob(frame: frame, job: Result { () throws(UprightError) in try Job(frame) }))
  }

  private static func reading(
    _ read: () throws(InvalidFrame) -> JobFrame?
  ) throws(UprightError) -> JobFrame? {
    do throws(InvalidFrame) { return try read() } catch { throw invalid(error) }
  }

  private static func invalid(_ violation: InvalidFrame) -> UprightError {
    .malformedText(offset: 0, reason: "line \(violation.line): \(violation.reason)")
  }

  /// Checks that no two jobs have the same name, or work against each other.
  private func checkDistinct() throws(UprightError) {
    var (ids, changed): (Set<String>, Set<String>) = ([], [])
    for entry in entries {
      guard ids.insert(entry.frame.id).inserted else {
        throw .unanswerable(field: "id", reason: "two jobs are called \(entry.frame.id)")
      }
      guard entry.frame.kind == .job, let job = try? entry.job.get(), let path = job.changedPath else { continue }
      guard changed.insert(path).inserted else {
        throw .unanswerable(field: "out", reason: "two jobs change \(path)")
      }
    }
  }
}

extension Job {
  /// The path of the file that it writes or changes; nil for none.
  fileprivate var changedPath: String? {
    switch (destination, source) {
    case (.file(let path, _), _): path
    case (.inPlace, .file(let path)): path
    default: nil
    }
  }
}
