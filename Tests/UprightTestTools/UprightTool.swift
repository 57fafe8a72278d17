// The command line as users run it: the program built with the tests.

import Foundation

/// The program `upright`.
package enum UprightTool {
  /// Its path; nil if it was not built.
  package static let path: String? = product("upright")

  /// The path of a program of this package; nil if it was not built.
  package static func product(_ name: String) -> String? {
    let test = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folder = test.deletingLastPathComponent()
    for _ in 0..<4 {
      let candidate = folder.appendingPathComponent(name).path
      let kind = (try? FileManager.default.attributesOfItem(atPath: candidate))?[.type] as? FileAttributeType
      if kind == .typeRegular { return candidate }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  /// What answers in place of the program; nil, or an answer of nil, for the program.
  @TaskLocal package static var replacement:
    (@Sendable (_ words: [String], _ folder: ScratchFolder?, _ environment: [String: String]) -> OutsideTool.Answer?)?

  /// Runs it with `arguments`, in a folder if given.
  package static func run(
    _ arguments: [String], in folder: ScratchFolder? = nil, environment: [String: String] = [:]
  ) throws -> OutsideTool.Answer {
    if let answer = replacement?(arguments, folder, environment) { return answer }
    guard let path else { throw CocoaError(.fileNoSuchFile) }
    return try OutsideTool.run(path, arguments, in: folder, environment: environment)
  }
}
