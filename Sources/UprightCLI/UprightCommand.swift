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

      Exit codes: 0 success; 1 audit found something, fix --check found an image that is not upright, or verify found \
      a difference; 2 some of several files failed, or fix could not make them upright because they are damaged or \
      exceed a limit, and the others are done. For a single file: 64 invalid request, 65 invalid data or a limit \
      exceeded, 69 not supported, 70 codec failure, 74 read or write error, 75 not enough memory or processes at the \
      moment. 130 after Ctrl-C.
      """,
    version: VersionText.version,
    subcommands: [
      InfoCommand.self, AuditCommand.self, PlanCommand.self, WritingCommand<FixArguments>.self,
      WritingCommand<RotateArguments>.self, WritingCommand<OrientArguments>.self,
      WritingCommand<CropArguments>.self, WritingCommand<ThumbArguments>.self, WatchCommand.self, SheetCommand.self,
      ShowCommand.self,
      VerifyCommand.self,
      LabelsCommand.self, DigestCommand.self, IndexCommand.self, SamplesCommand.self, NamesCommand.self,
      ComposeCommand.self,
      MapCommand.self,
      CameraCommand.self, CompatCommand.self, UndoCommand.self, RecoverCommand.self,
    ])
}
