// Which requests may work now: each states its memory before it begins, and a thread is free for it.

import Synchronization
import UprightBatch

/// Memory and threads that requests share, first come, first served.
final class Admission: Sendable {
  /// The memory in bytes.
  let total: Int
  private let longest: Int
  private let state: Mutex<State>

  /// - Parameter longest: The number of requests that may wait.
  init(bytes: Int, threads: Int, longest: Int) {
    (total, self.longest) = (bytes, longest)
    state = Mutex(State(lanes: (0..<max(1, threads)).map { _ in BlockingLane() }))
  }

  /// What a request was given, until the last reference to it is gone.
  final class Ticket: Sendable {
    let bytes: Int
    /// The thread; nil for memory alone.
    let lane: BlockingLane?
    private let admission: Admission

    fileprivate init(_ bytes: Int, _ lane: BlockingLane?, _ admission: Admission) {
      (self.bytes, self.lane, self.admission) = (bytes, lane, admission)
    }

    deinit { admission.giveBack(bytes, lane) }
  }

  /// What is in use.
  struct Figures: Hashable, Sendable {
    var bytes, waiting, working: Int
  }

  private struct State {
    var taken = 0
    var working = 0
    var lanes: [BlockingLane]
    var waiting: [Waiter] = []
    var lastNumber = 0
    /// Requests that were canceled before they began to wait.
    var abandoned: Set<Int> = []
  }

  private struct Waiter {
    let number, bytes: Int
    let call: CheckedContinuation<Admitted?, Never>
  }

  private struct Admitted: Sendable {
    let lane: BlockingLane
  }

  private enum Entry {
    case admitted(Admitted)
    case wait(Int)
    case full
  }

  var figures: Figures {
    state.withLock { Figures(bytes: $0.taken, waiting: $0.waiting.count, working: $0.working) }
  }

  /// Waits until `bytes` and a thread are free; more than there are takes all of them.
  ///
  /// - Throws: `.busy` if too many wait already, `.late` if the task is canceled.
  func enter(_ bytes: Int) async throws(Problem) -> Ticket {
    let share = min(max(bytes, 0), total)
    let entry = state.withLock { state -> Entry in
      if state.waiting.isEmpty, let lane = Self.lane(for: share, of: total, &state) {
        return .admitted(Admitted(lane: lane))
      }
      guard state.waiting.count < longest else { return .full }
      state.lastNumber += 1
      return .wait(state.lastNumber)
    }
    switch entry {
    case .admitted(let admitted): return Ticket(share, admitted.lane, self)
    case .full: throw .busy
    case .wait(let number):
      let admission = await turn(number, share)
      // It may have been canceled after its turn had come.
      state.withLock { state in _ = state.abandoned.remove(number) }
      guard let admitted = admission else { throw .late }
      return Ticket(share, admitted.lane, self)
    }
  }

  /// Takes memory that is in use already, such as that of a result on its way to a client; never waits.
  func hold(_ bytes: Int) -> Ticket {
    state.withLock { $0.taken += bytes }
    return Ticket(bytes, nil, self)
  }

  /// Takes memory for a result that is kept; nil if it is not free.
  func reserve(_ bytes: Int) -> Ticket? {
    let isFree = state.withLock { state in
      guard bytes <= total - state.taken else { return false }
      state.taken += bytes
      return true
    }
    return isFree ? Ticket(bytes, nil, self) : nil
  }

  private func turn(_ number: Int, _ share: Int) async -> Admitted? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { call in
        let next = state.withLock { state -> [(Waiter, Admitted?)] in
          let waiter = Waiter(number: number, bytes: share, call: call)
          if state.abandoned.remove(number) != nil { return [(waiter, nil)] }
          state.waiting.append(waiter)
          return Self.admitted(of: total, &state)
        }
        for (waiter, admitted) in next { waiter.call.resume(returning: admitted) }
      }
    } onCancel: {
      let waiter = state.withLock { state -> Waiter? in
        guard let place = state.waiting.firstIndex(where: { $0.number == number }) else {
          state.abandoned.insert(number)
          return nil
        }
        return state.waiting.remove(at: place)
      }
      waiter?.call.resume(returning: nil)
      goOn()
    }
  }

  private func giveBack(_ bytes: Int, _ lane: BlockingLane?) {
    state.withLock { state in
      state.taken -= bytes
      guard let lane else { return }
      state.working -= 1
      state.lanes.append(lane)
    }
    goOn()
  }

  private func goOn() {
    for (waiter, admitted) in state.withLock({ Self.admitted(of: total, &$0) }) {
      waiter.call.resume(returning: admitted)
    }
  }

  private static func admitted(of total: Int, _ state: inout State) -> [(Waiter, Admitted?)] {
    var next: [(Waiter, Admitted?)] = []
    while let first = state.waiting.first, let lane = lane(for: first.bytes, of: total, &state) {
      state.waiting.removeFirst()
      state.abandoned.remove(first.number)
      next.append((first, Admitted(lane: lane)))
    }
    return next
  }

  private static func lane(for share: Int, of total: Int, _ state: inout State) -> BlockingLane? {
    guard share <= total - state.taken, let lane = state.lanes.popLast() else { return nil }
    state.taken += share
    state.working += 1
    return lane
  }
}
