// `upright config`, and settings in real commands.

import Foundation
import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct ConfigCommandTests {
  private static let none = ["UPRIGHT_CONFIG": ""]

  /// The commands that have an option, as the parser describes them.
  private func commands(having option: String) throws -> Set<String> {
    let answer = try UprightTool.run(["--experimental-dump-help"], environment: Self.none)
    let dump = try JSONSerialization.jsonObject(with: Data(answer.output)) as? [String: Any]
    var found: Set<String> = []
    func walk(_ command: [String: Any], _ path: [String]) {
      let parts = (command["subcommands"] as? [[String: Any]] ?? []).filter { $0["commandName"] as? String != "help" }
      for part in parts { walk(part, path + [part["commandName"] as? String ?? ""]) }
      let arguments = command["arguments"] as? [[String: Any]] ?? []
      let names = arguments.flatMap { $0["names"] as? [[String: Any]] ?? [] }.compactMap { $0["name"] as? String }
      if parts.isEmpty, names.contains(option) { found.insert(path.joined(separator: " ")) }
    }
    walk(try #require(dump?["command"] as? [String: Any]), [])
    return found
  }

  @Test(arguments: Setting.allCases)
  func eachSettingIsForTheCommandsThatHaveItsOption(_ setting: Setting) throws {
    var commands = try commands(having: setting == .progress ? "no-progress" : setting.rawValue)
    // Other commands encode like their source, which no default should change.
    if setting == .quality { commands.formIntersection(["thumb", "plan thumb"]) }
    #expect(Set(setting.commands) == commands)
    #expect(Set(setting.commands).count == setting.commands.count)
  }

  @Test func eachSettingIsShownWithItsPlace() throws {
    let album = try Album("6.jpg")
    try album.folder.write(Array("jobs = 1\nmax-pixels = 99999999999\n".utf8), as: ".upright.toml")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: album.folder.path(".upright.toml"))
    try album.folder.write(Array("[thumb]\nquality = 20\n".utf8), as: "my.toml")
    let environment = ["UPRIGHT_CONFIG": "my.toml", "UPRIGHT_COLOR": "never"]
    let answer = try album.run("config", environment: environment)
    #expect(answer.status == 0 && answer.complaints == "")
    let rows = answer.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    for row in [
      "max-pixels 268402689 built in",
      "ignored: .upright.toml, line 2: a file in a folder cannot raise a limit", "color never UPRIGHT_COLOR",
      "quality 85 built in", "[thumb] quality 20 my.toml, line 2", "your file: my.toml",
      "this folder's file: .upright.toml",
    ] {
      #expect(rows.contains(row), "\(row) is not in \(answer.text)")
    }
    let objects = try album.run("config", "thumb", "--json", environment: environment).objects()
    let quality = objects.first { $0["setting"] as? String == "quality" }
    #expect(quality?["value"] as? Int == 20 && quality?["origin"] as? String == "user")
    #expect(!objects.contains { $0["setting"] as? String == "cache" })
    #expect(try album.run("config", "names").status == 64)
  }

  @Test func aSettingIsInEffectAndTheLineOverridesIt() throws {
    let album = try Album("6.jpg")
    let environment = ["UPRIGHT_CONFIG": "", "UPRIGHT_QUALITY": "5", "UPRIGHT_MAX_PIXELS": "100"]
    let refused = try album.run("thumb", "20", "6.jpg", "-o", "a.jpg", environment: environment)
    #expect(refused.status == 65 && refused.complaints.contains("100 allowed"))
    let line = ["thumb", "20", "6.jpg", "--max-pixels", "10000"]
    for (name, more) in [("low.jpg", []), ("high.jpg", ["--quality", "85"])] {
      let answer = try UprightTool.run(line + more + ["-o", name], in: album.folder, environment: environment)
      #expect(answer.status == 0, "\(answer.complaints)")
    }
    #expect(try album.run("thumb", "20", "6.jpg", "-o", "plain.jpg", environment: Self.none).status == 0)
    let isSame = try album.folder.read("plain.jpg") == album.folder.read("high.jpg")
    let isLower = try album.folder.read("low.jpg").count < album.folder.read("high.jpg").count
    #expect(isSame && isLower)
  }

  @Test func aFileWithAFaultStopsEveryCommandButHelp() throws {
    let album = try Album("6.jpg")
    try album.folder.write(Array("job = 1\n".utf8), as: "my.toml")
    let environment = ["UPRIGHT_CONFIG": "my.toml"]
    for line in [["info", "6.jpg"], ["config"], ["fix", "-i", "6.jpg"]] {
      let answer = try UprightTool.run(line, in: album.folder, environment: environment)
      #expect(answer.status == 65)
      #expect(answer.complaints == "upright: my.toml: line 1: there is no setting 'job'; did you mean 'jobs'?\n")
    }
    for line in [["fix", "--help"], ["--version"], ["names", "6"]] {
      #expect(try UprightTool.run(line, in: album.folder, environment: environment).status == 0)
    }
  }

  @Test func anIgnoredFileIsNamed() throws {
    let album = try Album("6.jpg")
    try album.folder.write(Array("jobs = 1\n".utf8), as: ".upright.toml")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: album.folder.path(".upright.toml"))
    let answer = try album.run("info", "6.jpg", environment: Self.none)
    #expect(answer.status == 0)
    #expect(answer.complaints.hasPrefix("upright: .upright.toml: ignored: others may write to it"))
  }
}
