// A file gets a second thread only if a batch leaves one free.

import Foundation
import Synchronization
import Testing
import Upright

@testable import UprightBatch

@Suite struct SpareThreadsTests {
  /// Waits until so many have come; at most ten seconds.
  private final class Barrier: Sendable {
    private let expected: Int
    private let count = Atomic(0)

    init(_ expected: Int) { self.expected = expected }

    func wait() {
      count.wrappingAdd(1, ordering: .sequentiallyConsistent)
      for _ in 0..<10_000 where count.load(ordering: .sequentiallyConsistent) < expected { usleep(1_000) }
    }
  }

  /// Whether there was a spare thread while each of `count` files was processed, all at the same time if possible.
  private func spares(files count: Int, width: Int) -> [Bool] {
    let admission = Admission(width: width)
    let (begun, asked) = (Barrier(min(count, width)), Barrier(min(count, width)))
    let files = (0..<count).map { InputFile(path: "\($0).jpg", relativePath: "\($0).jpg") }
    var spares: [Bool] = []
    _ = FileQueue(admission).run(files) { (_, _) throws(UprightError) in
      begun.wait()
      defer { asked.wait() }
      return Admission.hasSpareThread
    } deliver: { (_, _, outcome: Result<Bool, UprightError>) in
      spares.append((try? outcome.get()) ?? true)
      return true
    }
    #expect(!Admission.hasSpareThread && admission.figures.working == 0)
    return spares
  }

  @Test func oneJobHasNoSpareThread() {
    #expect(spares(files: 1, width: 1) == [false])
    #expect(spares(files: 3, width: 1) == [false, false, false])
  }

  @Test func oneFileHasTheThreadsThatNoOtherFileUses() {
    #expect(spares(files: 1, width: 2) == [true])
    #expect(spares(files: 1, width: 8) == [true])
  }

  @Test func asManyFilesAsThreadsLeaveNone() {
    #expect(spares(files: 2, width: 2) == [false, false])
  }

  @Test func outsideOfABatchThereIsNone() {
    #expect(!Admission.hasSpareThread)
    #expect(Admission(width: 2).hold(0).carry { Admission.hasSpareThread })
    #expect(!Admission(width: 0).working { Admission.hasSpareThread })
  }

  @Test func spareThreadsCountDownWhileFilesAreInWork() {
    let admission = Admission(width: 3)
    func inWork(_ left: Int) -> [Bool] {
      admission.working { [Admission.hasSpareThread] + (left > 1 ? inWork(left - 1) : []) }
    }
    #expect(inWork(4) == [true, true, false, false], "three have all threads, and a fourth has none either")
    #expect(admission.figures.working == 0)
  }

  @Test func batchesDoNotShareThreads() {
    let (narrow, wide) = (Admission(width: 1), Admission(width: 2))
    #expect(narrow.working { wide.working { Admission.hasSpareThread } })
    #expect(!wide.working { narrow.working { Admission.hasSpareThread } })
  }
}
