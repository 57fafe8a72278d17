// Waiting for the other side: as long as allowed, and no longer.

import Foundation
import Testing
import UprightSystem

@testable import UprightSandbox

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
