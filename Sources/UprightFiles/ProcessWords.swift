// Command-line arguments and environment variables, byte for byte. Swift's own list of arguments repairs invalid UTF-8
// and so loses file names.

package import Upright
import UprightSystem

/// The arguments after the command's name, encoded as text by `PathName`.
public enum CommandArguments {
  /// The arguments, in order.
  public static var words: [String] { Syscalls.arguments().dropFirst().map(PathName.text) }

  /// Replaces this program with the one at `path`, which gets `words` as its arguments, byte for byte.
  ///
  /// - Returns: Why that failed.
  package static func become(_ path: String, _ words: [String]) -> UprightError {
    .io(path: path, systemError: Syscalls.become(path, words).number)
  }
}

/// The environment of the process.
public enum ProcessEnvironment {
  /// The text of a variable, encoded by `PathName`; nil if it is not set.
  public static func variable(_ name: String) -> String? { Syscalls.variable(name).map(PathName.text) }
}
