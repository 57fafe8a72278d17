// One line of a journal (JSON Lines 1.0): an intent, an outcome, or an undo.

/// A line of a journal as a value.
public enum JournalRecord: Hashable, Sendable {
  /// The first line: the batch's arguments without the files, its start in seconds since 1970, its place and its
  /// folders. Older journals lack some of these.
  case opening(operation: [String], started: Int, home: JournalHome? = nil, roots: JournalRoots? = nil)
  /// The change with this number is about to happen.
  case intent(Int, JournalIntent)
  /// The change with this number is complete and flushed; `after` is the file's state.
  case done(Int, after: FileState)
  /// The change with this number failed, with the error's code.
  case failed(Int, code: String)
  /// The change with this number was undone.
  case undone(Int)
  /// The file displaced by the change with this number was discarded.
  case discarded(Int)
  /// The plan for after all changes.
  case plan(JournalPlan)
  /// The plan was carried out for all changes before this number.
  case planDone(Int)
  /// A file is about to be written in this folder.
  case folder(String)
}

extension JournalRecord {
  /// The format version in the first line; 1 if the line lists no folders.
  package static let schema = 2

  /// The line, with its line feed.
  var line: [UInt8] { Array(json.line.utf8) + [UInt8(ascii: "\n")] }

  private var json: JSONLine {
    switch self {
    case .opening(let operation, let started, let home, let roots):
      .object(
        [
          .init("upright", .text("journal")), .init("schema", .number(roots == nil ? 1 : Self.schema)),
          .init("started", .number(started)), .init("deed", .list(operation.map(JSONLine.text))),
        ] + (home.map { [.init("home", $0.json)] } ?? []) + (roots.map { [.init("roots", $0.json)] } ?? []))
    case .intent(let number, let intent): .object([.init("intent", .number(number))] + intent.members)
    case .done(let number, let state): .object([.init("done", .number(number)), .init("after", state.json)])
    case .failed(let number, let code): .object([.init("failed", .number(number)), .init("code", .text(code))])
    case .undone(let number): .object([.init("undone", .number(number))])
    case .discarded(let number): .object([.init("discarded", .number(number))])
    case .plan(let plan): .object(plan.members)
    case .planDone(let number): .object([.init("settled", .number(number))])
    case .folder(let path): .object([.init("folder", .object(JSONLine.pathMembers(path)))])
    }
  }

  /// Parses a line without its line feed; nil if this version does not know it.
  init?(line: [UInt8]) {
    // An edit, `{"at":1,"old":"06","new":"03"},`, has the most values for its length.
    guard let json = JSONReader.value(of: line, atMost: 1_000 + line.count / 7), case .object(let members) = json,
      let first = members.first
    else { return nil }
    switch (first.key, first.value.number) {
    case ("upright", nil): self.init(opening: json)
    case ("intent", let number?):
      guard let intent = JournalIntent(json) else { return nil }
      self = .intent(number, intent)
    case ("done", let number?):
      guard let state = FileState(json["after"]) else { return nil }
      self = .done(number, after: state)
    case ("failed", let number?):
      guard let code = json["code"]?.text else { return nil }
      self = .failed(number, code: code)
    case ("undone", let number?): self = .undone(number)
    case ("discarded", let number?): self = .discarded(number)
    case ("plan", nil):
      guard let plan = JournalPlan(json) else { return nil }
      self = .plan(plan)
    case ("settled", let number?): self = .planDone(number)
    case ("folder", nil):
      guard let path = first.value.path, !path.isEmpty else { return nil }
      self = .folder(path)
    default: return nil
    }
  }

  private init?(opening json: JSONLine) {
    guard json["upright"]?.text == "journal", let schema = json["schema"]?.number, 1...Self.schema ~= schema,
      let started = json["started"]?.number, let operation = json["deed"]?.list
    else { return nil }
    let words = operation.compactMap(\.text)
    let home = JournalHome(json["home"])
    let roots = schema == 1 ? nil : JournalRoots(json["roots"])
    guard words.count == operation.count, home != nil || json["home"] == nil, roots != nil || schema == 1 else {
      return nil
    }
    self = .opening(operation: words, started: started, home: home, roots: roots)
  }
}
