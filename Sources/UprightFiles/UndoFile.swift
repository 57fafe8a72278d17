// What stood where a file is being changed in several sectors: a small file beside it, there for as long as the change is not whole on the disk.

import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The way back from a change of some bytes of a file that was begun and perhaps not ended.
///
/// Its name is made of the file's number (inode), so that it is found again under every name that the file has in this folder. It is believed only where it
/// belongs to whom the file belongs or who runs, and where the file's bytes are the old ones, the new ones or a mixture of both.
struct UndoFile {
  private static let opening = Array("upright undo 1\n".utf8)
  private static let longest = 16 << 20

  /// Its path.
  let path: String
  private let place: Place
  private let original: FileIdentity

  /// The way back for `original`, which lies at `place`, whether or not there is one.
  init(of original: FileIdentity, at place: Place) {
    self.place = place
    self.original = original
    path = FileName.joined(place.folder, "\(TemporaryFile.prefix)undo-\(String(original.inode, radix: 16))")
  }

  /// Whether there is one.
  ///
  /// - Throws: `UprightError` `.io`.
  func isThere() throws(UprightError) -> Bool {
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.nameIsTaken(path) }
  }

  /// Writes down what `patch` changes, and makes it safe on the disk before it returns.
  ///
  /// - Throws: `UprightError` `.io`.
  func write(_ patch: BytePatch) throws(UprightError) {
    var temporary = try place.temporaryFile()
    let bytes = Self.encoded(patch, byteCount: original.byteCount)
    try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.append(bytes, to: temporary.file.number)
      try Syscalls.synchronize(temporary.file)
      try temporary.replace(path)
    }
    try place.synchronizeFolder()
  }

  /// Takes it away, and makes that safe on the disk before it returns.
  ///
  /// - Throws: `UprightError` `.io`.
  func remove() throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.remove(path) }
    try place.synchronizeFolder()
  }

  /// Puts the old bytes back into `file` where that is what it holds the rest of, and takes itself away.
  ///
  /// - Returns: whether bytes were put back; it is of no use where they were not.
  /// - Throws: `UprightError` `.io`.
  func restore(_ file: Descriptor) throws(UprightError) -> Bool {
    let patch = try UprightError.naming(path) { () throws(SystemError) in try wayBack(for: file) }
    if let patch { try put(\.old, of: patch, into: file) }
    try remove()
    return patch != nil
  }

  /// Writes one side of each change and makes all of it safe on the disk.
  ///
  /// - Throws: `UprightError` `.io`.
  func put(
    _ side: KeyPath<BytePatch.Edit, [UInt8]>, of patch: BytePatch, into file: Descriptor
  ) throws(UprightError) {
    try UprightError.naming(place.path) { () throws(SystemError) in
      for edit in patch.edits { try Syscalls.overwrite(edit[keyPath: side], in: file, at: edit.offset) }
      try Syscalls.synchronize(file)
    }
  }

  /// What it says, where it may be believed and `file` holds nothing but old and new bytes.
  private func wayBack(for file: Descriptor) throws(SystemError) -> BytePatch? {
    let own = try Syscalls.openFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let state = try Syscalls.status(of: own)
    guard state.kind == .regular, state.byteCount <= Self.longest, [original.owner, geteuid()].contains(state.owner),
      let patch = Self.decoded(
        try Syscalls.bytes(of: own, at: 0, count: state.byteCount), byteCount: original.byteCount)
    else { return nil }
    for edit in patch.edits {
      let now = try Syscalls.bytes(of: file, at: edit.offset, count: edit.old.count)
      guard now.count == edit.old.count, now.indices.allSatisfy({ [edit.old[$0], edit.new[$0]].contains(now[$0]) })
      else { return nil }
    }
    return patch
  }

  // MARK: As bytes

  /// The opening line, the file's length, and for each change its offset, its length, the old bytes and the new ones; numbers of eight bytes.
  static func encoded(_ patch: BytePatch, byteCount: Int) -> [UInt8] {
    opening + bytes(byteCount)
      + patch.edits.flatMap { bytes($0.offset) + bytes($0.old.count) + $0.old + $0.new }
  }

  /// The changes that `bytes` say of a file that is `byteCount` bytes long; nil where they say none, or break off.
  static func decoded(_ bytes: [UInt8], byteCount: Int) -> BytePatch? {
    guard bytes.starts(with: opening) else { return nil }
    var rest = bytes.dropFirst(opening.count)
    guard number(&rest) == byteCount else { return nil }
    var edits: [BytePatch.Edit] = []
    while !rest.isEmpty {
      guard let offset = number(&rest), let count = number(&rest), offset <= byteCount, count <= byteCount - offset,
        count <= rest.count / 2
      else { return nil }
      edits.append(
        BytePatch.Edit(offset: offset, old: Array(rest.prefix(count)), new: Array(rest.dropFirst(count).prefix(count))))
      rest = rest.dropFirst(2 * count)
    }
    return edits.isEmpty ? nil : BytePatch(edits)
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard rest.count >= 8, let first = rest.first, first < 0x80 else { return nil }
    defer { rest = rest.dropFirst(8) }
    return rest.prefix(8).reduce(0) { $0 << 8 | Int($1) }
  }
}
