// Which files `recover` examines.

import Upright
package import UprightFiles

extension Recovery {
  /// The files at `path` that a killed run may have left; for a folder, those in it.
  package static func files(of path: String, recursive: Bool) -> [InputFile] {
    do throws(UprightError) {
      guard try FileIdentity(path: path).kind == .folder else { return [InputFile(path: path, relativePath: path)] }
    } catch { return [InputFile(path: path, relativePath: path, failure: error)] }
    var unreadable: [InputFile] = []
    let found = files(in: path, recursive: recursive) { error in
      guard case .io(let folder, _) = error else { return }
      unreadable.append(InputFile(path: folder, relativePath: folder, failure: error))
    }
    return found.map { InputFile($0) } + unreadable
  }
}
