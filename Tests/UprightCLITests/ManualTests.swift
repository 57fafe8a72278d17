// The manual: a page for each command, which says what its help says, in the language that groff and mandoc read.

import ArgumentParser
import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct ManualTests {
  @Test func everyCommandHasAPageAndNothingElseHas() throws {
    let pages = try WrittenManual.pages()
    // What these have is said by programs of other packages, where those are beside this one.
    let companions = ["upright-serve", "upright-conformance"]
    for name in companions { #expect(pages.contains("\(name).1")) }
    let own = pages.filter { page in !companions.contains { page.hasPrefix($0) } }
    #expect(own == UprightCommandTests.pages.map(WrittenManual.file).sorted())
  }

  @Test(arguments: UprightCommandTests.pages)
  func aPageHasTheOptionsOfTheHelp(_ command: String) throws {
    let help = try UprightTool.run(command.split(separator: " ").map(String.init) + ["--help"]).text
    let inHelp = help.split(separator: "\n").filter { $0.hasPrefix("  -") }.flatMap { line in
      line.split { $0 == " " || $0 == "/" }.prefix { $0.hasPrefix("-") }.map { $0.trimmingCharacters(in: [","]) }
    }
    let inPage = try WrittenManual.page(command).tags("OPTIONS").flatMap { tag in
      tag.split(separator: " ").prefix { $0.hasPrefix("-") }.map { $0.trimmingCharacters(in: [","]) }
    }
    #expect(inHelp.contains("--help") && inHelp.contains("--version"))
    #expect(inPage.sorted() == inHelp.sorted())
  }

  @Test(arguments: UprightCommandTests.pages)
  func aPageHasTheArgumentsOfTheHelp(_ command: String) throws {
    let help = try UprightTool.run(command.split(separator: " ").map(String.init) + ["--help"]).text
    let inHelp = help.split(separator: "\n").filter { $0.hasPrefix("  <") }.compactMap { line in
      line.dropFirst(3).split(separator: ">").first.map(String.init)
    }
    let inPage = try WrittenManual.page(command).tags("ARGUMENTS").compactMap { tag in
      tag.split(separator: " ").first.map(String.init)
    }
    #expect(inPage == inHelp)
  }

  @Test(arguments: UprightCommandTests.pages)
  func aPageHasAllSectionsInTheUsualOrder(_ command: String) throws {
    let order = [
      "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "ARGUMENTS", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES",
      "EXAMPLES", "SEE ALSO",
    ]
    let page = try WrittenManual.page(command)
    let names = page.sections.map(\.name)
    #expect(names == order.filter(names.contains))
    let needed = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "EXAMPLES", "SEE ALSO"]
    for name in needed { #expect(page[name].isEmpty == false, "\(name)") }
    let title = (["upright"] + command.split(separator: " ").map(String.init)).joined(separator: "-")
    #expect(page["NAME"].first?.hasPrefix("\(title) - ") == true)
  }

  @Test(arguments: UprightCommandTests.pages)
  func theExamplesOfAPageAreUnderstood(_ command: String) throws {
    let examples = try WrittenManual.page(command).examples
    #expect(!examples.isEmpty)
    for example in examples {
      let words = try #require(CommandWords.split(example)).prefix { $0 != "<" }
      #expect(words.first == "upright")
      #expect(throws: Never.self, "\(example)") { try UprightCommand.parseAsRoot(Array(words.dropFirst())) }
    }
  }

  @Test(arguments: UprightCommandTests.pages)
  func aPageRefersOnlyToPages(_ command: String) throws {
    let page = try WrittenManual.page(command)
    let pages = Set(try WrittenManual.pages())
    let others = page["SEE ALSO"].map { $0.trimmingCharacters(in: [","]) } + page.tags("COMMANDS")
    for other in others where other.hasPrefix("upright") {
      #expect(other.hasSuffix("(1)") && pages.contains(other.replacingOccurrences(of: "(1)", with: ".1")), "\(other)")
    }
    #expect(!others.contains { $0 + ".1" == WrittenManual.file(command) + "(1)" })
  }

  // MARK: Exit codes

  @Test func theProgramsPageHasTheTableOfExitCodes() throws {
    let page = try WrittenManual.page("")
    #expect(page.tags("EXIT STATUS") == ExitCodes.rows.map { "\($0.code)" })
    let listed = Set(ExitCodes.rows.map(\.code))
    let ends: [UprightBatch.ExitStatus] = [.success, .negative, .partial, .invalidRequest]
    for code in ends.map(\.code) + [UprightError.outOfMemory, .cancelled].map(\.codes.exitCode) {
      #expect(listed.contains(code), "\(code)")
    }
  }

  @Test(arguments: UprightCommandTests.pages)
  func onlyCommandsThatAnswerHaveTheCodeOfANo(_ command: String) throws {
    let answers = [
      "", "audit", "fix", "verify", "labels", "labels audit", "labels diff",
    ]
    let codes = try WrittenManual.page(command).tags("EXIT STATUS")
    #expect(codes.contains("1") == answers.contains(command))
    #expect(codes.count == ExitCodes.rows.count - (answers.contains(command) ? 0 : 1))
  }

  @Test func thePageOfTheCommandLineHasTheSameTable() throws {
    let page = URL(filePath: #filePath).appending(path: "../../../docs/command-line.md").standardized
    let text = try String(contentsOf: page, encoding: .utf8).replacingOccurrences(of: "`", with: "")
    for row in ExitCodes.rows {
      #expect(text.contains("\n| \(row.code) | \(row.meaning) |\n"), "\(row.code)")
    }
  }

  // MARK: The form

  @Test func thePagesAreTheSameEachTimeAndHaveNoDateOfTheirOwn() throws {
    let (first, second) = (try WrittenManual.folder.get(), try WrittenManual.write())
    for name in try WrittenManual.pages() {
      let text = String(decoding: try first.read("man1/\(name)"), as: UTF8.self)
      #expect(try text == String(decoding: second.read("man1/\(name)"), as: UTF8.self), "\(name)")
      #expect(text.contains("\" \"1\" \"\" \"upright \(Program.version)\" \"Upright Manual\"\n"), "\(name)")
    }
    for name in ["bash/upright", "zsh/_upright", "fish/upright.fish"] {
      #expect(try first.read(name).elementsEqual(second.read(name)), "\(name)")
    }
  }

  @Test func thePagesHaveTheDateOfTheVersion() throws {
    let folder = try WrittenManual.write(date: "2020-01-02")
    for name in try WrittenManual.pages() {
      #expect(try String(decoding: folder.read("man1/\(name)"), as: UTF8.self).contains(" \"2020-01-02\" "))
    }
  }

  @Test(.enabled(if: OutsideTool.mandoc.isInstalled, "\(OutsideTool.mandoc.reason)"))
  func mandocFindsNothingWrong() throws {
    let folder = try WrittenManual.write(date: "2020-01-02")
    for name in try WrittenManual.pages() {
      let answer = try OutsideTool.mandoc.run(["-T", "lint", folder.path("man1/\(name)")])
      #expect(answer.text == "" && answer.complaints == "", "\(name)")
    }
  }

  @Test(
    .enabled(if: OutsideTool.man.isInstalled, "\(OutsideTool.man.reason)"), arguments: ["C.UTF-8", "C"])
  func manShowsThePagesWithoutAWarning(_ locale: String) throws {
    let folder = try WrittenManual.folder.get()
    for name in try WrittenManual.pages() {
      let answer = try OutsideTool.man.run(
        ["--warnings", "-l", folder.path("man1/\(name)")],
        environment: ["LC_ALL": locale, "MANPAGER": "cat", "MANWIDTH": "80"])
      #expect(answer.status == 0 && answer.complaints == "", "\(name): \(answer.complaints)")
      #expect(answer.text.contains("SYNOPSIS"))
    }
  }
}
