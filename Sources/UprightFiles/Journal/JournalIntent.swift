// What is about to be done to a file, and all that is needed to tell afterwards whether it was, and to take it back.

public import Upright

/// A change of one file, written down before anything of it happens.
public struct JournalIntent: Hashable, Sendable {
  /// What changes.
  public enum Change: Hashable, Sendable {
    /// Bytes inside the file, which was in the state `of` before.
    case patch(BytePatch, of: FileState)
    /// The whole file: a new one comes to lead under its name.
    case file(NewFile)
  }

  /// A file that is whole and safe on the disk, but for its name.
  public struct NewFile: Hashable, Sendable {
    /// Its state, which a change of its name leaves alone.
    public let state: FileState
    /// The SHA-256 of its bytes.
    public let digest: [UInt8]
    /// The file that had the name before; nil where there was none.
    public let displaced: Displaced?

    /// A new file in the place of `displaced`.
    public init(state: FileState, digest: [UInt8], displaced: Displaced?) {
      self.state = state
      self.digest = digest
      self.displaced = displaced
    }
  }

  /// A file that lost its name to a new one, and is kept under another.
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

  /// Where the file lies: from the root on, and through no symbolic link.
  public let path: String
  /// What changes.
  public let change: Change

  /// A change of the file at `path`.
  public init(path: String, change: Change) {
    self.path = path
    self.change = change
  }

  /// Where the displaced file is kept; nil where none is displaced.
  public var keptPath: String? {
    guard case .file(let new) = change, let displaced = new.displaced else { return nil }
    return FileName.joined(FileName.folder(of: path), displaced.keptAs)
  }
}

extension JournalIntent {
  /// With what the names of kept files begin; `recover` does not take them for strays.
  static let keptPrefix = TemporaryFile.prefix + "kept-"

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

  /// Nil where `json` says no change that could be taken back.
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

  /// Replacements that move no byte, overlap nowhere and lie within the file.
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
  /// The SHA-256 that a member says; nil where it says none.
  func digest(_ key: String) -> [UInt8]? {
    self[key]?.text.flatMap(Hex.bytes).flatMap { $0.count == 32 ? $0 : nil }
  }
}
