// What a batch will do once all of its files are done, written down before the first of them is changed (write-ahead logging).

import Upright

/// Files that change after all others, as they were at the beginning.
public struct JournalPlan: Hashable, Sendable {
  /// A file that may change.
  public struct File: Hashable, Sendable {
    /// Where it lies: from the root on, and through no symbolic link.
    public let path: String
    /// The SHA-256 of its bytes.
    public let digest: [UInt8]

    /// A file with bytes of this digest at `path`.
    public init(path: String, digest: [UInt8]) { (self.path, self.digest) = (path, digest) }
  }

  /// What will be done, in words that only the batch itself has to understand.
  public let words: [String]
  /// The files that it may be done to.
  public let files: [File]

  /// A plan to do to `files` what `words` say.
  public init(words: [String], files: [File]) { (self.words, self.files) = (words, files) }
}

extension JournalPlan {
  /// The endings of names of label files, which are all that comes back besides images and movies: a journal may be a stranger's.
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

  /// Nil where `json` says no plan.
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
