// Errors in a sentence for people and in JSON.

package import Upright
package import UprightFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension UprightError {
  /// One sentence, without the path.
  package var sentence: String {
    switch self {
    case .io(_, let number): Self.diskSentence(number)
    case .limit(let name, _, let allowed) where allowed > 0:
      String(describing: self) + (Self.options[name].map { "; \($0) allows more" } ?? "")
    default: String(describing: self)
    }
  }

  /// The options that raise limits, by the limits' names.
  private static let options = [
    "pixels": "--max-pixels", "bytes of memory": "--max-memory", "seconds": "--max-seconds",
    "worker seconds": "--max-seconds",
  ]

  /// One sentence for the report about the file at `path`: another path that failed is named.
  package func sentence(about path: String) -> String {
    switch self {
    case .io(let failed, _) where failed != path: "\(failed): \(sentence)"
    case .io("-", ENOENT): "\(sentence); standard input is not read, and a file of this name is ./-"
    default: sentence
    }
  }

  /// `code`, `message` and, where it is known, `offset`.
  package func json(about path: String) -> JSONLine {
    var members = [JSONLine.Member("code", .text(codes.name)), .init("message", .text(sentence(about: path)))]
    if let offset { members.append(.init("offset", .number(offset))) }
    return .object(members)
  }

  /// The line for programs about a file of which nothing came.
  package func line(about path: String) -> String { JSONLine.about(path, [.init("error", json(about: path))]).line }

  private static func diskSentence(_ number: Int32) -> String {
    switch number {
    case ESTALE: "the file was changed by another program meanwhile; nothing was written"
    case EMLINK: "the file has several names (hard links) and would be parted from them; --break-hard-links allows it"
    case EEXIST: "there is a file of this name already; --force overwrites it"
    case EPROTONOSUPPORT:
      "this version of upright did not write the note of a change that is at the file (user.upright.undo, or .upright-undo-…), "
        + "so that its bytes may be half changed; nothing was written: look at it, then `upright recover` with it takes the note away"
    case ELOOP: "a symbolic link lies there or on the way, and it is not followed; or links lead in a circle"
    case EWOULDBLOCK: "another program is writing this file"
    default: UprightError.systemSentence(number)
    }
  }
}
