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
  /// From where on it is looked for.
  let location: FileLocation
  /// Why it cannot be worked on, where that is known beforehand: a folder that cannot be read.
  var failure: UprightError?
  /// Whether it goes along as it is, because no image is made of it.
  var isCopied = false

  init(path: String, relativePath: String, failure: UprightError? = nil) {
    (self.path, self.relativePath, self.failure) = (path, relativePath, failure)
    location = FileLocation(path: path)
  }

  /// The file at `location`, whose result may be named as another path inside the folder.
  init(_ location: FileLocation, relativePath: String? = nil) {
    (path, self.relativePath, self.location) = (location.path, relativePath ?? location.relativePath, location)
  }
}

/// `PATHS…` and `--files0-from`.
struct NamedPaths: ParsableArguments {
  @Argument(help: ArgumentHelp("Pictures or movies, or folders of them.", valueName: "paths"), completion: .file())
  var paths: [String] = []

  @Option(
    name: .customLong("files0-from"),
    help: ArgumentHelp(
      "More paths, from this file; each ends in a zero byte, as find -print0 writes them. - is standard input.",
      valueName: "file"),
    completion: .file())
  var list: String?

  @Flag(
    help:
      "Follow no symbolic link: those in folders are passed over, and a path through one is refused. Otherwise what links to files lead to is worked on, and the links stay."
  )
  var noFollow = false

  func validate() throws(ValidationError) {
    if paths.isEmpty, list == nil { throw ValidationError("Missing expected argument '<paths> ...'") }
  }

  /// All paths, those of the list last.
  ///
  /// - Throws: the exit code where the list cannot be read, which is said then.
  func all() throws(ExitCode) -> [String] {
    let named = ManyPaths.unfolded(paths)
    guard let list else { return named }
    do throws(UprightError) { return try named + NameList.read(list) } catch {
      Console.note([TerminalText.plain("\(list): \(error.sentence(about: list))")])
      throw ExitCode(error.codes.exitCode)
    }
  }
}

/// Paths and `--recursive`.
struct InputPaths: ParsableArguments {
  @OptionGroup var named: NamedPaths

  @Flag(name: .shortAndLong, help: "Walk folders inside folders too.")
  var recursive = false

  /// The files, those of folders in the order of their names; of those only the ones of `formats`.
  ///
  /// What cannot be found stays in the list and fails in its turn; a folder without pictures is nothing to do, and noted.
  ///
  /// - Parameters:
  ///   - copied: Which other files of folders go along as they are.
  ///   - output: Where results go: this folder is not walked.
  /// - Throws: as `NamedPaths.all()`.
  func expanded(
    _ formats: Set<ContainerFormat> = Set(ContainerFormat.allCases), copying copied: CopiedFiles = .none,
    to output: String? = nil
  ) throws(ExitCode) -> Expansion {
    Expansion(
      try named.all(), recursive: recursive, formats: formats, copying: copied, follows: !named.noFollow, to: output)
  }

  /// What a command has to work on, in order.
  struct Expansion: Sendable {
    var files: [InputFile] = []
    /// The folders among what was given.
    var folders: [String] = []
    /// Whether a folder was among what was given.
    var hasFolder = false
    /// What the user should know before the work begins.
    var notes: [String] = []
    /// How many files of folders are no pictures.
    var passedOver = 0
    /// Whether paths may lead through symbolic links.
    let followsLinks: Bool

    /// The files that `paths` lead to; of those in folders only the ones of `formats`.
    ///
    /// - Parameters:
    ///   - copied: Which other files of folders go along as they are.
    ///   - follows: Whether links to files are worked on.
    ///   - output: Where results go: this folder is not walked.
    init(
      _ paths: [String], recursive: Bool, formats: Set<ContainerFormat>, copying copied: CopiedFiles = .none,
      follows: Bool = true, to output: String? = nil
    ) {
      followsLinks = follows
      var links = 0
      let results = output.flatMap { try? FileIdentity(path: $0) }
      for path in paths {
        if follows || !FileIdentity.isSymbolicLink(path), (try? FileIdentity(path: path))?.kind == .folder {
          hasFolder = true
          folders.append(path)
          let root = FolderRoot(path, followingLinks: follows, keepingOpen: folders.count <= FolderRoot.openAtMost)
          let found = FolderWalk(root, recursive: recursive, formats: formats, copying: copied, results: results)
          files += found.pictures
          links += found.links
          notes += found.notes
          passedOver += found.strangers
        } else {
          files.append(InputFile(FileLocation(path: path, followingLinks: follows)))
        }
      }
      if links > 0 { notes.append("\(links) symbolic link\(links == 1 ? "" : "s") passed over") }
    }
  }
}
