// The program `upright-conformance`: lists the suite, writes it, runs it on other programs.

import ArgumentParser
import Upright
import UprightConformance
import UprightFiles
import UprightProgram

/// The program.
@main struct ConformanceProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upright-conformance",
    abstract: "Test how programs treat the orientation of images.",
    discussion: """
      A suite of small files with every tag and with malformed tags, what is asked of a program, and what standards \
      expect. docs/conformance.md explains how to test a program and how to read the results.

      Examples:
        upright conformance list --json
        upright conformance run --subject mine.json --html report.html
      """,
    version: Program.version, subcommands: [RunCommand.self, ListCommand.self, WriteCommand.self])

  static func main() {
    Program.begin()
    let (world, words) = (World.process, CommandArguments.words)
    guard HelpText.isBriefAsked(by: words), let brief = brief(of: words.first) else { return run(in: world) }
    do throws(ExitStatus) { try world.answer(brief + "\n") } catch { error.leave() }
  }

  /// Runs the command of the process's line; ends the program if that fails.
  private static func run(in world: World) {
    do {
      var command = try parseAsRoot()
      if let command = command as? any ConformanceProgramCommand {
        try command.run(in: world)
      } else {
        try command.run()
      }
    } catch { exit(withError: error) }
  }

  /// What matters of a command's help; nil for the program itself, which has commands, and for a wrong word.
  private static func brief(of name: String?) -> String? {
    guard let name, let command = configuration.subcommands.first(where: { $0.configuration.commandName == name })
    else { return nil }
    return HelpText(helpMessage(for: command))?
      .brief(of: "upright conformance \(name)", runBy: "upright-conformance \(name)")
  }
}

/// Prints the cases.
struct ListCommand: ConformanceProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the cases of the suite.",
    discussion: """
      Examples:
        upright conformance list | grep unusual
        upright conformance list --json
      """)

  @Flag(help: "Print JSON, with how each case is judged and why.")
  var json = false

  func run(in world: World) throws {
    if json { return try finish { () throws(ExitStatus) in try world.answer(ConformanceSuite.json) } }
    let lines = ConformanceSuite.cases.map { "\($0.id)  \($0.requirement.rawValue)  \($0.why)\n" }
    try finish { () throws(ExitStatus) in
      try world.answer("suite \(ConformanceSuite.version), \(lines.count) cases\n" + lines.joined())
    }
  }
}

/// Writes the files and the expected results.
struct WriteCommand: ConformanceProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "write", abstract: "Write the files, the expected results and cases.json to a folder.",
    discussion: """
      Examples:
        upright conformance write suite
        upright conformance write /srv/images/suite
      """)

  @Argument(help: "The folder; created if missing.", completion: .directory)
  var folder: String

  func run(in world: World) throws {
    try finish { () throws(ExitStatus) in
      try world.exitOnError(folder) { () throws(UprightError) in try SuiteFolder.write(into: folder, expected: true) }
    }
  }
}

/// Throws a status as the parser's own, so that the program ends with it.
func finish(_ work: () throws(ExitStatus) -> Void) throws {
  do throws(ExitStatus) { try work() } catch { throw ExitCode(error.code) }
}
