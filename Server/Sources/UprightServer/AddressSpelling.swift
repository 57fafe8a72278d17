// How the server's answers write what a request states. Addresses of the IIIF Image API have no options.

import Upright
import UprightProgram

/// The names of options as those of the program, which can do what no address asks for.
struct AddressSpelling: Spelling {
  func option(_ option: RequestOption, _ value: String?) -> String {
    CommandLineSpelling.ofProgram(option, value)
  }

  /// Callers choose neither how edges rotate nor that results replace their sources.
  var statesChoices: Bool { false }
}
