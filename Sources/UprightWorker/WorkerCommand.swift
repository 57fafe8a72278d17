// The program `upright-worker`: all codecs behind a process boundary; `upright` starts it (DESIGN.md, "The worker").

import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightSandbox

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Serves the process that started it.
@main struct WorkerCommand {
  static func main() {
    let codecs = SystemCodecs.all(usingThreads: false) + ConfinedCodecs.all
    let libraries = SystemCodecs.libraries + ConfinedCodecs.libraries
    exit(WorkerLoop(codecs: codecs, colors: ProfileColors(), libraries: libraries).run(CommandLine.arguments))
  }
}
