// `upright batch`: jobs of a manifest.

import ArgumentParser
import Upright
import UprightBatch
import UprightJobs

/// `--lease`.
struct LeaseOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Remove temporary files of killed runs from folders of results after this many seconds. (default: 600)",
      valueName: "seconds"), transform: CheckedNumber.whole)
  var lease = 600

  func validate() throws(ValidationError) {
    if lease < 0 { throw ValidationError("--lease must be at least 0") }
  }
}

/// The command `batch`.
struct BatchCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Carry out the jobs of a file, one JSON line each.",
    discussion: """
      The file has the jobs that `upright worker` takes, one on each line; docs/jobs.md describes them. All lines are \
      checked first. A second run does only what is missing: results that exist and are complete are skipped, and no \
      image is rotated twice.

      -o writes one line per job, in order, to a file that appears when all jobs are done. It replaces only results of \
      an earlier run.

      Examples:
        upright batch --manifest jobs.jsonl
        upright batch --manifest jobs.jsonl -o results.jsonl
        upright batch --manifest jobs.jsonl --dry-run --json
      """)

  @Option(help: ArgumentHelp("The file of jobs; - for standard input.", valueName: "file"), completion: .file())
  var manifest: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the result of each job to this file.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(name: [.customShort("n"), .long], help: "Plan all jobs, and write no image.")
  var dryRun = false

  @OptionGroup var leasing: LeaseOption
  @OptionGroup var running: RunOptions
  @OptionGroup var limits: LimitOptions

  func run(in world: World) throws {
    let jobs = try world.exitOnError(manifest) { () throws(UprightError) in try JobManifest(path: manifest) }
    var engine = JobEngine(limits: limits.limits, sandbox: limits.sandbox, lease: leasing.lease, in: world)
    engine.isDryRun = dryRun
    let batch = ManifestBatch(
      world, engine, jobs: running.parallel.jobs, json: running.json,
      outputFilter: running.quiet ? .changes : .everything)
    try world.exitOnError(output ?? manifest) { () throws(UprightError) in try batch.run(jobs, results: output) }.end()
  }
}
