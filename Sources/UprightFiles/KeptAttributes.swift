// What a rewritten file keeps besides its contents: owner, permissions and extended attributes (xattr(7)).

import UprightSystem

/// Copies owner, group, mode, extended attributes and ACLs from an old file to its replacement.
enum KeptAttributes {
  /// - Returns: What could not be kept.
  static func copy(
    of original: FileBytes, to file: Descriptor
  ) throws(SystemError) -> [SafeReplace.LostAttribute] {
    var lostAttributes = try FileAccess.give(
      file, from: [], replacing: FileAccess(of: original), isSameFile: true, mask: 0)
    for name in try attributeNames(of: original.file) where ![FileAccess.listName, UndoAttribute.name].contains(name) {
      do { try Syscalls.setAttribute(name, to: Syscalls.attribute(name, of: original.file), of: file) } catch {
        lostAttributes.append(.attribute(PathName.text(name.dropLast())))
      }
    }
    return lostAttributes
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
