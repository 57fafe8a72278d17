// One line of a journal (JSON Lines 1.0): what a batch is about to do, has done, or has taken back.

/// A line of a journal as a value.
public enum JournalRecord: Hashable, Sendable {
  /// The first line: what the batch does to every file, in words without the files, when it began, in seconds since 1970, and where; older ones lack that.
  case opening(deed: [String], started: Int, home: JournalHome? = nil)
  /// The change of this number is about to happen.
  case intent(Int, JournalIntent)
  /// The change of this number is whole and safe on the disk; the file's state since.
  case done(Int, after: FileState)
  /// The change of this number failed, with the error's code.
  case failed(Int, code: String)
  /// The change of this number was taken back.
  case undone(Int)
  /// What the change of this number displaced is kept no longer.
  case discarded(Int)
  /// What is to be done after all changes.
  case plan(JournalPlan)
  /// The plan was carried out for all changes before this number.
  case settled(Int)
}

extension JournalRecord {
  /// The format's number, in the first line.
  private static let schema = 1

  /// The line, with its line feed.
  var line: [UInt8] { Array(json.line.utf8) + [UInt8(ascii: "\n")] }

  private var json: JSONLine {
    switch self {
    case .opening(let deed, let started, let home):
      .object(
        [
          .init("upright", .text("journal")), .init("schema", .number(Self.schema)),
          .init("started", .number(started)), .init("deed", .list(deed.map(JSONLine.text))),
        ] + (home.map { [.init("home", $0.json)] } ?? []))
    case .intent(let number, let intent): .object([.init("intent", .number(number))] + intent.members)
    case .done(let number, let state): .object([.init("done", .number(number)), .init("after", state.json)])
    case .failed(let number, let code): .object([.init("failed", .number(number)), .init("code", .text(code))])
    case .undone(let number): .object([.init("undone", .number(number))])
    case .discarded(let number): .object([.init("discarded", .number(number))])
    case .plan(let plan): .object(plan.members)
    case .settled(let number): .object([.init("settled", .number(number))])
    }
  }

  /// What a line without its line feed says; nil where it says nothing that this version knows.
  init?(line: [UInt8]) {
    guard let json = JSONReader.value(of: line), case .object(let members) = json, let first = members.first
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
    case ("settled", let number?): self = .settled(number)
    default: return nil
    }
  }

  private init?(opening json: JSONLine) {
    guard json["upright"]?.text == "journal", json["schema"]?.number == Self.schema,
      let started = json["started"]?.number, let deed = json["deed"]?.list
    else { return nil }
    let words = deed.compactMap(\.text)
    let home = JournalHome(json["home"])
    guard words.count == deed.count, home != nil || json["home"] == nil else { return nil }
    self = .opening(deed: words, started: started, home: home)
  }
}
