// Whole messages, in any number of pieces.

import Foundation
import Testing
import Upright
@testable import UprightSandbox
import UprightSystem
import UprightTestTools

@Suite(.enabled(if: Workers.areHere, Workers.reason)) struct WorkerChannelTests {
  private var deadline = Deadline(seconds: 5)

  @Test mutating func messagesComeInOrderAndWhole() throws {
    let (own, other) = try WorkerCalls.makeChannel()
    let (here, there) = (WorkerChannel(toWorker: own), WorkerChannel(toParent: other))
    let messages = [[1], [2, 3], [UInt8](repeating: 7, count: 5000), [4]]
    for message in messages { try here.send(message, &deadline) }
    for message in messages { #expect(try there.receive(atMost: 5000, &deadline) == message) }
    for message in messages { try there.send(message, &deadline) }
    for message in messages { #expect(try here.receive(atMost: 5000, &deadline) == message) }
  }

  @Test mutating func bytesThatDripMakeMessagesToo() throws {
    let (own, other) = try WorkerCalls.makeChannel()
    let here = WorkerChannel(toWorker: own)
    for byte: UInt8 in [2, 0, 0, 0, 8, 9, 1, 0, 0, 0, 5] { _ = try WorkerCalls.send([byte], from: 0, over: other) }
    #expect(try here.receive(atMost: 2, &deadline) == [8, 9])
    #expect(try here.receive(atMost: 2, &deadline) == [5])
  }

  @Test mutating func lengthsBeyondTheAllowedAreNonsense() throws {
    for frame: [UInt8] in [[0, 0, 0, 0], [3, 0, 0, 0], [255, 255, 255, 255]] {
      let (own, other) = try WorkerCalls.makeChannel()
      _ = try WorkerCalls.send(frame, from: 0, over: other)
      #expect(throws: WorkerFault.self) { try WorkerChannel(toWorker: own).receive(atMost: 2, &deadline) }
    }
  }

  @Test mutating func filesReachTheWorkerAlone() throws {
    let (own, other) = try WorkerCalls.makeChannel()
    let (here, there) = (WorkerChannel(toWorker: own), WorkerChannel(toParent: other))
    let memory = try SharedBands(byteCount: 4096)
    try here.send([1], files: [memory.file.number], &deadline)
    #expect(try there.receive(atMost: 1, &deadline) == [1])
    #expect(there.takeFile() != nil)
    #expect(there.takeFile() == nil)
    try there.send([2], files: [memory.file.number], &deadline)
    #expect(try here.receive(atMost: 1, &deadline) == [2])
    #expect(here.takeFile() == nil)
  }

  @Test mutating func whatCouldBeWrittenToStaysHere() throws {
    let folder = try ScratchFolder()
    let path = try folder.write([1, 2, 3], as: "file")
    for (flags, isSent) in [(O_RDONLY, true), (O_RDWR, false), (O_WRONLY, false)] {
      let (own, other) = try WorkerCalls.makeChannel()
      let (here, there) = (WorkerChannel(toWorker: own), WorkerChannel(toParent: other))
      let file = Descriptor(unsafe open(path, flags))
      #expect(file.number > 2)
      if isSent {
        try here.send([1], files: [file.number], &deadline)
        #expect(try there.receive(atMost: 1, &deadline) == [1])
        #expect(there.takeFile() != nil)
      } else {
        #expect(throws: WorkerFault.call(EPERM)) { try here.send([1], files: [file.number], &deadline) }
      }
    }
  }

  @Test mutating func anEndInTheMidstOfAMessageIsNamed() throws {
    var ends: (own: Descriptor, other: Descriptor)? = try WorkerCalls.makeChannel()
    let here = WorkerChannel(toWorker: try #require(ends?.own))
    _ = try WorkerCalls.send([9, 0, 0, 0, 1], from: 0, over: #require(ends?.other))
    #expect(throws: WorkerFault.overdue) {
      var short = Deadline(seconds: 0.05)
      _ = try here.receive(atMost: 9, &short)
    }
    ends = nil
    #expect(throws: WorkerFault.closed) { try here.receive(atMost: 9, &deadline) }
    #expect(throws: WorkerFault.closed) { try here.send([1], &deadline) }
  }
}

// Waiting for the other side: as long as allowed, and no longer.

@Suite(.enabled(if: Workers.areHere, Workers.reason)) struct DeadlineTests {
  @Test func silenceEnds() throws {
    let (own, other) = try WorkerCalls.makeChannel()
    var deadline = Deadline(seconds: 0.1)
    #expect(throws: WorkerFault.overdue) { try deadline.wait(for: own, toTake: false) }
    #expect(throws: WorkerFault.overdue) { try deadline.wait(for: own, toTake: false) }
    _ = try WorkerCalls.send([1], from: 0, over: other)
    try deadline.wait(for: own, toTake: false)
    try deadline.wait(for: own, toTake: true)
  }

  @Test func answeringCountsAsWaiting() throws {
    var deadline = Deadline(seconds: 0.5)
    var count = 0
    #expect(throws: WorkerFault.overdue) {
      while count < 1000 {
        count += 1
        try deadline.counting { _ in usleep(1000) }
      }
    }
    #expect(2...500 ~= count)
    var endless = Deadline.endless
    try endless.counting { _ in usleep(1000) }
  }

  @Test func aStopCountsLittle() throws {
    var deadline = Deadline(seconds: 0.3)
    try deadline.counting { _ in usleep(400_000) }
    try deadline.counting { _ in }
    #expect(throws: WorkerFault.closed) { try deadline.counting { _ throws(WorkerFault) in throw .closed } }
  }

  @Test func whatIsWaitedMeanwhileCountsOnce() throws {
    let (own, other) = try WorkerCalls.makeChannel()
    var deadline = Deadline(seconds: 0.5)
    #expect(throws: WorkerFault.overdue) {
      try deadline.counting { deadline throws(WorkerFault) in try deadline.wait(for: own, toTake: false) }
    }
    _ = try WorkerCalls.send([1], from: 0, over: other)
    var rest = Deadline(seconds: 0.5)
    try rest.counting { deadline throws(WorkerFault) in try deadline.wait(for: own, toTake: false) }
    try rest.counting { _ in }
  }

  @Test func theOthersEndIsNoSilence() throws {
    var ends: (own: Descriptor, other: Descriptor)? = try WorkerCalls.makeChannel()
    let own = try #require(ends?.own)
    ends = nil
    var deadline = Deadline.endless
    try deadline.wait(for: own, toTake: false)
    #expect(try WorkerCalls.receive(atMost: 9, from: own) == nil)
  }

  @Test func whoIsCancelledWaitsNoLonger() async throws {
    let task = Task {
      let (own, other) = try WorkerCalls.makeChannel()
      while !Task.isCancelled { await Task.yield() }
      var deadline = Deadline(seconds: 1000)
      let fault = #expect(throws: WorkerFault.self) { try deadline.wait(for: own, toTake: false) }
      withExtendedLifetime(other) {}
      return fault
    }
    task.cancel()
    #expect(try await task.value == .cancelled)
  }
}

// How long to wait for a worker: as requested, otherwise by the image's size, and the name of that limit.

@Suite struct LimitsWorkerTests {
  @Test func unaskedItIsAMinuteAndMoreForManyPixels() {
    for (pixels, decoding, seconds) in [
      (0, true, 60.0), (0, false, 60), (150_000_000, true, 120), (15_000_000, false, 120), (24_000_000, true, 69.6),
      (24_000_000, false, 156), (-1, true, 60),
    ] {
      #expect((Limits.workerSeconds(pixels: pixels, decoding: decoding) - seconds).magnitude < 1e-9)
      let waiting = Limits().waiting(pixels: pixels, decoding: decoding)
      #expect(waiting.seconds == Limits.workerSeconds(pixels: pixels, decoding: decoding))
      #expect(waiting.limit == .workerSeconds)
    }
    #expect(Limits.workerSeconds(pixels: .max, decoding: false).isFinite)
  }

  @Test(arguments: [0.25, 1, 1e9])
  func whatWasAskedCountsWhateverTheImage(_ seconds: Double) {
    for pixels in [0, 1 << 30] {
      for decoding in [true, false] {
        let waiting = Limits(seconds: seconds).waiting(pixels: pixels, decoding: decoding)
        #expect(waiting.seconds == seconds && waiting.limit == .seconds)
      }
    }
  }

  @Test func anyNumberHasItsWholeSeconds() {
    let table: [(Double, Int)] = [
      (0.25, 1), (1, 1), (1.4, 1), (1.5, 2), (60, 60), (60.1, 60), (0, 1), (-1, 1), (-.infinity, 1),
      (1e9, 1_000_000_000), (.infinity, 1_000_000_000), (.nan, 1_000_000_000), (.leastNonzeroMagnitude, 1),
    ]
    for (seconds, whole) in table { #expect(Limits.wholeSeconds(seconds) == whole, "\(seconds)") }
  }

  @Test func theErrorNamesIt() {
    let error = UprightError.limit(.workerSeconds, asked: 70, allowed: 69)
    #expect(
      error.description
        == "decoding or encoding took longer than the 69 seconds allowed for an image of this size")
    #expect(error.codes.name == "limit" && error.codes.exitCode == 65)
  }

  @Test func everyThreadHasItsTime() {
    for (seconds, processors, most) in [(1.0, 1, 2), (10, 4, 50), (0.2, 64, 65), (1e12, 3, 4_000_000_000)] {
      #expect(Limits.processorSeconds(seconds, processors: processors) == most)
    }
    #expect(Limits.processorSeconds(1e12, processors: .max - 1) == .max)
    #expect(Limits.processorSeconds(5) >= 10, "at least one processor, and one more thread")
  }
}
