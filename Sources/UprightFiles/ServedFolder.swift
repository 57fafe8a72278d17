// A folder whose files are named by strangers: no name leads out of it, waits, or opens anything but a regular file;
// and its contents, for pages that list them.

public import Upright
import UprightSystem

/// A folder, opened once. Replacing it later changes nothing about which files are found.
public struct ServedFolder: Sendable {
  let folder: OpenedFolder

  /// Opens the folder at `path`; symbolic links in this path are followed.
  ///
  /// - Throws: `.io` if it is not a folder that can be opened.
  public init(_ path: String) throws(UprightError) {
    folder = try UprightError.naming(path) { () throws(SystemError) in try OpenedFolder(path) }
  }

  /// Opens a regular file inside the folder.
  ///
  /// No symbolic link is followed. What is not a regular file is not there, and neither is anything whose name begins
  /// with a dot.
  ///
  /// - Parameter names: The names of the folders below this one, and of the file.
  /// - Throws: `.io`, with ENOENT for everything that is not there, and with `names` as its path.
  public func file(_ names: [String]) throws(UprightError) -> FileBytes {
    let inside = names.joined(separator: "/")
    return try UprightError.naming(inside) { () throws(SystemError) in
      do throws(SystemError) { return try open(names, as: inside) } catch {
        guard Self.meansAbsence.contains(error.number) else { throw error }
        throw SystemError(number: ENOENT)
      }
    }
  }

  /// Errors of names that lead to no regular file inside the folder.
  static let meansAbsence: Set<Int32> = [
    EINVAL, EISDIR, ELOOP, ENAMETOOLONG, ENODEV, ENOENT, ENOTDIR, ENXIO, ESTALE, EXDEV,
  ]

  private func open(_ names: [String], as inside: String) throws(SystemError) -> FileBytes {
    guard let last = names.last, names.allSatisfy(Self.isName) else { throw SystemError(number: ENOENT) }
    let parent =
      names.count == 1 ? folder : try folder.folder(names.dropLast().joined(separator: "/"))
    // Opening a device can already have an effect, so its kind is checked before.
    guard try Syscalls.status(of: last, in: parent.descriptor, followingLinks: false).kind == .regular else {
      throw SystemError(number: ENOENT)
    }
    let file = try Syscalls.openFile(
      last, O_RDONLY | O_NONBLOCK | O_NOFOLLOW, in: parent.descriptor, links: .noneBeneath)
    let bytes = try FileBytes(unnamed: file, path: inside)
    guard bytes.identity.kind == .regular else { throw SystemError(number: ENOENT) }
    return bytes
  }

  static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && !name.utf8.contains(UInt8(ascii: "/"))
  }
}

extension FileIdentity.Time {
  /// The time now, by the clock that files' times are from.
  public static var now: Self { Syscalls.now() }
}

extension ServedFolder {
  /// The names of what can be opened inside a folder.
  public struct Contents: Hashable, Sendable {
    /// The folders, by name in byte order.
    public var folders: [String] = []
    /// The regular files, by name in byte order.
    public var files: [String] = []
    /// Whether the folder contains more than these.
    public var hasMore = false

    /// Nothing.
    public init() {}
  }

  /// The most names that are listed of one folder.
  public static let longestListing = 10_000

  /// Whether names lead to a folder inside this one, or to this one; read and searched by the same rules as files.
  public func isFolder(_ names: [String]) -> Bool {
    guard names.allSatisfy(Self.isName) else { return false }
    return names.isEmpty || (try? folder.folder(names.joined(separator: "/"))) != nil
  }

  /// The folders and regular files inside a folder, at most ``longestListing``; no symbolic link, and nothing whose name begins with a dot.
  ///
  /// - Parameter names: The names of the folders on the way to it; none for this one.
  /// - Throws: As ``file(_:)``.
  public func contents(_ names: [String]) throws(UprightError) -> Contents {
    let inside = names.isEmpty ? "." : names.joined(separator: "/")
    return try UprightError.naming(inside) { () throws(SystemError) in
      do throws(SystemError) {
        guard names.allSatisfy(Self.isName) else { throw SystemError(number: ENOENT) }
        return try listed(names.isEmpty ? folder : folder.folder(inside))
      } catch {
        guard Self.meansAbsence.contains(error.number) else { throw error }
        throw SystemError(number: ENOENT)
      }
    }
  }

  private func listed(_ folder: OpenedFolder) throws(SystemError) -> Contents {
    let listing = try Syscalls.openFile(".", O_RDONLY | O_DIRECTORY, in: folder.descriptor)
    var contents = Contents()
    let (entries, hasMore) = try Syscalls.entries(of: listing, atMost: Self.longestListing) { entry in
      Self.isName(entry.name) && [nil, .folder, .regular].contains(entry.kind)
    }
    contents.hasMore = hasMore
    for entry in entries {
      switch entry.kind == nil ? try Syscalls.linkStatus(entry.name, in: listing)?.kind : entry.kind {
      case .folder: contents.folders.append(entry.name)
      case .regular: contents.files.append(entry.name)
      default: break
      }
    }
    contents.folders.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    contents.files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return contents
  }
}
