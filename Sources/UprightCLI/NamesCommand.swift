import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

// `upright names`: the name of an orientation in every convention.

/// The command `names`.
struct NamesCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "names",
    abstract: "Show what every format, library and program calls an orientation, or what a name means.",
    discussion: """
      Apple, Android, OpenCV, Pillow, libvips, ImageMagick, jpegtran, HEIF, video, CSS, SVG, IIIF and more, for one \
      orientation or for all eight. A * marks conventions that cannot express mirroring: for a mirrored orientation \
      they give another orientation or nothing (—). Every name that is printed leads to its orientation too, also \
      as code has it, such as PIL.Image.ROTATE_270. Where conventions disagree, all are shown: CONVENTION=NAME selects \
      one by a part of its title. Words such as 90 CCW or flip horizontally are as displayed, and angles clockwise \
      unless they state a direction.

      Examples:
        upright names 6
        upright names mirror-horizontal --json
        upright names rightMirrored
        upright names UIImage=3
        upright names --table --csv
      """)

  @Argument(
    help: "A tag, a word that rotate accepts, a IIIF rotation, or a name in any convention.",
    completion: OrientationArgument.defaultCompletionKind)
  var orientation: [String] = []

  @Flag(help: "Print all eight.")
  var table = false

  @Flag(help: "With --table, print comma-separated values, one row per tag.")
  var csv = false

  @Flag(help: "Print one JSON object per orientation, one per line, with \"schema\":1.")
  var json = false

  func validate() throws(ValidationError) {
    if orientation.isEmpty != table {
      throw ValidationError("give one orientation, or --table for all eight" + (table ? ", not both" : ""))
    }
    if !table, lookup == nil { throw ValidationError(OrientationLookup.fault(of: name)) }
    if csv, !table { throw ValidationError("--csv needs --table") }
    if csv, json { throw ValidationError("--csv and --json cannot be combined") }
  }

  func run(in world: World) throws {
    try world.answer(
      json
        ? OrientationNames.json(lookup?.tags ?? ExifOrientation.allCases)
        : csv ? OrientationNames.csv(ExifOrientation.allCases) : lookup?.page ?? OrientationNames.table)
  }

  private var name: String { orientation.joined(separator: " ") }
  private var lookup: OrientationLookup? { table ? nil : OrientationLookup(argument: name) }
}

// `upright compose`: combines several orientations, in order, into one.

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
