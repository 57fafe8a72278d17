// Files by their names and folders, however their paths are written (POSIX.1-2017, 4.13 "Pathname Resolution").

import UprightBatch
import UprightFiles

/// The places of files: equal for all paths that name the same file in the same folder.
struct FilePlaces {
  private var places: Set<String> = []
  private var names: Set<String> = []

  /// The places of the files at `paths`.
  init(_ paths: some Sequence<String>) {
    var folders: [String: String] = [:]
    for path in paths {
      let (folder, name) = (FileName.folder(of: path), FileName.last(of: path))
      let place = folders[folder] ?? Self.folder(folder)
      folders[folder] = place
      places.insert(place + name)
      names.insert(name)
    }
  }

  /// Whether the file at `path` is one of them.
  func contains(_ path: String) -> Bool {
    names.contains(FileName.last(of: path)) && places.contains(Self.place(path))
  }

  /// The path from the root, without links in its folders.
  static func place(_ path: String) -> String { folder(FileName.folder(of: path)) + FileName.last(of: path) }

  /// The folder from the root, with a slash at its end.
  private static func folder(_ path: String) -> String {
    let real = try? FileName.absolute(FileName.joined(path, "."))
    return FileName.joined(real.map(FileName.folder) ?? path, "")
  }

  /// The path without slashes and dots at its end that only repeat its folder.
  static func trimmed(_ path: String) -> String {
    var rest = path[...]
    while rest.utf8.count > 1, rest.hasSuffix("/") || rest.hasSuffix("/.") { rest.removeLast() }
    return String(rest)
  }
}
