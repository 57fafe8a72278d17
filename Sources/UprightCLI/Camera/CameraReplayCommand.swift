// `upright camera replay`: replays recorded gravity samples through a policy.

import ArgumentParser
import Upright
import UprightBatch
import UprightCamera
import UprightDrawing
import UprightFiles

/// The command `camera replay`.
struct CameraReplayCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Run recorded gravity samples through a policy, and print when the pose changes.",
    discussion: """
      The file has comma-separated values. Its first line names the columns: x, y and z (or gx, gy and gz), and one of \
      time_s, time_ms, time_us and time_ns; other columns are ignored. Rows must be in chronological order.

      The axes are those of the device in its natural pose, as its user sees it: x to the right edge, y to the top \
      edge, z out of the screen. With --from core-motion the vector points to the ground, in g: upright is 0,-1,0. \
      With --from android it points up, in m/s²: upright is 0,9.8,0.

      A pose is how many degrees the device is rotated clockwise from its natural pose, as its user sees it. The first \
      output line is the pose at the first sample. If a line cannot be read, nothing is printed and the exit code \
      is 65.

      Examples:
        upright camera replay samples.csv --from android --plot poses.svg
        upright camera replay samples.csv --hysteresis 15 --stable 200 --csv
        upright camera replay - --from android --json
      """)

  @Argument(help: "The recording; - for standard input.", completion: .file(extensions: ["csv"]))
  var file: String

  @Option(help: "The platform whose sign convention and unit the values use.")
  var from = GravityRecording.Sensor.coreMotion

  @Option(
    help: ArgumentHelp("Milliseconds between rows, if they have no times.", valueName: "ms"),
    transform: CheckedNumber.whole)
  var every: Int?

  @OptionGroup var rules: PolicyArguments

  @Option(
    help: ArgumentHelp("Draw angle, tilt and poses over time to this SVG.", valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var plot: String?

  @Flag(help: "Overwrite an existing drawing.")
  var force = false

  @Flag(help: "Print only the changes, as comma-separated values.")
  var csv = false

  @Flag(help: "Print one JSON object per change and a final one with the times, each with \"schema\":1.")
  var json = false

  func validate() throws(ValidationError) {
    if csv, json { throw ValidationError("--csv and --json cannot be combined") }
    if let every, !(1...3_600_000).contains(every) { throw ValidationError("--every must be 1…3600000 milliseconds") }
    if force, plot == nil { throw ValidationError("--force needs --plot") }
    if let plot, FileName.fileExtension(of: plot).lowercased() != "svg" {
      throw ValidationError("--plot draws an SVG: its name must end in .svg")
    }
  }

  func run(in world: World) throws {
    if let plot {
      try world.exitOnError(plot) { () throws(UprightError) in try SafeReplace.checkCreating(plot, overwriting: force) }
    }
    let replay = rules.replay(try samples(in: world))
    let report = ReplayReport(replay: replay, policy: rules.policy.rawValue)
    if let plot {
      do throws(UprightError) {
        try ReplayPlot(replay: replay, title: report.policy).write(to: plot, of: file, overwriting: force)
      } catch { throw complain(error.sentence(about: plot), about: plot, code: error.codes.exitCode, world) }
    }
    try world.answer(json ? report.jsonLines : csv ? report.commaSeparated : report.text)
  }

  private func samples(in world: World) throws(ExitStatus) -> [GravitySample] {
    var recording = GravityRecording(from, every: every.map { .milliseconds($0) })
    do throws(UprightError) { try recording.read(file) } catch {
      var sentence = error.naming(file).sentence(about: file)
      if case .unsupported = error { sentence += "; - reads standard input" }
      throw complain(sentence, about: file, code: error.codes.exitCode, world)
    }
    if let fault = recording.fault {
      throw complain(fault.advice, about: file == "-" ? "standard input" : file, code: 65, world)
    }
    if let warning = recording.probableSensor?.warning { world.tell(TerminalText.plain("\(file): \(warning)")) }
    return recording.samples
  }

  private func complain(_ sentence: String, about path: String, code: Int32, _ world: World) -> ExitStatus {
    world.tell(TerminalText.plain("\(path): \(sentence)"))
    return ExitStatus(code)
  }
}

extension GravityRecording.Sensor: ExpressibleByArgument {}

extension GravityRecording.Fault {
  /// The sentence, and the option that helps.
  var advice: String {
    switch remedy {
    case .stateStep: sentence + "; or use --every"
    case .omitStep: sentence + "; leave out --every"
    case nil: sentence
    }
  }
}

extension GravityRecording.Sensor {
  /// The note on numbers that are probably in its unit, and were read as the other's.
  var warning: String {
    switch self {
    case .android:
      """
      values of about 9.8 are m/s², not g: for Android's accelerometer use --from android, which also has the \
      opposite sign
      """
    case .coreMotion: "values of about 1 are g, not m/s²: for Core Motion leave out --from android"
    }
  }
}
