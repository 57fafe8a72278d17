// A worker whose codec does what its source specifies, however bad: the faults that the parent must survive. It is in
// no product.

import Synchronization
import Upright
import UprightCodecs
import UprightSandbox
import UprightTestCodecs

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Serves the tests that start it.
@main struct FaultCommand {
  static func main() {
    let codecs: [any Codec] = [FaultyCodec()] + SystemCodecs.all.map { HauntedCodec(inner: $0) }
    exit(WorkerLoop(codecs: codecs).run(CommandLine.arguments))
  }
}

/// A codec that decodes like another one, unless the first bytes of its source name a fault.
struct HauntedCodec: ForwardingCodec {
  let inner: any Codec

  func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let words = try FaultyCodec.sentence(of: source).split(separator: "\n").first { $0.contains("fault:") }
    if let fault = words?.split(separator: ":").last { try FaultyCodec.commit(String(fault), pass, band) }
    try inner.requiredDecoder().decode(pass, from: source, limits: limits, band: band)
  }
}

/// A codec whose sources are sentences: "fault:" and the fault; anything else is decoded to rows of their numbers.
struct FaultyCodec: ImageDecoder, ImageEncoder, BlockCodec {
  /// Whether the next image ends it before it reads anything.
  private static let isMined = Mutex(false)

  var format: ContainerFormat { .heif }
  var capabilities: Capabilities { Capabilities(decodes: true, encodes: true, transforms: true) }

  func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    if Self.isMined.withLock(\.self) { exit(5) }
    let sentence = try Self.sentence(of: source)
    if sentence == "mine" { Self.isMined.withLock { $0 = true } }
    if sentence.hasPrefix("fault:") { try Self.commit(String(sentence.dropFirst(6).prefix { $0 != "\n" }), pass, band) }
    for first in stride(from: 0, to: pass.size.height, by: DecodePass.bandRows) {
      if sentence == "late:segv", first > 0 { raise(SIGSEGV) }
      let rows = min(DecodePass.bandRows, pass.size.height - first)
      try band(Self.rows(first..<first + rows, of: pass), first)
    }
  }

  func encode(
    _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    let sentence = String(decoding: metadata.exif ?? [], as: UTF8.self)
    if sentence == "fault:segv" { raise(SIGSEGV) }
    if sentence == "fault:nothing" { while true { Self.say(Self.reply(5, [0])) } }
    if sentence == "fault:drops" { while true { Self.say([10, 0, 0, 0, 5, 1, 0, 0, 0, 0, 0, 0, 0, 7]) } }
    if sentence == "fault:flood" { while true { try sink.write([UInt8](repeating: 0, count: 1 << 20)) } }
    try sink.write(image.bytes)
  }

  func transform(
    _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int { source.byteCount + 1 }

  func writeBlocks(
    of size: PixelSize<Stored>, as orientation: Orientation<Stored, Displayed>, from source: any ByteSource,
    limits: Limits, into sink: inout some ByteSink
  ) throws(UprightError) { throw .unsupported("left out") }

  static func sentence(of source: any ByteSource) throws(UprightError) -> String {
    do { return String(decoding: try source.read(0..<min(4096, source.byteCount)), as: UTF8.self) } catch {
      throw UprightError(error)
    }
  }

  private static func rows(_ range: Range<Int>, of pass: DecodePass) throws(UprightError) -> Raster<Decoded> {
    let width = pass.size.width * pass.layout.bytesPerPixel
    let bytes = range.flatMap { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: width) }
    let size = PixelSize<Decoded>(width: pass.size.width, height: range.count)
    guard let rows = Raster(size: size, layout: pass.layout, bytes: bytes) else {
      throw .codec(format: .heif, message: "out of memory")
    }
    return rows
  }
}

extension FaultyCodec {
  private static let channel: Int32 = 3

  static func commit(
    _ fault: String, _ pass: DecodePass, _ band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    switch fault {
    case "segv": raise(SIGSEGV)
    case "abort": abort()
    case "kill": raise(SIGKILL)
    case "time": raise(SIGXCPU)
    case "trap": fatalError("as told")
    case "exit": exit(3)
    case "hang": while true { sleep(1000) }
    case "spin": while true {}
    case "memory": hoard()
    case "close": _ = close(channel)
    case "garbage": say([UInt8](repeating: 0xFF, count: 4096))
    case "half": say([100, 0, 0, 0, 5])
    case "empty": say([0, 0, 0, 0])
    case "order": try band(rows(0..<1, of: pass), 7)
    case "many": for _ in 0...pass.size.height { try band(rows(0..<1, of: pass), 0) }
    case "wide":
      let wide = DecodePass(
        region: PixelRect(x: 0, y: 0, width: 4 * pass.region.width, height: 64), denominator: 1, layout: pass.layout)
      try band(rows(0..<64, of: wide), 0)
    case "beyond": say(reply(2, [1 << 40, 16]))
    case "talk": connection()
    case "done": say(reply(6, [0]))
    case "cancelled": throw .cancelled
    case "malformed": throw .malformed(MetadataError(.corruptData, at: 7))
    default: throw .unsupported(Phrase(attempt(fault)))
    }
  }

  /// The system's result for a call that no decoder makes.
  private static func attempt(_ call: String) -> String {
    if call.hasPrefix("call ") { return attempt(numbered: call) }
    if call.hasPrefix("calls ") { return passing(of: call) }
    errno = 0
    let answer: Int =
      switch call {
      case "open": Int(unsafe open("/etc/passwd", O_RDONLY))
      case "create": Int(unsafe open("/tmp/upright-worker-was-here", O_WRONLY | O_CREAT, 0o600))
      case "socket": Int(socket(AF_INET, 1, 0))
      case "exec": execute()
      case "fork": Int(fork())
      case "code": makeCode()
      case "advice": giveAdvice()
      case "limits": raiseLimits()
      case "signal": Int(kill(getppid(), 0))
      case "folder": Int(unsafe getcwd(nil, 0) == nil ? -1 : 0)
      default: 0
      }
    return "\(call): \(answer < 0 ? "errno \(errno)" : "allowed")"
  }

  private typealias SystemCall = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int

  /// The C library's way to a system call by its number, found by name because Swift imports no variadic function.
  private static var systemCall: SystemCall? {
    guard let place = unsafe dlsym(nil, "syscall") else { return nil }
    return unsafe unsafeBitCast(place, to: SystemCall.self)
  }

  /// Any system call by its number, all six arguments the same: "call 9 -1".
  private static func attempt(numbered call: String) -> String {
    let words = call.split(separator: " ").compactMap { Int($0) }
    guard words.count == 2, let make = systemCall else { return "no such call" }
    let error = errorNumber(of: words[0], words[1], by: make)
    return error == 0 ? "allowed" : "errno \(error)"
  }

  /// Those of several calls that the filter does not refuse, all six arguments the same: "calls -1 9 10 11". The number
  /// of calls made comes first, so that none is left out unseen.
  private static func passing(of calls: String) -> String {
    let words = calls.split(separator: " ").compactMap { Int($0) }
    guard let argument = words.first, let make = systemCall else { return "no such calls" }
    let passing = words.dropFirst().filter { number in
      let error = errorNumber(of: number, argument, by: make)
      // The filter's result for clone3 (435) is ENOSYS, so that clone is tried next; the kernel's for a number it does
      // not know is the same, and shows that the call reached it.
      return error != EPERM && !(error == ENOSYS && number == 435)
    }
    return ([words.count - 1] + passing).map(String.init).joined(separator: " ")
  }

  /// 0 if the call succeeded.
  private static func errorNumber(of number: Int, _ argument: Int, by make: SystemCall) -> Int32 {
    errno = 0
    let answer = make(number, argument, argument, argument, argument, argument, argument)
    return answer == -1 ? errno : 0
  }

  private static func execute() -> Int {
    var words: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("true"), nil]
    return unsafe Int(execv("/bin/true", &words))
  }

  private static func makeCode() -> Int {
    let page = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return unsafe page == MAP_FAILED ? -1 : 0
  }

  /// Advice that no allocator gives: a child would not have the page (MADV_DONTFORK).
  private static func giveAdvice() -> Int {
    let page = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return unsafe Int(madvise(page, 4096, 10))
  }

  private static func raiseLimits() -> Int {
    #if canImport(Glibc)
      var limit = rlimit(rlim_cur: rlim_t.max, rlim_max: rlim_t.max)
      return unsafe Int(setrlimit(__rlimit_resource_t(9), &limit))
    #else
      return -1
    #endif
  }

  /// Allocates memory until there is none, and then continues as if there were.
  private static func hoard() {
    while let block = unsafe malloc(64 << 20) { unsafe memset(block, 1, 4096) }
    abort()
  }

  /// Requests a byte repeatedly, many times before it listens.
  private static func connection() {
    let questions = (0..<64).flatMap { _ in reply(2, [0, 1]) }
    var answers = [UInt8](repeating: 0, count: 64 * 14)
    while true {
      say(questions)
      var repliesReceived = 0
      while repliesReceived < answers.count {
        repliesReceived += max(0, unsafe read(channel, &answers, answers.count - repliesReceived))
      }
    }
  }

  private static func say(_ bytes: [UInt8]) { _ = unsafe write(channel, bytes, bytes.count) }

  private static func reply(_ kind: UInt8, _ numbers: [Int]) -> [UInt8] {
    let message = [kind] + numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    return (0..<4).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) } + message
  }
}
