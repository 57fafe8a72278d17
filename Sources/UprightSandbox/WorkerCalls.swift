// The system calls of both sides of the worker, one thin wrapper each. Pointers are used only here (Linux man-pages 6).

import CLinuxShim
import Upright
import UprightSystem

enum WorkerCalls {
  /// socketpair(2): this side's end and the worker's.
  static func makeChannel() throws(SystemError) -> (own: Descriptor, other: Descriptor) {
    var ends: [Int32] = [0, 0]
    _ = try checked { unsafe upright_make_channel(&ends) }
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  /// posix_spawn(3): the process ID.
  static func start(_ program: String, word: String, format: String, channel: Descriptor) throws(SystemError) -> Int32 {
    var child: pid_t = 0
    _ = try checked { unsafe upright_start_worker(program, word, format, channel.number, &child) }
    return child
  }

  /// sysconf(3): the number of threads that can run at once.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// prlimit(2): bytes of address space, and seconds of processor time from now on; for a new worker also its hard
  /// limits.
  ///
  /// - Returns: Whether the hard limits allow that.
  static func limit(_ child: Int32, bytes: Int, seconds: Int, isNew: Bool) throws(SystemError) -> Bool {
    try checked {
      upright_limit_worker(child, UInt64(clamping: bytes), UInt64(clamping: seconds), isNew ? 1 : 0)
    } == 0
  }

  /// getrlimit(2): whether this process's memory, and with it its workers', was limited from outside.
  static var hasBoundedMemory: Bool { upright_has_bounded_memory() == 1 }

  /// kill(2).
  static func end(_ child: Int32) { _ = upright_kill(child) }

  /// waitpid(2): how a process ended, waiting at most this many milliseconds; nil if it is still running.
  static func exitStatus(of child: Int32, within milliseconds: Int32) -> WorkerExit? {
    let exitStatus = upright_ending(child, milliseconds)
    guard exitStatus != -1 else { return nil }
    guard exitStatus != UPRIGHT_GONE else { return .unknown }
    if let name = unsafe upright_ending_signal(exitStatus) { return unsafe .signal("SIG" + String(cString: name)) }
    return .code(upright_ending_code(exitStatus))
  }

  /// poll(2): whether the channel has or accepts bytes within this many milliseconds; -1 waits without limit.
  static func wait(_ channel: Descriptor, takes: Bool, milliseconds: Int32) throws(SystemError) -> Bool {
    try checked { upright_await(channel.number, takes ? 1 : 0, milliseconds) } == 1
  }

  /// sendmsg(2): how many of the bytes from `start` the channel took, 0 if it is full; files are sent with the first.
  static func send(
    _ bytes: [UInt8], from start: Int, with files: [Int32] = [], over channel: Descriptor
  ) throws(SystemError) -> Int {
    let sent = unsafe bytes.withUnsafeBytes { all in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: all[start...])
      return unsafe upright_send(channel.number, rest.baseAddress, rest.count, files, Int32(files.count))
    }
    return try taken(sent)
  }

  /// recv(2): the available bytes, at most `count`; nil if the other side has closed, empty if there are none now.
  static func receive(atMost count: Int, from channel: Descriptor) throws(SystemError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = unsafe upright_receive(channel.number, &bytes, count)
    if got == 0 { return nil }
    bytes.removeLast(count - (try taken(got)))
    return bytes
  }

  /// recvmsg(2): the same, with the files sent along.
  static func receiveFiles(
    atMost count: Int, from channel: Descriptor
  ) throws(SystemError) -> (bytes: [UInt8], files: [Descriptor])? {
    var bytes = [UInt8](repeating: 0, count: count)
    var (files, fileCount): ([Int32], Int32) = ([0, 0], 0)
    let got = unsafe upright_receive_files(channel.number, &bytes, count, &files, &fileCount)
    if got == 0 { return nil }
    bytes.removeLast(count - (try taken(got)))
    return (bytes, files.prefix(Int(fileCount)).map(Descriptor.init))
  }

  /// pread(2): exactly these bytes.
  static func bytes(of file: Descriptor, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    _ = try checked { unsafe upright_read_all(file.number, &bytes, count, UInt64(offset)) }
    return bytes
  }

  /// What a worker gives up first: paths, files, core dumps; if confined, also privileges, new files and writing to
  /// files.
  static func enterWorker(confined: Bool) throws(SystemError) {
    _ = try checked { upright_enter_worker(confined ? 1 : 0) }
  }

  /// seccomp(2): from now on, only the system calls that decoding needs.
  static func filterCalls() throws(SystemError) { _ = try checked { upright_filter_calls() } }

  /// The worker's end of its channel.
  static var ownChannel: Descriptor { Descriptor(UPRIGHT_CHANNEL) }

  /// The path of the running program; nil if the system does not report it.
  static func ownPath() -> String? {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// access(2): whether there is an executable program at `path`.
  static func isProgram(_ path: String) -> Bool { may(X_OK, path) }

  /// access(2): whether anything exists at `path`.
  static func exists(_ path: String) -> Bool { may(F_OK, path) }

  private static func may(_ what: Int32, _ path: String) -> Bool { unsafe access(path, what) == 0 }

  /// A clock that stops only with the machine, in seconds.
  static func now() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The count of a non-blocking call: 0 if it would have blocked.
  private static func taken(_ count: Int) throws(SystemError) -> Int {
    if count >= 0 { return count }
    if [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) { return 0 }
    throw SystemError(number: errno)
  }

  private static func checked<Answer: SignedInteger>(_ call: () -> Answer) throws(SystemError) -> Answer {
    try SystemError.checked(call)
  }
}

/// Shared memory that the parent created and neither side can resize: slots for bands of rows.
@safe final class SharedBands {
  let byteCount: Int
  let file: Descriptor
  /// The mapped address, only on the worker's side: the parent copies, because the worker may write at any time.
  private let base: UnsafeMutableRawPointer?

  /// New memory, on the parent's side.
  init(byteCount: Int) throws(SystemError) {
    let number = upright_make_memory(byteCount)
    guard number != -1 else { throw SystemError(number: errno) }
    self.byteCount = byteCount
    file = Descriptor(number)
    unsafe base = nil
  }

  /// Memory that the parent sent.
  init(mapping file: Descriptor, byteCount: Int) throws(SystemError) {
    guard let base = unsafe upright_map(file.number, byteCount) else { throw SystemError(number: errno) }
    self.byteCount = byteCount
    self.file = file
    unsafe self.base = unsafe base
  }

  deinit {
    if let base = unsafe base { _ = unsafe upright_unmap(base, byteCount) }
  }
}

extension SharedBands {
  /// Fills a band from a slot; returns false if it does not fit.
  func fill(_ band: inout (some BandOfRows)?, from slot: Int, of slots: SlotLayout) -> Bool {
    let isFilled = unsafe band?.withMutablePlanes { pieces in
      let sizes = unsafe pieces.map(\.count)
      guard let places = places(of: sizes, in: slot, of: slots) else { return false }
      return unsafe zip(pieces, places).allSatisfy { piece, place in
        guard let base = unsafe base else {
          return unsafe upright_read_all(file.number, piece.baseAddress, piece.count, UInt64(place)) == 0
        }
        unsafe piece.copyMemory(from: UnsafeRawBufferPointer(start: base + place, count: piece.count))
        return true
      }
    }
    return isFilled ?? false
  }

  /// Copies a band into a slot; returns false if it does not fit.
  func put(_ band: some BandOfRows, into slot: Int, of slots: SlotLayout) -> Bool {
    unsafe band.withPlanes { pieces in
      let sizes = unsafe pieces.map(\.count)
      guard let places = places(of: sizes, in: slot, of: slots) else { return false }
      return unsafe zip(pieces, places).allSatisfy { piece, place in
        guard let base = unsafe base else {
          return unsafe upright_write_all(file.number, piece.baseAddress, piece.count, UInt64(place)) == 0
        }
        unsafe UnsafeMutableRawBufferPointer(start: base + place, count: piece.count).copyMemory(from: piece)
        return true
      }
    }
  }

  /// The positions of planes with these sizes, one after another in a slot; nil if they do not fit.
  private func places(of sizes: [Int], in slot: Int, of slots: SlotLayout) -> [Int]? {
    guard slots.byteCount <= byteCount, 0..<slots.count ~= slot, sizes.reduce(0, +) <= slots.bytes else { return nil }
    var next = slot * slots.bytes
    return sizes.map { size in
      defer { next += size }
      return next
    }
  }
}

/// The contents of a slot: a raster's rows, or the rows of several planes in sequence.
protocol BandOfRows {
  /// Provides its memory blocks for reading.
  func withPlanes(_ body: ([UnsafeRawBufferPointer]) -> Bool) -> Bool
  /// Provides its memory blocks for writing; returns false if out of memory.
  mutating func withMutablePlanes(_ body: ([UnsafeMutableRawBufferPointer]) -> Bool) -> Bool
}

extension Raster: BandOfRows {
  func withPlanes(_ body: ([UnsafeRawBufferPointer]) -> Bool) -> Bool { unsafe withBytes { unsafe body([$0]) } }

  mutating func withMutablePlanes(_ body: ([UnsafeMutableRawBufferPointer]) -> Bool) -> Bool {
    unsafe withMutableBytes { unsafe body([$0]) } ?? false
  }
}

extension PlanarRaster: BandOfRows {
  func withPlanes(_ body: ([UnsafeRawBufferPointer]) -> Bool) -> Bool { unsafe withBytes { unsafe body($0) } }

  mutating func withMutablePlanes(_ body: ([UnsafeMutableRawBufferPointer]) -> Bool) -> Bool {
    unsafe withMutableBytes { unsafe body($0) } ?? false
  }
}
