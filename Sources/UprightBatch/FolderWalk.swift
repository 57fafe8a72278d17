// The files of a folder, sorted into those that a command can work on and those it passes over.

package import Upright
package import UprightFiles

/// What was found in one folder.
package struct FolderWalk {
  private let folder: String
  private let isRecursive: Bool
  private let copied: CopiedFiles
  private var notWalked: [Folder.NotWalked: Int] = [:]
  /// What can be worked on or goes along as it is; and what cannot be read, to fail in its turn.
  package private(set) var pictures: [InputFile] = []
  /// Folders that cannot be read, and names of which cannot be told what they are: what they hold is missing.
  package private(set) var unreadable: [UprightError] = []
  /// How many files are of formats that cannot be worked on.
  package private(set) var others: [ContainerFormat: Int] = [:]
  /// How many files are of no format that is read.
  package private(set) var unrecognized = 0
  /// How many symbolic links were passed over, because none are followed.
  package private(set) var links = 0

  /// Walks the folder at `path`, as `init(_:recursive:formats:copying:)`.
  package init(_ path: String, recursive: Bool, formats: Set<ContainerFormat>, copying copied: CopiedFiles = .none) {
    self.init(FolderRoot(path), recursive: recursive, formats: formats, copying: copied)
  }

  /// Walks `root`, but not the folder of the `results` in it, for files of `formats`, by their names or by their first bytes; others go along where they
  /// are `copied`.
  package init(
    _ root: FolderRoot, recursive: Bool, formats: Set<ContainerFormat>, copying copied: CopiedFiles = .none,
    results: FileIdentity? = nil
  ) {
    folder = root.path
    isRecursive = recursive
    self.copied = copied
    var missing: [UprightError] = []
    var left: [Folder.NotWalked: Int] = [:]
    let found = root.files(recursive: recursive, results: results) {
      missing.append($0)
    } notWalked: {
      left[$0, default: 0] += 1
    }
    notWalked = left
    for location in found {
      if location.isLink, !root.followsLinks {
        links += 1
        continue
      }
      var file = InputFile(location)
      let format: ContainerFormat?
      do throws(UprightError) { format = try Self.format(of: location, wanted: formats) } catch {
        file.failure = error
        pictures.append(file)
        continue
      }
      file.isCopied = format.map { !formats.contains($0) } ?? true
      switch format {
      case let format? where formats.contains(format): pictures.append(file)
      case let format where copied.contains(format): pictures.append(file)
      case nil: unrecognized += 1
      case let format?: others[format, default: 0] += 1
      }
    }
    unreadable = missing
    pictures += missing.compactMap { error in
      guard case .io(let path, _) = error else { return nil }
      return InputFile(path: path, relativePath: path, failure: error)
    }
  }

  /// The pictures, where all of them are needed.
  ///
  /// - Throws: the first of `unreadable`.
  package func all() throws(UprightError) -> [InputFile] {
    if let first = unreadable.first { throw first }
    return pictures
  }

  /// What the user should know of what is not worked on.
  package var notes: [String] {
    let name = TerminalText.plain(folder)
    if pictures.isEmpty, others.isEmpty { return [name + emptiness] }
    var notes = copied == .none ? [] : notesOnUnwalked.map { "\(name): \($0)" }
    if notWalked[.results] != nil { notes.append("\(name): the folder of the results inside is not walked") }
    let count = others.values.reduce(0, +)
    if count > 0 {
      let formats = ContainerFormat.allCases.filter { others[$0] != nil }.map(\.rawValue).joined(separator: ", ")
      notes.append("\(name): \(Self.files(count)) passed over: pixels of \(formats) are not decoded yet")
    }
    if unrecognized > 0, !pictures.isEmpty {
      notes.append(
        "\(name): \(Self.files(unrecognized)) passed over: no picture of a format that is read\(copied == .none ? "" : "; --all copies \(unrecognized == 1 ? "it" : "them")")"
      )
    }
    return notes
  }

  /// What of the folder does not reach the folder of the results, and no error says.
  private var notesOnUnwalked: [String] {
    Folder.NotWalked.allCases.compactMap { kind in
      guard let count = notWalked[kind] else { return nil }
      let (s, them) = count == 1 ? ("", "it") : ("s", "them")
      return switch kind {
      case .folder: "\(count) folder\(s) inside passed over; --recursive takes \(them) along"
      case .linkToFolder: "\(count) link\(s) to folders passed over"
      case .device: "\(count) pipe\(s) or device\(s) passed over"
      case .results: nil
      }
    }
  }

  private var emptiness: String {
    ": there is no picture in this folder" + (isRecursive ? "" : " itself; --recursive walks the folders inside")
  }

  private static func files(_ count: Int) -> String { "\(count) file\(count == 1 ? "" : "s")" }

  /// The format that the name says, where it is wanted; else that of the first bytes, else the name's after all.
  ///
  /// - Throws: what keeps the first bytes from being read: what nobody could look into is not passed over as if it were no picture.
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
