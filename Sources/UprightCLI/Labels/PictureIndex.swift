// The pictures that labels speak of: found by the names that label files give them, their headers read once.

import Upright
import UprightFiles
import UprightLabels

/// Pictures in folders, by name.
final class PictureIndex {
  /// The pictures, relatively to the folder.
  let files: [InputFile]
  private let rules: OrientationRules
  private var paths: [String: Int] = [:]
  private var doubtful: Set<String> = []
  private var known: [String: PictureFacts?] = [:]

  /// The pictures in `folder` and in the folders inside; none for nil.
  init(_ folder: String?, rules: OrientationRules) {
    self.rules = rules
    guard let folder else {
      files = []
      return
    }
    let isFolder = (try? FileIdentity(path: folder))?.kind == .folder
    files =
      isFolder
      ? FolderWalk(folder, recursive: true, formats: Set(ContainerFormat.allCases)).pictures
      : [InputFile(path: folder, relativePath: FileName.last(of: folder))]
    for (index, file) in files.enumerated() {
      let last = FileName.last(of: file.relativePath)
      for name in Set([file.relativePath, last, Self.stem(last), Self.stem(file.relativePath)]) {
        if paths.updateValue(index, forKey: name) != nil { doubtful.insert(name) }
      }
    }
  }

  /// Whether there are any.
  var isEmpty: Bool { files.isEmpty }

  /// Where the picture lies that labels call `name`; nil where none is called so, or several are.
  func path(of name: String) -> String? { index(of: name).map { files[$0].path } }

  /// The pictures that none of `names` calls, relatively to the folder.
  func uncalled(by names: some Sequence<String>) -> [String] {
    let called = Set(names.compactMap(index))
    return files.indices.filter { !called.contains($0) }.map { files[$0].relativePath }
  }

  private func index(of name: String) -> Int? {
    for candidate in [name, FileName.last(of: name), Self.stem(FileName.last(of: name))] {
      if let index = paths[candidate], !doubtful.contains(candidate) { return index }
    }
    return nil
  }

  /// The name of the picture's file that labels call `name`, relatively to the folder; the same where it is not there.
  func name(of name: String) -> String { index(of: name).map { files[$0].relativePath } ?? name }

  /// What the header of the picture says that labels call `name`; nil where it is not there, or cannot be read.
  func facts(of name: String) -> PictureFacts? {
    if let facts = known[name] { return facts }
    let facts = path(of: name).flatMap { path in
      (try? ProbedFile(path: path, rules: rules)).map {
        PictureFacts(size: $0.probe.storedSize, orientation: $0.probe.orientation)
      }
    }
    known[name] = .some(facts)
    return facts
  }

  private static func stem(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}
