// The files that `recover` looks at.

import Upright
package import UprightFiles

extension Recovery {
  /// What a path names: a file, or what killed runs may have left in a folder; folders that cannot be read are failures.
  package static func inputs(at path: String, recursive: Bool) -> [InputFile] {
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
