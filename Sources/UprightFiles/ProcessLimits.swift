// What the process may hold: open files (RLIMIT_NOFILE, getrlimit(2)), and memory that it has freed (mallopt(3),
// M_MMAP_THRESHOLD).

import CLinuxShim
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

/// Large blocks of freed memory.
public enum FreedMemory {
  /// Makes the whole process return freed blocks of 1 MiB and more to the system at once, from now on.
  ///
  /// Otherwise the GNU C library caches blocks up to the size of the largest freed one, and a process holds twice what
  /// it uses.
  public static func trim() { upright_return_blocks(1 << 20) }

  /// The most memory that the process has had, in bytes; 0 if unknown.
  package static var peakBytes: Int { Int(clamping: upright_peak_memory()) }
}
