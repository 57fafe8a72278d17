// The path of the worker's program.

public import Upright

/// The program `upright-worker`.
public enum WorkerProgram {
  /// Its file name.
  public static let name = "upright-worker"

  /// Its path.
  ///
  /// - Throws: `.unsupported` if it is missing or not executable, with the places that were searched.
  public static func path() throws(UprightError) -> String { try path(of: name) }

  /// The path of another program that is installed with this one.
  ///
  /// - Throws: As `path()`.
  package static func path(of name: String) throws(UprightError) -> String {
    guard let own = WorkerCalls.ownPath() else {
      throw .unsupported("cannot determine the path of the running program")
    }
    return try path(of: name, beside: own)
  }

  /// The path of a program that is installed with the file at `own`.
  ///
  /// - Throws: As `path()`.
  static func path(of name: String, beside own: String) throws(UprightError) -> String {
    let places = places(of: name, beside: own)
    guard let path = places.first(where: WorkerCalls.isProgram) else {
      if let path = places.first(where: WorkerCalls.exists) {
        throw .unsupported(
          "\(name), which is required here, is not executable: \(path)")
      }
      throw .unsupported(
        """
        \(name), which is required here, is missing: not found at \(places.joined(separator: " or ")). Packages of \
        Upright install it; in the source tree, `Scripts/release \(name)` builds it
        """)
    }
    return path
  }

  /// The places to search, for a program at `path`.
  static func places(of name: String = name, beside path: String) -> [String] {
    let folder = parent(of: path)
    return ["\(folder)/\(name)", "\(parent(of: folder))/libexec/upright/\(name)"]
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}
