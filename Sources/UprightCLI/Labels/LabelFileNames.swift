// Label files that are one file under several names (POSIX.1-2017, 3.130 "File Access": a symbolic link leads to a name, a hard link is one).

import UprightBatch
import UprightFiles

/// Which of some paths lead to one file.
struct LabelFileNames: Sendable {
  /// The paths without those that only lead to another one, by their numbers.
  private(set) var leading: Set<Int> = []
  /// For each of these whose file has another name among them, and for that one too, the number of the first.
  private(set) var hardLinks: [Int: Int] = [:]

  /// Looks at the files at `paths`.
  init(_ paths: [String]) {
    var places: [[UInt8]: Int] = [:]
    for (index, path) in paths.enumerated() {
      let place = Array(((try? FileName.absolute(path)) ?? path).utf8)
      if places[place].map({ FileIdentity.isSymbolicLink(paths[$0]) && !FileIdentity.isSymbolicLink(path) }) ?? true {
        places[place] = index
      }
    }
    leading = Set(places.values)
    let identities = leading.sorted().compactMap { index in
      (try? FileIdentity(path: paths[index])).map { (index: index, key: FileKey($0)) }
    }
    for group in Dictionary(grouping: identities, by: \.key).values where group.count > 1 {
      for member in group { hardLinks[member.index] = group[0].index }
    }
  }
}
