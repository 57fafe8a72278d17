// Texts that are compared byte for byte with files under Tests/Goldens.

package import Foundation

/// The text files with the expected output of programs and plans.
package enum Golden {
  /// The folder of goldens, unless another folder is named.
  package static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Goldens")

  /// The help page of a command, without its last line break; nil if the command has none.
  package static func help(_ words: [String]) -> String? {
    let file = folder.appending(path: (["help"] + words).joined(separator: "-") + ".txt")
    return (try? String(contentsOf: file, encoding: .utf8)).map { String($0.dropLast()) }
  }

  /// The difference from the golden with this name, or nil.
  ///
  /// With `UPRIGHT_UPDATE_GOLDENS` set, the golden is rewritten. That is also a difference, so that nobody forgets to
  /// look.
  package static func difference(_ text: String, from name: String, in folder: URL = folder) throws -> String? {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["UPRIGHT_UPDATE_GOLDENS"] != nil {
      try Data(text.utf8).write(to: file)
      return "\(name) was written anew; look at the difference and run again without the variable"
    }
    guard let golden = try? String(contentsOf: file, encoding: .utf8) else { return "\(name) is not there" }
    if golden == text { return nil }
    let lines = [golden, text].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    for (index, pair) in zip(lines[0], lines[1]).enumerated() where pair.0 != pair.1 {
      return "\(name), line \(index + 1): expected “\(pair.0)”, got “\(pair.1)”"
    }
    return "\(name): expected \(lines[0].count) lines, got \(lines[1].count)"
  }
}
