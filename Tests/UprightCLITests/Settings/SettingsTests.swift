// Settings: which file and which variable is in effect, and what a file of a folder may not do.

import Foundation
import Testing
import UprightTestTools

@testable import Upright
@testable import UprightBatch
@testable import UprightFiles

@Suite struct SettingsTests {
  /// A home and a current folder, with the files of both.
  private struct Place {
    let folder: ScratchFolder

    init(user: String? = nil, folder text: String? = nil) throws {
      folder = try ScratchFolder()
      for name in ["home/.config/upright", "here"] {
        try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      }
      if let user { try folder.write(Array(user.utf8), as: "home/.config/upright/config.toml") }
      if let text {
        let path = try folder.write(Array(text.utf8), as: "here/.upright.toml")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      }
    }

    func settings(_ variables: [String: String] = [:]) throws -> Settings {
      let all = ["HOME": folder.path("home")].merging(variables) { _, new in new }
      return try Settings(folder: folder.path("here")) { all[$0] }
    }

    func fault(_ variables: [String: String] = [:]) -> Settings.Fault? {
      do { _ = try settings(variables) } catch { return error as? Settings.Fault }
      return nil
    }
  }

  @Test func withoutFilesAndVariablesEverythingIsBuiltIn() throws {
    let settings = try Place().settings()
    for setting in Setting.allCases {
      #expect(settings.resolved(setting).origin == .builtIn)
      #expect(settings.resolved(setting).value == setting.builtIn)
    }
    #expect(settings.applied(to: ["fix", "a.jpg"]) == ["fix", "a.jpg"])
  }

  @Test func theEnvironmentComesBeforeTheFolderAndTheFolderBeforeTheUser() throws {
    let place = try Place(user: "max-seconds = 30\ncolor = \"never\"", folder: "max-seconds = 20\ncolor = 'always'")
    let found = try place.settings()
    #expect(found.resolved(.maxSeconds).value == .number(20))
    #expect(found.resolved(.maxSeconds).origin == .folder(line: 1))
    #expect(found.resolved(.color).value == .text("always"))
    let named = try place.settings(["UPRIGHT_MAX_SECONDS": "40", "UPRIGHT_COLOR": ""])
    #expect(named.resolved(.maxSeconds).value == .number(40))
    #expect(named.resolved(.maxSeconds).origin == .environment)
    #expect(named.resolved(.color).value == .text("always"), "an empty variable is not set")
    #expect(try place.settings(["UPRIGHT_CONFIG": ""]).userPath == nil)
  }

  @Test func aCommandsTableComesBeforeTheSameFilesOtherKeys() throws {
    let place = try Place(user: "quality = 70\njobs = 1\n[thumb]\nquality = 20\n[fix]\njobs = 2\n")
    let found = try place.settings()
    #expect(found.applied(to: ["thumb", "9", "a.jpg"]) == ["thumb", "--jobs=1", "--quality=20", "9", "a.jpg"])
    #expect(found.applied(to: ["plan", "thumb", "9"]) == ["plan", "thumb", "--jobs=1", "--quality=20", "9"])
    #expect(found.applied(to: ["fix", "a.jpg"]) == ["fix", "--jobs=2", "a.jpg"])
    #expect(found.applied(to: ["labels", "audit", "a"]) == ["labels", "audit", "--jobs=1", "a"])
    for line in [["names", "6"], ["fix", "--help"], ["help", "fix"], ["--version"], [], ["labels"], ["plan", "x"]] {
      #expect(found.applied(to: line) == line)
    }
  }

  @Test(arguments: [Setting.jobs, .maxMemory, .maxPixels])
  func aFileInAFolderOnlyLowersLimits(_ setting: Setting) throws {
    guard case .number(let builtIn)? = setting.builtIn else {
      Issue.record("\(setting) has no number")
      return
    }
    let raising = try Place(folder: "\n\(setting.rawValue) = \(builtIn + 1)").settings().resolved(setting)
    #expect(raising.value == setting.builtIn && raising.origin == .builtIn && raising.ignoredLine == 2)
    let lowered = try Place(user: "\(setting.rawValue) = 5", folder: "\(setting.rawValue) = 3").settings()
    #expect(lowered.resolved(setting).value == .number(3) && lowered.resolved(setting).ignoredLine == nil)
    let kept = try Place(user: "\(setting.rawValue) = 5", folder: "\(setting.rawValue) = 6").settings()
    #expect(kept.resolved(setting).value == .number(5) && kept.resolved(setting).ignoredLine == 1)
  }

  @Test func aFileInAFolderSetsNothingElse() throws {
    for setting in Setting.allCases where !setting.isAllowedInFolder {
      let value = setting == .quality ? "1" : "'/tmp'"
      let fault = try Place(folder: "\(setting.rawValue) = \(value)").fault()
      #expect(fault?.subject == ".upright.toml" && fault?.error.codes.exitCode == 65)
      #expect(fault?.error.sentence.contains("may not set '\(setting.rawValue)'") == true)
    }
    #expect(Setting.allCases.filter { !$0.isAllowedInFolder } == [.quality, .cache])
  }

  @Test(arguments: [0o664, 0o646, 0o666])
  func aFileThatOthersMayWriteToIsIgnored(_ permissions: Int) throws {
    let place = try Place(folder: "jobs = 1")
    let path = place.folder.path("here/.upright.toml")
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    let found = try place.settings()
    #expect(found.folderFile == nil && found.folderRefusal?.contains("chmod go-w") == true)
    #expect(found.resolved(.jobs).origin == .builtIn)
  }

  @Test func aFileOfAnotherUserAndALinkAreIgnored() throws {
    let place = try Place(folder: "jobs = 1")
    let path = place.folder.path("here/.upright.toml")
    let identity = try FileIdentity(path: path)
    #expect(SettingsFile.distrust(identity, user: identity.owner) == nil)
    #expect(SettingsFile.distrust(identity, user: identity.owner &+ 1) == "it belongs to another user")
    try FileManager.default.moveItem(atPath: path, toPath: place.folder.path("here/other.toml"))
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "other.toml")
    let found = try place.settings()
    #expect(found.folderFile == nil && found.folderRefusal == "it is a symbolic link")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(try place.settings().folderRefusal == "it is not a regular file")
  }

  @Test(arguments: [
    ("job = 1", "line 1: there is no setting 'job'; did you mean 'jobs'?"),
    ("\nfrobnicate = 1", "line 2: there is no setting 'frobnicate'; the settings are: jobs, max-memory"),
    ("[thum]", "line 1: there are no settings for [thum]; did you mean 'thumb'?"),
    ("[info]\nquality = 1", "line 2: info has no setting 'quality'; these have: thumb"),
    ("jobs = 0", "line 1: 'jobs' must be a whole number from 1 to 1024"), ("jobs = 1025", "from 1 to 1024"),
    ("jobs = \"4\"", "'jobs' must be a whole number"), ("max-pixels = 0", "must be a whole number, 1 or more"),
    ("quality = 101", "'quality' must be a whole number from 1 to 100"), ("color = 'red'", "'color' must be \"auto\""),
    ("progress = 1", "'progress' must be true or false"), ("max-memory = \"2X\"", "'max-memory' must be bytes"),
    ("cache = \"indexes\"", "'cache' must be a folder as an absolute path"),
    ("jobs = 1 # \u{7F}", "line 1: a control character"),
  ])
  func aFaultNamesFileLineAndWhatToDo(_ text: String, _ sentence: String) throws {
    let place = try Place(user: text)
    let fault = try #require(place.fault())
    #expect(fault.subject == place.folder.path("home/.config/upright/config.toml"))
    #expect(fault.error.sentence.contains(sentence), "\(fault.error.sentence)")
    #expect(fault.error.codes.exitCode == 65)
  }

  @Test func aVariableThatCannotBeUsedIsNamed() throws {
    for setting in Setting.allCases {
      let fault = try #require(try Place().fault([setting.variable: "\u{7}?"]), "\(setting)")
      #expect(fault.subject == "environment" && fault.error.codes.exitCode == 64)
      #expect(fault.error.sentence.hasPrefix("\(setting.variable): must be \(setting.expectation)"))
    }
    #expect(Setting.maxMemory.variable == "UPRIGHT_MAX_MEMORY")
  }

  @Test func aNamedFileMustExistAndBeShort() throws {
    let place = try Place()
    #expect(place.fault(["UPRIGHT_CONFIG": place.folder.path("none")])?.error.codes.exitCode == 74)
    try place.folder.write(Array(repeating: UInt8(ascii: "\n"), count: SettingsFile.mostBytes + 1), as: "long")
    let fault = place.fault(["UPRIGHT_CONFIG": place.folder.path("long")])
    #expect(fault?.error.sentence == "more than 65536 bytes, which no settings need")
    try place.folder.write(Array("jobs = 1".utf8), as: "named")
    #expect(try place.settings(["UPRIGHT_CONFIG": place.folder.path("named")]).resolved(.jobs).value == .number(1))
    try place.folder.write(Array("cache = '~/c'".utf8), as: "named")
    let named = try place.settings(["UPRIGHT_CONFIG": place.folder.path("named")])
    #expect(named.resolved(.cache).value == .text(place.folder.path("home/c")))
  }

  @Test func theBaseFolderOfConfigurationsIsFollowedIfAbsolute() throws {
    let place = try Place()
    #expect(try place.settings(["XDG_CONFIG_HOME": "/etc/nowhere"]).userPath == "/etc/nowhere/upright/config.toml")
    #expect(
      try place.settings(["XDG_CONFIG_HOME": "relative"]).userPath
        == place.folder.path("home/.config/upright/config.toml"))
    #expect(try place.settings(["HOME": ""]).userPath == nil)
  }
}
