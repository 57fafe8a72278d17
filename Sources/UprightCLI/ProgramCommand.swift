// What the commands have in common: they run in a world that is passed.

import ArgumentParser
import UprightBatch

/// A command of the program.
protocol ProgramCommand: ParsableCommand {
  /// Runs the command, which prints only to `world`.
  ///
  /// - Throws: The exit code if it is not 0; `ValidationError`, `DestinationConflict` or `CompatFault` if it cannot run
  ///   as requested.
  func run(in world: World) throws
}
