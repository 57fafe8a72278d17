// What a worker answers: one JSON line for each job, and the bytes of a result that was asked for (docs/jobs.md).

package import Upright
import UprightBatch
package import UprightFiles
import UprightSystem

/// What was done about a job.
package struct JobResult: Sendable {
  /// How it ended.
  package enum Status: String, Sendable, CaseIterable {
    /// It was carried out.
    case ok
    /// The result of an earlier run is there, and complete.
    case skipped
    /// There was nothing to do: the image is as asked, or the result has the same bytes.
    case unchanged
    /// It was only planned.
    case planned
  }

  /// How it ended.
  package var status: Status
  /// The plan that was carried out, or would be; nil if none was needed.
  package var plan: Plan?
  /// The SHA-256 of the source.
  package var sourceDigest: [UInt8]
  /// The SHA-256 of the operation and of the program's version.
  package var operationDigest: [UInt8]
  /// The SHA-256 of the result; nil for a plan.
  package var resultDigest: [UInt8]?
  /// The length of the source, in bytes.
  package var sourceBytes: Int
  /// The pixels of the source; nil if its headers were not read.
  package var sourcePixels: Int?
  /// The number of bytes written.
  package var writtenBytes = 0
  /// The path of the result; nil for none.
  package var output: String?
  /// The result, if the reply is its destination.
  package var body: [UInt8]?
  /// The parts of the source that the result lacks although nobody asked for that.
  package var lost: [FilePart] = []
  /// What became of every part of the source; nil if all of it is in the result but the tag.
  package var account: Account?
  /// Problems that did not prevent a result, one sentence each.
  package var warnings: [String] = []
  /// Whether decoding showed that the source is damaged.
  package var isDamaged = false
  /// Whether all pixels of the source were decoded as a check, and the decoder misses no damage; nil if the plan checks
  /// none.
  package var checksPixels: Bool?
  /// The exit code for an image that is not upright although it was to become so; nil if it is.
  package var shortfall: Int32?

  /// The members of a reply that describe it.
  package var members: [JSONLine.Member] {
    let route = plan.map { JSONLine.Member("route", .text($0.route.name.rawValue)) }
    return [
      .init("status", .text(status.rawValue)),
      route,
      .init("in_digest", .text(SHA256Text.text(sourceDigest))),
      .init("op_digest", .text(SHA256Text.text(operationDigest))),
      resultDigest.map { .init("out_digest", .text(SHA256Text.text($0))) },
      output.map { .init("out", .text($0)) },
      .init("bytes", .number(writtenBytes)),
      shortfall.map { _ in .init("upright", .flag(false)) },
      isDamaged ? .init("damaged", .flag(true)) : nil,
      checksPixels.map { .init("pixels_checked", .flag($0)) },
      plan.map { _ in .init("loss_count", .number(lost.count)) },
      lost.isEmpty ? nil : .init("lost", .list(Set(lost.map(\.kind.rawValue)).sorted().map(JSONLine.text))),
      account.map { .init("account", $0.json) },
      warnings.isEmpty ? nil : .init("warnings", .list(warnings.map(JSONLine.text))),
      status == .planned ? .init("cost", cost) : nil,
      status == .planned ? plan.map { .init("plan", .object($0.json)) } : nil,
      body.map { .init("body", .number($0.count)) },
    ].compactMap(\.self)
  }

  /// What the job would take: the memory at its peak, the bytes to read, and the pixels to decode, 0 if none are.
  private var cost: JSONLine {
    let decodes = plan.map { [.transform, .transcode].contains($0.route.name) } ?? false
    return .object([
      .init("peak_bytes", .number(plan?.peakBytes ?? 0)), .init("in_bytes", .number(sourceBytes)),
      .init("pixels", .number(decodes ? sourcePixels ?? 0 : 0)),
    ])
  }
}

/// The lines that a worker writes.
package enum JobReply {
  /// The version of the protocol.
  package static let version = 1

  /// The first line: who answers, and what a driver may send.
  package static func hello(credits: Int, width: Int, bounds: FrameReader.Bounds) -> JSONLine {
    line(
      "hello",
      [
        .init("protocol", .number(version)), .init("version", .text(Program.version)),
        .init("operations", .list(Request.Kind.allCases.map { .text($0.rawValue) })),
        .init("formats", .list(ContainerFormat.written.map { .text($0.rawValue) })),
        .init("credits", .number(credits)), .init("jobs", .number(width)),
        .init("max_line", .number(bounds.line)), .init("max_body", .number(bounds.body)),
      ])
  }

  /// The last reply to a job.
  package static func result(
    of frame: JobFrame, _ outcome: Result<JobResult, UprightError>, about path: String, milliseconds: Int
  ) -> JSONLine {
    let members: [JSONLine.Member] = JobSpelling().used {
      switch outcome {
      case .success(let result): result.members
      case .failure(let error): [.init("status", .text("failed")), .init("error", error.jobJSON(about: path))]
      }
    }
    return line(
      "result",
      [.init("id", .text(frame.id)), .init("attempt", .number(frame.attempt))] + members
        + [.init("ms", .number(milliseconds))])
  }

  /// A sign of life while a job is in progress.
  package static func heartbeat(of frame: JobFrame, milliseconds: Int) -> JSONLine {
    line(
      "heartbeat",
      [
        .init("id", .text(frame.id)), .init("attempt", .number(frame.attempt)),
        .init("ms", .number(milliseconds)),
      ])
  }

  /// The last line: why the worker ends. Jobs without a result were not carried out, or their replies were lost.
  package static func bye(_ reason: String, _ message: String?) -> JSONLine {
    line("bye", [.init("reason", .text(reason))] + (message.map { [.init("message", .text($0))] } ?? []))
  }

  private static func line(_ type: String, _ members: [JSONLine.Member]) -> JSONLine {
    .object([.schema, .init("type", .text(type))] + members)
  }
}

// Why a job failed, as a driver needs it: whether another attempt could succeed.

/// What a driver should do about a failed job.
package enum JobErrorClass: String, Sendable, CaseIterable {
  /// The request or the file is at fault: another attempt fails in the same way.
  case permanent
  /// The machine is at fault: another attempt may succeed.
  case transient
  /// A codec failed or took too long: after a few attempts, the file is put aside.
  case poison
}

extension UprightError {
  /// What a driver should do about it.
  package var jobClass: JobErrorClass {
    switch self {
    case .malformed, .malformedText, .unsupported, .unanswerable: .permanent
    case .limit(let limit, _, _): [.seconds, .workerSeconds].contains(limit) ? .poison : .permanent
    case .codec: .poison
    case .io(_, let number): Self.permanentNumbers.contains(number) ? .permanent : .transient
    case .shortage, .cancelled: .transient
    }
  }

  /// The system's errors that stay until somebody changes the files, or the request.
  private static let permanentNumbers: Set<Int32> = [
    ENOENT, ENOTDIR, EISDIR, EEXIST, EACCES, EPERM, EROFS, ENAMETOOLONG, ELOOP, EMLINK, EINVAL, EXDEV, ENXIO, EFBIG,
    ENOTSUP, EOPNOTSUPP, EPROTONOSUPPORT,
  ]

  /// One sentence that names members of a job where the command's would name an option.
  private func jobSentence(about path: String) -> String {
    guard case .io(let failed, let number) = self else { return sentence(about: path) }
    let reason: String
    switch number {
    case EEXIST: reason = "a file that is not a job's unchanged result has this name; out.overwrite replaces it"
    case EMLINK: reason = "the file has other hard links, which would no longer share its content; use out.path"
    default: return sentence(about: path)
    }
    return failed == path ? reason : "\(failed): \(reason)"
  }

  /// The member `error` of a reply.
  package func jobJSON(about path: String) -> JSONLine {
    let kind = jobClass
    let number: Int32? = if case .io(_, let number) = self { number } else { nil }
    return .object(
      [
        .init("class", .text(kind.rawValue)), .init("code", .text(codes.name)),
        .init("message", .text(jobSentence(about: path))), .init("retryable", .flag(kind == .transient)),
      ]
        + (number.map { [.init("errno", .number(Int($0)))] } ?? [])
        + (offset.map { [.init("offset", .number($0))] } ?? []))
  }
}
