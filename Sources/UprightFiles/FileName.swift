// The parts of a path, as POSIX.1-2017 cuts it (3.271 "Pathname").

public import Upright

/// Cuts paths into folder, name and extension; only ``absolute(_:)`` asks the disk.
public enum FileName {
  /// The folder a path's last part lies in: `.` where none is named.
  public static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path's last part.
  public static func last(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// What follows the last dot of a path's last part, empty for nothing; a leading dot starts no extension.
  public static func fileExtension(of path: String) -> String {
    let name = last(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return "" }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// The path with another extension in the place of its own.
  public static func replacingExtension(of path: String, with new: String) -> String {
    let old = fileExtension(of: path)
    return (old.isEmpty ? path + "." : String(path.dropLast(old.count))) + new
  }

  /// The path from the root on, through no symbolic link; the file itself need not exist, its folder does.
  ///
  /// - Throws: `UprightError` `.io` where its folder, or what a link leads to, is not there.
  public static func absolute(_ path: String) throws(UprightError) -> String {
    try DirectoryEntry(of: path).absolutePath()
  }

  /// A path inside a folder.
  public static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}
