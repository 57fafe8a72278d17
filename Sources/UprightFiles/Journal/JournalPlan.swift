// What a batch will do after all of its files, recorded before the first of them is changed (write-ahead logging).

import Upright

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
