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

// The options whose defaults can be set: none changes or replaces a file that would stay without it.

/// An option whose default can be set in a file or by a variable (docs/config.md).
package enum Setting: String, CaseIterable, Sendable {
  /// `--jobs`
  case jobs
  /// `--max-memory`
  case maxMemory = "max-memory"
  /// `--max-pixels`
  case maxPixels = "max-pixels"
  /// `--max-seconds`
  case maxSeconds = "max-seconds"
  /// `--color`
  case color
  /// `--no-progress`
  case progress
  /// `--quality` of thumbnails
  case quality
  /// `--cache`
  case cache
}

extension Setting {
  /// The environment variable.
  package var variable: String {
    "UPRIGHT_" + String(rawValue.map { $0 == "-" ? "_" : $0 }).uppercased()
  }

  /// Whether a lower value only refuses or slows down more.
  package var isLimit: Bool { [.jobs, .maxMemory, .maxPixels, .maxSeconds].contains(self) }

  /// Whether a file in a folder of images may set it. Such a file may be a stranger's.
  package var isAllowedInFolder: Bool { isLimit || self == .color || self == .progress }

  /// The value without any setting; nil for none.
  package var builtIn: TOMLDocument.Value? {
    switch self {
    case .jobs: .number(FileQueue.width(nil))
    case .maxMemory: .number(Limits().memoryBytes)
    case .maxPixels: .number(Limits().pixels)
    case .maxSeconds, .cache: nil
    case .color: .text(ColorChoice.auto.rawValue)
    case .progress: .flag(true)
    case .quality: .number(ThumbRequest.defaultQuality)
    }
  }

  /// The values that it accepts, in words.
  package var expectation: String {
    switch self {
    case .jobs: "a whole number from 1 to \(FileQueue.widest)"
    case .maxPixels, .maxSeconds: "a whole number, 1 or more"
    case .maxMemory: "bytes, or a text such as \"512M\" or \"2G\""
    case .color: ColorChoice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    case .progress: "true or false"
    case .quality: "a whole number from 1 to 100"
    case .cache: "a folder as an absolute path, or as ~/ and a path in your home"
    }
  }

  /// The value that commands use for one in a file; nil if it is not accepted.
  package func accepted(_ value: TOMLDocument.Value, home: String?) -> TOMLDocument.Value? {
    switch (self, value) {
    case (.jobs, .number(let number)): (1...FileQueue.widest).contains(number) ? value : nil
    case (.maxPixels, .number(let number)), (.maxSeconds, .number(let number)), (.maxMemory, .number(let number)):
      number >= 1 ? value : nil
    case (.maxMemory, .text(let text)): ByteCount.bytes(text).map { .number($0) }
    case (.quality, .number(let number)): Rendition.Quality.levels.contains(number) ? value : nil
    case (.color, .text(let text)): ColorChoice(rawValue: text) == nil ? nil : value
    case (.progress, .flag): value
    case (.cache, .text(let text)): Self.folder(text, home: home).map { .text($0) }
    default: nil
    }
  }

  /// The same for the text of a variable.
  package func accepted(_ text: String, home: String?) -> TOMLDocument.Value? {
    switch self {
    case .color, .cache, .maxMemory: accepted(.text(text), home: home)
    case .jobs, .maxPixels, .maxSeconds, .quality: Int(text).flatMap { accepted(.number($0), home: home) }
    case .progress: ["true": .flag(true), "1": .flag(true), "false": .flag(false), "0": .flag(false)][text]
    }
  }

  private static func folder(_ text: String, home: String?) -> String? {
    if text.contains("\0") { return nil }
    if text.hasPrefix("/") { return text }
    guard text.hasPrefix("~/"), let home, home.hasPrefix("/") else { return nil }
    return FileName.joined(home, String(text.dropFirst(2)))
  }

  /// The option that gives a command this value; nil if it needs none.
  package func option(_ value: TOMLDocument.Value) -> String? {
    switch (self, value) {
    case (.progress, .flag(let shows)): shows ? nil : "--no-progress"
    case (_, .number(let number)): "--\(rawValue)=\(number)"
    case (_, .text(let text)): "--\(rawValue)=\(text)"
    case (_, .flag): nil
    }
  }
}

// MARK: commands

extension Setting {
  private static let planned = ["fix", "rotate", "orient", "crop", "thumb"]
  /// Commands that decode images.
  private static let decoding =
    planned.map { "plan \($0)" } + planned
    + ["sheet", "show", "verify", "labels overlay", "labels crop", "digest", "camera stamp", "batch"]
  /// Commands that process several files, and log.
  private static let batches =
    decoding.filter { !["show", "verify"].contains($0) } + [
      "info", "audit", "labels audit", "index", "undo", "recover", "watch",
    ]
  private static let labels = ["labels convert", "labels validate", "labels diff"]

  /// The commands that have the option.
  package var commands: [String] {
    switch self {
    case .jobs: Self.batches
    case .maxMemory: Self.decoding + Self.labels + ["labels audit", "worker"]
    case .maxPixels, .maxSeconds: Self.decoding + ["worker"]
    case .color, .progress: Self.batches + Self.labels + ["verify"]
    case .quality: ["thumb", "plan thumb"]
    case .cache: ["crop", "plan crop", "index"]
    }
  }

  /// All commands that have a setting.
  package static let allCommands = Set(allCases.flatMap(\.commands))

  /// The table of a command's own settings: `plan` uses those of the command that it plans.
  package static func table(of command: String) -> String {
    let words = command.split(separator: " ").map(String.init)
    return words.first == "plan" ? words.last ?? command : words.first ?? command
  }

  /// The names of all tables.
  package static let tables = Set(allCommands.map(table)).sorted()

  /// The settings of a table.
  package static func settings(ofTable table: String) -> [Setting] {
    allCases.filter { $0.commands.contains { Self.table(of: $0) == table } }
  }
}
