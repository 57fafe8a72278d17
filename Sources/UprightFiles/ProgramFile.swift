// Files of a program's own: lines that it adds while it runs, and what nobody else may read (POSIX.1-2017, open() with
// a mode).

public import Upright
import UprightSystem

/// A file to which a program adds lines, such as a log, or standard output. It may be replaced or shared: each line is
/// appended at once.
public struct LineFile: Sendable {
  private let file: Descriptor?

  /// Opens the file at `path`, or creates it for its owner and group; `-` is standard output.
  ///
  /// - Throws: `.io`.
  public init(_ path: String) throws(UprightError) {
    guard path != "-" else {
      file = nil
      return
    }
    file = try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.openFile(path, O_WRONLY | O_APPEND | O_CREAT, mode: 0o640)
    }
  }

  /// Adds a line; one that the disk refuses is lost.
  public func append(_ line: String) {
    do throws(SystemError) { try Syscalls.append(Array(line.utf8) + [0x0A], to: file?.number ?? 1) } catch {}
  }
}

/// Files of a program's own, for nobody else.
public enum PrivateFile {
  /// Makes an empty file at `path` for its owner only; one that exists stays as it is.
  ///
  /// - Throws: `UprightError` `.io`.
  public static func make(_ path: String) throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      do throws(SystemError) {
        _ = try Syscalls.openFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      } catch {
        if error.number != EEXIST { throw error }
      }
    }
  }
}
