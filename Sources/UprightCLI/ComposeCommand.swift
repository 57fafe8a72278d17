// `upright compose`: combines several orientations, in order, into one.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `compose`.
struct ComposeCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "compose",
    abstract: "Combine several orientations into one.",
    discussion: """
      The first is applied first. To change what is displayed, put the change after the tag: compose 6 \
      mirror-horizontal gives 5. To change the stored pixels, put it before the tag: compose mirror-horizontal 6 gives \
      7.

      Examples:
        upright compose 6 mirror-horizontal
        upright compose 6 cw transpose --json
        upright compose --table
      """)

  @Argument(help: "Orientations in the order they are applied: tags, words that rotate accepts, or IIIF rotations.")
  var orientations: [OrientationArgument] = []

  @Flag(help: "Print all pairs: a row for the first, a column for the second.")
  var table = false

  @Flag(help: "Print one JSON object, with \"schema\":1.")
  var json = false

  func validate() throws(ValidationError) {
    if table != orientations.isEmpty {
      throw ValidationError("give orientations to compose, or --table for all pairs" + (table ? ", not both" : ""))
    }
  }

  func run(in world: World) throws {
    if table { return try world.answer(json ? Composition.tableJSON.line + "\n" : Composition.table) }
    let composed = Composition(orientations.map(\.exif))
    try world.answer((json ? composed.json.line : composed.result.line) + "\n")
  }
}
