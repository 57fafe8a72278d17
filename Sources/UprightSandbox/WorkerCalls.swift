// The system calls of both sides of the worker, one thin wrapper each: this target's one place of pointers (Linux man-pages 6).

import CLinuxShim
import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file, closed with its last owner.
final class OpenFile: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { _ = close(number) }
}

/// The error number of a failed system call.
struct CallError: Error, Hashable {
  /// The other side of a channel is gone.
  static let closed = CallError(number: EPIPE)

  let number: Int32

  /// Whether it says that the other side of a channel is gone.
  var isClosed: Bool { number == EPIPE || number == ECONNRESET }

  /// Whether it says that the system has too little of something at the moment.
  var meansShortage: Bool { [EAGAIN, ENOMEM, EMFILE, ENFILE, ENOBUFS].contains(number) }

  /// No memory is to be had.
  static let noMemory = CallError(number: ENOMEM)
}

enum WorkerCalls {
  /// socketpair(2): this side's end and the worker's.
  static func makeChannel() throws(CallError) -> (own: OpenFile, other: OpenFile) {
    var ends: [Int32] = [0, 0]
    _ = try checked { unsafe upright_make_channel(&ends) }
    return (OpenFile(ends[0]), OpenFile(ends[1]))
  }

  /// posix_spawn(3): the process's number.
  static func start(_ program: String, word: String, format: String, channel: OpenFile) throws(CallError) -> Int32 {
    var child: pid_t = 0
    _ = try checked { unsafe upright_start_worker(program, word, format, channel.number, &child) }
    return child
  }

  /// sysconf(3): how many threads can run at once.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// prlimit(2): bytes of address space, and seconds of processor time from now on; of a new worker for its life too.
  ///
  /// - Returns: Whether the limits of its life allow so much.
  static func limit(_ child: Int32, bytes: Int, seconds: Int, isNew: Bool) throws(CallError) -> Bool {
    try checked {
      upright_limit_worker(child, UInt64(clamping: bytes), UInt64(clamping: seconds), isNew ? 1 : 0)
    } == 0
  }

  /// getrlimit(2): whether whoever started this process has bounded its memory, and with that its workers'.
  static var hasBoundedMemory: Bool { upright_has_bounded_memory() == 1 }

  /// kill(2).
  static func end(_ child: Int32) { _ = upright_kill(child) }

  /// waitpid(2): how a process ended within so many milliseconds, nil where it goes on.
  static func exitStatus(of child: Int32, within milliseconds: Int32) -> WorkerExit? {
    let exitStatus = upright_ending(child, milliseconds)
    guard exitStatus != -1 else { return nil }
    guard exitStatus != UPRIGHT_GONE else { return .unknown }
    if let name = unsafe upright_ending_signal(exitStatus) { return unsafe .signal("SIG" + String(cString: name)) }
    return .code(upright_ending_code(exitStatus))
  }

  /// poll(2): whether the channel has, or takes, bytes before so many milliseconds are over; with -1 they never are.
  static func wait(_ channel: OpenFile, takes: Bool, milliseconds: Int32) throws(CallError) -> Bool {
    try checked { upright_await(channel.number, takes ? 1 : 0, milliseconds) } == 1
  }

  /// sendmsg(2): how many of the bytes from `start` on the channel took, 0 for none now; files go along with the first.
  static func send(
    _ bytes: [UInt8], from start: Int, with files: [Int32] = [], over channel: OpenFile
  ) throws(CallError) -> Int {
    let sent = unsafe bytes.withUnsafeBytes { all in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: all[start...])
      return unsafe upright_send(channel.number, rest.baseAddress, rest.count, files, Int32(files.count))
    }
    return try taken(sent)
  }

  /// recv(2): the bytes that are there, `count` at most; nil at the other side's end, none where there are none now.
  static func receive(atMost count: Int, from channel: OpenFile) throws(CallError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = unsafe upright_receive(channel.number, &bytes, count)
    if got == 0 { return nil }
    bytes.removeLast(count - (try taken(got)))
    return bytes
  }

  /// recvmsg(2): the same, and the files that came along.
  static func receiveFiles(
    atMost count: Int, from channel: OpenFile
  ) throws(CallError) -> (bytes: [UInt8], files: [OpenFile])? {
    var bytes = [UInt8](repeating: 0, count: count)
    var (files, fileCount): ([Int32], Int32) = ([0, 0], 0)
    let got = unsafe upright_receive_files(channel.number, &bytes, count, &files, &fileCount)
    if got == 0 { return nil }
    bytes.removeLast(count - (try taken(got)))
    return (bytes, files.prefix(Int(fileCount)).map(OpenFile.init))
  }

  /// pread(2): exactly these bytes.
  static func bytes(of file: OpenFile, at offset: Int, count: Int) throws(CallError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    _ = try checked { unsafe upright_read_all(file.number, &bytes, count, UInt64(offset)) }
    return bytes
  }

  /// What a worker gives up first: paths, files, core dumps; confined, also rights, files to come and writing to any.
  static func enterWorker(confined: Bool) throws(CallError) {
    _ = try checked { upright_enter_worker(confined ? 1 : 0) }
  }

  /// seccomp(2): from now on no system call but those that decoding takes.
  static func filterCalls() throws(CallError) { _ = try checked { upright_filter_calls() } }

  /// The channel of a worker.
  static var ownChannel: OpenFile { OpenFile(UPRIGHT_CHANNEL) }

  /// The path of the running program; nil where the system does not say.
  static func ownPath() -> String? {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// access(2): whether a program lies there.
  static func isProgram(_ path: String) -> Bool { may(X_OK, path) }

  /// access(2): whether anything lies there.
  static func exists(_ path: String) -> Bool { may(F_OK, path) }

  private static func may(_ what: Int32, _ path: String) -> Bool { unsafe access(path, what) == 0 }

  /// A clock that stands still only with the machine, in seconds.
  static func now() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// What a call that does not wait took or gave: none where it would have had to.
  private static func taken(_ count: Int) throws(CallError) -> Int {
    if count >= 0 { return count }
    if [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) { return 0 }
    throw CallError(number: errno)
  }

  /// Carries out a call that answers -1 where it failed, again where a signal cut it short.
  private static func checked<Answer: SignedInteger>(_ call: () -> Answer) throws(CallError) -> Answer {
    while true {
      let answer = call()
      if answer != -1 { return answer }
      if errno != EINTR { throw CallError(number: errno) }
    }
  }
}

/// Memory that both sides see, which the parent made and neither can shrink or grow: slots for bands of rows.
@safe final class SharedBands {
  let byteCount: Int
  let file: OpenFile
  /// Where it is mapped, on the worker's side alone: the parent copies, because the worker may write at any time.
  private let base: UnsafeMutableRawPointer?

  /// New memory, the parent's side.
  init(byteCount: Int) throws(CallError) {
    let number = upright_make_memory(byteCount)
    guard number != -1 else { throw CallError(number: errno) }
    self.byteCount = byteCount
    file = OpenFile(number)
    unsafe base = nil
  }

  /// Memory that the parent sent.
  init(mapping file: OpenFile, byteCount: Int) throws(CallError) {
    guard let base = unsafe upright_map(file.number, byteCount) else { throw CallError(number: errno) }
    self.byteCount = byteCount
    self.file = file
    unsafe self.base = unsafe base
  }

  deinit {
    if let base = unsafe base { _ = unsafe upright_unmap(base, byteCount) }
  }
}

extension SharedBands {
  /// Fills a band from a slot; false where it does not fit.
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

  /// Puts a band into a slot; false where it does not fit.
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

  /// Where pieces of these sizes lie one after another in a slot, if they fit into it together.
  private func places(of sizes: [Int], in slot: Int, of slots: SlotLayout) -> [Int]? {
    guard slots.byteCount <= byteCount, 0..<slots.count ~= slot, sizes.reduce(0, +) <= slots.bytes else { return nil }
    var next = slot * slots.bytes
    return sizes.map { size in
      defer { next += size }
      return next
    }
  }
}

/// What goes through a slot: a raster's rows, or the rows of several planes one after another.
protocol BandOfRows {
  /// Lends its pieces of memory for reading.
  func withPlanes(_ body: ([UnsafeRawBufferPointer]) -> Bool) -> Bool
  /// Lends its pieces of memory for writing; false where there is no memory.
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
