// System errors as errors that name the path as given.

public import Upright
import UprightSystem

extension UprightError {
  /// The file has changed since it was read (ESTALE).
  public static func changedUnderneath(_ path: String) -> Self { .io(path: path, systemError: ESTALE) }

  /// The file has several names, and a rewrite would separate them (EMLINK).
  public static func hardLinked(_ path: String) -> Self { .io(path: path, systemError: EMLINK) }

  /// The name is taken, and overwriting was not requested (EEXIST).
  public static func exists(_ path: String) -> Self { .io(path: path, systemError: EEXIST) }

  /// The name is a folder's, but a file is needed (EISDIR).
  public static func isFolder(_ path: String) -> Self { .io(path: path, systemError: EISDIR) }

  /// Whether a file, or a folder above it, does not exist.
  package var isOfMissingFile: Bool {
    if case .io(_, let number) = self { [ENOENT, ENOTDIR].contains(number) } else { false }
  }

  /// The same error, with `path` if a failed read could not know it.
  public func naming(_ path: String) -> Self {
    if case .io(path: "", let number) = self { .io(path: path, systemError: number) } else { self }
  }

  /// The system's message for an error number.
  public static func systemSentence(_ number: Int32) -> String { Syscalls.sentence(number) }

  /// Runs system calls about `path`; errors name it.
  static func naming<Result>(_ path: String, _ body: () throws(SystemError) -> Result) throws(Self) -> Result {
    do { return try body() } catch { throw .io(path: path, systemError: error.number) }
  }
}
