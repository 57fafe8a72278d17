// Which of the given files are the same file under different names.

package import UprightFiles

/// A file's identity, independent of its name.
package struct FileKey: Hashable {
  package let device, inode: UInt64

  package init(_ identity: FileIdentity) {
    device = identity.device
    inode = identity.inode
  }
}

/// Files without duplicates: the same file for the same result, under any names, is listed once.
package struct DistinctFiles {
  package struct Pair {
    package let first, second: String
    package let isHardLinked: Bool
  }

  private struct Purpose: Hashable {
    let file: FileKey
    let result: [UInt8]
  }

  package private(set) var files: [InputFile] = []
  package private(set) var results: [String] = []
  package private(set) var repeated: [Pair] = []

  /// The result of each file; the file itself if none are given.
  package init(_ inputs: [InputFile], results given: [String]? = nil) {
    // A single file is spared the dictionary: the first one of its kind in a process takes a tenth of a millisecond.
    guard inputs.count > 1 else {
      (files, results) = (inputs, inputs.isEmpty ? [] : [given?[0] ?? ""])
      return
    }
    var seen: [Purpose: Int] = [:]
    for (index, input) in inputs.enumerated() {
      let result = given?[index] ?? ""
      if input.failure == nil, let identity = try? FileIdentity(input.location) {
        let use = Purpose(file: FileKey(identity), result: Array(result.utf8))
        if let first = seen[use] {
          repeated.append(
            Pair(first: files[first].path, second: input.path, isHardLinked: identity.linkCount > 1))
          files[first].addName(of: input)
          continue
        }
        seen[use] = files.count
      }
      files.append(input)
      results.append(result)
    }
  }

  package var notes: [String] {
    repeated.map { pair in
      let (first, second) = (TerminalText.plain(pair.first), TerminalText.plain(pair.second))
      return first == second
        ? "\(first): given more than once; processed once"
        : "\(second): the same file as \(first); processed once"
    }
  }
}
