// Errors in a sentence for people and in JSON.

import Upright
import UprightFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension UprightError {
  /// One sentence, without the path.
  var sentence: String {
    switch self {
    case .malformed(let error): String(describing: error)
    case .unsupported(let what): "not supported: \(what)"
    case .unanswerable(let field, let reason): "\(field): \(reason)"
    case .limit(let name, let asked, let allowed): "more \(name) than allowed: \(asked), and the limit is \(allowed)"
    case .codec(let format, let message): "the \(format.rawValue) codec failed: \(message)"
    case .io(_, let number): Self.diskSentence(number)
    case .cancelled: "stopped"
    }
  }

  /// `code`, `message` and, where it is known, `offset`.
  var json: JSONLine {
    var members = [JSONLine.Member("code", .text(row.name)), .init("message", .text(sentence))]
    if case .malformed(let error) = self { members.append(.init("offset", .number(error.offset))) }
    return .object(members)
  }

  /// The path that failed, where it is another than the file at hand.
  func otherPath(than path: String) -> String? {
    if case .io(let failed, _) = self, failed != path { failed } else { nil }
  }

  private static func diskSentence(_ number: Int32) -> String {
    switch number {
    case ESTALE: "the file was changed by someone else meanwhile; nothing was written"
    case EMLINK: "the file has several names (hard links) and would be parted from them; --break-hard-links allows it"
    case EEXIST: "there is a file of this name already; --force overwrites it"
    case EWOULDBLOCK: "another program is writing this file"
    default: UprightError.systemSentence(number)
    }
  }
}
