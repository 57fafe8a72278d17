// The files of a folder, sorted into those that a command can process and those it skips.

package import Upright
package import UprightFiles
import UprightSystem

/// The contents of one folder.
package struct FolderWalk {
  private let folder: String
  private let isRecursive: Bool
  private let copied: CopiedFiles
  private var notWalked: [Folder.NotWalked: Int] = [:]
  /// The files to process or copy.
  package private(set) var files: [InputFile] = []
  /// Folders that cannot be read, and names of unknown kind: their contents are missing.
  package private(set) var unreadable: [UprightError] = []
  /// The number of files in formats that cannot be processed, by format.
  package private(set) var others: [ContainerFormat: Int] = [:]
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
  /// included if they are `copied`. `namingSkipped` keeps the paths of skipped entries; with `takingSidecars`, XMP files
  /// are not among those.
  package init(
    _ root: FolderRoot, recursive: Bool, formats: Set<ContainerFormat>, copying copied: CopiedFiles = .none,
    results: FileIdentity? = nil, namingSkipped: Bool = false, takingSidecars: Bool = false
  ) {
    folder = root.path
    isRecursive = recursive
    self.copied = copied
    var missing: [UprightError] = []
    var left: [Folder.NotWalked: Int] = [:]
    var skipped = SkippedEntries(areNamed: namingSkipped)
    let found = root.files(recursive: recursive, results: results) {
      missing.append($0)
    } notWalked: { (kind, path) in
      left[kind, default: 0] += 1
      skipped.add(FileName.joined(root.path, path), because: SkippedEntries.Reason(kind))
    }
    notWalked = left
    for location in found {
      if location.isLink, !root.followsLinks {
        links += 1
        skipped.add(location.path, because: .link)
        continue
      }
      var file = InputFile(location)
      let format: ContainerFormat?
      do throws(UprightError) { format = try Self.format(of: location, wanted: formats) } catch {
        file.failure = error
        files.append(file)
        continue
      }
      file.isCopied = format.map { !formats.contains($0) } ?? true
      switch format {
      case let format? where formats.contains(format): files.append(file)
      case let format where copied.contains(format): files.append(file)
      case nil where takingSidecars && FamilyName(FileName.last(of: location.path))?.isSidecar == true: continue
      case nil:
        unrecognized += 1
        skipped.add(location.path, because: .notAnImage)
      case let format?: others[format, default: 0] += 1
      }
    }
    unreadable = missing
    self.skipped = skipped
  }

  /// The file at `location` as one to process or copy; nil if it is neither. It fails in its turn if it cannot be read.
  package static func input(
    _ location: FileLocation, formats: Set<ContainerFormat>, copying copied: CopiedFiles
  ) -> InputFile? {
    var file = InputFile(location)
    do throws(UprightError) {
      let format = try format(of: location, wanted: formats)
      file.isCopied = format.map { !formats.contains($0) } ?? true
      return !file.isCopied || copied.contains(format) ? file : nil
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
    if files.isEmpty, unreadable.isEmpty, others.isEmpty { return [name + emptiness] }
    var notes = copied == .none ? [] : notesOnUnwalked.map { "\(name): \($0)" }
    if notWalked[.results] != nil { notes.append("\(name): the output folder inside it is skipped") }
    let count = others.values.reduce(0, +)
    if count > 0 {
      let formats = ContainerFormat.allCases.filter { others[$0] != nil }.map(\.name).joined(separator: ", ")
      notes.append("\(name): \(Self.files(count)) skipped: pixels of \(formats) cannot be decoded yet")
    }
    if unrecognized > 0, !(files.isEmpty && unreadable.isEmpty) {
      notes.append(
        """
        \(name): \(Self.files(unrecognized)) skipped: not an image in a known \
        format\(copied == .none ? "" : "; --all copies \(unrecognized == 1 ? "it" : "them")")
        """
      )
    }
    return notes
  }

  /// Notes on entries that are not copied to the results and are not reported as errors.
  private var notesOnUnwalked: [String] {
    Folder.NotWalked.allCases.compactMap { kind in
      guard let count = notWalked[kind] else { return nil }
      let (s, them) = count == 1 ? ("", "it") : ("s", "them")
      return switch kind {
      case .folder: "\(count) subfolder\(s) skipped; --recursive includes \(them)"
      case .linkToFolder: "\(count) link\(s) to folders skipped"
      case .device: "\(count) pipe\(s) or device\(s) skipped"
      case .results, .hidden: nil
      }
    }
  }

  private var emptiness: String {
    ": no images in this folder" + (isRecursive ? "" : "; --recursive includes subfolders")
  }

  private static func files(_ count: Int) -> String { "\(count) file\(count == 1 ? "" : "s")" }

  /// The format by the name's extension, if requested; otherwise by the first bytes, and finally by the name.
  ///
  /// - Throws: Why the first bytes cannot be read: an unreadable file is not skipped as if it were not an image.
  private static func format(
    of location: FileLocation, wanted formats: Set<ContainerFormat>
  ) throws(UprightError) -> ContainerFormat? {
    let path = location.path
    let named = ContainerFormat(fileExtension: FileName.fileExtension(of: path))
    if let named, formats.contains(named) { return named }
    let file = try FileBytes(location)
    do throws(MetadataError) { return ContainerFormat(signature: try file.read(0..<4096)) ?? named } catch {
      throw UprightError(error).naming(path)
    }
  }
}
