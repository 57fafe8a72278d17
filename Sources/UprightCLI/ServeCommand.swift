// `upright serve`: becomes the server, which is a program of its own.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightSandbox

/// The command `serve`.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve the images below folders over HTTP, upright, as IIIF images.",
    discussion: "Runs upright-server with the same arguments. `upright serve --help` explains them.")

  @Argument(parsing: .captureForPassthrough, help: "Folders, and options of upright-server.")
  var words: [String] = []

  func run() throws {
    try exitOnError("serve") { () throws(UprightError) in
      throw CommandArguments.become(
        try WorkerProgram.path(of: "upright-server"), Array(CommandArguments.words.dropFirst()))
    }
  }
}
