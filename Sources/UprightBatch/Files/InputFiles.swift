// The files of a batch: named files, and the files of named folders.

package import Upright
package import UprightFiles

/// The files to process, in order.
package struct InputFiles: Sendable {
  package var files: [InputFile] = []
  /// The given folders.
  package var folders: [String] = []
  /// Whether a folder was given.
  package var hasFolder = false
  /// Notes for the user before the work begins.
  package var notes: [String] = []
  /// What is skipped in folders.
  package private(set) var skipped: SkippedEntries
  /// Subfolders that were not searched, although images may be in them.
  package private(set) var unsearched = UnsearchedFolders()
  /// The files of folders in formats that are recognized, not supported.
  package private(set) var unsupported = UnsupportedFiles()
  /// The number of files of folders in formats that this command cannot process: images, and videos.
  private var unprocessed = (images: 0, videos: 0)
  /// What is left out of each folder.
  private(set) var accounts: [FolderAccount] = []
  /// The number of files in folders that are not images.
  package var nonImageCount = 0
  /// Whether symbolic links in paths are followed.
  package let followsLinks: Bool

  /// The same files, each once for each of `count` results.
  package func split(into count: Int) -> Self {
    var inputs = self
    inputs.files = files.flatMap { $0.split(into: count) }
    return inputs
  }

  /// Files that were found in `folders`.
  package init(_ files: [InputFile], in folders: [String], follows: Bool) {
    (self.files, self.folders, hasFolder, followsLinks) = (files, folders, true, follows)
    skipped = SkippedEntries()
  }

  /// The files at `paths`; from folders, only files of `formats`.
  ///
  /// - Parameters:
  ///   - copied: Which other files of folders are included, to be copied unchanged.
  ///   - follows: Whether links to files are followed.
  ///   - output: The folder for results, which is not walked.
  ///   - standardInput: What the path `-` means; nil for a file of that name.
  ///   - choices: What is done about files of folders that are not processed.
  package init(
    _ paths: [String], recursive: Bool, formats: Set<ContainerFormat>, copying copied: CopiedFiles = .none,
    follows: Bool = true, to output: String? = nil, standardInput: InputFile? = nil,
    with choices: Set<FolderWalk.Choice> = []
  ) {
    followsLinks = follows
    skipped = SkippedEntries(areNamed: choices.contains(.namesSkipped))
    var links = 0
    let results = output.flatMap { try? FileIdentity(path: $0) }
    for path in paths {
      if let standardInput, path == StandardInput.path {
        files.append(standardInput)
      } else if follows || !FileIdentity.isSymbolicLink(path), (try? FileIdentity(path: path))?.kind == .folder {
        hasFolder = true
        folders.append(path)
        let root = FolderRoot(path, followingLinks: follows, keepingOpen: folders.count <= FolderRoot.openAtMost)
        let found = FolderWalk(
          root, recursive: recursive, formats: formats, copying: copied, results: results,
          with: choices)
        files += found.images
        links += found.links
        notes += found.notes
        unsearched.add(found.unsearched)
        unsupported.add(found.unsupported)
        for (format, count) in found.others {
          if format.isMovie { unprocessed.videos += count } else { unprocessed.images += count }
        }
        accounts.append(found.account)
        nonImageCount += found.unrecognized
        skipped.add(found.skipped)
      } else {
        files.append(InputFile(FileLocation(path: path, followingLinks: follows)))
      }
    }
    if links > 0 { notes.append("\(links) symbolic link\(links == 1 ? "" : "s") skipped") }
  }
}

extension InputFiles {
  /// The exit status of a command that writes results of these files: 2, with a note, if none of them is supported.
  ///
  /// - Parameters:
  ///   - code: The status otherwise.
  ///   - world: Where the note is printed.
  ///   - leavesVideos: Whether the command leaves videos as they are.
  ///   - plans: Whether it makes plans alone.
  package func ending(
    _ code: ExitStatus, in world: World, leavingVideos leavesVideos: Bool = false, planning plans: Bool = false
  ) -> ExitStatus {
    let count = unsupported.count + unprocessed.images + (leavesVideos ? 0 : unprocessed.videos)
    return ending(code, in: world, plans ? "nothing was planned" : "no result was made", for: count)
  }

  /// The exit status of a command that reads these files and makes nothing: 2, with a note, if there are images, and
  /// none of them is supported.
  ///
  /// - Parameters:
  ///   - code: The status otherwise.
  ///   - world: Where the note is printed.
  package func endingReading(_ code: ExitStatus, in world: World) -> ExitStatus {
    ending(code, in: world, "no file was read", for: unsupported.imageCount + unprocessed.images)
  }

  private func ending(_ code: ExitStatus, in world: World, _ outcome: String, for count: Int) -> ExitStatus {
    guard code.isSuccess, files.isEmpty, count > 0 else { return code }
    world.tell("\(outcome): \(count == 1 ? "1 file is" : "\(count) files are") not supported")
    return .partial
  }
}
