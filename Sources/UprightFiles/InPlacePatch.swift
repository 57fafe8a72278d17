// A few bytes changed inside a file, by one write inside one sector: old or new, never a mixture, however the machine dies.

public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Changes bytes of a file where they are: inode, hard links, owner and attributes stay, and no room is needed.
public enum InPlacePatch {
  /// The unit that a disk writes whole or not at all.
  static let sectorSize = 512

  /// Whether `patch` moves no byte and all bytes that change lie in one sector.
  public static func fits(_ patch: BytePatch) -> Bool {
    guard patch.isInPlace else { return false }
    guard let span = changedSpan(patch) else { return true }
    return span.lowerBound / sectorSize == (span.upperBound - 1) / sectorSize
  }

  /// Writes `patch` over `original`, after making sure that the file is the one that was read and holds what the patch expects.
  ///
  /// - Throws: `UprightError` `.io` where the disk fails, with ESTALE where the file changed since it was opened;
  ///   `.malformed` `.carrierNotWritable` where it holds other bytes; `.unanswerable` where the patch does not fit.
  public static func apply(_ patch: BytePatch, to original: FileBytes) throws(UprightError) {
    guard fits(patch) else { throw .unanswerable(field: "patch", reason: "it reaches beyond one sector") }
    guard let span = changedSpan(patch) else { return }
    let path = original.path
    let file = try UprightError.naming(path) { () throws(SystemError) in
      let file = try Syscalls.openFile(path, O_RDWR)
      try Syscalls.lock(file)
      return file
    }
    try original.checkUnchanged()
    let state = try UprightError.naming(path) { () throws(SystemError) in try Syscalls.status(of: file) }
    guard state.isUnchanged(since: original.identity) else { throw .changedUnderneath(path) }
    let new = try patched(span, of: file, with: patch, path: path)
    try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.overwrite(new, in: file, at: span.lowerBound)
      try Syscalls.synchronize(file)
    }
  }

  /// The bytes of `span` as they shall be.
  private static func patched(
    _ span: Range<Int>, of file: Descriptor, with patch: BytePatch, path: String
  ) throws(UprightError) -> [UInt8] {
    let window = patch.edits.reduce(span) { window, edit in
      min(window.lowerBound, edit.offset)..<max(window.upperBound, edit.offset + edit.old.count)
    }
    let now = try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.bytes(of: file, at: window.lowerBound, count: window.count)
    }
    let moved = BytePatch(
      patch.edits.map { BytePatch.Edit(offset: $0.offset - window.lowerBound, old: $0.old, new: $0.new) })
    do {
      let all = try moved.applied(to: now)
      return Array(all[(span.lowerBound - window.lowerBound)..<(span.upperBound - window.lowerBound)])
    } catch {
      throw .malformed(MetadataError(error.code, at: window.lowerBound + error.offset))
    }
  }

  /// From the first byte that changes to one past the last, nil where none does.
  private static func changedSpan(_ patch: BytePatch) -> Range<Int>? {
    let changed = patch.edits.flatMap { edit in
      zip(edit.old, edit.new).enumerated().filter { $0.element.0 != $0.element.1 }.map { edit.offset + $0.offset }
    }
    guard let first = changed.min(), let last = changed.max() else { return nil }
    return first..<last + 1
  }
}
