// Seconds of the calling thread's processor time (POSIX.1-2024, `clock_gettime`, `CLOCK_THREAD_CPUTIME_ID`): what work
// costs, however busy the machine is.

import Foundation

package enum ProcessorTime {
  /// The processor time that `work` takes on this thread, in seconds.
  package static func seconds<E: Error>(of work: () throws(E) -> Void) throws(E) -> Double {
    let begun = now
    try work()
    return now - begun
  }

  private static var now: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
