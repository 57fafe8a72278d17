// The words of the command line byte for byte: Swift's own list repairs what is no UTF-8 and so loses file names.

/// The words after the command's name, as `PathName` writes bytes.
public enum CommandArguments {
  /// The words, in their order.
  public static var words: [String] { Syscalls.arguments().dropFirst().map(PathName.text) }
}
