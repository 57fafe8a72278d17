// Whole files written so that no crash, full disk or second writer leaves half of one: temporary file, fsync, rename, fsync of the folder.

public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes files whole: under its final name a file is either the old one or the new one, never a part.
public enum SafeReplace {
  /// What a rewritten file could not keep.
  public enum Unkept: Hashable, Sendable {
    /// The user or the group it belonged to.
    case owner
    /// An extended attribute, by its name.
    case attribute(String)
  }

  /// Puts new contents in the place of `original`; mode, owner and extended attributes (with them ACLs) are kept, the time of change is not.
  ///
  /// Symbolic links stay: what they lead to is replaced, in its own folder. Nothing is changed where anything fails.
  ///
  /// - Parameters:
  ///   - partingHardLinks: Whether a file with several names may be replaced; the other names keep the old contents.
  ///   - contents: Writes the new contents.
  /// - Returns: What the new file could not keep.
  /// - Throws: `UprightError` `.io` where the disk fails, with ESTALE where the file changed since it was opened, with
  ///   EMLINK where it has several names; and what `contents` throws.
  @discardableResult
  public static func rewrite(
    _ original: FileBytes, partingHardLinks: Bool = false,
    contents: (inout FileSink) throws(UprightError) -> Void
  ) throws(UprightError) -> [Unkept] {
    let path = original.path
    guard partingHardLinks || original.identity.linkCount == 1 else { throw .hardLinked(path) }
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.lock(original.file) }
    let place = try Place(of: path)
    var temporary = try place.temporaryFile()
    try fill(temporary.file, for: path, contents)
    let unkept = try copyAttributes(of: original, to: temporary.file)
    try synchronize(temporary.file, for: path)
    try original.checkUnchanged()
    try UprightError.naming(path) { () throws(SystemError) in try temporary.replace(place.path) }
    try place.synchronizeFolder()
    return unkept
  }

  /// Writes a new file; it appears under its name only when it is whole and safe on the disk.
  ///
  /// - Parameters:
  ///   - source: Whose permissions it gets, less what the process's mask forbids; everybody's reading and writing where nil.
  ///   - overwriting: Whether a file that is there already is replaced.
  ///   - contents: Writes the contents.
  /// - Throws: `UprightError` `.io` where the disk fails, with EEXIST where the name is taken; and what `contents` throws.
  public static func create(
    _ path: String, like source: FileIdentity? = nil, overwriting: Bool = false,
    contents: (inout FileSink) throws(UprightError) -> Void
  ) throws(UprightError) {
    let place = try Place(of: path)
    var temporary = try place.temporaryFile()
    try fill(temporary.file, for: path, contents)
    let permissions = (source?.permissions ?? 0o666) & 0o777 & ~Syscalls.forbiddenPermissions
    try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.setPermissions(permissions, of: temporary.file)
    }
    try synchronize(temporary.file, for: path)
    try UprightError.naming(path) { () throws(SystemError) in
      if overwriting { try temporary.replace(place.path) } else { try temporary.take(place.path) }
    }
    try place.synchronizeFolder()
  }

  private static func fill(
    _ file: Descriptor, for path: String, _ contents: (inout FileSink) throws(UprightError) -> Void
  ) throws(UprightError) {
    var sink = FileSink(file, path: path)
    try contents(&sink)
    try sink.flush()
  }

  private static func synchronize(_ file: Descriptor, for path: String) throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.synchronize(file) }
  }

  /// Owner first, because a change of owner takes mode bits away; attributes last, because an ACL refines the mode.
  private static func copyAttributes(
    of original: FileBytes, to file: Descriptor
  ) throws(UprightError) -> [Unkept] {
    let identity = original.identity
    var unkept: [Unkept] = []
    var permissions = identity.permissions
    do {
      try Syscalls.setOwner(identity.owner, group: identity.group, of: file)
    } catch {
      unkept.append(.owner)
      permissions &= 0o777
    }
    let kept = permissions
    let names = try UprightError.naming(original.path) { () throws(SystemError) in
      try Syscalls.setPermissions(kept, of: file)
      return try attributeNames(of: original.file)
    }
    for name in names {
      do {
        try Syscalls.copyAttribute(name, from: original.file, to: file)
      } catch {
        unkept.append(.attribute(PathName.text(name.dropLast())))
      }
    }
    return unkept
  }

  private static func attributeNames(of file: Descriptor) throws(SystemError) -> [[UInt8]] {
    do throws(SystemError) {
      return try Syscalls.attributes(of: file)
    } catch {
      if error.number == ENOTSUP || error.number == ENOSYS { return [] }
      throw error
    }
  }
}
