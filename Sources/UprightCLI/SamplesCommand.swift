// `upright samples`: the sample set with all eight orientations.

import ArgumentParser
import Upright
import UprightBatch
import UprightDrawing

/// The command `samples`.
struct SamplesCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "samples",
    abstract: "Write sample images with every tag, for testing.",
    discussion: """
      Sixteen files each of JPEG, PNG and WebP, or of one format: landscape and portrait, one for each tag from 1 to \
      8, stored where that format stores it. All look the same when displayed correctly: an arrow that points up, a \
      different color in each corner, the tag's number, and how the file is stored. A program that misreads the tag is \
      easy to spot.

      Examples:
        upright samples demo
        upright samples demo --format jpeg --force
      """)

  @Argument(help: "The folder to write to; created if missing.", completion: .directory)
  var folder: String

  @Option(help: "Write only this format (default: JPEG, PNG and WebP).")
  var format: ContainerFormat?

  @Flag(help: "Overwrite existing files.")
  var force = false

  func validate() throws(ValidationError) {
    if folder == "-" {
      throw ValidationError("samples need a folder, not standard output. (For a folder called '-', write ./-)")
    }
  }

  func run(in world: World) throws {
    try world.checkOutput()
    try SampleFile.write(format, into: folder, overwriting: force, in: world).end()
  }
}
