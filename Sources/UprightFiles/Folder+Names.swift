// What a folder contains, by names.

import Upright
import UprightSystem

extension Folder {
  /// The names of a folder's files, with links to files or folders, and of its subfolders, unordered, without those that
  /// begin with a dot.
  ///
  /// - Returns: nil if the folder cannot be read, or has more than `most` names.
  package static func names(in folder: String, atMost most: Int) -> (files: [String], folders: [String])? {
    do throws(SystemError) {
      let opened = try OpenedFolder(folder)
      let listed = try Syscalls.openFile(".", O_RDONLY | O_DIRECTORY, in: opened.descriptor)
      let (entries, hasMore) = try Syscalls.entries(of: listed, atMost: most) { !$0.name.hasPrefix(".") }
      guard !hasMore else { return nil }
      var (files, folders): ([String], [String]) = ([], [])
      for entry in entries {
        let known = entry.kind
        let kind = known == nil ? try Syscalls.linkStatus(entry.name, in: opened.descriptor)?.kind : known
        switch kind {
        case .folder: folders.append(entry.name)
        case .regular, .link: files.append(entry.name)
        default: continue
        }
      }
      return (files, folders)
    } catch { return nil }
  }
}
