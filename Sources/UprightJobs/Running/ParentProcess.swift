// The process that started this one: without it, nobody reads replies or results (POSIX.1-2017, getppid).

import Dispatch
package import UprightBatch
import UprightSystem

/// The parent of this process.
package enum ParentProcess {
  /// Its number.
  package static var number: Int32 { getppid() }

  /// The environment variable by which a library tells the program that it runs for it: the library's process.
  private static let variable = "UPRIGHT_PARENT"

  /// If a library has started this process, asks it to stop, as SIGTERM does, as soon as the library's process ends.
  package static func stopWithLibrary(_ world: World) {
    guard let parent = world.variable(variable).flatMap({ Int32($0) }), parent == getppid() else { return }
    DispatchQueue(label: "upright.parent").async {
      while getppid() == parent { usleep(200_000) }
      kill(getpid(), SIGTERM)
    }
  }

  /// Ends this process as soon as it has another parent. Linux could send a signal instead (PR_SET_PDEATHSIG), but does
  /// so when the *thread* that started the process ends, and drivers start workers from threads of pools.
  ///
  /// Ending at once loses nothing: a result is complete under its name, or has none.
  static func endWith(_ parent: Int32) {
    while getppid() == parent { usleep(500_000) }
    _exit(0)
  }
}
