// What is inside a served folder, for pages that list it.

public import Upright
import UprightSystem

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
