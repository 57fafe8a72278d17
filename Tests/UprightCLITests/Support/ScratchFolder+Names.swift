// Additional names and bytes of files in a test's own folder, and their permissions.

import Foundation
import UprightTestTools

extension ScratchFolder {
  /// A symbolic link to `target`, unresolved.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  /// Another name for the file `target`.
  func hardLink(_ name: String, to target: String) throws {
    try FileManager.default.linkItem(atPath: path(target), toPath: path(name))
  }

  /// The lower twelve bits of a file's mode.
  func setPermissions(_ permissions: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path(name))
  }

  /// Adds bytes to the end of a file, which stays the same file.
  func append(_ bytes: [UInt8], to name: String) throws {
    let file = try FileHandle(forWritingTo: url.appendingPathComponent(name))
    try file.seekToEnd()
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }
}
