// Memory and threads: never more than there are, in order, and given back.

import Testing

@testable import UprightServer

@Suite struct AdmissionTests {
  @Test func ticketsAreGivenBack() async throws {
    let admission = Admission(bytes: 100, threads: 2, longest: 4)
    var tickets = [try await admission.enter(60), try await admission.enter(40)]
    #expect(admission.figures == Admission.Figures(bytes: 100, waiting: 0, working: 2))
    tickets.removeAll()
    #expect(admission.figures == Admission.Figures(bytes: 0, waiting: 0, working: 0))
  }

  @Test func moreThanEverythingTakesEverything() async throws {
    let admission = Admission(bytes: 100, threads: 2, longest: 4)
    let ticket = try await admission.enter(1_000)
    #expect(admission.figures.bytes == 100)
    withExtendedLifetime(ticket) {}
  }

  @Test func requestsWaitForMemoryAndForThreads() async throws {
    for (bytes, threads) in [(100, 8), (1_000, 1)] {
      let admission = Admission(bytes: bytes, threads: threads, longest: 4)
      var first: Admission.Ticket? = try await admission.enter(80)
      let waiting = Task { try await admission.enter(80).bytes }
      while admission.figures.waiting == 0 { await Task.yield() }
      #expect(admission.figures.working == 1)
      first = nil
      #expect(try await waiting.value == 80)
      #expect(first == nil)
    }
  }

  @Test func aFullQueueRefusesAtOnce() async throws {
    let admission = Admission(bytes: 100, threads: 1, longest: 1)
    var first: Admission.Ticket? = try await admission.enter(10)
    let waiting = Task { try await admission.enter(10).bytes }
    while admission.figures.waiting == 0 { await Task.yield() }
    await #expect(throws: Problem.busy) { _ = try await admission.enter(10) }
    #expect(Problem.busy.status == 503)
    #expect(ServerResponse(.busy)["Retry-After"] != nil)
    first = nil
    #expect(try await waiting.value == 10)
    #expect(first == nil)
  }

  @Test func aCanceledRequestLeavesTheQueueToOthers() async throws {
    let admission = Admission(bytes: 100, threads: 4, longest: 4)
    var first: Admission.Ticket? = try await admission.enter(80)
    let large = Task { try await admission.enter(90).bytes }
    while admission.figures.waiting < 1 { await Task.yield() }
    let small = Task { try await admission.enter(10).bytes }
    while admission.figures.waiting < 2 { await Task.yield() }
    large.cancel()
    await #expect(throws: Problem.late) { _ = try await large.value }
    #expect(try await small.value == 10)
    first = nil
    #expect(admission.figures == Admission.Figures(bytes: 0, waiting: 0, working: 0))
    #expect(first == nil)
  }

  @Test func resultsOnTheirWayCountAsMemory() async throws {
    let admission = Admission(bytes: 100, threads: 4, longest: 4)
    var held: Admission.Ticket? = admission.hold(150)
    let waiting = Task { try await admission.enter(10).bytes }
    while admission.figures.waiting == 0 { await Task.yield() }
    held = nil
    #expect(try await waiting.value == 10)
    #expect(held == nil)
  }

  @Test func manyRequestsNeverExceedTheMemory() async throws {
    let admission = Admission(bytes: 100, threads: 3, longest: 1_000)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<300 {
        group.addTask {
          let ticket = try await admission.enter(number % 90)
          let isWithin = admission.figures.bytes <= 100 && admission.figures.working <= 3
          await Task.yield()
          return withExtendedLifetime(ticket) { isWithin }
        }
      }
      for try await isWithin in group { #expect(isWithin) }
    }
    #expect(admission.figures == Admission.Figures(bytes: 0, waiting: 0, working: 0))
  }
}
