// `upright digest`: what pictures show, as digests that survive retagging and lossless turns.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `digest`.
struct DigestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest",
    abstract: "Print digests of what pictures show, which survive retagging and lossless turns.",
    discussion: """
      A digest says whether a picture is still the same, for lists that are kept for years. Of a JPEG, it is made of the \
      tables and the quantised coefficients as they are displayed, and the colour profile: another tag that comes with \
      a lossless turn, other metadata, a progressive or an optimised coding do not change it; what is displayed \
      otherwise, compressed anew, cropped or trimmed has another one. Damaged data are an error. Other formats are not \
      supported yet. With --quiet only what cannot be digested is named.

      Examples:
        upright digest photo.jpg
        upright digest --recursive --json archive
      """)

  @OptionGroup var inputs: InputPaths
  @OptionGroup var ruleOptions: RuleOptions
  @OptionGroup var running: RunOptions
  @OptionGroup var limits: LimitOptions

  func run() throws {
    let inputs = try inputs.expanded([.jpeg])
    Console.note(inputs.notes)
    let (json, quiet, pipeline, rules) = (running.json, running.quiet, limits.pipeline, ruleOptions.rules)
    let memory = MemoryBudget(limits.bytes)
    try running.runner.run(inputs.files) { (_, file) throws(UprightError) in
      do throws(UprightError) {
        let source = try FileBytes(file.location)
        let probe = try source.probe(rules: rules)
        return try memory.with(ImageDigest.peakBytes(of: probe)) { () throws(UprightError) in
          try pipeline.digest(of: probe, from: source)
        }
      } catch {
        throw error.naming(file.path)
      }
    } report: { (file, digest, console) throws(UprightError) in
      if quiet { return }
      try console.result(json ? Self.json(digest, of: file.path).line : "\(digest)  \(TerminalText.plain(file.path))")
    }.end()
  }

  private static func json(_ digest: ImageDigest, of path: String) -> JSONLine {
    .about(path, [.init("digest", .text(digest.description))])
  }
}
