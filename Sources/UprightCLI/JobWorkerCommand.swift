import ArgumentParser
import Upright
import UprightBatch
import UprightJobs

// `upright worker`: carries out jobs that another program sends.

/// The command `worker`.
struct JobWorkerCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Carry out jobs that another program sends, one JSON line each.",
    discussion: """
      For programs that distribute work, such as Dask. Reads jobs from standard input and answers on standard output, \
      in any order. docs/jobs.md describes the lines. Each job can be sent again: it finds its result, and no image is \
      rotated twice. Ends at the end of input, after {"type":"drain"}, and at once if the program that started it ends.

      This is not upright-worker, the process that decodes fragile formats.

      Examples:
        upright worker --credits 64
        upright worker --parallel 2 --credits 16 --recycle-memory 1G
      """)

  @Option(help: "Number of jobs to carry out in parallel. (default: 1)", transform: CheckedNumber.whole)
  var parallel = 1

  @Option(
    help: "Number of jobs that may be sent without an answer; more wait in the pipe. (default: 8)",
    transform: CheckedNumber.whole)
  var credits = 8

  @Option(
    help: ArgumentHelp("Answer this often while a job takes long. (default: 5.0)", valueName: "seconds"),
    transform: CheckedNumber.decimal)
  var heartbeat = 5.0

  @Option(
    help: ArgumentHelp("End after this many jobs, to be started afresh.", valueName: "jobs"),
    transform: CheckedNumber.whole)
  var recycleJobs: Int?

  @Option(
    help: ArgumentHelp(
      "End after taking more memory than this, to be started afresh. Accepts K, M and G.", valueName: "bytes"))
  var recycleMemory: ByteCountArgument?

  @Option(
    help: ArgumentHelp(
      "Refuse an image of more bytes in a job. Accepts K, M and G. (default: 256M)", valueName: "bytes"))
  var maxBody: ByteCountArgument?

  @OptionGroup var leasing: LeaseOption
  @OptionGroup var limits: LimitOptions

  func validate() throws(ValidationError) {
    guard (1...1_024).contains(parallel), (1...65_536).contains(credits) else {
      throw ValidationError("--parallel must be from 1 to 1024, and --credits from 1 to 65536")
    }
    guard (0.1...3_600).contains(heartbeat) else { throw ValidationError("--heartbeat must be from 0.1 to 3600") }
    if let recycleJobs, recycleJobs < 1 { throw ValidationError("--recycle-jobs must be at least 1") }
  }

  func run(in world: World) throws {
    var settings = WorkerSettings()
    (settings.width, settings.credits, settings.heartbeat) = (parallel, credits, heartbeat)
    (settings.mostJobs, settings.mostMemory) = (recycleJobs, recycleMemory?.bytes)
    if let maxBody { settings.bounds.body = maxBody.bytes }
    settings.parent = ParentProcess.number
    let engine = JobEngine(limits: limits.limits, sandbox: limits.sandbox, lease: leasing.lease, in: world)
    try JobWorker(engine, settings, in: world).run().end()
  }
}

// `upright batch`: jobs of a manifest.

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
