// Lists of paths that end in zero bytes, the only byte that no path contains (find -print0, xargs -0; POSIX.1-2024).

public import Upright
import UprightSystem

/// Reads lists of paths.
public enum NameList {
  /// The maximum bytes of one path; longer than any path that a system takes in one call.
  static let longestPath = 1 << 16
  /// The maximum bytes of a list: a few million paths.
  static let longestList = 1 << 28
  /// The maximum number of paths.
  static let mostNames = 1 << 22

  /// The paths in the file or pipe at `path`, in order; the last zero byte may be missing.
  ///
  /// - Throws: `UprightError` `.io`; `.unanswerable` for an empty name, or as soon as a name or the list is too long.
  public static func read(_ path: String) throws(UprightError) -> [String] {
    if path == StandardInput.path { return try names { () throws(UprightError) in try next(of: 0, path) } }
    let file = try UprightError.naming(path) { () throws(SystemError) in try Syscalls.openFile(path, O_RDONLY) }
    return try names { () throws(UprightError) in try next(of: file.number, path) }
  }

  private static func next(of file: Int32, _ path: String) throws(UprightError) -> [UInt8] {
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.next(of: file, atMost: 1 << 16) }
  }

  /// The names in a list that comes in chunks, the last of which is empty.
  static func names(
    longestList: Int = Self.longestList, mostNames: Int = Self.mostNames,
    pieces next: () throws(UprightError) -> [UInt8]
  ) throws(UprightError) -> [String] {
    var names: [String] = []
    var (begun, byteCount): ([UInt8], Int) = ([], 0)
    while true {
      let piece = try next()
      if piece.isEmpty { break }
      byteCount += piece.count
      guard byteCount <= longestList else {
        throw .unanswerable(field: "list", reason: "it has more than \(longestList) bytes; split it")
      }
      var rest = piece[...]
      while let end = rest.firstIndex(of: 0) {
        try take(begun + rest[..<end], into: &names, mostNames)
        begun = []
        rest = rest[(end + 1)...]
      }
      begun += rest
      guard begun.count <= longestPath else { throw tooLong(names.count) }
    }
    if !begun.isEmpty { try take(begun, into: &names, mostNames) }
    return names
  }

  private static func take(_ name: [UInt8], into names: inout [String], _ most: Int) throws(UprightError) {
    guard names.count < most else {
      throw .unanswerable(field: "name \(names.count + 1)", reason: "a list has at most \(most) names; split it")
    }
    guard !name.isEmpty else {
      throw .unanswerable(field: "name \(names.count + 1)", reason: "it is empty; each path must end in a zero byte")
    }
    guard name.count <= longestPath else { throw tooLong(names.count) }
    names.append(PathName.text(name))
  }

  private static func tooLong(_ before: Int) -> UprightError {
    .unanswerable(
      field: "name \(before + 1)", reason: "it has more than \(longestPath) bytes; each path must end in a zero byte")
  }
}
