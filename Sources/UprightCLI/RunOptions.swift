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
    help: "Number of files to process in parallel (default: number of cores).", transform: CheckedNumber.whole)
  var jobs: Int?

  func validate() throws(ValidationError) {
    if let jobs, !(1...FileQueue.widest).contains(jobs) {
      throw ValidationError("--jobs must be from 1 to \(FileQueue.widest)")
    }
  }

  /// The number of files in parallel.
  var width: Int { BatchRunner.width(jobs) }
}

/// `--no-progress`, `--color` and `--log-json`, which take effect before the line is parsed (`MessageStyle`).
struct LogOptions: ParsableArguments {
  @Flag(help: "Show no progress.")
  var noProgress = false

  @Option(help: "Color messages on standard error; auto: on a terminal, unless NO_COLOR is set.")
  var color = ColorChoice.auto

  @Flag(help: "Write messages, progress and a report per changed file to standard error as JSON lines.")
  var logJson = false
}

extension ColorChoice: ExpressibleByArgument {}

/// `--quiet`, and how messages are written.
struct QuietOption: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only files that change or have problems.")
  var quiet = false

  @OptionGroup var log: LogOptions
}

/// `--json`, `--quiet` and `--jobs`.
struct RunOptions: ParsableArguments {
  @Flag(help: "Print one JSON object per file, one per line, with \"schema\":1.")
  var json = false

  @OptionGroup var quietOption: QuietOption
  @OptionGroup var parallel: JobsOption

  /// Whether only changes and problems are printed.
  var quiet: Bool { quietOption.quiet }

  /// A runner for these options.
  func runner(in world: World) -> BatchRunner {
    BatchRunner(world, jobs: parallel.jobs, json: json, isQuiet: quiet)
  }
}

/// `--max-pixels`, `--max-memory`, `--max-seconds` and `--sandbox`: what an image may cost, and what its decoder may
/// access.
struct LimitOptions: ParsableArguments {
  @Option(
    help: "Refuse images and results with more pixels than this. (default: \(Limits().pixels))",
    transform: CheckedNumber.whole)
  var maxPixels = Limits().pixels

  @Option(
    help: ArgumentHelp(
      """
      Memory shared by all files, in addition to the program's own 10 MB; files that need more are refused. Accepts K, \
      M and G. (default: 2G)
      """,
      valueName: "bytes"))
  var maxMemory: ByteCountArgument?

  @Option(
    help: ArgumentHelp(
      """
      Give up on decoding, rotating or encoding an image after this many whole seconds. By default, only \
      upright-worker has a limit: one minute, or more for large images.
      """,
      valueName: "seconds"), transform: CheckedNumber.whole)
  var maxSeconds: Int?

  @Option(
    help: ArgumentHelp(
      """
      Which images upright-worker, a process without access to files, decodes and encodes. auto: formats whose \
      libraries may crash on damaged or hostile files. always: all formats. never: like auto, but the process is not \
      confined.
      """
    ))
  var sandbox = SandboxMode.auto

  func validate() throws(ValidationError) {
    if maxPixels < 1 { throw ValidationError("--max-pixels must be at least 1") }
    if let maxSeconds, maxSeconds < 1 { throw ValidationError("--max-seconds must be at least 1") }
  }

  /// The memory limit in bytes.
  var bytes: Int { maxMemory?.bytes ?? Limits().memoryBytes }

  /// The limits of an image.
  var limits: Limits { Limits(pixels: maxPixels, memoryBytes: bytes, seconds: maxSeconds.map(Double.init)) }

  /// A pipeline with these limits.
  func pipeline(in world: World) -> Pipeline {
    Pipeline(
      codecs: ImageCodecs.all(sandbox, in: world), colors: ImageCodecs.colors(sandbox, in: world), limits: limits)
  }
}
