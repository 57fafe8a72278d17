// A file to which a running program adds lines.

package import Upright
import UprightSystem

/// A file that is open for appending, or standard output.
package struct LineFile: Sendable {
  private let file: Descriptor?

  /// Opens or creates the file at `path`; `-` is standard output.
  ///
  /// - Throws: `.io`.
  package init(_ path: String) throws(UprightError) {
    guard path != "-" else {
      file = nil
      return
    }
    file = try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.openFile(path, O_WRONLY | O_APPEND | O_CREAT, mode: 0o640)
    }
  }

  /// Adds a line; one that the disk refuses is lost.
  package func append(_ line: String) {
    do throws(SystemError) { try Syscalls.append(Array(line.utf8) + [0x0A], to: file?.number ?? 1) } catch {}
  }
}
