// Memory and places: never more than there are, in order, and given back, whether threads or tasks wait for them.

import Dispatch
import Foundation
import Synchronization
import Testing

@testable import UprightBatch

@Suite struct AdmissionTests {
  private typealias Figures = Admission.Figures

  private struct Stopped: Error {}

  /// Numbers in the order in which they come.
  private final class Log: Sendable {
    private let list = Mutex<[Int]>([])

    var numbers: [Int] { list.withLock { $0 } }

    func note(_ number: Int) { list.withLock { $0.append(number) } }
  }

  private static let nothing = Figures(bytes: 0, waiting: 0, working: 0)

  /// Waits until so many wait; at most ten seconds.
  private static func waits(_ count: Int, for admission: Admission) async throws {
    for _ in 0..<10_000 where admission.figures.waiting != count { try await Task.sleep(for: .milliseconds(1)) }
    #expect(admission.figures.waiting == count)
  }

  // MARK: Threads

  @Test(arguments: [1, 10, 100, 1_000])
  func sharesNeverAddUpToMoreThanThereIs(total: Int) {
    let admission = Admission(bytes: total)
    let held = Atomic(0)
    let most = Atomic(0)
    let done = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 400) { number in
      let share = number * 7 % 150
      admission.with(share) {
        let now = held.add(min(share, total), ordering: .relaxed).newValue
        most.max(now, ordering: .relaxed)
        held.subtract(min(share, total), ordering: .relaxed)
        done.add(1, ordering: .relaxed)
      }
    }
    #expect(done.load(ordering: .relaxed) == 400)
    #expect(most.load(ordering: .relaxed) <= total)
    #expect(most.load(ordering: .relaxed) >= min(total, 149))
    #expect(admission.figures == Self.nothing)
  }

  @Test func aShareIsGivenBackAfterAnError() {
    let admission = Admission(bytes: 5)
    for _ in 0..<3 {
      #expect(throws: Stopped.self) { try admission.with(5) { throw Stopped() } }
    }
    #expect(admission.with(5) { 7 } == 7)
  }

  @Test func moreThanEverythingTakesEverything() async throws {
    let admission = Admission(bytes: 100, width: 2)
    var ticket: Admission.Ticket? = admission.take(1_000)
    #expect(ticket?.bytes == 100 && admission.figures == Figures(bytes: 100, waiting: 0, working: 0))
    ticket = nil
    ticket = try await admission.enter(1_000)
    #expect(ticket?.bytes == 100 && admission.figures == Figures(bytes: 100, waiting: 0, working: 1))
    ticket = nil
    #expect(admission.take(-5).bytes == 0 && admission.figures == Self.nothing)
  }

  // MARK: Tasks

  @Test func ticketsAreGivenBack() async throws {
    let admission = Admission(bytes: 100, width: 2, longest: 4)
    var tickets = [try await admission.enter(60), try await admission.enter(40)]
    #expect(admission.figures == Figures(bytes: 100, waiting: 0, working: 2))
    tickets.removeAll()
    #expect(admission.figures == Self.nothing)
  }

  @Test func requestsWaitForMemoryAndForPlaces() async throws {
    for (bytes, width) in [(100, 8), (1_000, 1)] {
      let admission = Admission(bytes: bytes, width: width, longest: 4)
      var first: Admission.Ticket? = try await admission.enter(80)
      let waiting = Task { try await admission.enter(80).bytes }
      try await Self.waits(1, for: admission)
      #expect(admission.figures.working == 1)
      first = nil
      #expect(try await waiting.value == 80)
      #expect(first == nil)
    }
  }

  @Test func aFullQueueRefusesAtOnce() async throws {
    let admission = Admission(bytes: 100, width: 1, longest: 1)
    var first: Admission.Ticket? = try await admission.enter(10)
    let waiting = Task { try await admission.enter(10).bytes }
    try await Self.waits(1, for: admission)
    await #expect(throws: Admission.Refusal.full) { _ = try await admission.enter(10) }
    first = nil
    #expect(try await waiting.value == 10)
    #expect(first == nil && admission.figures == Self.nothing)
  }

  @Test func aCanceledTaskLeavesTheQueueToOthers() async throws {
    let admission = Admission(bytes: 100, width: 4, longest: 4)
    var first: Admission.Ticket? = try await admission.enter(80)
    let large = Task { try await admission.enter(90).bytes }
    try await Self.waits(1, for: admission)
    let small = Task { try await admission.enter(10).bytes }
    try await Self.waits(2, for: admission)
    large.cancel()
    await #expect(throws: Admission.Refusal.cancelled) { _ = try await large.value }
    #expect(try await small.value == 10)
    #expect(admission.figures == Figures(bytes: 80, waiting: 0, working: 1), "what was canceled gave nothing back")
    first = nil
    #expect(first == nil && admission.figures == Self.nothing)
  }

  @Test func whoIsCanceledBeforehandWaitsForNothing() async throws {
    let admission = Admission(bytes: 100, width: 1)
    let held = admission.hold(0, places: 1)
    let canceled = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await admission.enter(10).bytes
    }
    canceled.cancel()
    await #expect(throws: Admission.Refusal.cancelled) { _ = try await canceled.value }
    withExtendedLifetime(held) { #expect(admission.figures == Figures(bytes: 0, waiting: 0, working: 1)) }
  }

  @Test func cancelingManyGivesBackNothingThatTheyDidNotTake() async throws {
    let admission = Admission(bytes: 100, width: 2)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<400 {
        let task = Task {
          let ticket = try await admission.enter(number % 90)
          let figures = admission.figures
          #expect(figures.bytes <= 100 && figures.bytes >= ticket.bytes && (1...2).contains(figures.working))
          await Task.yield()
          withExtendedLifetime(ticket) {}
        }
        group.addTask {
          if number % 3 == 0 { await Task.yield() }
          if number % 2 == 0 { task.cancel() }
          _ = await task.result
        }
      }
    }
    #expect(admission.figures == Self.nothing)
  }

  @Test func resultsOnTheirWayCountAsMemory() async throws {
    let admission = Admission(bytes: 100, width: 4, longest: 4)
    var held: Admission.Ticket? = admission.hold(150)
    #expect(admission.reserve(1) == nil && admission.figures == Figures(bytes: 150, waiting: 0, working: 0))
    let waiting = Task { try await admission.enter(10).bytes }
    try await Self.waits(1, for: admission)
    held = nil
    #expect(try await waiting.value == 10)
    #expect(held == nil && admission.reserve(101) == nil && admission.reserve(100)?.bytes == 100)
  }

  @Test func reservingTakesAPlaceOrNothing() {
    let admission = Admission(bytes: 0, width: 2)
    var (one, two) = (admission.reserve(0, places: 1), admission.reserve(0, places: 1))
    #expect(one != nil && two != nil && admission.reserve(0, places: 1) == nil)
    one = nil
    #expect(one == nil && admission.figures.working == 1)
    two = admission.reserve(0, places: 1)
    #expect(two != nil && admission.figures.working == 1, "the first of the two was given back only afterwards")
  }

  @Test func manyRequestsNeverExceedTheMemory() async throws {
    let admission = Admission(bytes: 100, width: 3, longest: 1_000)
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
    #expect(admission.figures == Self.nothing)
  }

  // MARK: Both

  @Test func threadsAndTasksAreServedInOneOrder() async throws {
    let admission = Admission(bytes: 100, width: 1)
    let served = Log()
    var first: Admission.Ticket? = try await admission.enter(10)
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<6 {
      if number % 2 == 0 {
        Thread.detachNewThread {
          let ticket = admission.take(10, places: 1)
          withExtendedLifetime(ticket) { served.note(number) }
        }
      } else {
        tasks.append(
          Task {
            let ticket = try await admission.enter(10)
            withExtendedLifetime(ticket) { served.note(number) }
          })
      }
      try await Self.waits(number + 1, for: admission)
    }
    first = nil
    for task in tasks { try await task.value }
    #expect(first == nil && served.numbers == [0, 1, 2, 3, 4, 5])
    #expect(admission.figures == Self.nothing)
  }

  /// Otherwise the task would wait for the thread's place, and the thread behind the task for memory.
  @Test func whoHasAPlaceIsServedBeforeWhoWaitsForOne() async throws {
    let admission = Admission(bytes: 100, width: 1)
    let finished = Mutex(false)
    var memory: Admission.Ticket? = admission.take(60)
    Thread.detachNewThread {
      admission.working {
        while admission.figures.waiting == 0 { usleep(1_000) }
        admission.with(50) { finished.withLock { $0 = true } }
      }
    }
    while admission.figures.working == 0 { await Task.yield() }
    let task = Task { try await admission.enter(50).bytes }
    try await Self.waits(2, for: admission)
    memory = nil
    #expect(try await task.value == 50)
    #expect(memory == nil && finished.withLock { $0 })
  }

  @Test func workRunsWhereItMayBlock() async throws {
    let admission = Admission(bytes: 100, width: 2)
    let ticket = try await admission.enter(70)
    let seen = await ticket.run { (Admission.current == nil, admission.figures) }
    #expect(seen.0 && seen.1 == Figures(bytes: 70, waiting: 0, working: 1))
    #expect(try await admission.run(30) { admission.figures } == Figures(bytes: 100, waiting: 0, working: 2))
    #expect(ticket.carry { Admission.current === admission })
  }
}
