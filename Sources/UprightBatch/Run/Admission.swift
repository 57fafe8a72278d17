// Which work may be in progress: it states its memory before it begins, and a place is free for it. Batches, jobs and
// servers use the same (docs/decisions/0082-one-admission.md).

import Dispatch
import Synchronization

/// Memory and places that work shares, first come, first served. A place is a thread, or something else that only so
/// many may have at once.
///
///     let admission = Admission(bytes: 2 << 30, width: 8, longest: 100)
///     let ticket = try await admission.enter(plan.peakBytes)
///     let result = await ticket.run { Result { () throws(UprightError) in try image.result(of: plan, by: pipeline) } }
///
/// A task waits with ``enter(_:)``, a thread that may block with `take`; both are in one queue. Two rules keep everyone
/// from waiting for each other: who has memory does not wait for more, and who has a place is served before all who
/// wait for one.
public final class Admission: Sendable {
  /// All memory in bytes.
  public let total: Int
  /// The number of places.
  public let width: Int
  private let longest: Int
  private let state = Mutex(State())

  /// What the current work is part of; nil for nothing.
  @TaskLocal package static var current: Admission?

  /// Memory and places of which all are free.
  ///
  /// - Parameters:
  ///   - bytes: The memory in bytes.
  ///   - width: The number of places.
  ///   - longest: The length at which the queue takes no more tasks.
  public init(bytes: Int = .max, width: Int = .max, longest: Int = .max) {
    (total, self.width, self.longest) = (bytes, width, longest)
  }

  /// Why a task does not get what it asks for.
  public enum Refusal: Error, Hashable, Sendable {
    /// As many wait as may.
    case full
    /// It was canceled while it waited.
    case cancelled
  }

  /// What is in use.
  public struct Figures: Hashable, Sendable {
    /// Memory in bytes; more than there is if more was in use already.
    public var bytes: Int
    /// The number of those who wait.
    public var waiting: Int
    /// The number of places in use.
    public var working: Int
  }

  /// Memory and a place, given back with the last reference to this object.
  public final class Ticket: Sendable {
    /// The memory in bytes.
    public let bytes: Int
    private let places: Int
    private let admission: Admission

    fileprivate init(_ bytes: Int, _ places: Int, of admission: Admission) {
      (self.bytes, self.places, self.admission) = (bytes, places, admission)
    }

    deinit { admission.giveBack(bytes, places) }

    /// Runs `work` on a thread that may block, in which `Task.isCancelled` is the caller's.
    public func run<Value: Sendable>(_ work: @Sendable () -> Value) async -> Value {
      defer { withExtendedLifetime(self) {} }
      return await BlockingLane().run(work)
    }

    /// Runs `work`, which finds the admission as `current`.
    package func carry<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
      defer { withExtendedLifetime(self) {} }
      return try Admission.$current.withValue(admission) {
        Result { () throws(Failure) in try work() }
      }.get()
    }
  }

  /// What is in use.
  public var figures: Figures {
    state.withLock { Figures(bytes: $0.bytes, waiting: $0.waiting.count, working: $0.working) }
  }

  /// Whether the current work may use one thread more, because a place of what it is part of is free. The place is not
  /// reserved: two works that ask at the same time may share one thread, which then helps neither in full.
  package static var hasSpareThread: Bool { current.map { $0.figures.working < $0.width } ?? false }

  // MARK: Entering

  /// Suspends the task until `bytes` and a place are free; more than there are takes all of them.
  ///
  /// - Throws: `.full` if too many wait already; `.cancelled` if the task is canceled before its turn comes.
  public func enter(_ bytes: Int) async throws(Refusal) -> Ticket {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let refusal: Refusal? = await withTaskCancellationHandler {
      await withCheckedContinuation { call in
        add(Waiter(task: number, bytes: share(bytes), places: 1) { call.resume(returning: $0) })
      }
    } onCancel: {
      leave(number)
    }
    if let refusal { throw refusal }
    return Ticket(share(bytes), 1, of: self)
  }

  /// Runs `work` on a thread that may block, once `bytes` and a place are free.
  ///
  /// - Throws: As ``enter(_:)``.
  public func run<Value: Sendable>(_ bytes: Int = 0, _ work: @Sendable () -> Value) async throws(Refusal) -> Value {
    try await enter(bytes).run(work)
  }

  /// Blocks the thread until `bytes` and `places` are free; more bytes than there are take all of them. A thread is
  /// never refused.
  package func take(_ bytes: Int, places: Int = 0) -> Ticket {
    let turn = DispatchSemaphore(value: 0)
    add(Waiter(task: nil, bytes: share(bytes), places: places) { _ in turn.signal() })
    turn.wait()
    return Ticket(share(bytes), places, of: self)
  }

  /// Runs `work` once `bytes` are free; more than there are takes all of them. `work` must not wait for more.
  package func with<Value, Failure: Error>(
    _ bytes: Int, _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let ticket = take(bytes)
    defer { withExtendedLifetime(ticket) {} }
    return try work()
  }

  /// Runs `work`, which has its thread already, as a part of this; never waits.
  package func working<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
    try hold(0, places: 1).carry(work)
  }

  /// Takes what is in use already, such as the memory of a result on its way to a client; never waits.
  public func hold(_ bytes: Int, places: Int = 0) -> Ticket {
    state.withLock { $0.take(bytes, places) }
    return Ticket(bytes, places, of: self)
  }

  /// Takes `bytes` and `places` if they are free; nil if not.
  public func reserve(_ bytes: Int, places: Int = 0) -> Ticket? {
    let isTaken = state.withLock { state in
      guard isFree(bytes, places, in: state) else { return false }
      state.take(bytes, places)
      return true
    }
    return isTaken ? Ticket(bytes, places, of: self) : nil
  }

  // MARK: The queue

  private struct State {
    var bytes = 0
    var working = 0
    var waiting: [Waiter] = []
    var lastNumber = 0

    mutating func take(_ bytes: Int, _ places: Int) {
      self.bytes += bytes
      working += places
    }
  }

  private struct Waiter: Sendable {
    /// The number of a task, which may be refused; nil for a thread.
    let task: Int?
    let bytes, places: Int
    /// Tells that the turn has come, or why it never will.
    let answer: @Sendable (Refusal?) -> Void
  }

  private func share(_ bytes: Int) -> Int { min(max(bytes, 0), total) }

  private func isFree(_ bytes: Int, _ places: Int, in state: State) -> Bool {
    bytes <= max(0, total - state.bytes) && (places == 0 || places <= width - state.working)
  }

  /// Lets `waiter` begin or wait, unless it is refused.
  private func add(_ waiter: Waiter) {
    let (next, refusal) = state.withLock { state -> ([Waiter], Refusal?) in
      let ahead = waiter.places > 0 ? nil : state.waiting.firstIndex { $0.places > 0 }
      state.waiting.insert(waiter, at: ahead ?? state.waiting.count)
      let next = served(&state)
      guard let task = waiter.task, let place = state.waiting.firstIndex(where: { $0.task == task }) else {
        return (next, nil)
      }
      let refusal: Refusal? = state.waiting.count > longest ? .full : Task.isCancelled ? .cancelled : nil
      if refusal != nil { state.waiting.remove(at: place) }
      return (next, refusal)
    }
    for waiter in next { waiter.answer(nil) }
    if let refusal { waiter.answer(refusal) }
  }

  /// Takes a canceled task out of the queue.
  private func leave(_ task: Int) {
    let (left, next) = state.withLock { state -> (Waiter?, [Waiter]) in
      guard let place = state.waiting.firstIndex(where: { $0.task == task }) else { return (nil, []) }
      return (state.waiting.remove(at: place), served(&state))
    }
    left?.answer(.cancelled)
    for waiter in next { waiter.answer(nil) }
  }

  private func giveBack(_ bytes: Int, _ places: Int) {
    let next = state.withLock { state in
      state.take(-bytes, -places)
      return served(&state)
    }
    for waiter in next { waiter.answer(nil) }
  }

  /// Takes those out of the queue whose turn has come, with what they wait for.
  private func served(_ state: inout State) -> [Waiter] {
    var next: [Waiter] = []
    while let first = state.waiting.first, isFree(first.bytes, first.places, in: state) {
      state.take(first.bytes, first.places)
      next.append(state.waiting.removeFirst())
    }
    return next
  }
}
