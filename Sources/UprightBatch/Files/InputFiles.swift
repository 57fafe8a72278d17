// The files of a batch: the paths that a command is given, named files, and the files of named folders.

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

// One file of a batch: its path, and the path of its result inside a folder.

/// One file to process.
package struct InputFile: Hashable, Sendable {
  /// A further path of a file.
  package struct OtherName: Hashable, Sendable {
    package let path, relativePath: String
  }

  /// Its path, as given; for a file in a folder, after the folder's path as given.
  package let path: String
  /// Its path inside the given folder; its bare name if the file itself was given.
  package let relativePath: String
  /// Its location, with the folder from which it is resolved.
  package let location: FileLocation
  /// Why it cannot be processed, if known in advance: an unreadable folder.
  package var failure: UprightError?
  /// Whether it is copied unchanged, because no image is made from it.
  package var isCopied = false
  /// Further paths by which it was given: symbolic links to it, or what it is a link to.
  package var otherNames: [OtherName] = []
  /// Which of several results of one image this is, from 1; nil if each image has one.
  package private(set) var part: Int?
  /// Whether it is standard input, which has no name that a result could get.
  package private(set) var isStandardInput = false

  package init(path: String, relativePath: String, failure: UprightError? = nil) {
    (self.path, self.relativePath, self.failure) = (path, relativePath, failure)
    location = FileLocation(path: path)
  }

  /// The file at `location`; its result may be named by another path inside the folder.
  package init(_ location: FileLocation, relativePath: String? = nil) {
    (path, self.relativePath, self.location) = (location.path, relativePath ?? location.relativePath, location)
  }

  /// Records the path of the same file, unless that is a hard link, or the path of this one.
  mutating func addName(of other: Self) {
    guard let place = try? FileName.absolute(path), let same = try? FileName.absolute(other.path), place == same,
      Self.place(path) != Self.place(other.path)
    else { return }
    otherNames.append(OtherName(path: other.path, relativePath: other.relativePath))
  }

  /// The path without links in its folders.
  private static func place(_ path: String) -> String? {
    (try? FileName.absolute(FileName.joined(FileName.folder(of: path), "."))).map { $0 + FileName.last(of: path) }
  }

  /// The same file for each of `count` results; only itself for one, and if it is copied.
  ///
  /// - Parameter numberingOne: Whether a single result has a number too.
  package func split(into count: Int, numberingOne: Bool = false) -> [Self] {
    guard count > (numberingOne ? 0 : 1), !isCopied else { return [self] }
    return (1...count).map { number in
      var file = self
      file.part = number
      return file
    }
  }

  /// Standard input, read completely; if that fails, the file fails in its turn.
  ///
  /// - Parameter most: The maximum number of bytes; nil for the usual limit.
  /// - Throws: `.unanswerable` for a terminal.
  package static func standardInput(atMost most: Int? = nil) throws(UprightError) -> Self {
    var file: Self
    do throws(UprightError) {
      file = Self(try StandardInput.complete(atMost: most ?? StandardInput.usualLimit))
    } catch {
      if case .unanswerable = error { throw error }
      file = Self(path: StandardInput.path, relativePath: StandardInput.path, failure: error)
    }
    file.isStandardInput = true
    return file
  }
}

// The paths that a command is given: on its line, in a list, or as `-` for standard input.

/// The paths of a command, in order.
package struct InputNames: Sendable {
  /// The paths on the command line, then those of the list.
  package let paths: [String]
  /// Standard input, if one of the paths is `-`.
  package let standardInput: InputFile?

  /// Reads the list and standard input.
  ///
  /// - Parameters:
  ///   - named: The paths on the command line.
  ///   - list: The file with more paths, each ending in a zero byte; `-` for standard input. In the list, `-` is a file
  ///     name.
  ///   - most: The maximum bytes of standard input; nil for the usual limit.
  /// - Throws: `.unanswerable` if standard input would be read twice or is a terminal; errors of `NameList.read`.
  package init(_ named: [String], list: String? = nil, atMost most: Int? = nil) throws(UprightError) {
    let reads = named.count { $0 == StandardInput.path } + (list == StandardInput.path ? 1 : 0)
    guard reads < 2 else { throw .unanswerable(field: "standard input", reason: "it can be read only once") }
    if let list {
      let more = try NameList.read(list)
      paths = named + more.map { $0 == StandardInput.path ? "./" + $0 : $0 }
    } else {
      paths = named
    }
    standardInput = named.contains(StandardInput.path) ? try .standardInput(atMost: most) : nil
  }
}

// Folds long runs of paths into one argument, because parsing time grows with the square of the number of arguments.

/// Folds runs of arguments that can only be paths, and unfolds them again.
package enum PathRuns {
  /// A character that no argument contains.
  private static let mark: Character = "\0"
  /// The number of arguments at the start of a run that are not folded: one may be an option's value, or an argument
  /// before the paths.
  private static let kept = 8
  private static let verbs: Set = [
    "info", "audit", "plan", "fix", "rotate", "crop", "thumb", "sheet", "show", "digest", "index",
  ]

  /// The arguments of a command line, with each run of arguments that are not options, except its first ones, folded
  /// into one.
  package static func folded(_ words: [String]) -> [String] {
    guard words.count > 2 * kept, let verb = words.first, verbs.contains(verb) else { return words }
    var (folded, run): ([String], [String]) = ([], [])
    func settle() {
      folded += run.prefix(kept)
      if run.count > kept { folded.append(run.dropFirst(kept).map { String(mark) + $0 }.joined()) }
      run = []
    }
    for word in words {
      if word.utf8.first == UInt8(ascii: "-") {
        settle()
        folded.append(word)
      } else {
        run.append(word)
      }
    }
    settle()
    return folded
  }

  /// The paths in all of `words`.
  package static func unfolded(_ words: [String]) -> [String] {
    words.flatMap { word in
      guard word.first == mark else { return [word] }
      return word.split(separator: mark, omittingEmptySubsequences: false).dropFirst().map(String.init)
    }
  }
}

// The files that `recover` looks at.

extension Recovery {
  /// What a path names: a file, or what killed runs may have left in a folder; folders that cannot be read are failures.
  package static func inputs(at path: String, recursive: Bool) -> [InputFile] {
    do throws(UprightError) {
      guard try FileIdentity(path: path).kind == .folder else { return [InputFile(path: path, relativePath: path)] }
    } catch { return [InputFile(path: path, relativePath: path, failure: error)] }
    var unreadable: [InputFile] = []
    let found = files(in: path, recursive: recursive) { error in
      guard case .io(let folder, _) = error else { return }
      unreadable.append(InputFile(path: folder, relativePath: folder, failure: error))
    }
    return found.map { InputFile($0) } + unreadable
  }
}
