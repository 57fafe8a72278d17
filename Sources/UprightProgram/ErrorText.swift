// Errors as sentences for people and as JSON.

public import Upright
package import UprightFiles
import UprightSystem

extension UprightError {
  /// One sentence for people, without the path, as all programs print it.
  public var sentence: String {
    switch self {
    case .io(_, let number): Self.diskSentence(number)
    case .limit(let limit, _, _):
      String(describing: self) + (limit.option.map { "; \(option: $0) allows more" } ?? "")
    default: String(describing: self)
    }
  }

  /// One sentence for the report on the file at `path`; includes the path that failed if it is another.
  package func sentence(about path: String) -> String {
    switch self {
    case .io(let failed, _) where failed != path: "\(failed): \(sentence)"
    case .io("-", ENOENT): "standard input is not read here. (For a file called '-', write ./-)"
    default: sentence
    }
  }

  /// `code`, `message` and, if known, `offset`.
  package func json(about path: String) -> JSONLine {
    var members = [JSONLine.Member("code", .text(codes.name)), .init("message", .text(sentence(about: path)))]
    if let offset { members.append(.init("offset", .number(offset))) }
    return .object(members)
  }

  /// The line for programs about a file without a result, or about one region of it.
  package func line(about path: String, part: Int? = nil) -> String { report(about: path, part: part).line }

  /// The members of that line.
  func report(about path: String, part: Int?) -> JSONLine {
    .about(path, (part.map { [.init("part", .number($0))] } ?? []) + [.init("error", json(about: path))])
  }

  private static func diskSentence(_ number: Int32) -> String {
    switch number {
    case ESTALE: "another program changed the file in the meantime; nothing was written"
    case EMLINK:
      """
      the file has other hard links, which would no longer share its content; \(option: .breakHardLinks) allows that
      """
    case EEXIST: "a file with this name already exists; \(option: .overwrite) overwrites it"
    case EPROTONOSUPPORT:
      """
      the file has an undo record of another version of upright (user.upright.undo, or .upright-undo-…), so a change \
      may be half done. Nothing was written: check the file, then remove the record with `upright recover`
      """
    case ELOOP: "the path contains a symbolic link (\(option: .noFollow)), or the links form a loop"
    case EWOULDBLOCK: "another program is writing to this file"
    default: UprightError.systemSentence(number)
    }
  }
}

extension Limit {
  /// The option that raises this limit; nil for none.
  fileprivate var option: RequestOption? {
    switch self {
    case .pixels: .maxPixels
    case .memory: .maxMemory
    case .seconds, .workerSeconds: .maxSeconds
    case .input: .maxBytes
    case .side, .scans, .warnings, .journalLine, .labelFile: nil
    }
  }
}
