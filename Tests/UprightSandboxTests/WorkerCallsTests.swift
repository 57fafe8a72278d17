// Shared memory and processes, call by call.

import CLinuxShim
import Foundation
import Testing
import Upright
@testable import UprightSandbox
import UprightSystem
import UprightTestTools

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(.enabled(if: Workers.areHere, Workers.reason)) struct WorkerCallsTests {
  private let size = PixelSize<Decoded>(width: 7, height: 5)

  private func band(_ first: UInt8, _ layout: SampleLayout) throws -> Raster<Decoded> {
    let count = size.width * size.height * layout.bytesPerPixel
    return try #require(
      Raster(size: size, layout: layout, bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0) &+ first }))
  }

  @Test(arguments: SampleLayout.Channels.allCases, SampleLayout.Depth.allCases)
  func whatOneSidePutsTheOtherFinds(_ channels: SampleLayout.Channels, _ depth: SampleLayout.Depth) throws {
    let layout = SampleLayout(channels, depth)
    let slots = try #require(SlotLayout(count: 3, bytes: 7 * 5 * layout.bytesPerPixel))
    let parent = try SharedBands(byteCount: slots.byteCount)
    let copy = dup(parent.file.number)
    let worker = try SharedBands(mapping: Descriptor(copy), byteCount: slots.byteCount)
    for (from, to) in [(parent, worker), (worker, parent)] {
      for slot in 0..<3 {
        #expect(from.put(try band(UInt8(slot), layout), into: slot, of: slots))
      }
      for slot in 0..<3 {
        var found = Raster<Decoded>(size: size, layout: layout)
        #expect(to.fill(&found, from: slot, of: slots))
        #expect(try found == band(UInt8(slot), layout))
      }
    }
  }

  @Test func planesLieOneAfterAnother() throws {
    let chroma = Subsampling(horizontal: 2, vertical: 2)
    let whole = try #require(
      PlanarRaster(
        planes: [band(1, SampleLayout(.gray)), coarse(100), coarse(200)], chroma: chroma))
    let slots = try #require(SlotLayout(count: 1, bytes: 3 * 35))
    let bands = try SharedBands(byteCount: slots.byteCount)
    #expect(bands.put(whole, into: 0, of: slots))
    var found = PlanarRaster<Decoded>(size: size, chroma: chroma)
    #expect(bands.fill(&found, from: 0, of: slots) && found == whole)
  }

  /// The replacement for close_range(2) on systems without it.
  @Test func filesAreClosedAsTheSystemListsThem() throws {
    let low = Descriptor(unsafe open("/dev/null", O_RDONLY))
    let high = [901, 950].map { fcntl(low.number, F_DUPFD_CLOEXEC, $0) }
    try #require(high.allSatisfy { $0 > 900 } && low.number < 900)
    #expect(upright_close_listed(900) == 0)
    #expect(high.map { fcntl($0, F_GETFD) } == [-1, -1])
    #expect(fcntl(low.number, F_GETFD) != -1)
  }

  private func coarse(_ first: UInt8) throws -> Raster<Decoded> {
    try #require(
      Raster(
        size: PixelSize(width: 4, height: 3), layout: SampleLayout(.gray), bytes: (0..<12).map { first + UInt8($0) }))
  }

  @Test func whatDoesNotFitItsSlotStaysOut() throws {
    let slots = try #require(SlotLayout(count: 2, bytes: 34))
    let bands = try SharedBands(byteCount: 68)
    var found = Raster<Decoded>(size: size, layout: SampleLayout(.gray))
    let one = try band(0, SampleLayout(.gray))
    for slot in [-1, 0, 1, 2] {
      #expect(!bands.put(one, into: slot, of: slots), "35 bytes into 34")
      #expect(!bands.fill(&found, from: slot, of: slots))
    }
    let larger = try #require(SlotLayout(count: 3, bytes: 35))
    for slot in 0..<3 { #expect(!bands.put(one, into: slot, of: larger), "slots beyond the memory") }
    var none: Raster<Decoded>?
    #expect(!bands.fill(&none, from: 0, of: slots))
  }

  @Test func nobodyShrinksOrGrowsTheMemory() throws {
    let bands = try SharedBands(byteCount: 8192)
    for size in [0, 4096, 16384] {
      #expect(ftruncate(bands.file.number, off_t(size)) == -1 && errno == EPERM)
    }
  }

  @Test func bytesAreAllOrAnError() throws {
    let bands = try SharedBands(byteCount: 10)
    #expect(try WorkerCalls.bytes(of: bands.file, at: 3, count: 7) == [UInt8](repeating: 0, count: 7))
    #expect(throws: SystemError(number: ESTALE)) { try WorkerCalls.bytes(of: bands.file, at: 3, count: 8) }
    #expect(throws: SystemError.self) { try WorkerCalls.bytes(of: Descriptor(-1), at: 0, count: 1) }
  }

  @Test func whatIsNoChildHasEndedSomehow() {
    #expect(WorkerCalls.exitStatus(of: 1, within: 0) == .unknown)
    #expect(WorkerExit.unknown.sentence == "ended")
    #expect(WorkerExit.code(7).sentence == "ended with exit code 7")
    #expect(WorkerExit.signal("SIGXCPU").sentence.contains("too much time"))
  }

  @Test func theClockGoesOn() {
    let before = WorkerCalls.now()
    #expect(WorkerCalls.now() >= before && before > 0)
  }

  @Test func programsAreTold() {
    #expect(WorkerCalls.isProgram("/bin/sh"))
    #expect(!WorkerCalls.isProgram("/etc/passwd") && !WorkerCalls.isProgram("/nowhere"))
    #expect(WorkerCalls.ownPath()?.hasPrefix("/") == true)
  }
}

// Every existing system call, tried by its number inside a confined worker: only those on the list are allowed
// (seccomp(2)).

/// The numbers of calls on one architecture, from its table (syscalls(2)) and not from the filter.
struct CallNumbers: Sendable {
  /// Those on the list: reading and writing open files, memory, threads, clocks, random numbers, exit.
  let allowed: Set<Int>
  /// Those that depend on their arguments, and are allowed if all are 0: mmap, mprotect, madvise, prlimit64.
  let harmlessWithZeros: Set<Int>
  /// Those that the kernel does not pass to filters: `uretprobe` and `uprobe`, which end a program that no tracer has
  /// prepared.
  var unfiltered: Set<Int> = []
  /// exit and exit_group, which never return.
  let ends: Set<Int>

  /// The system calls of this system.
  static var own: CallNumbers? {
    #if arch(x86_64)
      CallNumbers(
        allowed: [
          0, 1, 19, 20, 17, 8, 47, 46, 45, 271, 3, 11, 25, 12, 202, 60, 231, 15, 14, 13, 131, 39, 186, 318, 228, 229,
          230, 35, 96,
          24, 204, 273, 219, 98, 99, 324, 309, 334, 7, 201,
        ], harmlessWithZeros: [9, 10, 28, 302], unfiltered: [335, 336], ends: [60, 231])
    #elseif arch(arm64)
      CallNumbers(
        allowed: [
          63, 64, 65, 66, 67, 62, 212, 211, 207, 73, 57, 215, 216, 214, 98, 93, 94, 139, 135, 134, 132, 172, 178, 278,
          113, 114,
          115, 101, 169, 124, 123, 99, 128, 165, 179, 283, 168, 293,
        ], harmlessWithZeros: [222, 226, 233, 261], ends: [93, 94])
    #else
      nil
    #endif
  }
}

@Suite(.enabled(if: Workers.areHere && CallNumbers.own != nil, "needs upright-worker, and Linux on x86-64 or AArch64"))
struct EveryCallTests {
  /// More than any current kernel has, and the other numbering of x86-64 (x32).
  private static let tried = Array(0..<600) + [0x4000_0000, 0x4000_0001, 0x4000_003B, 0x7FFF_FFFF, -1]

  /// Another user's worker: a script that becomes that user before it becomes the worker.
  private func worker(asNobody folder: ScratchFolder) throws -> String {
    let program = try #require(UprightTool.product("WorkerFaults"))
    let setpriv = try #require(OutsideTool.setpriv.path)
    let number = OtherUser.number
    let script = """
      #!/bin/sh
      exec \(setpriv) --reuid=\(number) --regid=\(number) --clear-groups -- "\(program)" "$@"

      """
    let path = try folder.write(Array(script.utf8), as: "worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  /// What a worker says of system calls that it makes after it is confined.
  private func error(_ calls: String, _ codec: WorkerCodec, seconds: Double) -> UprightError? {
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 8, height: 8), denominator: 1, layout: SampleLayout(.gray))
    var limits = Limits(memoryBytes: 256 << 20)
    limits.seconds = seconds
    return Outcome.decode(pass, by: codec, of: Array("fault:\(calls)".utf8), limits: limits).error
  }

  /// Whether a call, tried in a worker of its own, passed the filter.
  private func passes(_ number: Int, _ argument: Int, _ codec: WorkerCodec, seconds: Double = 3) -> Bool {
    switch error("call \(number) \(argument)", codec, seconds: seconds) {
    case .unsupported("errno 1"): return false
    // The filter's result for clone3, so that clone is tried next; also that of an invalid futex operation.
    case .unsupported("errno 38"): return number != 435
    case .codec(_, let message): return !message.contains("SIGSYS")
    // On a busy machine a call that is refused may take longer than one that waits.
    case .limit(.seconds, _, _) where seconds < 60: return passes(number, argument, codec, seconds: 60)
    default: return true
    }
  }

  /// Those that pass of many calls that one worker tries one after the other: a refused call returns at once, so the
  /// worker's answer covers them all.
  private func passing(_ numbers: [Int], _ argument: Int, _ codec: WorkerCodec) throws -> Set<Int> {
    let calls = (["calls", "\(argument)"] + numbers.map(String.init)).joined(separator: " ")
    guard case .unsupported(let answer)? = error(calls, codec, seconds: 60) else {
      // One of them ended the worker or waits.
      return Set(numbers.filter { passes($0, argument, codec) })
    }
    let answers = answer.description.split(separator: " ").compactMap { Int($0) }
    try #require(answers.first == numbers.count)
    return Set(answers.dropFirst())
  }

  private func check(by codec: WorkerCodec) throws {
    let numbers = try #require(CallNumbers.own)
    let tried = Self.tried.filter { !numbers.ends.contains($0) && !numbers.unfiltered.contains($0) }
    // A number outside the kernel's own table may end a worker.
    let single = tried.filter { numbers.allowed.contains($0) || !(0..<600).contains($0) }
    let together = tried.filter { !single.contains($0) }
    let passing = try passing(together, -1, codec).union(single.filter { passes($0, -1, codec) })
    #expect(passing == numbers.allowed.subtracting(numbers.ends))
    let beyond = single.filter { !numbers.allowed.contains($0) && passes($0, 0, codec) }
    let withZeros = try self.passing(together, 0, codec).union(beyond)
    #expect(withZeros == numbers.harmlessWithZeros)
    for number in numbers.ends { #expect(passes(number, 3, codec)) }
  }

  @Test func onlyThoseOfTheListPass() throws { try check(by: Workers.faulty()) }

  @Test(.enabled(if: getuid() == 0 && OutsideTool.setpriv.isInstalled, "needs root and setpriv"))
  func onlyThoseOfTheListPassForAnotherUser() throws {
    let folder = try ScratchFolder()
    let path = try worker(asNobody: folder)
    guard try OtherUser.run([path, "no worker's word"], in: nil).complaints.contains("denied") == false else {
      return print("SKIPPED onlyThoseOfTheListPassForAnotherUser: another user cannot run what was built here")
    }
    let pool = WorkerPool(mode: .always, program: path)
    try check(
      by: WorkerCodec(.heif, Capabilities(decodes: true, encodes: true, transforms: false), workers: pool))
  }
}
