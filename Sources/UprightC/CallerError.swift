// Errors as sentences that suit any program: without the options of the command line.

import Upright
import UprightBatch
import UprightFiles

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
