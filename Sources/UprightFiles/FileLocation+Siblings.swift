// The other files in a file's folder, by their names.

package import Upright
import UprightSystem

/// A name in a folder.
package struct FolderName: Hashable, Sendable {
  package let name: String
  /// Whether it is a symbolic link.
  package let isLink: Bool
}

extension FileLocation {
  /// The names in its folder, in byte order, without those that begin with a dot and those of folders and devices.
  ///
  /// - Throws: `UprightError` `.io` if the folder cannot be read.
  package func siblings() throws(UprightError) -> [FolderName] {
    try UprightError.naming(FileName.folder(of: path)) { () throws(SystemError) in
      let folder = try folder()
      let listed = try Syscalls.openFile(".", O_RDONLY | O_DIRECTORY, in: folder.descriptor)
      var names: [FolderName] = []
      for entry in try Syscalls.entries(of: listed) where !entry.name.hasPrefix(".") {
        let known = entry.kind
        let kind = known == nil ? try Syscalls.linkStatus(entry.name, in: folder.descriptor)?.kind : known
        guard kind == .regular || kind == .link else { continue }
        names.append(FolderName(name: entry.name, isLink: kind == .link))
      }
      return names.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
  }
}
