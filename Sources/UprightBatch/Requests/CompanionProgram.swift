// Programs that commands of `upright` become: they are installed with it.

import Upright
import UprightFiles
import UprightSandbox

/// Another program that carries out a command.
package enum CompanionProgram {
  /// Replaces this program with `name`, which gets the words after the command's.
  ///
  /// - Returns: The exit code if that fails, after printing why.
  package static func become(_ name: String, in world: World) -> ExitStatus {
    let words = CommandArguments.words
    do throws(ExitStatus) {
      return try world.exitOnError(words.first ?? name) { () throws(UprightError) in
        throw CommandArguments.become(try WorkerProgram.path(of: name), Array(words.dropFirst()))
      }
    } catch { return error }
  }
}
