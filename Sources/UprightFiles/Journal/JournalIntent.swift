// An intended change of a file, with all that is needed to tell later whether it was made, and to undo it.

public import Upright

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
