// How a batch runs and reports.

public import ArgumentParser
import Upright
import UprightBatch
public import UprightSandbox

extension SandboxMode: ExpressibleByArgument {}

/// `--jobs`.
struct JobsOption: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: "Files worked on at once; otherwise as many as there are cores.")
  var jobs: Int?

  func validate() throws(ValidationError) {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is at least 1") }
  }

  /// How many files are worked on at once.
  var width: Int { BatchRunner.width(jobs) }
}

/// `--quiet`.
struct QuietOption: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only changes and problems.")
  var quiet = false
}

/// `--json`, `--quiet` and `--jobs`.
struct RunOptions: ParsableArguments {
  @Flag(help: "One JSON object per file and line, with \"schema\":1.")
  var json = false

  @OptionGroup var quietOption: QuietOption
  @OptionGroup var parallel: JobsOption

  /// Whether only changes and problems are printed.
  var quiet: Bool { quietOption.quiet }

  /// A runner for these options.
  var runner: BatchRunner { BatchRunner(jobs: parallel.jobs, json: json, isQuiet: quiet) }
}

/// `--max-pixels`, `--max-memory`, `--max-seconds` and `--sandbox`: what a picture may cost, and what it may touch.
struct LimitOptions: ParsableArguments {
  @Option(help: "Refuse pictures and results with more pixels than this.")
  var maxPixels = Limits().pixels

  @Option(
    help: ArgumentHelp(
      "Memory that all files at work share, besides the program's own 10 MB; work that needs more is refused. 2G unless said; K, M and G are understood.",
      valueName: "bytes"))
  var maxMemory: ByteCountArgument?

  @Option(
    help: ArgumentHelp(
      "Give up a picture whose decoding, turning or encoding takes longer. Unless said, only upright-worker has a bound: a minute, and more for many pixels.",
      valueName: "seconds"))
  var maxSeconds: Int?

  @Option(
    help: ArgumentHelp(
      "Which pictures are decoded and encoded by upright-worker, a process without files: those in formats whose libraries damaged or hostile files may crash (auto), or all (always). never: as auto, but the process may do what it likes."
    ))
  var sandbox = SandboxMode.auto

  func validate() throws(ValidationError) {
    if maxPixels < 1 { throw ValidationError("--max-pixels is at least 1") }
    if let maxSeconds, maxSeconds < 1 { throw ValidationError("--max-seconds is at least 1") }
  }

  /// Bytes of memory.
  var bytes: Int { maxMemory?.bytes ?? Limits().memoryBytes }

  /// A pipeline that keeps to these limits.
  var pipeline: Pipeline {
    var limits = Limits()
    limits.pixels = maxPixels
    limits.memoryBytes = bytes
    limits.seconds = maxSeconds.map(Double.init)
    return Pipeline(codecs: ImageCodecs.all(sandbox), colors: ImageCodecs.colors(sandbox), limits: limits)
  }
}
