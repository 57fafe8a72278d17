// Files that are read whole before anything is measured.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of files.
public enum Bytes {
  /// All bytes of the file at `path`, or nil where it cannot be read.
  public static func ofFile(_ path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while true {
      let next = unsafe fgetc(file)
      if next == EOF { return bytes }
      bytes.append(UInt8(truncatingIfNeeded: next))
    }
  }

  /// The files of `paths` by the name of the folder that each lies in, folders in their order.
  public static func byFolder(_ paths: [String]) -> [(folder: String, files: [[UInt8]])] {
    var folders: [(folder: String, files: [[UInt8]])] = []
    for path in paths {
      let folder = path.split(separator: "/").dropLast().last.map(String.init) ?? ""
      guard let bytes = ofFile(path) else { continue }
      if folders.last?.folder != folder { folders.append((folder, [])) }
      folders[folders.count - 1].files.append(bytes)
    }
    return folders
  }
}
