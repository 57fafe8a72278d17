// The settings in effect, as lines for people and for programs.

import UprightFiles

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
