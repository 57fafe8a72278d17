// A folder of a test.

import Foundation

/// A folder that is removed with its last owner.
final class ScratchFolder: Sendable {
  /// Its place.
  let url: URL

  /// An empty folder.
  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("upright-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in it.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  /// The bytes of a file in it.
  func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url.appendingPathComponent(name))) }
}
