// Files that only their owner may read and write (POSIX.1-2017, open() with a mode).

package import Upright
import UprightSystem

/// Files of a program's own, for nobody else.
package enum PrivateFile {
  /// Makes an empty file for its owner only; one that exists stays as it is.
  ///
  /// - Throws: `UprightError` `.io`.
  package static func make(_ path: String) throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      do throws(SystemError) {
        _ = try Syscalls.openFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      } catch {
        if error.number != EEXIST { throw error }
      }
    }
  }
}
