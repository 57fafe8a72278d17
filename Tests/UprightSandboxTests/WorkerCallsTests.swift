// Shared memory and processes, call by call.

import CLinuxShim
import Testing
import Upright
import UprightSystem

@testable import UprightSandbox

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
