// Waiting for the other side: as long as allowed, and no longer.

import Foundation
import Testing

@testable import UprightSandbox

@Suite(.enabled(if: Workers.areHere, Workers.reason)) struct PatienceTests {
  @Test func silenceEnds() throws {
    let (own, other) = try WorkerCalls.makeChannel()
    var patience = Patience(seconds: 0.1)
    #expect(throws: WorkerFault.overdue) { try patience.wait(for: own, toTake: false) }
    #expect(throws: WorkerFault.overdue) { try patience.wait(for: own, toTake: false) }
    _ = try WorkerCalls.send([1], from: 0, over: other)
    try patience.wait(for: own, toTake: false)
    try patience.wait(for: own, toTake: true)
  }

  @Test func answeringCountsAsWaiting() throws {
    var patience = Patience(seconds: 0.05)
    var count = 0
    #expect(throws: WorkerFault.overdue) {
      while count < 1000 {
        count += 1
        try patience.counting { _ in usleep(1000) }
      }
    }
    #expect(2...50 ~= count)
    var endless = Patience.endless
    try endless.counting { _ in usleep(1000) }
  }

  @Test func aStopCountsLittle() throws {
    var patience = Patience(seconds: 0.3)
    try patience.counting { _ in usleep(400_000) }
    try patience.counting { _ in }
    #expect(throws: WorkerFault.closed) { try patience.counting { _ throws(WorkerFault) in throw .closed } }
  }

  @Test func whatIsWaitedMeanwhileCountsOnce() throws {
    let (own, other) = try WorkerCalls.makeChannel()
    var patience = Patience(seconds: 0.5)
    #expect(throws: WorkerFault.overdue) {
      try patience.counting { patience throws(WorkerFault) in try patience.wait(for: own, toTake: false) }
    }
    _ = try WorkerCalls.send([1], from: 0, over: other)
    var rest = Patience(seconds: 0.5)
    try rest.counting { patience throws(WorkerFault) in try patience.wait(for: own, toTake: false) }
    try rest.counting { _ in }
  }

  @Test func theOthersEndIsNoSilence() throws {
    var ends: (own: OpenFile, other: OpenFile)? = try WorkerCalls.makeChannel()
    let own = try #require(ends?.own)
    ends = nil
    var patience = Patience.endless
    try patience.wait(for: own, toTake: false)
    #expect(try WorkerCalls.receive(atMost: 9, from: own) == nil)
  }

  @Test func whoIsCancelledWaitsNoLonger() async throws {
    let task = Task {
      let (own, other) = try WorkerCalls.makeChannel()
      while !Task.isCancelled { await Task.yield() }
      var patience = Patience(seconds: 1000)
      let fault = #expect(throws: WorkerFault.self) { try patience.wait(for: own, toTake: false) }
      withExtendedLifetime(other) {}
      return fault
    }
    task.cancel()
    #expect(try await task.value == .cancelled)
  }
}
