// How the tests look at folders and files from outside.

import Foundation
import UprightTestTools

extension ScratchFolder {
  /// Every name in it, including hidden ones, sorted.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

  /// An attribute of a file as Foundation reads it, without following symbolic links.
  func attribute(_ key: FileAttributeKey, of name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path(name)))?[key].flatMap { $0 as? NSNumber }?.intValue
  }

  func set(_ key: FileAttributeKey, _ value: any Sendable, of name: String) throws {
    try FileManager.default.setAttributes([key: value], ofItemAtPath: path(name))
  }

  func setPermissions(_ permissions: Int, of name: String) throws {
    try set(.posixPermissions, permissions, of: name)
  }

  func truncate(_ name: String, to count: UInt64) throws {
    let file = try FileHandle(forWritingTo: url.appendingPathComponent(name))
    try file.truncate(atOffset: count)
    try file.close()
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  func hardLink(_ name: String, to target: String) throws {
    try FileManager.default.linkItem(atPath: path(target), toPath: path(name))
  }

  /// Adds bytes to a file the way another program would.
  func append(_ bytes: [UInt8], to name: String) throws {
    let file = try FileHandle(forWritingTo: url.appendingPathComponent(name))
    try file.seekToEnd()
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }
}

/// A small file system in memory, removed with its last owner.
final class TemporaryDisk {
  let folder: ScratchFolder

  /// Nil where this user may not mount.
  init?(kibibytes: Int) throws {
    folder = try ScratchFolder()
    let options = ["-t", "tmpfs", "-o", "size=\(kibibytes)k", "none", folder.url.path]
    guard OutsideTool.mount.isInstalled, try OutsideTool.mount.run(options).status == 0 else { return nil }
  }

  func makeReadOnly() throws -> Bool {
    try OutsideTool.mount.run(["-o", "remount,ro", folder.url.path]).status == 0
  }

  deinit { _ = try? OutsideTool.umount.run(["-l", folder.url.path]) }

  /// Whether this user may mount.
  static let isPossible = ((try? TemporaryDisk(kibibytes: 16)) ?? nil) != nil
}
