// Whole messages, in any number of pieces.

import Foundation
import Testing
import UprightSystem
import UprightTestTools

@testable import UprightSandbox

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
