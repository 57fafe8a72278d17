// `upright index`: saves indexes by which regions of JPEGs are reached without decoding what is above them.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `index`.
struct IndexCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "index",
    abstract: "Save indexes of JPEGs, so that crops can reach any region directly.",
    discussion: """
      An index takes 16 bytes for every 64 units (MCUs) of a JPEG: 23 KB for 24 megapixels. `upright crop --cache \
      FOLDER` uses it, and creates it if it is missing. An index that is damaged, or whose image has changed since, is \
      rebuilt. Progressive, arithmetic, lossless and 12-bit JPEGs cannot be indexed; the command reports why. Remove \
      the folder to remove all indexes.

      Examples:
        upright index --cache ~/.cache/upright scan.jpg
        upright index --cache indexes --recursive scans
        upright crop --cache ~/.cache/upright 40000,52000,512,512 scan.jpg -o tile.png
      """)

  @OptionGroup var inputs: InputPaths
  @OptionGroup var cacheOption: RequiredCacheOption
  @OptionGroup var running: RunOptions

  func run(in world: World) throws {
    try world.checkOutput()
    let cache = try world.exitOnError(cacheOption.cache) { () throws(UprightError) in
      try IndexCache(cacheOption.cache, limits: Limits())
    }
    let inputs = try inputs.expanded([.jpeg], in: world)
    world.note(inputs.notes)
    try inputs.printFolders(in: world, json: running.json)
    let (json, quiet) = (running.json, running.quiet)
    let code = running.runner(in: world).run(inputs.files) { (_, file) throws(UprightError) in
      try cache.index(of: FileBytes(file.location))
    } report: { (file, answer, console) throws(UprightError) in
      if !(quiet && answer.wasSaved) { try console.result(answer.text(of: file.path, json: json)) }
    }
    try inputs.ending(code, in: world).end()
  }
}

/// `--cache` of `index`.
struct RequiredCacheOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The folder for indexes; it is created if it does not exist.", valueName: "folder"),
    completion: .directory)
  var cache: String

  func validate() throws(ValidationError) { try CacheOption.check(cache) }
}

/// `--cache` of commands that use indexes.
struct CacheOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Use the indexes in this folder to reach regions of JPEGs, and save new ones there. This pays off for several \
      crops of a large JPEG.
      """,
      valueName: "folder"),
    completion: .directory)
  var cache: String?

  func validate() throws(ValidationError) { if let cache { try Self.check(cache) } }

  static func check(_ folder: String) throws(ValidationError) {
    if folder.isEmpty { throw ValidationError("--cache needs the name of a folder") }
  }
}
