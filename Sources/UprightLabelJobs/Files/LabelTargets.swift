// The destinations of converted labels, checked before the first is written (POSIX.1-2017, 4.13).

package import Upright
package import UprightBatch
package import UprightFiles
package import UprightLabels

/// The paths of label files that are written together.
package struct LabelTargets {
  /// The maximum bytes of a name on the file systems of Linux and macOS.
  package static let longestName = 255

  /// The files with their locations.
  package let files: [NewFile]
  /// Whether they go into a folder, which must exist.
  private let isFolder: Bool

  /// Decides each file's destination: in the folder `output` or, for a single file, at `output` itself.
  ///
  /// - Parameters:
  ///   - isFolder: Whether the format has one file per image, so that `output` is always a folder.
  ///   - sources: The sources of a file, by name.
  /// - Throws: `.unanswerable` if several files would have one destination, if one would be another's folder, or if a
  ///   name is too long.
  package init(_ files: [LabelFile], output: String, isFolder: Bool, sources: (String) -> Set<FileAccess> = { _ in [] })
    throws(UprightError)
  {
    let isThere = (try? FileIdentity(path: output))?.kind == .folder || output.hasSuffix("/")
    let isFolder = isFolder || isThere || (files.count > 1 && FileName.fileExtension(of: output).isEmpty)
    guard isFolder || files.count < 2 else {
      throw .output("\(files[0].name) and \(files[1].name) are two files; give a folder for them, such as labels/")
    }
    if isFolder, let missing = FileName.missingFolder(leftBy: output) {
      throw .output("\(output) has .. after \(missing), which is not a folder; name the output folder without ..")
    }
    var taken: Set<String> = []
    for file in files {
      guard taken.insert(file.name).inserted else {
        throw .output("\(file.name) would be written twice: several image names differ only in their extension")
      }
      try Self.checkLength(file.name)
    }
    if let file = files.first(where: { !Self.folders(of: $0.name).isDisjoint(with: taken) }) {
      throw .output("\(file.name) would be in a folder that has the name of another file")
    }
    let root = FolderRoot(resultsIn: output)
    self.files = files.map {
      NewFile(
        at: isFolder ? root.location($0.name) : FileLocation(path: output), bytes: $0.bytes, sources: sources($0.name))
    }
    self.isFolder = isFolder
  }

  /// Checks as `check` does, and creates the folders.
  ///
  /// - Throws: As `check`.
  package func prepare(overwriting: Bool, sparing images: [InputFile] = []) throws(UprightError) {
    try check(overwriting: overwriting, sparing: images)
    guard isFolder else { return }
    var made: Set<String> = []
    for file in files where made.insert(FileName.folder(of: file.path)).inserted { try file.location.makeFolder() }
  }

  /// Checks that no name is taken or is one of `images`, which may be label files too.
  ///
  /// - Throws: `.io`, with EEXIST if a file exists, with EISDIR if it is a folder; `.unanswerable` for one of `images`.
  package func check(overwriting: Bool, sparing images: [InputFile] = []) throws(UprightError) {
    var replaced: [(path: String, key: FileKey)] = []
    for file in files {
      guard let found = try file.location.checkNew(overwriting: overwriting) else { continue }
      replaced.append((file.path, FileKey(found)))
    }
    let spared = replaced.isEmpty ? [] : Set(images.compactMap { (try? FileIdentity($0.location)).map(FileKey.init) })
    if let file = replaced.first(where: { spared.contains($0.key) }) {
      throw .output("\(file.path) was read, as an image or a label file; it is not replaced")
    }
  }

  private static func checkLength(_ name: String) throws(UprightError) {
    for part in name.split(separator: "/") where part.utf8.count > longestName {
      throw .output("a name has \(part.utf8.count) bytes, \(longestName) allowed: \(part.prefix(40))…")
    }
  }

  /// All folders in the path of a name.
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
  /// Files that cannot be written to the requested place.
  static func output(_ reason: Phrase) -> Self {
    .unanswerable(field: "\(field: .output)", reason: reason)
  }
}
