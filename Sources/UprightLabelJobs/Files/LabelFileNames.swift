// Label files with several names (POSIX.1-2017, 3.130: symbolic links and hard links).

import UprightBatch
import UprightFiles

/// Paths, grouped by file.
package struct LabelFileNames: Sendable {
  /// The indexes of the paths that remain after resolving symbolic links; hard links remain separate.
  package private(set) var leading: Set<Int> = []
  /// For each of these that has hard links among them, including the first, the index of the first.
  package private(set) var hardLinks: [Int: Int] = [:]

  /// Groups the files at `paths`.
  package init(_ paths: [String]) {
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
