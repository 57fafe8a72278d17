// Why a job failed, as a driver needs it: whether another attempt could succeed.

package import Upright
import UprightBatch
package import UprightFiles
import UprightSystem

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
