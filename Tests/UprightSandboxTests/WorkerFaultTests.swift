// Crashes, wrong replies and forbidden calls of a worker, each with its own name on this side.

import Synchronization
import Testing
import Upright
import UprightTestTools

@testable import UprightSandbox

@Suite(.enabled(if: Workers.areHere, Workers.reason)) struct WorkerFaultTests {
  private let pass = DecodePass(
    region: PixelRect(x: 0, y: 0, width: 8, height: 200), denominator: 1, layout: SampleLayout(.gray))

  /// The result of a source in the faulty worker: its rows' numbers, or the error.
  private func outcome(
    _ sentence: String, _ codec: WorkerCodec, seconds: Double? = nil
  ) -> Result<[UInt16], UprightError> {
    var limits = Limits(memoryBytes: 256 << 20)
    limits.seconds = seconds
    var numbers: [UInt16] = []
    do throws(UprightError) {
      try codec.decode(pass, from: Array(sentence.utf8), limits: limits) { band, first in
        numbers += (0..<band.size.height).map { band.sample(x: 7, y: $0, channel: 0) }
      }
      return .success(numbers)
    } catch { return .failure(error) }
  }

  private var numbers: [UInt16] { (0..<200).map(UInt16.init) }

  private func codecError(_ message: String) -> UprightError { .codec(format: .heif, message: message) }

  @Test(arguments: [
    ("segv", "was stopped by SIGSEGV"), ("abort", "was stopped by SIGABRT"),
    ("kill", "was stopped by SIGKILL, perhaps because of too little memory"), ("exit", "ended with exit code 3"),
    ("memory", "was stopped by SIGABRT"),
    ("exec", "was stopped by SIGSYS for a forbidden system call"),
  ])
  func deathsAreNamed(_ fault: String, _ sentence: String) {
    let codec = Workers.faulty()
    #expect(outcome("fault:\(fault)", codec) == .failure(codecError("the decoder \(sentence)")))
    #expect(outcome("fine", codec) == .success(numbers), "the next picture gets another worker")
  }

  /// A program without memory ends in a few ways, which mean that only if its memory is limited from outside.
  @Test func endsForLackOfMemoryAreToldFromOthers() {
    let allocators = ["SIGABRT", "SIGILL", "SIGTRAP"].map(WorkerExit.signal)
    for exitStatus in allocators {
      #expect(exitStatus.meansShortage(atStart: false, isBounded: true))
      #expect(!exitStatus.meansShortage(atStart: false, isBounded: false))
    }
    #expect(WorkerExit.code(75).meansShortage(atStart: false, isBounded: false))
    for exitStatus in [WorkerExit.signal("SIGSEGV"), .code(127)] {
      #expect(exitStatus.meansShortage(atStart: true, isBounded: true))
      #expect(!exitStatus.meansShortage(atStart: false, isBounded: true))
      #expect(!exitStatus.meansShortage(atStart: true, isBounded: false))
    }
    #expect(!WorkerExit.code(0).meansShortage(atStart: true, isBounded: true))
    #expect(!WorkerExit.unknown.meansShortage(atStart: true, isBounded: true))
  }

  @Test func aTrapIsNamed() {
    guard case .failure(.codec(.heif, let message)) = outcome("fault:trap", Workers.faulty()) else {
      Issue.record("it was no error of the codec")
      return
    }
    #expect(["SIGILL", "SIGTRAP"].contains { message == "the decoder was stopped by \($0)" })
  }

  @Test func aDeathBetweenRowsIsNamed() {
    #expect(outcome("late:segv", Workers.faulty()) == .failure(codecError("the decoder was stopped by SIGSEGV")))
  }

  @Test(arguments: ["hang", "spin", "half"])
  func whoTakesTooLongIsStopped(_ fault: String) {
    let codec = Workers.faulty()
    let limit = UprightError.limit(.seconds, asked: 2, allowed: 1)
    if fault == "half" {
      #expect(outcome("fault:half", codec, seconds: 1) != .success(numbers))
    } else {
      #expect(outcome("fault:\(fault)", codec, seconds: 1) == .failure(limit))
    }
    #expect(outcome("fine", codec) == .success(numbers))
  }

  /// The system's own limit on processor time is the same limit with the same name, whichever side notices first.
  @Test func processorTimeIsTheSameLimit() {
    let codec = Workers.faulty()
    let unasked = UprightError.limit(.workerSeconds, asked: 61, allowed: 60)
    #expect(outcome("fault:time", codec) == .failure(unasked))
    #expect(outcome("fault:time", codec, seconds: 7) == .failure(.limit(.seconds, asked: 8, allowed: 7)))
    #expect(outcome("fine", codec) == .success(numbers))
  }

  @Test(arguments: [0.5, .infinity, 1e300])
  func anyNumberOfSecondsIsOne(_ seconds: Double) {
    #expect(outcome("fault:segv", Workers.faulty(), seconds: seconds) != .success(numbers))
    #expect(outcome("fine", Workers.faulty(), seconds: seconds) == .success(numbers))
  }

  @Test(arguments: [
    ("garbage", "a message of 4294967295 bytes"), ("empty", "a message of 0 bytes"), ("order", "rows out of order"),
    ("many", "rows out of order"), ("beyond", "bytes beyond the source's end"), ("done", "the reply is incomplete"),
    ("cancelled", "canceled without a request"),
  ])
  func liesAreNamed(_ fault: String, _ sentence: String) {
    let codec = Workers.faulty()
    let lie = codecError("the worker's reply is invalid: \(sentence)")
    #expect(outcome("fault:\(fault)", codec) == .failure(lie))
    #expect(outcome("fine", codec) == .success(numbers))
  }

  /// It is never waited for, so no limit on waiting would end it.
  @Test func whoAsksWithoutEndIsStopped() {
    let codec = Workers.faulty()
    let lie = codecError("the worker's reply is invalid: far more requests than its source has bytes")
    #expect(outcome("fault:talk", codec) == .failure(lie))
    #expect(outcome("fine", codec) == .success(numbers))
  }

  private var endless: LyingSource {
    LyingSource(bytes: Array("fault:talk\n".utf8) + [UInt8](repeating: 32, count: 4096), byteCount: .max)
  }

  /// A source so large that its requests would be allowed: then the time limit ends them.
  @Test func questionsTakeTimeToo() {
    var limits = Limits()
    limits.seconds = 0.3
    #expect(throws: UprightError.limit(.seconds, asked: 2, allowed: 1)) {
      try Workers.faulty().decode(pass, from: endless, limits: limits) { _, _ in }
    }
  }

  @Test func whoAsksIsToldThatNobodyWantsItsImage() async {
    let reads = Mutex(0)
    let (pass, codec) = (pass, Workers.faulty())
    var source = endless
    source.atRead = {
      let count = reads.withLock { count -> Int in
        count += 1
        return count
      }
      if count == 1_000 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
    let task = Task { [source] in Outcome.decode(pass, by: codec, of: source).error }
    #expect(await task.value == .cancelled)
  }

  @Test func whoDiesBetweenImagesIsReplaced() {
    let codec = Workers.faulty()
    for sentence in ["mine", "fine", "mine", "mine"] {
      #expect(outcome(sentence, codec) == .success(numbers), "\(sentence)")
    }
    let death = codecError("the decoder was stopped by SIGSEGV")
    #expect(outcome("fault:segv", codec) == .failure(death), "the second one is not replaced")
    #expect(outcome("fine", codec) == .success(numbers))
  }

  @Test func whatTheCodecRefusesIsItsOwnError() {
    let codec = Workers.faulty()
    let damage = UprightError.malformed(MetadataError(.corruptData, at: 7))
    #expect(outcome("fault:malformed", codec) == .failure(damage))
    #expect(
      outcome("fault:wide", codec) == .failure(codecError("rows of another image")), "it would not fit its slot")
  }

  @Test(arguments: ["open", "create", "socket", "fork", "code", "advice", "limits", "signal", "folder"])
  func whatNoDecoderNeedsIsForbidden(_ call: String) {
    #expect(outcome("fault:\(call)", Workers.faulty()) == .failure(.unsupported("\(call): errno 1")))
  }

  @Test func unconfinedAllOfItIsAllowed() {
    for call in ["open", "socket"] {
      #expect(outcome("fault:\(call)", Workers.faulty(.never)) == .failure(.unsupported("\(call): allowed")))
    }
  }

  @Test func whatEncodesFailsLikewise() {
    let codec = Workers.faulty()
    let settings = EncodeSettings(format: .heif, fidelity: .level(90), sampling: .none)
    func encode(_ sentence: String) throws(UprightError) -> [UInt8] {
      guard let image = Raster<Output>(size: PixelSize(width: 4, height: 200), layout: SampleLayout(.gray)) else {
        return []
      }
      var bytes: [UInt8] = []
      try codec.encode(
        image, settings: settings, metadata: CarriedMetadata(exif: Array(sentence.utf8)), limits: Limits(),
        into: &bytes)
      return bytes
    }
    #expect(throws: codecError("the encoder was stopped by SIGSEGV")) { try encode("fault:segv") }
    #expect(throws: codecError("the worker's reply is invalid: far more bytes than there are pixels")) {
      try encode("fault:flood")
    }
    #expect(throws: codecError("the worker's reply is invalid: far more bytes than there are pixels")) {
      try encode("fault:drops")
    }
    #expect(throws: codecError("the worker's reply is invalid: an empty part of a result")) {
      try encode("fault:nothing")
    }
    #expect(throws: Never.self) {
      let bytes = try encode("fine")
      #expect(bytes == [UInt8](repeating: 0, count: 800))
    }
  }

  @Test func anEndBehindTheFileIsNoEnd() {
    let job = LosslessJob(region: PixelRect(x: 0, y: 0, width: 8, height: 8), orientation: .init(exif: .rightTop))
    var bytes: [UInt8] = []
    #expect(throws: codecError("the worker's reply is invalid: the reply is incomplete")) {
      try Workers.faulty().transform(job, from: [1, 2], metadata: CarriedMetadata(), limits: Limits(), into: &bytes)
    }
  }
}

@Suite struct WorkerEndingTests {
  @Test func everyEndingHasItsSentence() {
    let sentences: [(WorkerExit, String)] = [
      (.signal("SIGSYS"), "was stopped by SIGSYS for a forbidden system call"),
      (.signal("SIGKILL"), "was stopped by SIGKILL, perhaps because of too little memory"),
      (.signal("SIGXCPU"), "was stopped by SIGXCPU because it took too much time"),
      (.signal("SIGSEGV"), "was stopped by SIGSEGV"), (.signal("SIGBUS"), "was stopped by SIGBUS"),
      (.code(0), "ended with exit code 0"), (.code(64), "ended with exit code 64"),
      (.code(255), "ended with exit code 255"), (.unknown, "ended"),
    ]
    for (exitStatus, sentence) in sentences { #expect(exitStatus.sentence == sentence) }
  }
}
