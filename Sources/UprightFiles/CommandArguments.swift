// Command-line arguments, byte for byte. Swift's own list repairs invalid UTF-8 and so loses file names.

/// The arguments after the command's name, encoded as text by `PathName`.
public enum CommandArguments {
  /// The arguments, in order.
  public static var words: [String] { Syscalls.arguments().dropFirst().map(PathName.text) }
}
