// `upright digest`: digests of what images show, unchanged by retagging and lossless rotation.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `digest`.
struct DigestCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest",
    abstract: "Print digests of displayed images that survive retagging and lossless rotation.",
    discussion: """
      A digest shows whether an image is still the same, years later. A JPEG's digest covers the quantization tables \
      and coefficients as displayed, and the color profile. Lossless rotation with a new tag, other metadata, and \
      progressive or optimized coding do not change it. Re-encoding, cropping, trimming, or changing what is displayed \
      does. Damaged data is an error. Other formats are not supported yet. --quiet prints only files that fail.

      Examples:
        upright digest photo.jpg
        upright digest --recursive --json archive
      """)

  @OptionGroup var inputs: InputPaths
  @OptionGroup var ruleOptions: RuleOptions
  @OptionGroup var running: RunOptions
  @OptionGroup var limits: LimitOptions

  func run(in world: World) throws {
    let inputs = try inputs.expanded([.jpeg], in: world)
    world.note(inputs.notes)
    try inputs.printFolders(in: world, json: running.json)
    let (json, quiet, pipeline, rules) = (running.json, running.quiet, limits.pipeline(in: world), ruleOptions.rules)
    let runner = running.runner(in: world).sharing(memoryBytes: limits.bytes)
    let code = runner.run(inputs.files) { (_, file) throws(UprightError) in
      do throws(UprightError) {
        let source = try FileBytes(file.location)
        let probe = try source.probe(rules: rules)
        return try HeaderMeter(.current).with(ImageDigest.peakBytes(of: probe)) { () throws(UprightError) in
          try pipeline.digest(of: probe, from: source)
        }
      } catch {
        throw error.naming(file.path)
      }
    } report: { (file, digest, console) throws(UprightError) in
      if quiet { return }
      try console.result(json ? Self.json(digest, of: file.path).line : "\(digest)  \(TerminalText.plain(file.path))")
    }
    try inputs.endingReading(code, in: world).end()
  }

  private static func json(_ digest: ImageDigest, of path: String) -> JSONLine {
    .about(path, [.init("digest", .text(digest.description))])
  }
}
