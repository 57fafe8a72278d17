// A worker's parent: sources and sinks that fail midway, limits, cancellation, and reused memory.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightFiles
@testable import UprightSandbox
import UprightSystem
import UprightTestTools

@Suite(.enabled(if: Workers.areHere, Workers.reason)) struct WorkerProcessTests {
  private static let whole = PixelRect<Stored>(x: 0, y: 0, width: 200, height: 200)
  private static let pass = DecodePass(region: whole, denominator: 1, layout: SampleLayout(.rgb))

  private func far(_ format: ContainerFormat) throws -> WorkerCodec { try #require(Workers.house[format]) }

  private func settings(_ format: ContainerFormat, progressive: Bool = false) -> EncodeSettings {
    EncodeSettings(format: format, fidelity: .level(90), sampling: .none, progressive: progressive)
  }

  /// Noise of about 120,000 bytes: more than are requested at once.
  private func png() throws -> [UInt8] {
    try Outcome.encode(.noise(200, 200), settings(.png), by: PNGCodec()).get()
  }

  private func jpeg(progressive: Bool = false) throws -> [UInt8] {
    try Outcome.encode(.noise(200, 200), settings(.jpeg, progressive: progressive), by: JPEGCodec()).get()
  }

  /// Even if root starts it, it may do nothing beyond its list of calls, and has a limit on threads (proc(5),
  /// capabilities(7)).
  @Test func itGivesUpItsRights() throws {
    let worker = try WorkerProcess(#require(UprightTool.product(WorkerProgram.name)), confined: true)
    func lines(_ name: String) throws -> [Substring] {
      try String(contentsOfFile: "/proc/\(worker.child)/\(name)", encoding: .utf8).split(separator: "\n")
    }
    func status(_ name: String) throws -> String {
      let line = try #require(lines("status").first { $0.hasPrefix(name + ":") })
      return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    }
    for name in ["CapEff", "CapPrm", "CapInh", "CapAmb"] { #expect(try status(name) == "0000000000000000", "\(name)") }
    if geteuid() == 0 { #expect(try status("CapBnd") == "0000000000000000") }
    #expect(try status("NoNewPrivs") == "1" && status("Seccomp") == "2")
    let limit = try #require(lines("limits").first { $0.hasPrefix("Max processes") })
    let numbers = limit.split(separator: " ").compactMap { Int($0) }
    #expect(numbers.count == 2 && numbers.allSatisfy { $0 <= 8192 })
    worker.end(within: 0)
  }

  /// The system's values for a process's limit: the soft and the hard one, nil for none.
  private func limits(_ name: String, of child: Int32) throws -> [Int?] {
    let lines = try String(contentsOfFile: "/proc/\(child)/limits", encoding: .utf8).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix(name) })
    return line.dropFirst(name.count).split(separator: " ").prefix(2).map { Int($0) }
  }

  /// A hard limit can never be raised: a caller that needs more gets another worker.
  @Test func theFirstRequestBoundsItsLife() throws {
    let worker = try WorkerProcess(#require(UprightTool.product(WorkerProgram.name)), confined: true)
    defer { worker.end(within: 0) }
    let usual = Limits(memoryBytes: 256 << 20)
    #expect(worker.bound(usual, seconds: 10))
    let space = (256 << 20) + (1 << 30)
    #expect(try limits("Max address space", of: worker.child) == [space, space])
    let time = try limits("Max cpu time", of: worker.child)
    let whole = try #require(time[1])
    #expect(whole > 16 * 10 && whole <= 2 + 16 * Limits.processorSeconds(10))
    #expect(try #require(time[0]) <= 2 + Limits.processorSeconds(10))
    for name in ["Max file size", "Max core file size", "Max open files", "Max processes"] {
      let both = try limits(name, of: worker.child)
      #expect(both[0] != nil && both[0] == both[1], "\(name)")
    }
  }

  @Test func whoNeedsMoreGetsAnotherWorker() throws {
    let pool = WorkerPool(mode: .always, program: UprightTool.product(WorkerProgram.name))
    let codec = WorkerCodec(.png, PNGCodec().capabilities, workers: pool)
    let source = try png()
    func child(_ limits: Limits) throws -> Int32 {
      _ = try Outcome.decode(Self.pass, by: codec, of: source, limits: limits).get()
      let worker = try pool.take(for: .png)
      defer { pool.release(worker) }
      return worker.child
    }
    let first = try child(Limits(memoryBytes: 256 << 20))
    #expect(try child(Limits(memoryBytes: 256 << 20)) == first)
    #expect(try child(Limits(memoryBytes: 128 << 20)) == first, "less fits")
    #expect(try limits("Max address space", of: first) == [(128 << 20) + (1 << 30), (256 << 20) + (1 << 30)])
    #expect(try child(Limits(memoryBytes: 256 << 20)) == first)
    let second = try child(Limits(memoryBytes: 512 << 20))
    #expect(second != first)
    var patient = Limits(memoryBytes: 512 << 20)
    patient.seconds = 100_000
    #expect(try child(patient) != second)
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 100_000])
  func aSourceThatFailsInTheMidstIsToBlame(_ place: Int) throws {
    let source = BrokenSource(bytes: try png(), failsFrom: place)
    #expect(source.byteCount > 110_000)
    let failure = UprightError.io(path: "", systemError: 5)
    for codec in [PNGCodec() as any Codec, try far(.png)] {
      var rows = 0
      #expect(throws: failure) {
        try codec.requiredDecoder().decode(Self.pass, from: source, limits: Limits()) { band, _ in
          rows += band.size.height
        }
      }
      #expect(rows < 200)
      #expect((rows >= 64) == (place >= 65_536), "a first band lies in the first 65,536 bytes")
    }
    #expect(try Outcome.decode(Self.pass, by: far(.png), of: png()).get().count == 4, "the next one is served")
  }

  @Test func aSourceThatFailsWhileItIsTurnedIsToBlame() throws {
    let job = LosslessJob(region: Self.whole, orientation: .identity)
    let failure = UprightError.io(path: "", systemError: 5)
    let source = BrokenSource(bytes: try jpeg(), failsFrom: 10)
    #expect(try Outcome.transform(job, by: far(.jpeg), of: source).error == failure)
    #expect(try Outcome.blocks(of: Self.whole.size, .topLeft, by: far(.jpeg), of: source).error == failure)
  }

  @Test func aSourceWithLessThanItSaysIsUnreadable() throws {
    let bytes = try jpeg()
    let source = LyingSource(bytes: bytes, byteCount: bytes.count + 1)
    #expect(try Outcome.decode(Self.pass, by: far(.jpeg), of: source).error == .io(path: "", systemError: 0))
  }

  @Test func aSourceThatSaysLessThanItHasEndsThere() throws {
    let bytes = try jpeg()
    for missing in [1, 2, 3, bytes.count / 2] {
      let source = LyingSource(bytes: bytes, byteCount: bytes.count - missing)
      let cut = Array(bytes.dropLast(missing))
      let here = Outcome.decode(Self.pass, by: JPEGCodec(), of: cut)
      #expect(try Outcome.decode(Self.pass, by: far(.jpeg), of: source) == here, "\(missing)")
    }
  }

  @Test func aFullDiskIsNamed() throws {
    let image = try Raster.noise(200, 200)
    for format in [ContainerFormat.jpeg, .png] {
      let far = try far(format)
      for room in [0, 100] {
        var disk = SmallDisk(room: room)
        #expect(throws: SmallDisk.full) {
          try far.encode(
            image, settings: settings(format), metadata: CarriedMetadata(), limits: Limits(), into: &disk)
        }
      }
    }
    var disk = SmallDisk(room: 100)
    let job = LosslessJob(region: Self.whole, orientation: .identity)
    #expect(throws: SmallDisk.full) {
      try far(.jpeg).transform(
        job, from: try jpeg(), metadata: CarriedMetadata(), limits: Limits(), into: &disk)
    }
    #expect(disk.room == 100, "nothing was taken")
  }

  @Test func limitsAreThoseOfThisProcess() throws {
    let plain = try jpeg()
    let progressive = try jpeg(progressive: true)
    for (limits, source) in [
      (Limits(pixels: 39_999), plain), (Limits(scans: 1), progressive), (Limits(memoryBytes: 10_000), progressive),
    ] {
      let here = Outcome.decode(Self.pass, by: JPEGCodec(), of: source, limits: limits)
      #expect(here.error?.codes.name == "limit", "\(limits)")
      #expect(try Outcome.decode(Self.pass, by: far(.jpeg), of: source, limits: limits) == here)
    }
    #expect(try Outcome.decode(Self.pass, by: far(.jpeg), of: plain, limits: Limits(pixels: 40_000)).error == nil)
  }

  @Test func whoIsCancelledWaitsForNoWorker() async throws {
    let (pass, codec) = (Self.pass, Workers.faulty())
    #expect(Outcome.decode(pass, by: codec, of: Array("fine".utf8)).error == nil, "a worker is ready")
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return Outcome.decode(pass, by: codec, of: Array("fault:hang".utf8)).error
    }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func aProgramThatSaysNothingIsNoWorker() throws {
    let silent = try #require(["/bin/true", "/usr/bin/true"].first(where: WorkerCalls.isProgram))
    #expect(throws: WorkerFault.closed) { try WorkerProcess(silent, confined: false) }
  }
}

/// A source that lends what it is configured to.
private struct LendingSource: DescriptorSource {
  let bytes: [UInt8]
  let file: Descriptor?
  var byteCount: Int { bytes.count }
  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] { try bytes.read(range) }
  func withDescriptor<Result, Failure: Error>(_ body: (Int32?) throws(Failure) -> Result) throws(Failure) -> Result {
    try body(file?.number)
  }
}

@Suite(.enabled(if: Workers.areHere, Workers.reason)) struct WorkerSourceTests {
  private let pass = DecodePass(
    region: PixelRect(x: 0, y: 0, width: 8, height: 8), denominator: 1, layout: SampleLayout(.gray))

  private func outcome(_ flags: Int32?, says sentence: String = "fine") throws -> (UprightError?, kept: Bool) {
    let folder = try ScratchFolder()
    let path = try folder.write(Array("fine".utf8), as: "file")
    let source = LendingSource(bytes: Array(sentence.utf8), file: flags.map { Descriptor(unsafe open(path, $0)) })
    return (Outcome.decode(pass, by: Workers.faulty(), of: source).error, try folder.read("file") == Array("fine".utf8))
  }

  @Test func aFileGoesAlongOnlyWhereItCanOnlyBeRead() throws {
    #expect(try outcome(O_RDONLY) == (nil, true))
    #expect(try outcome(nil) == (nil, true), "its bytes are asked for")
    let refusal = UprightError.codec(format: .heif, message: "the channel to the worker failed (errno 1)")
    #expect(try outcome(O_RDWR) == (refusal, true))
  }

  @Test func aFileThatIsWrittenGoesAlongToo() throws {
    let folder = try ScratchFolder()
    let (pass, codec) = (pass, Workers.faulty())
    var looked = 0
    try SafeReplace.create(FileLocation(path: folder.path("new")), by: .init()) { written throws(UprightError) in
      try codec.decode(pass, from: written, limits: Limits()) { _, _ in }
      looked += 1
    } contents: { sink throws(UprightError) in
      try sink.write(Array("fine".utf8))
    }
    #expect(looked == 1)
    #expect(try folder.read("new") == Array("fine".utf8))
  }

  /// It has the file, but still requests its bytes.
  @Test func whoHasTheFileAsksForNothing() throws {
    let folder = try ScratchFolder()
    let file = try FileBytes(path: folder.write(Array("fault:talk".utf8), as: "file"))
    let lie = "the worker's reply is invalid: it requested bytes of a file that it already has"
    #expect(
      Outcome.decode(pass, by: Workers.faulty(), of: file).error == .codec(format: .heif, message: lie))
  }
}

@Suite(.enabled(if: Workers.areHere, Workers.reason)) struct WorkerProcessCallTests {
  private var deadline = Deadline(seconds: 30)

  private func worker() throws -> WorkerProcess {
    try WorkerProcess(try #require(UprightTool.product("WorkerFaults")), confined: true)
  }

  private func operation(_ width: Int, _ height: Int) -> WorkerRequest.Operation {
    .decode(
      DecodePass(
        region: PixelRect(x: 0, y: 0, width: width, height: height), denominator: 1, layout: SampleLayout(.gray)))
  }

  /// The reports about rows of one decode.
  private mutating func reports(_ operation: WorkerRequest.Operation, of worker: WorkerProcess) throws -> [WorkerReply]
  {
    var reports: [WorkerReply] = []
    let number = try worker.carryOut(operation, .heif, limits: Limits(), source: Array("fine".utf8), &deadline) {
      reply, deadline throws(WorkerFault) in
      reports.append(reply)
      try worker.sendCommand(.slot, &deadline)
    }
    #expect(number == 0)
    return reports
  }

  @Test mutating func rowsAreReportedInOrder() throws {
    let worker = try worker()
    #expect(worker.handshake.version == WorkerHandshake.currentVersion)
    #expect(worker.requestCount == 0 && worker.memory == nil)
    for (height, rows) in [(1, [1]), (64, [64]), (65, [64, 1]), (300, [64, 64, 64, 64, 44])] {
      let expected = rows.enumerated().map { WorkerReply.filled(firstRow: $0 * 64, rows: $1) }
      #expect(try reports(operation(8, height), of: worker) == expected)
    }
    #expect(worker.requestCount == 4 && worker.isAlive)
  }

  @Test mutating func memoryIsUsedAgainWhileItIsLargeEnough() throws {
    let worker = try worker()
    _ = try reports(operation(8, 128), of: worker)
    let first = try #require(worker.memory)
    #expect(first.byteCount == 8 * 128)
    _ = try reports(operation(8, 128), of: worker)
    _ = try reports(operation(3, 5), of: worker)
    #expect(worker.memory === first)
    _ = try reports(operation(8, 129), of: worker)
    #expect(worker.memory !== first)
    #expect(worker.memory?.byteCount == 3 * 8 * 64)
  }

  @Test mutating func theWorkersRefusalIsItsAnswer() throws {
    let worker = try worker()
    let sentences: [(String, UprightError)] = [
      ("fault:malformed", .malformed(MetadataError(.corruptData, at: 7))),
      ("fault:unheard of", .unsupported("unheard of: allowed")),
    ]
    for (sentence, error) in sentences {
      #expect(throws: WorkerFault.answer(error)) {
        _ = try worker.carryOut(
          operation(8, 8), .heif, limits: Limits(), source: Array(sentence.utf8), &deadline
        ) { _, _ throws(WorkerFault) in throw .protocolViolation("rows") }
      }
    }
    #expect(throws: WorkerFault.answer(.unsupported("the worker has no codec for MP4"))) {
      _ = try worker.carryOut(operation(8, 8), .mp4, limits: Limits(), source: [1], &deadline) {
        _, _ throws(WorkerFault) in
      }
    }
    #expect(try reports(operation(8, 8), of: worker).count == 1, "it serves on")
  }

  @Test mutating func reportsAreCountedAnew() throws {
    let worker = try worker()
    _ = try reports(operation(8, 300), of: worker)
    #expect(worker.repliesReceived == 7, "one question, five bands and the end")
    _ = try reports(operation(8, 8), of: worker)
    #expect(worker.repliesReceived == 3)
  }

  @Test func questionsAreAMultipleOfTheSource() {
    #expect(WorkerProcess.maxReplies(about: 0) == 65_536)
    #expect(WorkerProcess.maxReplies(about: 1 << 20) == 65_536 + (1 << 19))
    #expect(WorkerProcess.maxReplies(about: .max) > 1 << 61)
    #expect(WorkerProcess.maxReplies(about: -1) == 65_536)
  }

  @Test mutating func howItEndsIsToldOnceAndKept() throws {
    let worker = try worker()
    #expect(throws: WorkerFault.closed) {
      _ = try worker.carryOut(
        operation(8, 8), .heif, limits: Limits(), source: Array("fault:exit".utf8), &deadline
      ) { _, _ throws(WorkerFault) in }
    }
    #expect(worker.end() == .code(3))
    #expect(!worker.isAlive)
    #expect(worker.end() == .code(3))
  }
}

// The thread that starts workers: after the system had no thread left, a later worker still starts (pthread_create(3)).
#if os(Linux)
  @Suite struct WorkerStarterTests {
    private static let compiler = "/usr/bin/cc"
    private static let hasCompiler = FileManager.default.isExecutableFile(atPath: compiler)

    /// A separate program, because no thread of these tests may have stacks too large for memory.
    private static let program = """
      #define _GNU_SOURCE
      #include "CLinuxWorker.h"
      #include <errno.h>
      #include <pthread.h>
      #include <stdio.h>
      int main(void) {
        pthread_attr_t usual, vast;
        pid_t child;
        int ends[2];
        pthread_getattr_default_np(&usual);
        pthread_attr_init(&vast);
        pthread_attr_setstacksize(&vast, (size_t)1 << 46);
        upright_make_channel(ends);
        pthread_setattr_default_np(&vast);
        const int first = upright_start_worker("/bin/true", "", "", ends[1], &child), reason = errno;
        pthread_setattr_default_np(&usual);
        const int second = upright_start_worker("/bin/true", "", "", ends[1], &child);
        printf("%d %d %d", first, reason == EAGAIN, second);
        return 0;
      }
      """

    @Test(.enabled(if: hasCompiler, "needs cc"))
    func aShortageOfThreadsIsForgotten() throws {
      let folder = try ScratchFolder()
      let sources = URL(filePath: #filePath).appending(path: "../../../Sources/CLinuxShim").standardized.path
      let main = try folder.write(Array(Self.program.utf8), as: "main.c")
      let words = ["-I\(sources)/include", "\(sources)/channel.c", main, "-o", "program", "-lpthread"]
      let compiled = try OutsideTool.run(Self.compiler, words, in: folder)
      try #require(compiled.status == 0, "\(compiled.complaints)")
      let answer = try OutsideTool.run(folder.path("program"), [], in: folder)
      #expect(answer.text == "-1 1 0")
    }
  }
#endif
