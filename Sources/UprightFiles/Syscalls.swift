// Every system call of this target, one thin wrapper each: its one place where pointers are used (POSIX.1-2017).

import CLinuxShim
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file, closed with its last owner.
final class Descriptor: Sendable {
  let number: Int32
  private let isLocked = Atomic(false)

  init(_ number: Int32) { self.number = number }

  /// Says that it is locked from now on.
  func noteLock() { isLocked.store(true, ordering: .releasing) }

  /// A process that was started meanwhile may share the file for a moment, and with it a lock, which closing alone would leave to it.
  deinit {
    if isLocked.load(ordering: .acquiring) { _ = flock(number, LOCK_UN) }
    _ = close(number)
  }
}

/// Which names on a path may be symbolic links.
enum LinkRule: Hashable, Sendable {
  /// Any, as open(2) has it.
  case followed
  /// None: ELOOP.
  case none
  /// None, and the path leads nowhere but into the folder it begins at: EXDEV.
  case noneBeneath

  fileprivate var number: Int32 {
    switch self {
    case .followed: Int32(UPRIGHT_LINKS_FOLLOWED)
    case .none: Int32(UPRIGHT_LINKS_NONE)
    case .noneBeneath: Int32(UPRIGHT_LINKS_NONE_BENEATH)
    }
  }
}

///
/// Paths begin at `folder` where one is given, which may be open as O_PATH, else at the current folder.
enum Syscalls {
  /// openat2(2).
  static func openFile(
    _ path: String, _ flags: Int32, mode: mode_t = 0, in folder: Descriptor? = nil, links: LinkRule = .followed
  ) throws(SystemError) -> Descriptor {
    let name = try terminated(path)
    let (start, rule) = (number(folder), links.number)
    return Descriptor(try checked { unsafe upright_open(start, name, flags, UInt32(mode), rule) })
  }

  /// openat2(2) of a folder in which names are found, and which is not read (O_PATH).
  static func openFolder(
    _ path: String, in folder: Descriptor? = nil, links: LinkRule = .followed
  ) throws(SystemError) -> Descriptor {
    let name = try terminated(path)
    let (start, rule) = (number(folder), links.number)
    return Descriptor(try checked { unsafe upright_open_folder(start, name, rule) })
  }

  /// Does without openat2(2) from now on, or no longer.
  static func forgoOpenat2(_ forgone: Bool) { upright_forgo_openat2(forgone ? 1 : 0) }

  /// The file where it can only be read, otherwise the same file opened anew for that (proc(5)); nil where the system does not.
  static func readOnly(_ file: Descriptor) -> Descriptor? {
    let flags = fcntl(file.number, F_GETFL)
    if flags != -1, flags & O_ACCMODE == O_RDONLY { return file }
    #if os(Linux)
      return try? openFile("/proc/self/fd/\(file.number)", O_RDONLY)
    #else
      return nil
    #endif
  }

  /// stat(2), and lstat(2) where links are not followed.
  static func status(
    of path: String, in folder: Descriptor? = nil, followingLinks: Bool = true
  ) throws(SystemError) -> FileIdentity {
    let name = try terminated(path)
    let start = number(folder)
    var buffer = stat()
    _ = try checked { unsafe fstatat(start, name, &buffer, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) }
    return FileIdentity(buffer)
  }

  /// fstat(2).
  static func status(of file: Descriptor) throws(SystemError) -> FileIdentity {
    var buffer = stat()
    _ = try checked { unsafe fstat(file.number, &buffer) }
    return FileIdentity(buffer)
  }

  /// lstat(2): whether the name itself is there, wherever it may lead.
  static func nameIsTaken(_ path: String, in folder: Descriptor? = nil) throws(SystemError) -> Bool {
    try linkStatus(path, in: folder) != nil
  }

  /// lstat(2): the state of what has the name itself, which may be a symbolic link; nil where there is none.
  static func linkStatus(_ path: String, in folder: Descriptor? = nil) throws(SystemError) -> FileIdentity? {
    do throws(SystemError) { return try status(of: path, in: folder, followingLinks: false) } catch {
      if error.number == ENOENT { return nil }
      throw error
    }
  }

  /// realpath(3).
  static func resolved(_ path: String) throws(SystemError) -> String {
    let name = try terminated(path)
    guard let found = unsafe realpath(name, nil) else { throw SystemError(number: errno) }
    defer { unsafe free(found) }
    return unsafe PathName.text(Array(UnsafeRawBufferPointer(start: found, count: strlen(found))))
  }

  /// readlink(2).
  static func target(ofLink path: String) throws(SystemError) -> String {
    let name = try terminated(path)
    var buffer = [CChar](repeating: 0, count: 1 << 16)
    let count = try checked { unsafe readlink(name, &buffer, buffer.count) }
    return PathName.text(buffer.prefix(count).map { UInt8(bitPattern: $0) })
  }

  /// rename(2).
  static func move(_ old: String, to new: String, in folder: Descriptor? = nil) throws(SystemError) {
    let (from, to, start) = (try terminated(old), try terminated(new), number(folder))
    _ = try checked { unsafe renameat(start, from, start, to) }
  }

  /// renameat2(2) that replaces nothing.
  static func moveExclusively(_ old: String, to new: String, in folder: Descriptor? = nil) throws(SystemError) {
    let (from, to, start) = (try terminated(old), try terminated(new), number(folder))
    _ = try checked { unsafe upright_rename_exclusive(start, from, to) }
  }

  /// renameat2(2) that lets two names change places.
  static func exchange(_ one: String, _ other: String, in folder: Descriptor? = nil) throws(SystemError) {
    let (first, second, start) = (try terminated(one), try terminated(other), number(folder))
    _ = try checked { unsafe upright_rename_exchange(start, first, second) }
  }

  /// link(2).
  static func addName(_ new: String, to old: String, in folder: Descriptor? = nil) throws(SystemError) {
    let (from, to, start) = (try terminated(old), try terminated(new), number(folder))
    _ = try checked { unsafe linkat(start, from, start, to, 0) }
  }

  /// unlink(2).
  static func remove(_ path: String, in folder: Descriptor? = nil) throws(SystemError) {
    let (name, start) = (try terminated(path), number(folder))
    _ = try checked { unsafe unlinkat(start, name, 0) }
  }

  /// mkdir(2).
  static func makeFolder(_ path: String, mode: UInt32 = 0o777, in folder: Descriptor? = nil) throws(SystemError) {
    let (name, start) = (try terminated(path), number(folder))
    _ = try checked { unsafe mkdirat(start, name, mode_t(mode)) }
  }

  /// A name in a folder, and what the system says at once of what has it.
  struct Entry {
    let name: String
    /// Nil where it takes another call to learn that.
    let kind: FileIdentity.Kind?
  }

  /// fdopendir(3) and readdir(3): the names in an open folder, in no order; it can be read once.
  static func entries(of folder: Descriptor) throws(SystemError) -> [Entry] {
    let copy = try checked { fcntl(folder.number, F_DUPFD_CLOEXEC, 0) }
    guard let stream = unsafe fdopendir(copy) else {
      let error = SystemError(number: errno)
      _ = close(copy)
      throw error
    }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      let kind: FileIdentity.Kind? =
        switch unsafe Int(entry.pointee.d_type) {
        case Int(DT_REG): .regular
        case Int(DT_DIR): .folder
        case Int(DT_LNK): .link
        case Int(DT_UNKNOWN): nil
        default: .other
        }
      entries.append(Entry(name: PathName.text(bytes), kind: kind))
    }
    if errno != 0 { throw SystemError(number: errno) }
    return entries
  }

  /// The names in a folder, in no order.
  static func names(in path: String, in folder: Descriptor? = nil) throws(SystemError) -> [String] {
    try entries(of: openFile(path, O_RDONLY | O_DIRECTORY, in: folder)).map(\.name)
  }

  /// pread(2): `count` bytes from `offset` on, fewer only at the file's end.
  static func bytes(of file: Descriptor, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let from = filled
      let got = try checked {
        unsafe bytes.withUnsafeMutableBytes { all in
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: all[from...])
          return unsafe pread(file.number, rest.baseAddress, rest.count, off_t(offset + from))
        }
      }
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// read(2): the next bytes, as many as there are now, `count` at most; none at the end.
  static func next(of file: Int32, atMost count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = try checked { unsafe read(file, &bytes, count) }
    bytes.removeLast(count - got)
    return bytes
  }

  /// write(2), until everything is written.
  static func append(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let from = written
      written += try checked {
        unsafe bytes.withUnsafeBytes { all in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: all[from...])
          return unsafe write(file, rest.baseAddress, rest.count)
        }
      }
    }
  }

  /// pwrite(2): in one call, or in as many as it takes until everything is written.
  static func overwrite(_ bytes: [UInt8], in file: Descriptor, at offset: Int) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let place = off_t(offset + rest.startIndex)
      let written = try checked { unsafe pwrite(file.number, Array(rest), rest.count, place) }
      if written == 0 { throw SystemError(number: EIO) }
      rest = rest.dropFirst(written)
    }
  }

  /// ftruncate(2).
  static func cut(_ file: Descriptor, to byteCount: Int) throws(SystemError) {
    _ = try checked { ftruncate(file.number, off_t(byteCount)) }
  }

  /// fallocate(2): room for so many bytes, or an error where there is not so much; nothing where the file system reserves none.
  static func reserve(_ byteCount: Int, for file: Descriptor) throws(SystemError) {
    do { _ = try checked { upright_reserve(file.number, off_t(byteCount)) } } catch {
      if [ENOSPC, EDQUOT, EFBIG, EIO].contains(error.number) { throw error }
    }
  }

  /// fsync(2); never tried again where it fails, because the second call would succeed without having written.
  static func synchronize(_ file: Descriptor) throws(SystemError) {
    if upright_sync(file.number) != 0 { throw SystemError(number: errno) }
  }

  /// syncfs(2): as fsync(2) for every file of the file system that `file` lies on.
  static func synchronizeFileSystem(of file: Descriptor) throws(SystemError) {
    if upright_sync_file_system(file.number) != 0 { throw SystemError(number: errno) }
  }

  /// flock(2), exclusive, not waiting, freed when the file is closed; EWOULDBLOCK where another holds it, nothing where the file system has no locks.
  static func lock(_ file: Descriptor) throws(SystemError) {
    do {
      _ = try checked { flock(file.number, LOCK_EX | LOCK_NB) }
      file.noteLock()
    } catch {
      guard [EINVAL, ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(error.number) else { throw error }
    }
  }

  /// fchown(2); an owner or group that is nil stays.
  static func setOwner(_ owner: UInt32?, group: UInt32?, of file: Descriptor) throws(SystemError) {
    _ = try checked { fchown(file.number, owner ?? UInt32.max, group ?? UInt32.max) }
  }

  /// fchmod(2).
  static func setPermissions(_ permissions: UInt32, of file: Descriptor) throws(SystemError) {
    _ = try checked { fchmod(file.number, mode_t(permissions)) }
  }

  /// futimens(2): the time of its last change, as it is to be said.
  static func setModified(_ time: FileIdentity.Time, of file: Descriptor) throws(SystemError) {
    _ = try checked { upright_set_modified(file.number, time.seconds, time.nanoseconds) }
  }

  /// umask(2): the bits that new files do not get, as they were when the process started.
  static var forbiddenPermissions: UInt32 { upright_forbidden_permissions() }

  /// flistxattr(2): the names of the extended attributes, each with its closing zero.
  static func attributes(of file: Descriptor) throws(SystemError) -> [[UInt8]] {
    let all = unsafe try filled { unsafe upright_list_attributes(file.number, $0, $1) }
    return all.split(separator: 0).map { Array($0) + [0] }
  }

  /// fgetxattr(2): the value of an attribute; its name has its closing zero.
  static func attribute(_ name: [UInt8], of file: Descriptor) throws(SystemError) -> [UInt8] {
    unsafe try filled { unsafe upright_get_attribute(file.number, characters(name), $0, $1) }
  }

  /// Whether an error of `attribute(_:of:)` says that there is none of this name, or that files here have none at all.
  static func meansNoAttribute(_ error: SystemError) -> Bool {
    #if canImport(Darwin)
      return [ENOATTR, ENOTSUP, ENOSYS, EPERM].contains(error.number)
    #else
      return [ENODATA, ENOTSUP, ENOSYS].contains(error.number)
    #endif
  }

  /// fsetxattr(2).
  static func setAttribute(_ name: [UInt8], to value: [UInt8], of file: Descriptor) throws(SystemError) {
    _ = try checked { unsafe upright_set_attribute(file.number, characters(name), value, value.count) }
  }

  /// fremovexattr(2).
  static func removeAttribute(_ name: [UInt8], of file: Descriptor) throws(SystemError) {
    _ = try checked { unsafe upright_remove_attribute(file.number, characters(name)) }
  }

  private static func characters(_ name: [UInt8]) -> [CChar] { name.map { CChar(bitPattern: $0) } }

  /// strerror(3).
  static func sentence(_ number: Int32) -> String {
    var text = [CChar](repeating: 0, count: 256)
    _ = unsafe strerror_r(number, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The process's own words, its name first.
  static func arguments() -> [[UInt8]] {
    #if canImport(Musl)
      return CommandLine.arguments.map { Array($0.utf8) }
    #else
      var words: [[UInt8]] = []
      while let word = unsafe upright_word(Int32(words.count)) {
        words.append(unsafe Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
      }
      return words
    #endif
  }

  /// What paths begin at.
  private static func number(_ folder: Descriptor?) -> Int32 { folder?.number ?? AT_FDCWD }

  /// A path for C; a zero inside would end it early.
  private static func terminated(_ path: String) throws(SystemError) -> [CChar] {
    let bytes = PathName.bytes(path)
    if bytes.contains(0) { throw SystemError(number: EINVAL) }
    return characters(bytes) + [0]
  }

  /// Carries out a call that answers -1 where it failed, again where a signal cut it short.
  private static func checked<Answer: SignedInteger>(_ call: () -> Answer) throws(SystemError) -> Answer {
    while true {
      let answer = call()
      if answer != -1 { return answer }
      if errno != EINTR { throw SystemError(number: errno) }
    }
  }

  /// What a call wrote into a buffer whose size it was first asked for.
  private static func filled(
    _ call: (UnsafeMutablePointer<CChar>?, Int) -> Int
  ) throws(SystemError) -> [UInt8] {
    let size = try checked { call(nil, 0) }
    var buffer = [CChar](repeating: 0, count: size)
    let count = try checked {
      unsafe buffer.withUnsafeMutableBufferPointer { unsafe call($0.baseAddress, $0.count) }
    }
    return buffer.prefix(count).map { UInt8(bitPattern: $0) }
  }
}

extension FileIdentity {
  init(_ status: stat) {
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    self.init(
      kind: kind, device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino),
      byteCount: Int(status.st_size), modified: Time(seconds: modified.tv_sec, nanoseconds: modified.tv_nsec),
      changed: Time(seconds: changed.tv_sec, nanoseconds: changed.tv_nsec),
      linkCount: Int(status.st_nlink), permissions: UInt32(status.st_mode & 0o7777), owner: status.st_uid,
      group: status.st_gid)
  }
}
