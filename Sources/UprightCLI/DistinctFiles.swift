// Which of the files that were given are the same file, under whatever names.

import UprightFiles

/// Which file a name leads to, whatever the name.
struct FileKey: Hashable {
  let device, inode: UInt64

  init(_ identity: FileIdentity) {
    device = identity.device
    inode = identity.inode
  }
}

/// Files without repetitions: the same file, by whatever names, for the same result counts once.
struct DistinctFiles {
  struct Pair {
    let first, second: String
    let isHardLinked: Bool
  }

  private struct Use: Hashable {
    let file: FileKey
    let result: [UInt8]
  }

  private(set) var files: [InputFile] = []
  private(set) var results: [String] = []
  private(set) var repeated: [Pair] = []

  /// The result of each file; the file itself where none are given.
  init(_ inputs: [InputFile], results given: [String]? = nil) {
    var seen: [Use: String] = [:]
    for (index, input) in inputs.enumerated() {
      let result = given?[index] ?? ""
      if let identity = try? FileIdentity(input.location) {
        let use = Use(file: FileKey(identity), result: Array(result.utf8))
        if let first = seen[use] {
          repeated.append(Pair(first: first, second: input.path, isHardLinked: identity.linkCount > 1))
          continue
        }
        seen[use] = input.path
      }
      files.append(input)
      results.append(result)
    }
  }

  var notes: [String] {
    repeated.map { pair in
      let (first, second) = (TerminalText.plain(pair.first), TerminalText.plain(pair.second))
      return first == second
        ? "\(first): given more than once; it is worked on once"
        : "\(second): the same file as \(first); it is worked on once"
    }
  }
}
