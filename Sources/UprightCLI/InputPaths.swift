// The files a command is given: by name, or as the pictures in a folder.

import ArgumentParser
import Upright
import UprightFiles

/// One file to work on.
struct InputFile: Hashable, Sendable {
  /// Its path, as given; for a file in a folder, behind the folder's path as given.
  let path: String
  /// Its path inside the folder that was given; its bare name where it was given itself.
  let relativePath: String
  /// Why it cannot be worked on, where that is known beforehand: a folder that cannot be read.
  var failure: UprightError?
}

/// `PATHS…` and `--recursive`.
struct InputPaths: ParsableArguments {
  @Argument(help: ArgumentHelp("Pictures, or folders of them.", valueName: "paths"), completion: .file())
  var paths: [String]

  @Flag(name: .shortAndLong, help: "Walk folders inside folders too.")
  var recursive = false

  /// What a command has to work on, in order.
  struct Expansion: Sendable {
    var files: [InputFile] = []
    /// Whether a folder was among what was given.
    var hasFolder = false
    /// What the user should know before the work begins.
    var notes: [String] = []
  }

  /// The files, those of folders in the order of their names.
  ///
  /// What cannot be found stays in the list and fails in its turn; a folder without pictures is nothing to do, and noted.
  func expanded() -> Expansion {
    var expansion = Expansion()
    for path in paths {
      if (try? FileIdentity(path: path))?.kind == .folder {
        expansion.hasFolder = true
        let (pictures, passedOver) = pictures(in: path)
        expansion.files += pictures
        if pictures.isEmpty { expansion.notes.append(emptiness(of: path)) }
        if passedOver > 0, !pictures.isEmpty { expansion.notes.append(Self.passingOver(passedOver, in: path)) }
      } else {
        expansion.files.append(InputFile(path: path, relativePath: FileName.last(of: path)))
      }
    }
    return expansion
  }

  private func emptiness(of folder: String) -> String {
    TerminalText.plain(folder) + ": there is no picture in this folder"
      + (recursive ? "" : " itself; --recursive walks the folders inside")
  }

  private static func passingOver(_ count: Int, in folder: String) -> String {
    TerminalText.plain(folder)
      + ": \(count) file\(count == 1 ? "" : "s") passed over: no picture of a format that is read"
  }

  /// A folder's pictures, by name or by their first bytes, and the folders that cannot be read, to fail in their turn;
  /// and how many files are none.
  private func pictures(in folder: String) -> (pictures: [InputFile], passedOver: Int) {
    var unreadable: [InputFile] = []
    let names = Folder.files(in: folder, recursive: recursive) { error in
      guard case .io(let path, _) = error else { return }
      unreadable.append(InputFile(path: path, relativePath: path, failure: error))
    }
    let files = names.map { InputFile(path: FileName.joined(folder, $0), relativePath: $0) }
    let pictures = files.filter(Self.isPicture)
    return (pictures + unreadable, files.count - pictures.count)
  }

  private static func isPicture(_ file: InputFile) -> Bool {
    if ContainerFormat(fileExtension: FileName.fileExtension(of: file.path)) == .jpeg { return true }
    guard let head = try? FileBytes(path: file.path).read(0..<16) else { return false }
    return ContainerFormat(signature: head) == .jpeg
  }
}
