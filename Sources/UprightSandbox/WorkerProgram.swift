// Where the worker's program lies.

public import Upright

/// The program `upright-worker`.
public enum WorkerProgram {
  /// Its file's name.
  public static let name = "upright-worker"

  /// Where it lies.
  ///
  /// - Throws: `.unsupported` where it is missing or may not be run, with the places that were looked at.
  public static func path() throws(UprightError) -> String {
    guard let own = WorkerCalls.ownPath() else { throw .unsupported("this system does not say where a program lies") }
    let places = places(beside: own)
    guard let path = places.first(where: WorkerCalls.isProgram) else {
      if let path = places.first(where: WorkerCalls.exists) {
        throw .unsupported(
          "\(name), which does this, is there and may not be run: \(path) needs the right to be executed")
      }
      throw .unsupported("\(name), which does this, is missing: neither \(places.joined(separator: " nor ")) is there")
    }
    return path
  }

  /// The places to look at, for a program that lies at `path`.
  static func places(beside path: String) -> [String] {
    let folder = parent(of: path)
    return ["\(folder)/\(name)", "\(parent(of: folder))/libexec/upright/\(name)"]
  }

  private static func parent(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[..<$0] } ?? ""
  }

  private static func parent(of path: Substring) -> Substring { parent(of: String(path)) }
}
