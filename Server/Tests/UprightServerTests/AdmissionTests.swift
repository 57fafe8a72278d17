// What a request is answered that may not begin, and where it runs if it may.

import Testing
import Upright
import UprightBatch

@testable import UprightServer

@Suite struct AdmissionTests {
  @Test func aFullQueueIsBusy() async throws {
    let admission = Admission(bytes: 100, width: 1, longest: 1)
    var first: Admission.Ticket? = try await admission.admit(10)
    let waiting = Task { try await admission.admit(10).bytes }
    while admission.figures.waiting == 0 { await Task.yield() }
    await #expect(throws: Problem.busy) { _ = try await admission.admit(10) }
    #expect(Problem.busy.status == 503)
    #expect(ServerResponse(.busy)["Retry-After"] != nil)
    first = nil
    #expect(try await waiting.value == 10)
    #expect(first == nil)
  }

  @Test func aCanceledRequestIsLate() async throws {
    let admission = Admission(bytes: 100, width: 4, longest: 4)
    var first: Admission.Ticket? = try await admission.admit(80)
    let large = Task { try await admission.admit(90).bytes }
    while admission.figures.waiting < 1 { await Task.yield() }
    let small = Task { try await admission.answer { () throws(Problem) in admission.figures.working } }
    while admission.figures.waiting < 2 { await Task.yield() }
    large.cancel()
    await #expect(throws: Problem.late) { _ = try await large.value }
    #expect(try await small.value == 2)
    first = nil
    let figures = admission.figures
    #expect(first == nil && figures.bytes == 0 && figures.waiting == 0 && figures.working == 0)
  }

  @Test func whyAnAnswerFailsIsKept() async throws {
    let admission = Admission(bytes: 100, width: 1, longest: 0)
    await #expect(throws: Problem.slowContent) {
      try await admission.answer { () throws(Problem) -> Int in throw .slowContent }
    }
    let outcome = try await admission.admit(10).answer { () throws(UprightError) -> Int in throw .cancelled }
    #expect(outcome == .failure(.late))
    #expect(admission.figures.bytes == 0 && admission.figures.working == 0)
  }
}
