// What a process has of its system: its words, what it may hold, and the signals that end it.

import CLinuxShim
public import Upright
import UprightMetadata
import UprightSystem

// Command-line arguments and environment variables, byte for byte. Swift's own list of arguments repairs invalid UTF-8
// and so loses file names.

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

// What the process may hold: open files (RLIMIT_NOFILE, getrlimit(2)), and memory that it has freed (mallopt(3),
// M_MMAP_THRESHOLD).

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

// Ctrl-C and similar signals: recorded, so that the current file is finished or discarded (POSIX.1-2017, <signal.h>).

/// A request to stop, received as a signal.
public enum Interruption {
  /// From now on, the first SIGINT, SIGTERM or SIGHUP is only recorded; a second one ends the process. Writing to a
  /// closed pipe, or beyond the file size limit, becomes an error instead of a signal.
  public static func watch() { upright_watch_signals() }

  /// From now on, SIGTERM and SIGHUP also cancel work in progress, whose results are discarded. Ctrl-C still lets it end.
  package static func cancelWork() {
    Cancellation.observe {
      let number = upright_received_signal()
      return number == SIGTERM || number == SIGHUP
    }
  }

  /// From now on, writing to a closed pipe, or beyond the file size limit, is an error instead of a signal. Ctrl-C
  /// still ends the program at once.
  public static func ignoreBrokenPipe() { upright_outlive_writing() }

  /// The number of the received signal; nil for none.
  public static var signal: Int32? {
    let number = upright_received_signal()
    return number == 0 ? nil : number
  }

  /// Whether the program was asked to stop.
  package static var isRequested: Bool { signal != nil }
}
