// The remaining work of many outcomes is completed once, and each gets its own result.

import Testing
import Upright
import UprightFiles

@testable import UprightBatch

@Suite struct PendingWorkTests {
  private struct Report: Equatable {
    var name: String
    var rest: Int?
  }

  @Test func eachOutcomeGetsTheAnswerOfItsOwnRest() {
    let outcomes: [Result<Report, UprightError>] = [
      .success(Report(name: "a", rest: nil)), .success(Report(name: "b", rest: 1)), .failure(.cancelled),
      .success(Report(name: "c", rest: 2)), .success(Report(name: "d", rest: 3)),
    ]
    var asked: [[Int]] = []
    let settled = PendingWork.end(outcomes, \.rest) { rests in
      asked.append(rests)
      return rests.map { $0 == 2 ? .exists("c") : nil }
    }
    #expect(asked == [[1, 2, 3]])
    #expect(
      settled == [
        .success(Report(name: "a")), .success(Report(name: "b")), .failure(.cancelled), .failure(.exists("c")),
        .success(Report(name: "d")),
      ])
  }
}
