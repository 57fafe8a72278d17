// The folders that are served, and the files that identifiers name.

import Upright
import UprightFiles
import UprightIIIF

/// The served folders: one, whose files are named by their paths inside it, or several, each with its name before them.
struct ServedRoots: Sendable {
  private let only: ServedFolder?
  private let named: [String: ServedFolder]

  /// Opens the folders.
  ///
  /// - Throws: `.io` for a folder that cannot be opened; `.unanswerable` for two of the same name, or none.
  init(_ paths: [String]) throws(UprightError) {
    guard !paths.isEmpty else { throw .unanswerable(field: "ROOT", reason: "name at least one folder to serve") }
    guard paths.count > 1 else {
      (only, named) = (try ServedFolder(paths[0]), [:])
      return
    }
    var named: [String: ServedFolder] = [:]
    for path in paths {
      let name = FileName.last(of: try FileName.absolute(path))
      guard named.updateValue(try ServedFolder(path), forKey: name) == nil else {
        throw .unanswerable(
          field: "ROOT", reason: "two folders are called \(name), so no address could tell their images apart")
      }
    }
    (only, self.named) = (nil, named)
  }

  /// The folders.
  var folders: [ServedFolder] { only.map { [$0] } ?? Array(named.values) }

  /// Whether names lead to a folder, or to the whole.
  func isFolder(_ names: [String]) -> Bool {
    if let only { return only.isFolder(names) }
    guard let first = names.first else { return true }
    return named[first]?.isFolder(Array(names.dropFirst())) == true
  }

  /// What is inside a folder; with several roots, they are the folders of the whole.
  func contents(_ names: [String]) throws(Problem) -> ServedFolder.Contents {
    var (folder, inside) = (only, names)
    if folder == nil {
      guard !inside.isEmpty else {
        var roots = ServedFolder.Contents()
        roots.folders = named.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return roots
      }
      folder = named[inside.removeFirst()]
    }
    guard let folder else { throw .notFound("there is no such folder below the served folders") }
    do throws(UprightError) { return try folder.contents(inside) } catch { throw Problem(error) }
  }

  /// Opens the file that an identifier names.
  func file(_ identifier: String) throws(Problem) -> FileBytes {
    var names: [String]
    do throws(IIIFError) { names = try ServerPath.names(identifier) } catch { throw Problem(error) }
    var folder = only
    if folder == nil { folder = named[names.removeFirst()] }
    guard let folder else { throw .noImage }
    do throws(UprightError) { return try folder.file(names) } catch { throw Problem(error) }
  }
}
