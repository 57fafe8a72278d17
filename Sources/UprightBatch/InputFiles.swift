// The files of a batch: those that are named, and those of named folders.

package import Upright
package import UprightFiles

/// What a command has to work on, in order.
package struct InputFiles: Sendable {
  package var files: [InputFile] = []
  /// The folders among what was given.
  package var folders: [String] = []
  /// Whether a folder was among what was given.
  package var hasFolder = false
  /// What the user should know before the work begins.
  package var notes: [String] = []
  /// How many files of folders are no pictures.
  package var nonImageCount = 0
  /// Whether paths may lead through symbolic links.
  package let followsLinks: Bool

  /// The files that `paths` lead to; of those in folders only the ones of `formats`.
  ///
  /// - Parameters:
  ///   - copied: Which other files of folders go along as they are.
  ///   - follows: Whether links to files are worked on.
  ///   - output: Where results go: this folder is not walked.
  package init(
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
        nonImageCount += found.unrecognized
      } else {
        files.append(InputFile(FileLocation(path: path, followingLinks: follows)))
      }
    }
    if links > 0 { notes.append("\(links) symbolic link\(links == 1 ? "" : "s") passed over") }
  }
}
