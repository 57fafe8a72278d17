// What the commands have in common: they run in a world that is passed.

import ArgumentParser
import UprightProgram

/// A command that runs in a world that is passed.
protocol ConformanceProgramCommand: ParsableCommand {
  /// Runs the command, which prints only to `world`.
  func run(in world: World) throws
}
