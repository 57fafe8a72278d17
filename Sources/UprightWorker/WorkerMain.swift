// The program `upright-worker`: all codecs behind a process boundary; `upright` starts it
// (Sources/UprightSandbox/Design.md).

import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightSandbox
import UprightSystem

/// Serves the process that started it.
@main struct WorkerMain {
  static func main() {
    let codecs = SystemCodecs.all(usingThreads: false) + ConfinedCodecs.all
    let loop = WorkerLoop(codecs: codecs, colors: ProfileColors()) { format in
      SystemCodecs.libraries + ConfinedCodecs.libraries(for: format)
    }
    exit(loop.run(CommandLine.arguments))
  }
}
