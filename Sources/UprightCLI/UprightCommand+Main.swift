// The start and end of the program: what it needs before it does anything, and which of the parser's messages reach a
// terminal.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightJobs

extension UprightCommand {
  static func main() {
    FreedMemory.trim()
    let world = World.process
    // Threads that no command starts, too, name options in this way.
    Door.open(spelling(in: world))
    run(CommandArguments.words, in: world).leave()
  }

  /// Runs a command line in a world.
  ///
  /// - Returns: What the program ends with.
  static func run(_ words: [String], in world: World) -> ExitStatus {
    let world = world.with(MessageStyle(words))
    return spelling(in: world).used {
      do throws(ExitStatus) {
        try StartChecks.checkDescriptors(in: world)
        ParentProcess.stopWithLibrary(world)
        return try started(words, in: world)
      } catch { return error }
    }
  }

  /// How messages name options: as this program takes them, or as the Python package that runs it.
  private static func spelling(in world: World) -> any Spelling {
    world.variable(PythonSpelling.variable) == PythonSpelling.language ? PythonSpelling() : CommandLineSpelling()
  }

  private static func started(_ typed: [String], in outer: World) throws(ExitStatus) -> ExitStatus {
    let (words, world) = try withSettings(typed, in: outer)
    if let status = FastCommand(words)?.run(in: world) { return status }
    if let fault = LineAdvice.unknownCommand(in: words) { return refuse(fault, in: world) }
    do {
      if let answer = VersionText.answer(to: words, in: world) {
        try world.answer(answer)
        return .success
      }
      let folded = PathRuns.folded(LineAdvice.withoutLeadingMinus(words))
      var command = try parsedAlone(folded) ?? parseAsRoot(folded)
      if let command = command as? any ProgramCommand { try command.run(in: world) } else { try command.run() }
      return .success
    } catch {
      return end(with: error, words: typed, in: world)
    }
  }

  /// The line with the user's settings as options, and the world where messages follow them.
  ///
  /// - Throws: The exit code if they cannot be used, after printing why.
  private static func withSettings(
    _ words: [String], in world: World
  ) throws(ExitStatus) -> (words: [String], world: World) {
    do throws(Settings.Fault) { return try Settings.applied(to: words, in: world) } catch {
      world.tellFailure(error.error, of: error.subject)
      throw ExitStatus(error.error)
    }
  }

  /// Parses a line with the parser of its verb's command alone, because building the whole parser takes longer.
  ///
  /// - Returns: nil if there is no such command, or if the whole parser must print help or an error.
  static func parsedAlone(_ words: [String]) -> (any ParsableCommand)? {
    guard let verb = words.first,
      let type = configuration.subcommands.first(where: { $0.configuration.commandName == verb })
    else { return nil }
    guard let command = try? type.parseAsRoot(Array(words.dropFirst())) else { return nil }
    // The parser's own help command would name only this verb, not the program.
    return String(reflecting: Swift.type(of: command)).hasPrefix("ArgumentParser.") ? nil : command
  }

  /// Prints the final message of the parser or a command: help and scripts on standard output, errors on standard
  /// error.
  ///
  /// - Returns: The exit code of the program.
  private static func end(with error: any Error, words: [String], in world: World) -> ExitStatus {
    if let status = error as? ExitStatus { return status }
    if let error = error as? UprightError { return world.outputFailed(error) }
    if let reason = reasonToRefuse(error) {
      return refuse(LineAdvice.fault(TerminalText.plainLines(reason, quoting: words), in: words), in: world)
    }
    let (text, code) = (fullMessage(for: error), ExitStatus(exitCode(for: error).rawValue))
    guard !text.isEmpty else { return code }
    if code == .invalidRequest, let fault = LineAdvice.fault(in: words) { return refuse(fault, in: world) }
    guard code.isSuccess else {
      world.tellUsage(TerminalText.plainLines(text, quoting: words))
      return code
    }
    do throws(ExitStatus) { try world.answer(help(text, asked: words) + "\n") } catch { return error }
    return code
  }

  /// A help page as it was asked for: all of it, or with `-h` what matters first. Other texts stay.
  static func help(_ text: String, asked words: [String]) -> String {
    guard let page = HelpText(text) else { return text }
    let brief = HelpText.isBriefAsked(by: words) ? page.brief(of: LineAdvice.path(of: words)) : nil
    return brief ?? page.whole
  }

  /// Why a command cannot run as requested; nil for other errors. The parser would show them with the usage of the whole
  /// program.
  private static func reasonToRefuse(_ error: any Error) -> String? {
    switch error {
    case let conflict as DestinationConflict: conflict.reason
    case let fault as CompatFault: fault.reason
    default: (error as? ValidationError)?.message
    }
  }

  /// Says what is wrong with the line.
  ///
  /// - Returns: What the program ends with.
  private static func refuse(_ fault: LineAdvice.Fault, in world: World) -> ExitStatus {
    let usage = fault.usage.map { "Usage: \($0)\n" } ?? ""
    world.tellUsage("Error: \(fault.sentence)\n\(usage)  See '\(fault.command) --help' for more information.")
    return .invalidRequest
  }
}
