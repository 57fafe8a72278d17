// The command `upright`: what it can do, one command per verb.

import ArgumentParser
import UprightBatch

/// The root of the command line.
@main struct UprightCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upright",
    abstract: "Pictures the right way up, by the cheapest correct route.",
    discussion: """
      What a picture is, which way is up, and how to get it there: by changing one byte where that is enough, by \
      moving whole blocks without loss where they can be moved, and by decoding as little as possible where not.

      Exit codes: 0 done; 1 audit found something odd, fix --check something that is not upright, or the answer of verify \
      is no; 2 some files of several failed, \
      the others are done; with one file alone 64 for a request that has no answer, 65 for bytes that break a rule or a \
      limit, 69 for what is not supported, 70 for a codec that failed, 74 for the disk, 75 where the \
      machine has too little memory or processes for now; 130 after Ctrl-C.
      """,
    version: VersionText.version,
    subcommands: [
      InfoCommand.self, AuditCommand.self, PlanCommand.self, WritingCommand<FixArguments>.self,
      WritingCommand<RotateArguments>.self, WritingCommand<OrientArguments>.self,
      WritingCommand<CropArguments>.self, WritingCommand<ThumbArguments>.self, SheetCommand.self, ShowCommand.self,
      VerifyCommand.self,
      LabelsCommand.self, DigestCommand.self, SamplesCommand.self, NamesCommand.self, ComposeCommand.self,
      MapCommand.self,
      CameraCommand.self, CompatCommand.self, UndoCommand.self, RecoverCommand.self,
    ])
}
