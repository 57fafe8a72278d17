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
  @Argument(help: ArgumentHelp("Pictures or movies, or folders of them.", valueName: "paths"), completion: .file())
  var paths: [String]

  @Flag(name: .shortAndLong, help: "Walk folders inside folders too.")
  var recursive = false

  /// The files, those of folders in the order of their names; of those only the ones of `formats`.
  ///
  /// What cannot be found stays in the list and fails in its turn; a folder without pictures is nothing to do, and noted.
  func expanded(_ formats: Set<ContainerFormat> = Set(ContainerFormat.allCases)) -> Expansion {
    Expansion(ManyPaths.unfolded(paths), recursive: recursive, formats: formats)
  }

  /// What a command has to work on, in order.
  struct Expansion: Sendable {
    var files: [InputFile] = []
    /// Whether a folder was among what was given.
    var hasFolder = false
    /// What the user should know before the work begins.
    var notes: [String] = []
    /// How many files of folders are no pictures.
    var passedOver = 0

    /// The files that `paths` lead to; of those in folders only the ones of `formats`.
    init(_ paths: [String], recursive: Bool, formats: Set<ContainerFormat>) {
      for path in paths {
        if (try? FileIdentity(path: path))?.kind == .folder {
          hasFolder = true
          let found = FolderWalk(path, recursive: recursive, formats: formats)
          files += found.pictures
          notes += found.notes
          passedOver += found.strangers
        } else {
          files.append(InputFile(path: path, relativePath: FileName.last(of: path)))
        }
      }
    }
  }
}
