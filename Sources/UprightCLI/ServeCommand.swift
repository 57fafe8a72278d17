// `upright serve` and `upright conformance`: become programs of their own.

import ArgumentParser
import UprightBatch

/// The command `serve`.
struct ServeCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve the images below folders over HTTP, upright, as IIIF images.",
    discussion: "Runs upright-server with the same arguments. `upright serve --help` explains them.")

  @Argument(parsing: .captureForPassthrough, help: "Folders, and options of upright-server.")
  var words: [String] = []

  func run(in world: World) throws { throw CompanionProgram.become("upright-server", in: world) }
}

/// The command `conformance`.
struct ConformanceCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "conformance", abstract: "Test how programs treat the orientation of images.",
    discussion: "Runs upright-conformance with the same arguments. `upright conformance --help` explains them.")

  @Argument(parsing: .captureForPassthrough, help: "A command of upright-conformance, and its options.")
  var words: [String] = []

  func run(in world: World) throws { throw CompanionProgram.become("upright-conformance", in: world) }
}
