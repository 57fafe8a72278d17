// Lists of paths that end in zero bytes, the one byte that no path holds (find -print0, xargs -0; POSIX.1-2024).

public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads lists of paths.
public enum NameList {
  /// What stands for standard input.
  public static let standardInput = "-"

  /// The paths in the file or pipe at `path`, in their order; the last one's zero byte may be missing.
  ///
  /// - Throws: `UprightError` `.io`; `.unanswerable` where a name is empty.
  public static func read(_ path: String) throws(UprightError) -> [String] {
    let bytes = try UprightError.naming(path) { () throws(SystemError) in
      if path == standardInput { return try all(of: 0) }
      let file = try Syscalls.openFile(path, O_RDONLY)
      return try all(of: file.number)
    }
    return try names(bytes)
  }

  static func names(_ bytes: [UInt8]) throws(UprightError) -> [String] {
    var names: [String] = []
    for name in (bytes.last == 0 ? bytes.dropLast() : bytes[...]).split(separator: 0, omittingEmptySubsequences: false)
    where !bytes.isEmpty {
      guard !name.isEmpty else {
        throw .unanswerable(field: "name \(names.count + 1)", reason: "it is empty; each name ends in a zero byte")
      }
      names.append(PathName.text(Array(name)))
    }
    return names
  }

  private static func all(of file: Int32) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = try Syscalls.next(of: file, atMost: 1 << 16)
      if more.isEmpty { return bytes }
      bytes += more
    }
  }
}
