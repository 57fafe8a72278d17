// What must hold before a command begins.

import Upright
import UprightFiles

/// Checks at the start of the program.
package enum StartChecks {
  /// Checks that the program may open as many files as any command needs.
  ///
  /// - Throws: The exit code if not, after printing the error.
  package static func checkDescriptors(in world: World) throws(ExitStatus) {
    do throws(UprightError) { try FreeDescriptors.check() } catch {
      let free = FreeDescriptors.count()
      world.tell(FreeDescriptors.sentence(free, of: FreeDescriptors.limit ?? free), .error)
      throw ExitStatus(error)
    }
  }
}
