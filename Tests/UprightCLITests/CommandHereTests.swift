// Commands run in a world that is passed: in this process as in one of their own.

import ArgumentParser
import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct CommandHereTests {
  /// What a line prints and ends with in a world of memory.
  private func answer(
    to words: [String], output: some Outlet = MemoryOutlet(), variables: [String: String] = [:]
  ) -> (status: Int32, complaints: String) {
    let errors = MemoryOutlet()
    let world = World.inMemory(output: output, errors: errors, variables: variables)
    let status = UprightCommand.run(words, in: world)
    return (status.code, String(decoding: errors.bytes, as: UTF8.self))
  }

  @Test(arguments: [
    ["info", "6.jpg", "missing.jpg"], ["info", "--json", "6.jpg"], ["fix", "6.jpg", "-o", "out.jpg"],
    ["rotate", "cw", "-i", "6.jpg", "1.jpg"], ["plan", "fix", "6-ragged.jpg"], ["verify", "1.jpg", "6.jpg"],
    ["audit", "."], ["fix", "--check", "."], ["names", "6"], ["nonsense"],
    ["fix", "--nonsense"], ["fix", "6.jpg"], ["fix", "-n", "6-ragged.jpg", "--edge", "fail"], ["config", "nonsense"],
    ["crop", "0,0,9999,9999", "6.jpg", "-o", "out.jpg"], ["--log-json", "info", "missing.jpg"],
    ["info", "missing.jpg", "--log-json"], ["thumb", "9", "6.jpg", "1.jpg", "-o", "out", "--jobs", "2"],
  ])
  func aCommandHereIsAsInAProcessOfItsOwn(words: [String]) throws {
    func result(_ run: (Album) throws -> OutsideTool.Answer?) throws -> ([String], [String: [UInt8]])? {
      let album = try Album("1.jpg", "6.jpg", "6-ragged.jpg")
      guard let answer = try run(album) else { return nil }
      let text = answer.text.replacing(/; [0-9.]+ s/, with: "")
      return (["\(answer.status)", text, answer.complaints], try album.contents())
    }
    let here = try result { CommandHere.answer(to: words, in: $0.folder, environment: [:]) }
    guard let here else { return #expect(!CommandHere.isPermitted) }
    let there = try #require(try result { try UprightTool.run(words, in: $0.folder) })
    #expect(here.0 == there.0)
    #expect(here.1 == there.1)
  }

  @Test(.enabled(if: CommandHere.isPermitted, "threads have no folders of their own here"))
  func eachThreadHasItsOwnFolder() async throws {
    let folder = FileManager.default.currentDirectoryPath
    try await withThrowingTaskGroup(of: Void.self) { group in
      for tag in 1...8 {
        group.addTask {
          let album = try Album("\(tag).jpg")
          let answer = CommandHere.answer(
            to: ["rotate", "cw", "\(tag).jpg", "-o", "out/", "--jobs", "2"], in: album.folder, environment: [:])
          #expect(answer?.status == 0)
          #expect(try Set(album.contents().keys) == ["\(tag).jpg", "out/\(tag).jpg"])
        }
      }
      try await group.waitForAll()
    }
    #expect(FileManager.default.currentDirectoryPath == folder)
  }

  @Test func everyCommandRunsInAWorld() {
    func leaves(_ command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
      let parts = command.configuration.subcommands
      return parts.isEmpty ? [command] : parts.flatMap(leaves)
    }
    for command in leaves(UprightCommand.self) {
      #expect(command is any ProgramCommand.Type, "\(command)")
    }
  }

  @Test func theEnvironmentIsTheWorlds() throws {
    let refused = answer(to: ["info", "a.jpg"], variables: ["UPRIGHT_JOBS": "many"])
    #expect(refused.status == 64)
    #expect(refused.complaints.hasPrefix("upright: environment: UPRIGHT_JOBS: must be a whole number"))
    let album = try Album("6-ragged.jpg")
    let words = ["fix", "-n", "--edge", "fail", album.folder.path("6-ragged.jpg")]
    for (language, option) in [("python", #"edge="recode""#), ("", "--edge recode")] {
      #expect(answer(to: words, variables: ["UPRIGHT_SPELLING": language]).complaints.contains(option))
    }
  }

  @Test(arguments: [["fix", "a.jpg", "-o", "-"], ["sheet", "a.jpg", "-o", "-"]])
  func noImageIsWrittenToATerminal(words: [String]) {
    let answer = answer(to: words, output: Terminal())
    #expect(answer.status == 64)
    #expect(answer.complaints.hasPrefix("Error: standard output is a terminal; write to a file with -o FILE"))
    #expect(answer.complaints.contains("See 'upright \(words[0]) --help'"))
  }

  /// A terminal on which nothing may be written.
  private struct Terminal: Outlet {
    var isTerminal: Bool { true }
    var terminalColumns: Int? { 80 }
    func write(_ bytes: [UInt8]) throws(UprightError) { throw .io(path: "standard output", systemError: 5) }
    func check() {}
  }
}
