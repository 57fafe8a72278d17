// What the commands have in common: they run in a world that is passed.

import ArgumentParser
import UprightProgram

/// A command of the server's program.
protocol ServerProgramCommand: ParsableCommand {
  /// Runs the command, whose messages go to `world`.
  func run(in world: World) async throws
}

extension ServerProgramCommand {
  /// Parses a line and runs its command; ends the program if either fails.
  static func main(_ words: [String], in world: World) async {
    do {
      var command = try parseAsRoot(words)
      if let command = command as? any ServerProgramCommand {
        try await command.run(in: world)
      } else {
        try command.run()
      }
    } catch { exit(withError: error) }
  }
}
