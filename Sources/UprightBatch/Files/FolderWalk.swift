// The files of a folder, sorted into those that a command can process and those it skips.

package import Upright
package import UprightFiles
import UprightSystem

/// The contents of one folder.
package struct FolderWalk {
  /// What is done about files that are not processed.
  package enum Choice: Hashable, Sendable {
    /// The paths of skipped entries are kept.
    case namesSkipped
    /// XMP files are not skipped, because they belong to images.
    case takesSidecars
    /// An image that cannot be processed is to fail, not to be copied.
    case requiresResults
  }

  private let folder: String
  private let isRecursive: Bool
  private let formats: Set<ContainerFormat>
  private let copied: CopiedFiles
  private let choices: Set<Choice>
  private var notWalked: [Folder.NotWalked: Int] = [:]
  /// The files to process or copy.
  package private(set) var files: [InputFile] = []
  /// Folders that cannot be read, and names of unknown kind: their contents are missing.
  package private(set) var unreadable: [UprightError] = []
  /// The number of files in formats that cannot be processed, by format.
  package private(set) var others: [ContainerFormat: Int] = [:]
  /// Subfolders that are not searched, and may contain files to process or copy.
  package private(set) var unsearched = UnsearchedFolders()
  /// The files that are skipped because their formats are recognized, not supported.
  package private(set) var unsupported = UnsupportedFiles()
  /// The number of files in unrecognized formats.
  package private(set) var unrecognized = 0
  /// What is skipped, with the reason.
  package private(set) var skipped = SkippedEntries()
  /// The number of symbolic links that were skipped because links are not followed.
  package private(set) var links = 0

  /// Walks the folder at `path`, as `init(_:recursive:formats:copying:)`.
  package init(_ path: String, recursive: Bool, formats: Set<ContainerFormat>, copying copied: CopiedFiles = .none) {
    self.init(FolderRoot(path), recursive: recursive, formats: formats, copying: copied)
  }

  /// Walks `root`, except the folder for `results` in it, for files of `formats`, by name or by first bytes; others are
  /// included if they are `copied`.
  package init(
    _ root: FolderRoot, recursive: Bool, formats: Set<ContainerFormat>, copying copied: CopiedFiles = .none,
    results: FileIdentity? = nil, with choices: Set<Choice> = []
  ) {
    folder = root.path
    isRecursive = recursive
    (self.formats, self.copied, self.choices) = (formats, copied, choices)
    var missing: [UprightError] = []
    var left: [Folder.NotWalked: Int] = [:]
    var skipped = SkippedEntries(areNamed: choices.contains(.namesSkipped))
    var subfolders: [String] = []
    let found = root.files(recursive: recursive, results: results) {
      missing.append($0)
    } notWalked: { (kind, path) in
      left[kind, default: 0] += 1
      if kind == .folder { subfolders.append(path) }
      skipped.add(FileName.joined(root.path, path), because: SkippedEntries.Reason(kind))
    }
    (notWalked, unreadable, self.skipped) = (left, missing, skipped)
    for location in found { sort(location, isFollowed: root.followsLinks) }
    unsearched = unsearched(of: subfolders, in: root, but: results)
  }

  /// Adds the file at `location` to those of its kind.
  private mutating func sort(_ location: FileLocation, isFollowed: Bool) {
    if location.isLink, !isFollowed {
      links += 1
      skipped.add(location.path, because: .link)
      return
    }
    var file = InputFile(location)
    let format: Format
    do throws(UprightError) { format = try Self.format(of: location, wanted: formats) } catch {
      file.failure = error
      files.append(file)
      return
    }
    file.isCopied = !format.isAny(of: formats)
    switch format {
    case _ where !file.isCopied: files.append(file)
    case .known where choices.contains(.requiresResults) && copied != .none:
      file.isCopied = false
      files.append(file)
    case _ where format.isCopied(by: copied): files.append(file)
    case .container(let format): others[format, default: 0] += 1
    case .known(let format):
      unsupported.add(format, location.path)
      skipped.add("\(location.path): \(format.name)", because: .unsupported)
    case .unknown
    where choices.contains(.takesSidecars) && FamilyName(FileName.last(of: location.path))?.isSidecar == true:
      break
    case .unknown:
      unrecognized += 1
      skipped.add(location.path, because: .notAnImage)
    }
  }

  /// The subfolders, except the one for results, that may contain files to process or copy.
  private func unsearched(
    of subfolders: [String], in root: FolderRoot, but results: FileIdentity?
  ) -> UnsearchedFolders {
    var unsearched = UnsearchedFolders()
    var limit = UnsearchedFolders.lookingAt
    for path in subfolders {
      let whole = FileName.joined(root.path, path)
      if let results, (try? FileIdentity(path: whole))?.isSameFile(as: results) == true { continue }
      let mayContain = root.mayContain(in: path, lookingAt: &limit) { name in
        let format = Format(fileExtension: FileName.fileExtension(of: name))
        if case .known(let known) = format, known.isImage { return true }
        return format.isTaken(formats, copying: copied)
      }
      if mayContain { unsearched.add(whole) }
    }
    return unsearched
  }

  /// What is left out of the folder, for programs.
  var account: FolderAccount { FolderAccount(path: folder, unsearched: unsearched, unsupported: unsupported) }

  /// The file at `location` as one to process or copy; nil if it is neither. It fails in its turn if it cannot be read.
  package static func input(
    _ location: FileLocation, formats: Set<ContainerFormat>, copying copied: CopiedFiles
  ) -> InputFile? {
    var file = InputFile(location)
    do throws(UprightError) {
      let format = try format(of: location, wanted: formats)
      file.isCopied = !format.isAny(of: formats)
      return !file.isCopied || format.isCopied(by: copied) ? file : nil
    } catch {
      if case .io(_, ENOENT) = error { return nil }
      file.failure = error
      return file
    }
  }

  /// The files to process or copy, and what is unreadable, which fails in its turn.
  package var images: [InputFile] {
    files
      + unreadable.compactMap { error in
        guard case .io(let path, _) = error else { return nil }
        return InputFile(path: path, relativePath: path, failure: error)
      }
  }

  /// Notes for the user about what is not processed.
  package var notes: [String] {
    let name = TerminalText.plain(folder)
    let further = unsearched.count > 0 ? [unsearched.sentence] : []
    if files.isEmpty, unreadable.isEmpty, others.isEmpty, unsupported.count == 0 {
      return [(["\(name): no images in this folder"] + further).joined(separator: "; ")]
    }
    var notes = further.map { "\(name): \($0)" }
    if copied != .none { notes += notesOnUnwalked.map { "\(name): \($0)" } }
    if notWalked[.results] != nil { notes.append("\(name): the output folder inside it is skipped") }
    let count = others.values.reduce(0, +)
    if count > 0 {
      let formats = ContainerFormat.allCases.filter { others[$0] != nil }.map(\.name).joined(separator: ", ")
      notes.append("\(name): \(Self.files(count)) skipped: pixels of \(formats) cannot be decoded yet")
    }
    if unsupported.count > 0 {
      notes.append(
        "\(name): \(Self.files(unsupported.count)) skipped: recognized, not supported: \(unsupported.names)")
    }
    if unrecognized > 0, !(files.isEmpty && unreadable.isEmpty) {
      notes.append(
        """
        \(name): \(Self.files(unrecognized)) skipped: not an image in a known \
        format\(copied == .none ? "" : "; \(option: .all) copies \(unrecognized == 1 ? "it" : "them")")
        """
      )
    }
    return notes
  }

  /// Notes on entries that are not copied to the results and are not reported as errors.
  private var notesOnUnwalked: [String] {
    Folder.NotWalked.allCases.compactMap { kind in
      guard let count = notWalked[kind] else { return nil }
      let s = count == 1 ? "" : "s"
      return switch kind {
      case .linkToFolder: "\(count) link\(s) to folders skipped"
      case .device: "\(count) pipe\(s) or device\(s) skipped"
      case .folder, .results, .hidden: nil
      }
    }
  }

  private static func files(_ count: Int) -> String { "\(count) file\(count == 1 ? "" : "s")" }

  /// The format by the name's extension, if requested; otherwise by the first bytes, and finally by the name.
  ///
  /// - Throws: Why the first bytes cannot be read: an unreadable file is not skipped as if it were not an image.
  private static func format(
    of location: FileLocation, wanted formats: Set<ContainerFormat>
  ) throws(UprightError) -> Format {
    let path = location.path
    let fileExtension = FileName.fileExtension(of: path)
    let named = ContainerFormat(fileExtension: fileExtension)
    if let named, formats.contains(named) { return .container(named) }
    let file = try FileBytes(location)
    do throws(MetadataError) {
      let head = try file.read(0..<4096)
      return Format(signature: head, fileExtension: fileExtension) ?? named.map(Format.container) ?? .unknown
    } catch {
      throw UprightError(error).naming(path)
    }
  }
}

extension FolderWalk {
  /// What a file is, as far as its first bytes or its name tell.
  package enum Format: Hashable, Sendable {
    case container(ContainerFormat)
    /// Recognized, and not supported.
    case known(KnownFormat)
    case unknown

    /// By the first 4,096 bytes; nil if they do not tell.
    package init?(signature bytes: [UInt8], fileExtension: String) {
      if let format = ContainerFormat(signature: bytes) {
        self = .container(format)
      } else if let known = KnownFormat(signature: bytes, fileExtension: fileExtension) {
        self = .known(known)
      } else {
        return nil
      }
    }

    /// By the extension of the name.
    init(fileExtension: String) {
      self =
        ContainerFormat(fileExtension: fileExtension).map(Self.container)
        ?? KnownFormat(fileExtension: fileExtension).map(Self.known) ?? .unknown
    }

    /// Whether it is one of these.
    func isAny(of formats: Set<ContainerFormat>) -> Bool {
      if case .container(let format) = self { formats.contains(format) } else { false }
    }

    /// Whether files of it are copied, if they are not processed.
    func isCopied(by copied: CopiedFiles) -> Bool {
      switch self {
      case .container(let format): copied.contains(format)
      case .known: copied != .none
      case .unknown: copied.contains(nil)
      }
    }

    /// Whether files of it are processed or copied.
    func isTaken(_ formats: Set<ContainerFormat>, copying copied: CopiedFiles) -> Bool {
      isAny(of: formats) || isCopied(by: copied)
    }
  }
}
