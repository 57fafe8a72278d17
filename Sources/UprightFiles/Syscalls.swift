// Every system call of this target, one thin wrapper each. Pointers are used only here (POSIX.1-2017).

import CLinuxShim
import UprightSystem

/// Which names in a path may be symbolic links.
enum LinkRule: Hashable, Sendable {
  /// Any, as in open(2).
  case followed
  /// None: ELOOP.
  case none
  /// None, and the path must stay inside the folder where it begins: EXDEV.
  case noneBeneath

  fileprivate var number: Int32 {
    switch self {
    case .followed: Int32(UPRIGHT_LINKS_FOLLOWED)
    case .none: Int32(UPRIGHT_LINKS_NONE)
    case .noneBeneath: Int32(UPRIGHT_LINKS_NONE_BENEATH)
    }
  }
}

/// Wrappers of system calls.
///
/// Relative paths start from `folder` if given, which may be open as O_PATH; otherwise from the current folder.
enum Syscalls {
  /// openat2(2).
  static func openFile(
    _ path: String, _ flags: Int32, mode: mode_t = 0, in folder: Descriptor? = nil, links: LinkRule = .followed
  ) throws(SystemError) -> Descriptor {
    let name = try terminated(path)
    let (start, rule) = (number(folder), links.number)
    return Descriptor(try checked { unsafe upright_open(start, name, flags, UInt32(mode), rule) })
  }

  /// openat2(2) of a folder in which names are resolved but which is not read (O_PATH).
  static func openFolder(
    _ path: String, in folder: Descriptor? = nil, links: LinkRule = .followed
  ) throws(SystemError) -> Descriptor {
    let name = try terminated(path)
    let (start, rule) = (number(folder), links.number)
    return Descriptor(try checked { unsafe upright_open_folder(start, name, rule) })
  }

  /// Stops or resumes using openat2(2).
  static func forgoOpenat2(_ forgone: Bool) { upright_forgo_openat2(forgone ? 1 : 0) }

  /// The file if it is read-only, otherwise the same file reopened read-only (proc(5)); nil if the system cannot.
  static func readOnly(_ file: Descriptor) -> Descriptor? {
    let flags = fcntl(file.number, F_GETFL)
    if flags != -1, flags & O_ACCMODE == O_RDONLY { return file }
    #if os(Linux)
      return try? openFile("/proc/self/fd/\(file.number)", O_RDONLY)
    #else
      return nil
    #endif
  }

  /// stat(2), or lstat(2) if links are not followed.
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

  /// lstat(2): whether the name itself exists, whatever its target.
  static func nameIsTaken(_ path: String, in folder: Descriptor? = nil) throws(SystemError) -> Bool {
    try linkStatus(path, in: folder) != nil
  }

  /// lstat(2): the state of the name itself, which may be a symbolic link; nil if it does not exist.
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

  /// renameat2(2) without replacing.
  static func moveExclusively(_ old: String, to new: String, in folder: Descriptor? = nil) throws(SystemError) {
    let (from, to, start) = (try terminated(old), try terminated(new), number(folder))
    _ = try checked { unsafe upright_rename_exclusive(start, from, to) }
  }

  /// renameat2(2) that exchanges two names.
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

  /// A name in a folder, with its kind if the listing includes it.
  struct Entry {
    let name: String
    /// Nil if it takes another call to find out.
    let kind: FileIdentity.Kind?
  }

  /// fdopendir(3) and readdir(3): the names in an open folder, unordered; it can be read once.
  static func entries(of folder: Descriptor) throws(SystemError) -> [Entry] {
    try entries(of: folder, atMost: .max) { _ in true }.entries
  }

  /// The same for the first names that are wanted, and whether there are more of them.
  static func entries(
    of folder: Descriptor, atMost count: Int, where isWanted: (Entry) -> Bool
  ) throws(SystemError) -> (entries: [Entry], hasMore: Bool) {
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
      let found = Entry(name: PathName.text(bytes), kind: kind)
      guard isWanted(found) else { continue }
      guard entries.count < count else { return (entries, true) }
      entries.append(found)
    }
    if errno != 0 { throw SystemError(number: errno) }
    return (entries, false)
  }

  /// The names in a folder, unordered.
  static func names(in path: String, in folder: Descriptor? = nil) throws(SystemError) -> [String] {
    try entries(of: openFile(path, O_RDONLY | O_DIRECTORY, in: folder)).map(\.name)
  }

  /// pread(2): `count` bytes from `offset`; fewer only at the end of the file.
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

  /// The next range of a file's bytes from `offset` on that may not be zeros, by lseek(2) with SEEK_DATA and SEEK_HOLE;
  /// nil if only zeros follow. Where the system does not know, it is everything up to `end`.
  static func data(of file: Descriptor, from offset: Int, end: Int) -> Range<Int>? {
    guard offset < end else { return nil }
    let start = upright_next_data(file.number, off_t(offset))
    guard start >= 0 else { return errno == ENXIO ? nil : offset..<end }
    guard start >= offset, start < end else { return start >= end ? nil : offset..<end }
    let stop = upright_next_hole(file.number, start)
    return Int(start)..<(stop > start ? min(end, Int(stop)) : end)
  }

  /// lseek(2): where the next bytes go.
  static func skip(_ count: Int, in file: Int32) throws(SystemError) {
    _ = try checked { lseek(file, off_t(count), SEEK_CUR) }
  }

  /// read(2): the next bytes, as many as are available, at most `count`; empty at the end.
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

  /// pwrite(2), repeated until everything is written.
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

  /// fallocate(2): reserves space; throws if there is too little, and does nothing if the file system cannot reserve.
  static func reserve(_ byteCount: Int, for file: Descriptor) throws(SystemError) {
    do { _ = try checked { upright_reserve(file.number, off_t(byteCount)) } } catch {
      if [ENOSPC, EDQUOT, EFBIG, EIO].contains(error.number) { throw error }
    }
  }

  /// fsync(2); never retried after an error, because the second call would succeed without having written.
  static func synchronize(_ file: Descriptor) throws(SystemError) {
    if upright_sync(file.number) != 0 { throw SystemError(number: errno) }
  }

  /// syncfs(2): fsync(2) for all files on the file system of `file`.
  static func synchronizeFileSystem(of file: Descriptor) throws(SystemError) {
    if upright_sync_file_system(file.number) != 0 { throw SystemError(number: errno) }
  }

  /// flock(2), exclusive and non-blocking, released when the file is closed. EWOULDBLOCK if another process holds it;
  /// does nothing if the file system has no locks.
  static func lock(_ file: Descriptor) throws(SystemError) {
    do {
      _ = try checked { flock(file.number, LOCK_EX | LOCK_NB) }
      file.noteLock()
    } catch {
      guard [EINVAL, ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(error.number) else { throw error }
    }
  }

  /// fchown(2); nil leaves the owner or group unchanged.
  static func setOwner(_ owner: UInt32?, group: UInt32?, of file: Descriptor) throws(SystemError) {
    _ = try checked { fchown(file.number, owner ?? UInt32.max, group ?? UInt32.max) }
  }

  /// fchmod(2).
  static func setPermissions(_ permissions: UInt32, of file: Descriptor) throws(SystemError) {
    _ = try checked { fchmod(file.number, mode_t(permissions)) }
  }

  /// futimens(2): sets the modification time.
  static func setModified(_ time: FileIdentity.Time, of file: Descriptor) throws(SystemError) {
    _ = try checked { upright_set_modified(file.number, time.seconds, time.nanoseconds) }
  }

  /// clock_gettime(2): the time of day, as coarse as the times of files.
  static func now() -> FileIdentity.Time {
    var time = timespec()
    #if os(Linux)
      _ = unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
    #else
      _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    #endif
    return FileIdentity.Time(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }

  /// umask(2): the mode bits that new files do not get, as at the start of the process.
  static var forbiddenPermissions: UInt32 { upright_forbidden_permissions() }

  /// flistxattr(2): the names of the extended attributes, each with its terminating zero.
  static func attributes(of file: Descriptor) throws(SystemError) -> [[UInt8]] {
    let all = unsafe try filled { unsafe upright_list_attributes(file.number, $0, $1) }
    return all.split(separator: 0).map { Array($0) + [0] }
  }

  /// fgetxattr(2): the value of an attribute, whose name has its terminating zero.
  static func attribute(_ name: [UInt8], of file: Descriptor) throws(SystemError) -> [UInt8] {
    unsafe try filled { unsafe upright_get_attribute(file.number, characters(name), $0, $1) }
  }

  /// Whether an error of `attribute(_:of:)` means that there is no such attribute, or that the file system has none.
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

  /// The process's arguments, its name first.
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

  /// execv(3): returns only if it fails.
  static func become(_ path: String, _ words: [String]) -> SystemError {
    do throws(SystemError) {
      let (program, texts) = (try terminated(path), try ([path] + words).map(terminated))
      var arguments = unsafe texts.map { unsafe strdup($0) } + [nil]
      _ = try checked { unsafe execv(program, &arguments) }
      return SystemError(number: EINVAL)
    } catch {
      return error
    }
  }

  /// The bytes of an environment variable; nil if it is not set.
  static func variable(_ name: String) -> [UInt8]? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }

  /// The descriptor that paths start from.
  private static func number(_ folder: Descriptor?) -> Int32 { folder?.number ?? AT_FDCWD }

  /// A path as a C string; an embedded zero would end it early.
  private static func terminated(_ path: String) throws(SystemError) -> [CChar] {
    let bytes = PathName.bytes(path)
    if bytes.contains(0) { throw SystemError(number: EINVAL) }
    return characters(bytes) + [0]
  }

  /// Runs a call that returns -1 on failure; repeats it if a signal interrupted it.
  private static func checked<Answer: SignedInteger>(_ call: () -> Answer) throws(SystemError) -> Answer {
    try SystemError.checked(call)
  }

  /// The contents of a buffer whose size the call reports first.
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
