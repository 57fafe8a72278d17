// The settings in effect: command line > environment > file of the folder > file of the user > built in.

package import Upright
import UprightFiles

/// The defaults of options, and where they come from.
package struct Settings: Sendable {
  /// Where a value comes from.
  package enum Origin: Hashable, Sendable {
    case builtIn
    case user(line: Int)
    case folder(line: Int)
    case environment
  }

  /// A value that is in effect.
  package struct Resolved: Hashable, Sendable {
    package let setting: Setting
    /// nil for none.
    package let value: TOMLDocument.Value?
    package let origin: Origin
    /// The line of the folder's file that would have raised a limit; nil for none.
    package let ignoredLine: Int?
  }

  /// Why settings cannot be used.
  package struct Fault: Error, Hashable, Sendable {
    /// A file or a variable.
    package let subject: String
    package let error: UprightError
  }

  /// The path of the user's file, whether it exists or not; nil if there can be none.
  package let userPath: String?
  package let userFile: SettingsFile?
  package let folderFile: SettingsFile?
  /// Why a file in the current folder is ignored; nil if it is not, or if there is none.
  package private(set) var folderRefusal: String?
  private let variables: [Setting: TOMLDocument.Value]

  /// Reads the environment and the files.
  ///
  /// - Parameters:
  ///   - folder: The current folder; empty for that of the process.
  ///   - variable: The text of an environment variable; nil if it is not set.
  /// - Throws: The first file or variable that cannot be used.
  package init(
    folder: String = "", variable: (String) -> String?
  ) throws(Fault) {
    let home = variable("HOME")
    let named = variable("UPRIGHT_CONFIG")
    let (path, isNamed) = Self.userPath(named: named, base: variable("XDG_CONFIG_HOME"), home: home)
    userPath = path
    userFile = try Self.naming(path ?? "") { () throws(UprightError) in
      try path.flatMap { path throws(UprightError) in
        try SettingsFile.ofUser(path, isRequired: isNamed, home: home)
      }
    }
    var refusal: String?
    folderFile = try Self.naming(SettingsFile.folderName) { () throws(UprightError) in
      try SettingsFile.ofFolder(folder, home: home) { refusal = $0 }
    }
    folderRefusal = refusal
    var variables: [Setting: TOMLDocument.Value] = [:]
    for setting in Setting.allCases {
      guard let text = variable(setting.variable), !text.isEmpty else { continue }
      guard let value = setting.accepted(text, home: home) else {
        let reason = "must be \(setting.expectation), not '\(TerminalText.plain(text))'"
        throw Fault(
          subject: "environment", error: .unanswerable(field: Phrase(setting.variable), reason: Phrase(reason)))
      }
      variables[setting] = value
    }
    self.variables = variables
  }

  private static func naming<Result>(
    _ subject: String, _ work: () throws(UprightError) -> Result
  ) throws(Fault) -> Result {
    do throws(UprightError) { return try work() } catch { throw Fault(subject: subject, error: error) }
  }

  /// The path of the user's file, and whether it was named and so has to exist.
  private static func userPath(named: String?, base: String?, home: String?) -> (String?, Bool) {
    if let named { return named.isEmpty ? (nil, false) : (named, true) }
    let folder: String? =
      if let base, base.hasPrefix("/") { base } else if let home, home.hasPrefix("/") {
        FileName.joined(home, ".config")
      } else { nil }
    return (folder.map { FileName.joined(FileName.joined($0, "upright"), "config.toml") }, false)
  }

  /// The value of a setting, for a command's table or for all commands.
  package func resolved(_ setting: Setting, for table: String? = nil) -> Resolved {
    var (value, origin) = (setting.builtIn, Origin.builtIn)
    var ignored: Int?
    if let entry = userFile?.entry(setting, for: table) { (value, origin) = (entry.value, .user(line: entry.line)) }
    if let entry = folderFile?.entry(setting, for: table) {
      if setting.isLimit, let value, !Self.isLower(entry.value, than: value) {
        ignored = entry.value == value ? nil : entry.line
      } else {
        (value, origin) = (entry.value, .folder(line: entry.line))
      }
    }
    if let variable = variables[setting] { (value, origin) = (variable, .environment) }
    return Resolved(setting: setting, value: value, origin: origin, ignoredLine: ignored)
  }

  private static func isLower(_ one: TOMLDocument.Value, than other: TOMLDocument.Value) -> Bool {
    guard case .number(let one) = one, case .number(let other) = other else { return false }
    return one < other
  }
}

// MARK: the command line

extension Settings {
  /// The number of words that name a command with settings; nil for other lines, and for those that ask for help.
  package static func verbCount(in words: [String]) -> Int? {
    let options = words.prefix { $0 != "--" }
    guard !options.contains(where: ["--help", "-h", "--version"].contains) else { return nil }
    return [2, 1].first { $0 <= words.count && Setting.allCommands.contains(words.prefix($0).joined(separator: " ")) }
  }

  /// Whether a variable is set, or a file may exist. Every command asks, so nothing is read or parsed for it.
  private static func isAnyGiven(_ variable: (String) -> String?) -> Bool {
    func mayExist(_ path: String) -> Bool {
      SettingsFile.mayExist(FileLocation(path: path, followingLinks: false))
    }
    let named = variable("UPRIGHT_CONFIG")
    let (path, isNamed) = userPath(named: named, base: variable("XDG_CONFIG_HOME"), home: variable("HOME"))
    return isNamed || mayExist(SettingsFile.folderName) || path.map(mayExist) == true
      || Setting.allCases.contains { variable($0.variable) != nil }
  }

  /// The line with the settings of a world as options, and the world where messages follow them.
  ///
  /// - Throws: As `init`.
  package static func applied(
    to words: [String], in world: World
  ) throws(Fault) -> (words: [String], world: World) {
    guard isAnyGiven(world.variable), verbCount(in: words) != nil else { return (words, world) }
    let settings = try Settings(variable: world.variable)
    let words = settings.applied(to: words)
    let world = world.with(MessageStyle(words))
    if let reason = settings.folderRefusal { world.tell("\(SettingsFile.folderName): ignored: \(reason)") }
    return (words, world)
  }

  /// The line with the settings as options, before those of the line itself: the last one is in effect.
  package func applied(to words: [String]) -> [String] {
    guard let count = Self.verbCount(in: words) else { return words }
    let command = words.prefix(count).joined(separator: " ")
    let options = Setting.allCases.filter { $0.commands.contains(command) }.compactMap { setting -> String? in
      let found = resolved(setting, for: Setting.table(of: command))
      return found.origin == .builtIn ? nil : found.value.flatMap(setting.option)
    }
    return words.prefix(count) + options + words.dropFirst(count)
  }
}
