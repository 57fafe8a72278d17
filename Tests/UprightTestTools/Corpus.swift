// Real and hostile files, in the folder that the environment names.

package import Foundation

/// A folder of files outside the project.
package enum Corpus {
  /// The folder that UPRIGHT_CORPUS names; nil if it is unset or missing.
  package static let folder: URL? = ProcessInfo.processInfo.environment["UPRIGHT_CORPUS"]
    .map { URL(fileURLWithPath: $0) }
    .flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0 : nil }

  /// The message of a test that is skipped without it.
  package static let reason = "UPRIGHT_CORPUS names no folder of real files"

  /// The files below `name` (only those with `suffix`, if given), by their paths; none if the folder is missing.
  package static func files(_ name: String, suffix: String? = nil) -> [URL] {
    guard let folder else { return [] }
    let all = FileManager.default.enumerator(
      at: folder.appendingPathComponent(name), includingPropertiesForKeys: [.isRegularFileKey])
    return (all?.compactMap { $0 as? URL } ?? [])
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true }
      .filter { suffix == nil || $0.pathExtension == suffix }
      .sorted { $0.path < $1.path }
  }
}
