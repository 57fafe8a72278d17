// Pictures in the folders beside that are called the same: where there are any, a bare name may mean them (DESIGN.md, section 8).

import UprightFiles

/// Looks for files of a picture's name in the folder of the labels, in the folder around its own and in those beside that; where its own is only called after
/// what lies in it (`images`), also in those of the same name beside the one around it.
struct PictureNamesakes {
  private let labelFolders: Set<String>
  private var folders: [String: [String]] = [:]

  /// Looks also beside the label files at `paths`.
  init(labels paths: [String]) { labelFolders = Set(paths.map(FileName.folder)) }

  /// Whether there is one of the picture at `path`; where that cannot be told, there may be.
  mutating func exist(of path: String) -> Bool {
    guard let whole = try? FileName.absolute(path), let own = try? FileIdentity(path: whole) else { return true }
    let (folder, name) = (FileName.folder(of: whole), FileName.last(of: whole))
    let (inner, outer) = (FileName.last(of: folder), FileName.folder(of: folder))
    var places = (labelFolders + [outer] + beside(folder)).map { FileName.joined($0, name) }
    if PictureNames.plainFolders.contains(inner.lowercased()) {
      places += beside(outer).map { FileName.joined(FileName.joined($0, inner), name) }
    }
    return places.contains { (try? FileIdentity(path: $0)).map { FileKey($0) != FileKey(own) } ?? false }
  }

  /// The folders beside one.
  private mutating func beside(_ folder: String) -> [String] {
    let parent = FileName.folder(of: folder)
    guard parent != folder else { return [] }
    let all = folders[parent] ?? Folder.folders(in: parent).map { FileName.joined(parent, $0) }
    folders[parent] = all
    return all.filter { $0 != folder }
  }
}
