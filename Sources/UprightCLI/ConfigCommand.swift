// `upright config`: the defaults in effect, and where they come from.

import ArgumentParser
import UprightBatch
import UprightFiles

/// The command `config`.
struct ConfigCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show the defaults of options, and where each one comes from.",
    discussion: """
      Defaults come from environment variables (UPRIGHT_JOBS), then from .upright.toml in the current folder, then from \
      your own file, then from the program. An option on the command line overrides them all. Your own file is \
      $XDG_CONFIG_HOME/upright/config.toml, or ~/.config/upright/config.toml; UPRIGHT_CONFIG names another, and an \
      empty one means none.

      A file has lines such as jobs = 4, max-memory = "1G" or color = "never", and tables for single commands: [thumb]. \
      .upright.toml is ignored unless it is yours and only you may write to it. It can only lower limits, and set color \
      and progress. No setting makes a command write or overwrite anything.

      Examples:
        upright config thumb
        upright config --json
      """)

  @Argument(
    help: "The command whose defaults are shown, with its own table (default: all).",
    completion: .list(Setting.tables))
  var command: String?

  @Flag(help: "Print one JSON object per setting and per file, one per line, with \"schema\":1.")
  var json = false

  func validate() throws(ValidationError) {
    if let command, !Setting.tables.contains(command) {
      throw ValidationError(
        "\(command) has no settings; these commands have: \(Setting.tables.joined(separator: ", "))")
    }
  }

  func run(in world: World) throws {
    let settings: Settings
    do throws(Settings.Fault) { settings = try Settings(variable: world.variable) } catch {
      world.tellFailure(error.error, of: error.subject)
      throw ExitStatus(error.error)
    }
    let report = SettingsReport(settings, table: command)
    try world.answer(json ? report.jsonLines : report.text)
  }
}
