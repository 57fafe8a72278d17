// The files below a folder, listed without following links to folders.

public import Upright
import UprightSystem

extension Folder {
  /// Entries of a folder that are not files and are not walked.
  public enum NotWalked: Hashable, Sendable, CaseIterable {
    /// A subfolder, if subfolders are not walked.
    case folder
    /// A link to a folder.
    case linkToFolder
    /// A pipe, a socket or a device, or a link to one.
    case device
    /// The folder for results.
    case results
    /// A file or folder whose name begins with a dot.
    case hidden
  }

  /// The regular files in a folder, as paths relative to it, in byte order of their names.
  ///
  /// Names that begin with a dot are left out. Links to files are included, and so are broken links, which fail when
  /// opened. Links to folders are not followed.
  ///
  /// - Parameters:
  ///   - recursive: Whether subfolders are walked too.
  ///   - hidden: Prefixes of names that are included although they begin with a dot.
  ///   - unreadable: Gets an error, with its path, for each folder or subfolder that cannot be read. It also gets one
  ///     for each name whose kind is unknown because its folder may not be searched or its path is too long.
  ///   - notWalked: Gets each entry that is left out, with its kind and its path in the folder.
  public static func files(
    in folder: String, recursive: Bool, hidden: String? = nil, unreadable: (UprightError) -> Void = { _ in },
    notWalked: (NotWalked, String) -> Void = { _, _ in }
  ) -> [String] {
    FolderRoot(folder).files(recursive: recursive, hidden: hidden, unreadable: unreadable, notWalked: notWalked)
      .map(\.relativePath)
  }

  /// As `files`, for callers that need all of them: an entry that cannot be read is an error.
  ///
  /// - Throws: `UprightError` `.io`, the first that `unreadable` would get.
  public static func allFiles(in folder: String, recursive: Bool) throws(UprightError) -> [String] {
    var first: UprightError?
    let files = files(in: folder, recursive: recursive) { first = first ?? $0 }
    if let first { throw first }
    return files
  }
}

extension FolderRoot {
  /// The regular files in it, in byte order of their names.
  ///
  /// Names that begin with a dot are left out. Links to files are included, and so are broken links, which fail when
  /// opened. Links to folders are not followed.
  ///
  /// - Parameters:
  ///   - recursive: Whether subfolders are walked too.
  ///   - hidden: Prefixes of names that are included although they begin with a dot.
  ///   - unreadable: Gets an error, with its path, for each folder or subfolder that cannot be read, and for each name
  ///     whose kind is unknown.
  ///   - notWalked: Gets each entry that is left out, with its kind and its path in the folder.
  ///   - results: A subfolder that is not walked, because results go there; nil for none.
  public func files(
    recursive: Bool, hidden: String? = nil, results: FileIdentity? = nil,
    unreadable: (UprightError) -> Void = { _ in },
    notWalked: (Folder.NotWalked, String) -> Void = { _, _ in }
  ) -> [FileLocation] {
    var files: [FileLocation] = []
    var rest = [(name: ".", kind: FileIdentity.Kind.folder)]
    while let (name, kind) = rest.popLast() {
      guard kind == .folder else {
        files.append(FileLocation(self, name, isLink: kind == .link))
        continue
      }
      guard recursive || name == "." else {
        notWalked(.folder, name)
        continue
      }
      let found = entries(in: name, results: results, unreadable: unreadable, notWalked: notWalked) { name in
        !name.hasPrefix(".") || hidden.map(name.hasPrefix) == true
      }
      rest += found.reversed()
    }
    return files
  }

  /// Whether a subfolder, or a folder below it, may contain a file whose name is `wanted`.
  ///
  /// - Parameters:
  ///   - start: The subfolder's path inside this folder.
  ///   - limit: How many entries may be looked at; what was looked at is subtracted.
  ///   - wanted: Whether a name counts.
  /// - Returns: True also if the limit is too low to tell, or if a folder cannot be read.
  package func mayContain(in start: String, lookingAt limit: inout Int, wanted: (String) -> Bool) -> Bool {
    var rest = [start]
    while let inside = rest.popLast() {
      guard limit > 0, inside.utf8.count <= NameList.longestPath else { return true }
      do throws(SystemError) {
        let folder = try listing(inside)
        let (_, isFound) = try Syscalls.entries(of: folder, atMost: 0) { entry in
          limit -= 1
          if limit < 0 { return true }
          guard !entry.name.hasPrefix(".") else { return false }
          switch try? Self.kind(of: entry, in: folder) {
          case .folder?: rest.append(FileName.joined(inside, entry.name))
          case .regular?, .link?: return wanted(entry.name)
          default: break
          }
          return false
        }
        if isFound { return true }
      } catch { return true }
    }
    return false
  }

  /// The files and folders in one of its folders that are `wanted`, as paths inside it, in byte order. The folder for
  /// results gives none.
  func entries(
    in inside: String, results: FileIdentity?, unreadable: (UprightError) -> Void,
    notWalked: (Folder.NotWalked, String) -> Void, wanted: (String) -> Bool
  ) -> [(name: String, kind: FileIdentity.Kind)] {
    func refuse(_ path: String, _ error: SystemError) {
      unreadable(.io(path: path == "." ? self.path : FileName.joined(self.path, path), systemError: error.number))
    }
    do throws(SystemError) {
      guard inside.utf8.count <= NameList.longestPath else { throw SystemError(number: ENAMETOOLONG) }
      let folder = try listing(inside)
      if let results, inside != ".", results.isSameFile(as: try Syscalls.status(of: folder)) {
        notWalked(.results, inside)
        return []
      }
      let all = try Syscalls.entries(of: folder)
      return all.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.compactMap { entry in
        let name = inside == "." ? entry.name : FileName.joined(inside, entry.name)
        guard ![".", ".."].contains(entry.name) else { return nil }
        guard wanted(entry.name) else {
          notWalked(.hidden, name)
          return nil
        }
        do throws(SystemError) {
          switch try Self.kind(of: entry, in: folder) {
          case nil: notWalked(.linkToFolder, name)
          case .other: notWalked(.device, name)
          case let kind?: return (name, kind)
          }
          return nil
        } catch {
          refuse(name, error)
          return nil
        }
      }
    } catch {
      refuse(inside, error)
      return []
    }
  }

  /// The folder, opened for listing.
  private func listing(_ inside: String) throws(SystemError) -> Descriptor {
    let root = try folder(".")
    return try SystemError.staleForLinks { () throws(SystemError) in
      try Syscalls.openFile(inside, O_RDONLY | O_DIRECTORY, in: root.descriptor, links: .noneBeneath)
    }
  }

  /// What kind of file a name in a folder is: `.link` for a link to a file, a broken link or a vanished name. All of
  /// these fail when opened unless they resolve to a file. Links to folders give nil.
  private static func kind(of entry: Syscalls.Entry, in folder: Descriptor) throws(SystemError) -> FileIdentity.Kind? {
    let kind = entry.kind == nil ? try Syscalls.linkStatus(entry.name, in: folder)?.kind : entry.kind
    guard kind == nil || kind == .link else { return kind }
    switch (try? Syscalls.status(of: entry.name, in: folder))?.kind {
    case nil, .regular: return .link
    case .folder: return nil
    case let other: return other
    }
  }
}

// Which files of a folder are copied unchanged when its images are written to another folder.

/// The files that are copied although no image is made from them.
public enum CopiedFiles: Hashable, Sendable {
  /// None: they are skipped.
  case none
  /// Images and videos of formats that Upright recognizes but cannot change.
  case recognized
  /// All regular files that are not hidden.
  case all

  /// Whether a file of `format` is copied; `format` is nil for an unrecognized file.
  public func contains(_ format: ContainerFormat?) -> Bool {
    switch self {
    case .none: false
    case .recognized: format != nil
    case .all: true
    }
  }
}

extension SafeReplace {
  /// Writes a copy of a file, byte for byte, with its modification time. Mode and owner follow the rules for new files
  /// (``FileAccess``).
  ///
  /// - Parameters:
  ///   - overwriting: Whether an existing file is replaced.
  ///   - journal: Gets the intent first; a replaced file is then kept.
  /// - Returns: The number of bytes written.
  /// - Throws: As `create`.
  @discardableResult
  public static func copy(
    _ source: FileBytes, to location: FileLocation, overwriting: Bool = false, journal: Journal? = nil
  ) throws(UprightError) -> Int {
    try create(
      location, from: source, by: Replacement(overwrites: overwriting, journal: journal), keepingTime: true
    ) {
      (sink: inout FileSink) throws(UprightError) in
      try sink.write(contentsOf: source)
    }
    return source.byteCount
  }
}
