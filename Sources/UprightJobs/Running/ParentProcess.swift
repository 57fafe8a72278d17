// The process that started a worker: without it, nobody reads replies (POSIX.1-2017, getppid).

import UprightSystem

/// The parent of this process.
package enum ParentProcess {
  /// Its number.
  package static var number: Int32 { getppid() }

  /// Ends this process as soon as it has another parent. Linux could send a signal instead (PR_SET_PDEATHSIG), but does
  /// so when the *thread* that started the process ends, and drivers start workers from threads of pools.
  ///
  /// Ending at once loses nothing: a result is complete under its name, or has none.
  static func endWith(_ parent: Int32) {
    while getppid() == parent { usleep(500_000) }
    _exit(0)
  }
}
