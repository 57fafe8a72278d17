// How the functions for C, and Python through them, write what a request states.

import Upright
import UprightBatch
import UprightFiles

/// The names of options as members of `upright_request`: `format="png"`; what no member states is an option of the
/// program.
struct CallerSpelling: Spelling {
  func option(_ option: RequestOption, _ value: String?) -> String {
    guard Self.members.contains(option) else { return CommandLineSpelling.ofProgram(option, value) }
    let name = option.name(separatedBy: "_")
    guard let value else { return name }
    return "\(name)=" + (value.contains(where: \.isLowercase) ? "\"\(value)\"" : value)
  }

  /// Callers choose neither how edges rotate nor that results replace their sources.
  var statesChoices: Bool { false }

  private static let members: Set<RequestOption> = [
    .format, .quality, .space, .allowedLosses, .strictParts, .maxPixels, .maxMemory, .maxSeconds,
  ]
}

// Errors as sentences that suit any program: without the options of the command line.
extension UprightError {
  /// One sentence; with the path if a file operation failed, because that may be another file than the image's.
  var callerSentence: String {
    switch self {
    case .io("", let number): Self.systemSentence(number)
    case .io(let path, let number): "\(TerminalText.plain(path)): \(Self.systemSentence(number))"
    default: phrase.spelled(by: CallerSpelling())
    }
  }
}
