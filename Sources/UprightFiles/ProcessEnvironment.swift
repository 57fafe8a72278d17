// Environment variables, byte for byte.

/// The environment of the process.
public enum ProcessEnvironment {
  /// The text of a variable, encoded by `PathName`; nil if it is not set.
  public static func variable(_ name: String) -> String? { Syscalls.variable(name).map(PathName.text) }
}
