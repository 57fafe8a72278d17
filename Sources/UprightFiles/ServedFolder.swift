// A folder whose files are named by strangers: no name leads out of it, waits, or opens anything but a regular file.

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
  package static var now: Self { Syscalls.now() }
}
