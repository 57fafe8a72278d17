// `upright info`: a file's format, size and orientation.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `info`.
struct InfoCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show size, orientation, and anything unusual about images and videos.",
    discussion: """
      Reads headers only. Prints one line per file: the displayed size, the tag and what it does to the stored image, \
      where the tag is stored, the path, and findings in parentheses. Indented lines say what each finding means and, \
      if common readers would display the file differently, what each does. --json adds the stored size and every \
      field that states an orientation. --quiet prints only files with findings. `audit` summarizes the same for whole \
      folders. --page shows one page of a TIFF, or a line for each.

      Examples:
        upright info photo.jpg
        upright info --recursive --json holiday
        upright info --parts photo.jpg
      """)

  @Flag(
    help: """
      Also list what the file consists of, with offset and length: its coded images, metadata, and bytes of unknown \
      meaning. Reads more of the file.
      """)
  var parts = false

  @OptionGroup var inputs: InputPaths
  @OptionGroup var pages: PageOption
  @OptionGroup var ruleOptions: RuleOptions
  @OptionGroup var running: RunOptions

  func validate() throws(ValidationError) {
    if parts, pages.page != nil {
      throw ValidationError("--parts lists the whole file: --page cannot be combined with it")
    }
  }

  func run(in world: World) throws {
    try Self.run(
      try inputs.expanded(in: world), in: world, rules: ruleOptions.rules, parts: parts, jobs: running.parallel.jobs,
      json: running.json, quiet: running.quiet, page: pages.page
    )
    .end()
  }

  /// Prints information about all files.
  ///
  /// - Returns: As `BatchRunner.run`; 2 if no image is supported.
  static func run(
    _ inputs: InputFiles, in world: World, rules: OrientationRules, parts: Bool = false, jobs: Int?, json: Bool,
    quiet: Bool = false, page: PageChoice? = nil
  ) -> ExitStatus {
    world.note(inputs.notes)
    do throws(ExitStatus) { try inputs.printFolders(in: world, json: json) } catch { return error }
    let code = BatchRunner.headers(world, jobs: jobs, json: json, isQuiet: quiet).run(inputs.files) {
      (_, file) throws(UprightError) -> String? in
      let bytes = try FileBytes(file.location)
      let probed = try ProbedFile(bytes, rules: rules)
      if let page { return try lines(probed, of: file.path, page, json: json, quiet: quiet) }
      if quiet, probed.findings.isEmpty { return nil }
      guard parts else { return json ? probed.json(of: file.path).line : probed.text(of: file.path) }
      let found: [FilePart]
      do throws(MetadataError) { found = try probed.probe.fileParts(in: bytes) } catch {
        throw UprightError(error).naming(file.path)
      }
      if json { return probed.json(of: file.path, fileParts: found).line }
      return ([probed.text(of: file.path)] + FilePart.lines(found)).joined(separator: "\n")
    } report: { (_, line, console) throws(UprightError) in
      if let line { try console.result(line) }
    }
    return inputs.endingReading(code, in: world)
  }

  /// A line for each of the chosen pages; nil for none.
  private static func lines(
    _ file: ProbedFile, of path: String, _ page: PageChoice, json: Bool, quiet: Bool
  ) throws(UprightError) -> String? {
    do throws(UprightError) {
      let pages = try page.probes(of: file.probe).map { number, probe in (number, ProbedFile(probe, path: path)) }
      let shown = pages.filter { !quiet || !$0.1.findings.isEmpty }.map { number, page in
        json ? page.json(of: path, page: number).line : page.text(of: path, page: number)
      }
      return shown.isEmpty ? nil : shown.joined(separator: "\n")
    } catch { throw error.naming(path) }
  }
}
