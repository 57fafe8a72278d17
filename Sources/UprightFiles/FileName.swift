// The parts of a path (POSIX.1-2017, 3.271 "Pathname").

/// Splits paths into folder, name and extension; only ``absolute(_:)`` and ``missingFolder(leftBy:)`` read the disk.
public enum FileName {
  /// The folder of a path's last part: `.` if the path names none.
  public static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path's last part.
  public static func last(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// What follows the last dot of a path's last part; empty for none. A leading dot does not start an extension.
  public static func fileExtension(of path: String) -> String {
    let name = last(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return "" }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// The path with its extension replaced.
  public static func replacingExtension(of path: String, with new: String) -> String {
    let old = fileExtension(of: path)
    return (old.isEmpty ? path + "." : String(path.dropLast(old.count))) + new
  }

  /// The first part of a path that is not a folder yet although `..` leaves it again; nil for none. Once that folder
  /// exists, the path may resolve to other files than before.
  public static func missingFolder(leftBy path: String) -> String? {
    var passed = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      if part == "..", !passed.isEmpty, (try? FileIdentity(path: passed))?.kind != .folder { return passed }
      passed = passed.isEmpty ? String(part) : joined(passed, String(part))
    }
    return nil
  }

  /// The path of `name` inside `folder`.
  public static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}
