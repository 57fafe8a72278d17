// The paths that a command is given: on its line, in a list, or as `-` for standard input.

package import Upright
import UprightFiles

/// The paths of a command, in order.
package struct InputNames: Sendable {
  /// The paths on the command line, then those of the list.
  package let paths: [String]
  /// Standard input, if one of the paths is `-`.
  package let standardInput: InputFile?

  /// Reads the list and standard input.
  ///
  /// - Parameters:
  ///   - named: The paths on the command line.
  ///   - list: The file with more paths, each ending in a zero byte; `-` for standard input. In the list, `-` is a file
  ///     name.
  ///   - most: The maximum bytes of standard input; nil for the usual limit.
  /// - Throws: `.unanswerable` if standard input would be read twice or is a terminal; errors of `NameList.read`.
  package init(_ named: [String], list: String? = nil, atMost most: Int? = nil) throws(UprightError) {
    let reads = named.count { $0 == StandardInput.path } + (list == StandardInput.path ? 1 : 0)
    guard reads < 2 else { throw .unanswerable(field: "standard input", reason: "it can be read only once") }
    if let list {
      let more = try NameList.read(list)
      paths = named + more.map { $0 == StandardInput.path ? "./" + $0 : $0 }
    } else {
      paths = named
    }
    standardInput = named.contains(StandardInput.path) ? try .standardInput(atMost: most) : nil
  }
}
