// The command `upright`: one command per verb.

import ArgumentParser
import UprightBatch

/// The root of the command line.
@main struct UprightCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upright",
    abstract: "Rotate images upright by the cheapest correct route.",
    discussion: """
      Shows how images are oriented and makes them upright. Where changing one byte is enough, only that byte changes. \
      Where whole JPEG blocks can move, they move without loss. Otherwise as little as possible is decoded.

      Exit codes:
      \(ExitCodes.text)

      upright --version --json prints the version, formats and libraries for other programs.
      """,
    version: Program.version,
    subcommands: [
      InfoCommand.self, AuditCommand.self, PlanCommand.self, WritingCommand<FixArguments>.self,
      WritingCommand<RotateArguments>.self, WritingCommand<OrientArguments>.self,
      WritingCommand<CropArguments>.self, WritingCommand<ThumbArguments>.self, WatchCommand.self, SheetCommand.self,
      ShowCommand.self, VerifyCommand.self,
      LabelsCommand.self, DigestCommand.self, IndexCommand.self, SamplesCommand.self, NamesCommand.self,
      ComposeCommand.self, BatchCommand.self, JobWorkerCommand.self, ServeCommand.self, ConformanceCommand.self,
      MapCommand.self,
      CameraCommand.self, CompatCommand.self, UndoCommand.self, RecoverCommand.self, ConfigCommand.self,
    ])
}

// What the commands have in common: they run in a world that is passed.

/// A command of the program.
protocol ProgramCommand: ParsableCommand {
  /// Runs the command, which prints only to `world`.
  ///
  /// - Throws: The exit code if it is not 0; `ValidationError`, `DestinationConflict` or `CompatFault` if it cannot run
  ///   as requested.
  func run(in world: World) throws
}
