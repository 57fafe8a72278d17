// Errors as sentences for people, as JSON and as exit codes, in the words of programs with long options.

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

// How programs with long options write what a request states.

/// The names of options as programs take them: with dashes, and some by one letter.
public struct CommandLineSpelling: Spelling {
  /// The only one.
  public init() {}

  /// The long name.
  public func field(_ option: RequestOption) -> String { "--" + Self.long(option) }

  /// The option as it is typed, followed by its value.
  public func option(_ option: RequestOption, _ value: String?) -> String {
    let name = Self.letters[option].map { "-\($0)" } ?? field(option)
    return value.map { "\(name) \($0)" } ?? name
  }

  /// An option that only the program has, for doors without it.
  public static func ofProgram(_ option: RequestOption, _ value: String?) -> String {
    "the option \(long(option))\(value.map { " \($0)" } ?? "") of the program upright"
  }

  /// Options that are typed by their letters.
  private static let letters: [RequestOption: Character] = [.output: "o", .inPlace: "i"]

  private static func long(_ option: RequestOption) -> String {
    switch option {
    case .allowedLosses: "allow-loss"
    case .overwrite: "force"
    default: option.name(separatedBy: "-")
    }
  }
}

// The exit code of a command: of its answer, or of an error that was printed.

/// What a command ends with: 0 for success, otherwise one of ``negative``, ``partial``, or a code of sysexits.h: 64,
/// 65, 69, 70, 74, 75. A command throws it when nothing remains to be printed.
public struct ExitStatus: Error, Hashable {
  /// The command did what was asked.
  public static let success = Self(0)
  /// The answer is no, or there are findings.
  public static let negative = Self(1)
  /// Some of several files failed, and the others succeeded.
  public static let partial = Self(2)
  /// The command line is invalid.
  public static let invalidRequest = Self(64)

  /// The code.
  public let code: Int32

  /// A code.
  public init(_ code: Int32) { self.code = code }

  /// The exit code of an error.
  public init(_ error: UprightError) { self.init(error.codes.exitCode) }

  /// Whether it means success.
  public var isSuccess: Bool { self == .success }

  /// Ends the command with this code unless it means success.
  ///
  /// - Throws: Itself.
  public func end() throws(ExitStatus) { if !isSuccess { throw self } }

  /// Ends the process.
  public func leave() -> Never { exit(code) }
}
