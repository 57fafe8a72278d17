// Ctrl-C and its like: remembered, so that the file at hand is finished first (POSIX.1-2017, <signal.h>).

import CLinuxShim

/// The wish to stop, as a signal brings it.
public enum Interruption {
  /// From now on the first SIGINT, SIGTERM or SIGHUP is only remembered; a second one kills.
  /// Writing to a reader that is gone, or beyond the size that files may have, becomes an error instead of a signal.
  public static func watch() { upright_watch_signals() }

  /// From now on writing to a reader that is gone, or beyond the size that files may have, is an error instead of a signal; Ctrl-C still ends the program at once.
  public static func ignoreBrokenPipe() { upright_outlive_writing() }

  /// The number of the signal that came, or nil.
  public static var signal: Int32? {
    let number = upright_received_signal()
    return number == 0 ? nil : number
  }
}
