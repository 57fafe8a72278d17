// Waiting for the other side: as long as allowed, and no longer.

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
