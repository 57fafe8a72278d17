// Texts that are compared byte for byte with files under Tests/Goldens.

import Foundation
import Testing

enum Golden {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Goldens")

  /// Compares with the golden of this name; with `UPRIGHT_UPDATE_GOLDENS` set, writes it instead and fails, so that nobody forgets to look.
  static func check(_ text: String, named name: String) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["UPRIGHT_UPDATE_GOLDENS"] != nil {
      try Data(text.utf8).write(to: file)
      Issue.record("\(name) was written anew; look at the difference and run again without the variable")
      return
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    let (expected, actual) = (golden.split(separator: "\n"), text.split(separator: "\n"))
    for (index, pair) in zip(expected, actual).enumerated() where pair.0 != pair.1 {
      Issue.record("\(name), line \(index + 1): expected “\(pair.0)”, got “\(pair.1)”")
      return
    }
    #expect(golden == text)
  }
}
