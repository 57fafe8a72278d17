// One line of a journal (JSON Lines 1.0): an intent, an outcome, or an undo.

public import Upright

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

// An intended change of a file, with all that is needed to tell later whether it was made, and to undo it.

/// A change of one file, recorded before it begins.
public struct JournalIntent: Hashable, Sendable {
  /// What changes.
  public enum Change: Hashable, Sendable {
    /// Bytes inside the file, which was in the state `of` before.
    case patch(BytePatch, of: FileState)
    /// The whole file: a new one gets its name.
    case file(NewFile)
  }

  /// A complete, flushed file that only lacks its name.
  public struct NewFile: Hashable, Sendable {
    /// Its state, which renaming does not change.
    public let state: FileState
    /// The SHA-256 of its bytes.
    public let digest: [UInt8]
    /// The file that had the name before; nil for none.
    public let displaced: Displaced?

    /// A new file that replaces `displaced`.
    public init(state: FileState, digest: [UInt8], displaced: Displaced?) {
      self.state = state
      self.digest = digest
      self.displaced = displaced
    }
  }

  /// A file that lost its name to a new one and is kept under another.
  public struct Displaced: Hashable, Sendable {
    /// Its state.
    public let state: FileState
    /// The SHA-256 of its bytes.
    public let digest: [UInt8]
    /// Its name now, in the same folder.
    public let keptAs: String

    /// A file that is kept under `keptAs`.
    public init(state: FileState, digest: [UInt8], keptAs: String) {
      self.state = state
      self.digest = digest
      self.keptAs = keptAs
    }
  }

  /// The file's absolute path, without symbolic links.
  public let path: String
  /// What changes.
  public let change: Change

  /// A change of the file at `path`.
  public init(path: String, change: Change) {
    self.path = path
    self.change = change
  }

  /// The path of the kept file; nil if none is displaced.
  public var keptPath: String? {
    guard case .file(let new) = change, let displaced = new.displaced else { return nil }
    return FileName.joined(FileName.folder(of: path), displaced.keptAs)
  }
}

extension JournalIntent {
  /// The prefix of kept files' names; `recover` does not treat them as leftovers.
  static let keptPrefix = HiddenName.prefix + "kept-"

  var isFile: Bool { if case .file = change { true } else { false } }

  var members: [JSONLine.Member] { JSONLine.pathMembers(path) + members(of: change) }

  private func members(of change: Change) -> [JSONLine.Member] {
    switch change {
    case .patch(let patch, let before):
      let edits = patch.edits.map { edit in
        JSONLine.object([
          .init("at", .number(edit.offset)), .init("old", .text(Hex.text(edit.old))),
          .init("new", .text(Hex.text(edit.new))),
        ])
      }
      return [.init("before", before.json), .init("patch", .list(edits))]
    case .file(let new):
      let displaced = new.displaced.map { displaced in
        [
          JSONLine.Member("before", displaced.state.json), .init("beforeSha256", .text(Hex.text(displaced.digest))),
          .init("kept", .text(displaced.keptAs)),
        ]
      }
      return (displaced ?? [])
        + [.init("after", new.state.json), .init("sha256", .text(Hex.text(new.digest)))]
    }
  }

  /// Nil if `json` is not a change that can be undone.
  init?(_ json: JSONLine) {
    guard let path = json.path, !path.isEmpty, let change = Self.change(json) else { return nil }
    self.init(path: path, change: change)
  }

  private static func change(_ json: JSONLine) -> Change? {
    let before = FileState(json["before"])
    if let edits = json["patch"]?.list {
      guard let before, let patch = patch(edits, within: before.byteCount) else { return nil }
      return .patch(patch, of: before)
    }
    guard let state = FileState(json["after"]), let digest = json.digest("sha256") else { return nil }
    guard json["before"] != nil || json["kept"] != nil else {
      return .file(NewFile(state: state, digest: digest, displaced: nil))
    }
    guard let before, let old = json.digest("beforeSha256"), let name = json["kept"]?.text, name.hasPrefix(keptPrefix),
      !name.utf8.contains(UInt8(ascii: "/"))
    else { return nil }
    return .file(NewFile(state: state, digest: digest, displaced: Displaced(state: before, digest: old, keptAs: name)))
  }

  /// Edits that move no byte, do not overlap and are inside the file.
  private static func patch(_ edits: [JSONLine], within byteCount: Int) -> BytePatch? {
    var (read, end): ([BytePatch.Edit], Int) = ([], 0)
    for json in edits {
      guard let offset = json["at"]?.number, let old = json["old"]?.text.flatMap(Hex.bytes),
        let new = json["new"]?.text.flatMap(Hex.bytes), !old.isEmpty, old.count == new.count,
        offset >= end, offset <= byteCount, old.count <= byteCount - offset
      else { return nil }
      read.append(BytePatch.Edit(offset: offset, old: old, new: new))
      end = offset + old.count
    }
    return read.isEmpty ? nil : BytePatch(read)
  }
}

extension JSONLine {
  /// The SHA-256 in a member; nil if there is none.
  func digest(_ key: String) -> [UInt8]? {
    self[key]?.text.flatMap(Hex.bytes).flatMap { $0.count == 32 ? $0 : nil }
  }
}

// What a batch will do after all of its files, recorded before the first of them is changed (write-ahead logging).

/// Files that change after all others, in their state at the beginning.
public struct JournalPlan: Hashable, Sendable {
  /// A file that may change.
  public struct File: Hashable, Sendable {
    /// Its absolute path, without symbolic links.
    public let path: String
    /// The SHA-256 of its bytes.
    public let digest: [UInt8]

    /// A file at `path` whose bytes have this digest.
    public init(path: String, digest: [UInt8]) { (self.path, self.digest) = (path, digest) }
  }

  /// What will be done, as arguments that only the batch itself interprets.
  public let words: [String]
  /// The files that may change.
  public let files: [File]

  /// A plan to apply `words` to `files`.
  public init(words: [String], files: [File]) { (self.words, self.files) = (words, files) }
}

extension JournalPlan {
  /// The extensions of label files, the only files that undo restores besides images and movies: a journal may come
  /// from a stranger.
  public static let endings = ["csv", "json", "jsonl", "ndjson", "txt", "xml", "xmp"]

  /// Whether the file at `path` has one of `endings`.
  public static func mayName(_ path: String) -> Bool {
    endings.contains(FileName.fileExtension(of: path).lowercased())
  }

  var members: [JSONLine.Member] {
    let files = files.map { file in
      JSONLine.object(JSONLine.pathMembers(file.path) + [.init("sha256", .text(Hex.text(file.digest)))])
    }
    return [.init("plan", .list(words.map(JSONLine.text))), .init("files", .list(files))]
  }

  /// Nil if `json` is not a plan.
  init?(_ json: JSONLine) {
    guard let words = json["plan"]?.list, let files = json["files"]?.list else { return nil }
    self.init(
      words: words.compactMap(\.text),
      files: files.compactMap { file in
        guard let path = file.path, !path.isEmpty, let digest = file.digest("sha256") else { return nil }
        return File(path: path, digest: digest)
      })
    guard self.words.count == words.count, self.files.count == files.count else { return nil }
  }
}
