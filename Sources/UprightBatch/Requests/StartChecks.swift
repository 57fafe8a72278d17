// What must hold before a command begins.

import Upright
import UprightFiles

/// Checks at the start of the program.
package enum StartChecks {
  /// Ends the program if it may open fewer files than any command needs.
  package static func refuseWithoutDescriptors() {
    do throws(UprightError) { try FreeDescriptors.check() } catch {
      let free = FreeDescriptors.count()
      MessageLog.write(FreeDescriptors.sentence(free, of: FreeDescriptors.limit ?? free), .error)
      ExitStatus(error).leave()
    }
  }
}
