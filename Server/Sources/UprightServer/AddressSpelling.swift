// How the server's answers write what a request states. Addresses of the IIIF Image API have no options.

import Upright
import UprightProgram

/// The names of options as those of who runs the server, or of the program, which can do what no address asks for.
struct AddressSpelling: Spelling {
  /// What the server is started with.
  private static let ofServer: Set<RequestOption> = [.baseURL, .cacheFolder, .preset, .signKeys, .state]

  func option(_ option: RequestOption, _ value: String?) -> String {
    Self.ofServer.contains(option)
      ? "the server's option \(CommandLineSpelling().option(option, value))"
      : CommandLineSpelling.ofProgram(option, value)
  }

  /// Callers choose neither how edges rotate nor that results replace their sources.
  var statesChoices: Bool { false }
}
