// Where converted labels are written to, and whether all of them can be, before the first one is (POSIX.1-2017, 4.13 "Pathname Resolution").

import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// The places of label files that are to be written together.
struct LabelTargets {
  /// As many bytes as a name may have on the file systems of Linux and macOS.
  static let longestName = 255

  /// The files, each with its place.
  let files: [NewFile]
  /// Whether they lie in a folder, which has to be there.
  private let isFolder: Bool

  /// Decides where each file goes: into the folder `output`, or, where it is one file, to `output` itself.
  ///
  /// - Parameters:
  ///   - isFolder: Whether the format has a file for each picture, so that `output` is a folder in any case.
  ///   - sources: What a file of a name is made from.
  /// - Throws: `.unanswerable` where several files would get one place, where one would be a folder of another, or a name is too long.
  init(_ files: [LabelFile], output: String, isFolder: Bool, sources: (String) -> Set<FileAccess> = { _ in [] })
    throws(UprightError)
  {
    let isThere = (try? FileIdentity(path: output))?.kind == .folder || output.hasSuffix("/")
    let isFolder = isFolder || isThere || (files.count > 1 && FileName.fileExtension(of: output).isEmpty)
    guard isFolder || files.count < 2 else {
      throw .output("\(files[0].name) and \(files[1].name) stay two files; name a folder for them, such as labels/")
    }
    var taken: Set<String> = []
    for file in files {
      guard taken.insert(file.name).inserted else {
        throw .output("\(file.name) would be written twice: pictures whose names differ only in their ends share it")
      }
      try Self.checkLength(file.name)
    }
    if let file = files.first(where: { !Self.folders(of: $0.name).isDisjoint(with: taken) }) {
      throw .output("\(file.name) would lie in a folder that has the name of another file")
    }
    let root = FolderRoot(resultsIn: output)
    self.files = files.map {
      NewFile(
        at: isFolder ? root.location($0.name) : FileLocation(path: output), bytes: $0.bytes, sources: sources($0.name))
    }
    self.isFolder = isFolder
  }

  /// Makes sure that no name is taken, and makes the folders.
  ///
  /// - Throws: `.io`, with EEXIST where a file is there already.
  func prepare(overwriting: Bool) throws(UprightError) {
    if !overwriting, let file = files.first(where: { (try? FileIdentity($0.location)) != nil }) {
      throw .exists(file.path)
    }
    guard isFolder else { return }
    var made: Set<String> = []
    for file in files where made.insert(FileName.folder(of: file.path)).inserted { try file.location.makeFolder() }
  }

  private static func checkLength(_ name: String) throws(UprightError) {
    for part in name.split(separator: "/") where part.utf8.count > longestName {
      throw .output("a name of \(part.utf8.count) bytes is too long, \(longestName) are allowed: \(part.prefix(40))…")
    }
  }

  /// All folders that a name leads through.
  private static func folders(of name: String) -> Set<String> {
    var parts = name.split(separator: "/").dropLast()
    var folders: Set<String> = []
    while !parts.isEmpty {
      folders.insert(parts.joined(separator: "/"))
      parts.removeLast()
    }
    return folders
  }
}

extension UprightError {
  /// Files that cannot be written where they are wanted.
  fileprivate static func output(_ reason: String) -> Self { .unanswerable(field: "--output", reason: reason) }
}
