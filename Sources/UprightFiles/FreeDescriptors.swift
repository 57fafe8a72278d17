// How many more files the process can open (RLIMIT_NOFILE, getrlimit(2)).

public import Upright
import UprightSystem

/// The process's free file descriptors.
public enum FreeDescriptors {
  /// The number that a command needs. With fewer, libraries fail silently, and Dispatch ends the process with a trap.
  public static let needed = 32

  /// The maximum number of open files; nil if unlimited.
  public static var limit: Int? {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return limit < 0 ? nil : limit
  }

  /// The number of free descriptors, counted up to `most`.
  public static func count(upTo most: Int = needed) -> Int {
    guard let limit else { return most }
    var (free, number) = (0, 0)
    while free < most, number < limit {
      if fcntl(Int32(clamping: number), F_GETFD) == -1 { free += 1 }
      number += 1
    }
    return free
  }

  /// The message if `free` of `limit` descriptors are left.
  package static func sentence(_ free: Int, of limit: Int) -> String {
    """
    the limit on open files is too low: \(free) of \(limit) left, \(needed) needed; run \
    `ulimit -n 1024` in this shell first
    """
  }

  /// Checks that enough are free.
  ///
  /// - Throws: `UprightError` `.io` with EMFILE.
  public static func check() throws(UprightError) {
    if count() < needed { throw .io(path: "", systemError: EMFILE) }
  }
}
