// Ctrl-C and similar signals: recorded, so that the current file is finished or discarded (POSIX.1-2017, <signal.h>).

import CLinuxShim
import UprightMetadata
import UprightSystem

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
