// A file of settings (which keys it may have, and whose file it may be), and the settings in effect as lines.

package import Upright
import UprightFiles
import UprightSystem

/// The settings in a file.
package struct SettingsFile: Sendable {
  /// Whom a file is for.
  package enum Scope: Hashable, Sendable {
    /// The user's own file.
    case user
    /// The current folder.
    case folder
  }

  /// A setting in a file.
  package struct FileSetting: Hashable, Sendable {
    package let setting: Setting
    /// The table that it is in; nil for all commands.
    package let table: String?
    package let value: TOMLDocument.Value
    package let line: Int
  }

  /// The name of the file in the current folder.
  package static let folderName = ".upright.toml"
  /// More bytes are refused.
  package static let mostBytes = 1 << 16

  package let path: String
  package let entries: [FileSetting]

  /// Why a file in the current folder is not read; nil if it may be.
  static func distrust(_ identity: FileIdentity, user: UInt32) -> String? {
    if identity.owner != user { return "it belongs to another user" }
    if identity.permissions & 0o022 != 0 { return "others may write to it; `chmod go-w \(folderName)` changes that" }
    return nil
  }

  /// The file of the current folder; nil if there is none.
  ///
  /// - Throws: Why it cannot be used; `ignoring` gets the reason if it is only ignored.
  static func ofFolder(
    _ folder: String, user: UInt32 = geteuid(), home: String?, ignoring: (String) -> Void
  ) throws(UprightError) -> SettingsFile? {
    let path = folder.isEmpty ? folderName : FileName.joined(folder, folderName)
    let file: FileBytes
    do throws(UprightError) { file = try FileBytes(FileLocation(path: path, followingLinks: false)) } catch {
      switch error {
      case .io(_, ENOENT), .io(_, ENOTDIR): return nil
      case .io(_, ELOOP): ignoring("it is a symbolic link")
      case .unsupported, .io(_, EISDIR): ignoring("it is not a regular file")
      default: ignoring("it cannot be read")
      }
      return nil
    }
    if let reason = distrust(file.identity, user: user) {
      ignoring(reason)
      return nil
    }
    return try SettingsFile(path: path, bytes(of: file), in: .folder, home: home)
  }

  /// The user's file at `path`; nil if there is none and none `isRequired`.
  ///
  /// - Throws: Why it cannot be used.
  static func ofUser(_ path: String, isRequired: Bool, home: String?) throws(UprightError) -> SettingsFile? {
    let file: FileBytes
    do throws(UprightError) { file = try FileBytes(path: path) } catch {
      if !isRequired, !mayExist(FileLocation(path: path)) { return nil }
      throw error
    }
    return try SettingsFile(path: path, bytes(of: file), in: .user, home: home)
  }

  /// Whether there may be a file. There is none in a folder that this user may not enter: HOME is another user's then.
  static func mayExist(_ location: FileLocation) -> Bool {
    do throws(UprightError) { _ = try FileIdentity(location) } catch {
      if case .io(_, let number) = error { return ![ENOENT, ENOTDIR, EACCES].contains(number) }
    }
    return true
  }

  private static func bytes(of file: FileBytes) throws(UprightError) -> [UInt8] {
    guard file.byteCount <= mostBytes else {
      throw .malformedText(offset: mostBytes, reason: "more than \(mostBytes) bytes, which no settings need")
    }
    do { return try file.read(0..<file.byteCount) } catch { throw UprightError(error).naming(file.path) }
  }

  /// Parses a file's bytes.
  ///
  /// - Throws: `.malformedText` with the line, and what to do.
  package init(path: String, _ bytes: [UInt8], in place: Scope, home: String?) throws(UprightError) {
    self.path = path
    do throws(TOMLDocument.Fault) { entries = try Self.entries(TOMLDocument(bytes), in: place, home: home) } catch {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let offset = lines.prefix(error.line - 1).reduce(0) { $0 + $1.count + 1 }
      throw .malformedText(offset: offset, reason: "line \(error.line): \(error.sentence)")
    }
  }

  private static func entries(
    _ document: TOMLDocument, in place: Scope, home: String?
  ) throws(TOMLDocument.Fault) -> [FileSetting] {
    for table in document.tables where !Setting.tables.contains(table.name) {
      throw TOMLDocument.Fault(
        line: table.line,
        "there are no settings for [\(table.name)]; " + advice(table.name, Setting.tables, "the commands are"))
    }
    var entries: [FileSetting] = []
    for entry in document.entries { entries.append(try Self.entry(entry, in: place, home: home)) }
    return entries
  }

  private static func entry(
    _ entry: TOMLDocument.KeyValue, in place: Scope, home: String?
  ) throws(TOMLDocument.Fault) -> FileSetting {
    func fault(_ sentence: String) -> TOMLDocument.Fault { TOMLDocument.Fault(line: entry.line, sentence) }
    guard let setting = Setting(rawValue: entry.key) else {
      throw fault(
        "there is no setting '\(entry.key)'; "
          + advice(entry.key, Setting.allCases.map(\.rawValue), "the settings are"))
    }
    if let table = entry.table, !Setting.settings(ofTable: table).contains(setting) {
      let tables = Setting.tables.filter { Setting.settings(ofTable: $0).contains(setting) }
      throw fault("\(table) has no setting '\(entry.key)'; these have: \(tables.joined(separator: ", "))")
    }
    if place == .folder, !setting.isAllowedInFolder {
      throw fault("a file in a folder may not set '\(entry.key)'; move it to your own file (`upright config` names it)")
    }
    guard let value = setting.accepted(entry.value, home: home) else {
      throw fault("'\(entry.key)' must be \(setting.expectation)")
    }
    return FileSetting(setting: setting, table: entry.table, value: value, line: entry.line)
  }

  private static func advice(_ word: String, _ names: [String], _ beginning: String) -> String {
    OptionTable.nearest(to: word, among: names).map { "did you mean '\($0)'?" }
      ?? "\(beginning): \(names.joined(separator: ", "))"
  }

  /// The entry of a setting for a command: its table's, or that for all commands.
  func entry(_ setting: Setting, for table: String?) -> FileSetting? {
    entries.first { $0.setting == setting && $0.table == table && table != nil }
      ?? entries.first { $0.setting == setting && $0.table == nil }
  }
}

// The settings in effect, as lines for people and for programs.

/// What `upright config` prints.
package struct SettingsReport {
  private let settings: Settings
  /// The table of the command; nil for all commands.
  private let table: String?

  /// A report for the command with this table, or for all commands and the tables of the files.
  package init(_ settings: Settings, table: String? = nil) { (self.settings, self.table) = (settings, table) }

  private struct Row {
    var table: String?
    let resolved: Settings.Resolved
  }

  private var rows: [Row] {
    if let table {
      return Setting.settings(ofTable: table).map { Row(table: table, resolved: settings.resolved($0, for: table)) }
    }
    let entries = [settings.userFile, settings.folderFile].flatMap { $0?.entries ?? [] }
    let tables = Setting.tables.filter { table in entries.contains { $0.table == table } }
    return Setting.allCases.map { Row(resolved: settings.resolved($0)) }
      + tables.flatMap { table in
        Setting.allCases.filter { setting in
          entries.contains { $0.table == table && $0.setting == setting }
        }.map { Row(table: table, resolved: settings.resolved($0, for: table)) }
      }
  }

  // MARK: for people

  /// A line per setting, then one per file.
  package var text: String {
    let rows = rows
    let names = rows.map { row in
      (table == nil ? row.table.map { "[\($0)] " } ?? "" : "") + row.resolved.setting.rawValue
    }
    let values = rows.map { Self.shown($0.resolved.value) }
    let (first, second) = (names.map(\.count).max() ?? 0, values.map(\.count).max() ?? 0)
    let lines = rows.indices.flatMap { index in
      let resolved = rows[index].resolved
      let line = [Columns.padded(names[index], to: first), Columns.padded(values[index], to: second), origin(resolved)]
      let ignored = resolved.ignoredLine.map { line in
        "  ignored: \(SettingsFile.folderName), line \(line): a file in a folder cannot raise a limit"
      }
      return [line.joined(separator: "  ")] + (ignored.map { [$0] } ?? [])
    }
    return (lines + [""] + fileLines).map { $0 + "\n" }.joined()
  }

  private var fileLines: [String] {
    let user = settings.userPath.map { path in
      "your file: \(TerminalText.plain(path))" + (settings.userFile == nil ? ", which does not exist" : "")
    }
    let folder =
      settings.folderRefusal.map { ", ignored: \($0)" }
      ?? (settings.folderFile == nil ? ", which does not exist" : "")
    return [user ?? "your file: none", "this folder's file: \(SettingsFile.folderName)\(folder)"]
  }

  private func origin(_ resolved: Settings.Resolved) -> String {
    switch resolved.origin {
    case .builtIn: "built in"
    case .user(let line): "\(TerminalText.plain(settings.userPath ?? "")), line \(line)"
    case .folder(let line): "\(SettingsFile.folderName), line \(line)"
    case .environment: resolved.setting.variable
    }
  }

  private static func shown(_ value: TOMLDocument.Value?) -> String {
    switch value {
    case .number(let number): "\(number)"
    case .text(let text): TerminalText.plain(text)
    case .flag(let flag): "\(flag)"
    case nil: "none"
    }
  }

  // MARK: for programs

  /// An object per setting, then one per file.
  package var jsonLines: String {
    (rows.map(json) + fileObjects).map { $0.line + "\n" }.joined()
  }

  private func json(_ row: Row) -> JSONLine {
    let resolved = row.resolved
    var members: [JSONLine.Member] = [.schema, .init("setting", .text(resolved.setting.rawValue))]
    if let table = row.table { members.append(.init("command", .text(table))) }
    members.append(.init("value", Self.json(resolved.value)))
    switch resolved.origin {
    case .builtIn: members.append(.init("origin", .text(Self.originWords[0])))
    case .user(let line):
      members += [.init("origin", .text(Self.originWords[1])), .init("line", .number(line))]
      members += JSONLine.pathMembers(settings.userPath ?? "")
    case .folder(let line):
      members += [.init("origin", .text(Self.originWords[2])), .init("line", .number(line))]
      members += JSONLine.pathMembers(SettingsFile.folderName)
    case .environment:
      members += [
        .init("origin", .text(Self.originWords[3])), .init("variable", .text(resolved.setting.variable)),
      ]
    }
    if let line = resolved.ignoredLine { members.append(.init("ignoredLine", .number(line))) }
    return .object(members)
  }

  /// The words for where a value comes from.
  package static let originWords = ["built-in", "user", "folder", "environment"]

  private static func json(_ value: TOMLDocument.Value?) -> JSONLine {
    switch value {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .flag(let flag): .flag(flag)
    case nil: .decimal("null")
    }
  }

  private var fileObjects: [JSONLine] {
    let user = settings.userPath.map { path in
      JSONLine.about(path, [.init("settings", .text("user")), .init("read", .flag(settings.userFile != nil))])
    }
    let reason = settings.folderRefusal.map { [JSONLine.Member("ignored", .text($0))] } ?? []
    let folder = JSONLine.about(
      SettingsFile.folderName,
      [.init("settings", .text("folder")), .init("read", .flag(settings.folderFile != nil))] + reason)
    return (user.map { [$0] } ?? []) + [folder]
  }
}
