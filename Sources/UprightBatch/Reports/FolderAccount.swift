// What a command leaves out of one folder, for programs.

import UprightFiles

/// The folders that were not searched, and the files in formats that are recognized, not supported.
struct FolderAccount: Hashable, Sendable {
  let path: String
  var unsearched = UnsearchedFolders()
  var unsupported = UnsupportedFiles()

  /// The line for programs; nil if nothing is left out.
  var json: JSONLine? {
    let members =
      (unsearched.count == 0 ? [] : [JSONLine.Member("notSearched", unsearched.json)])
      + (unsupported.count == 0 ? [] : [JSONLine.Member("unsupported", unsupported.json)])
    return members.isEmpty ? nil : .about(path, [.init("folder", .object(members))])
  }
}

extension InputFiles {
  /// Prints a line for programs about each folder of which something is left out.
  ///
  /// - Parameters:
  ///   - world: Where they are printed.
  ///   - json: Whether the command prints lines for programs.
  /// - Throws: The exit code if they cannot be written.
  package func printFolders(in world: World, json: Bool) throws(ExitStatus) {
    let lines = json ? accounts.compactMap { $0.json?.line } : []
    if !lines.isEmpty { try world.answer(lines.map { $0 + "\n" }.joined()) }
  }
}
