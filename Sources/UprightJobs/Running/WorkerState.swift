// How a job worker runs: its settings, what its threads share (jobs that wait, jobs in progress), and why it ends.

import Dispatch
import Synchronization
import Upright
import UprightBatch
import UprightFiles

/// Why a job worker ends.
enum WorkerEnd: Hashable, Sendable {
  /// The driver sent everything.
  case complete
  /// The driver asked for it.
  case drained
  /// It carried out as many jobs, or took as much memory, as its settings allow.
  case recycled
  /// The driver violated the protocol.
  case violated(InvalidFrame)
  /// The driver does not read replies any more.
  case outputFailed(UprightError)
  /// Input could not be read.
  case inputFailed(UprightError)
  /// A signal.
  case interrupted(Int32)
  /// A job did not end.
  case stuck(id: String)
  /// The system starts no threads for its work.
  case withoutThreads

  /// The word in the last line.
  var reason: String {
    switch self {
    case .complete: "end"
    case .drained: "drain"
    case .recycled: "recycle"
    case .violated: "protocol"
    case .outputFailed: "output"
    case .inputFailed: "input"
    case .interrupted: "signal"
    case .stuck: "stuck"
    case .withoutThreads: "shortage"
    }
  }

  /// What is wrong; nil for nothing.
  var message: String? {
    switch self {
    case .complete, .drained, .recycled: nil
    case .violated(let violation): "line \(violation.line): \(violation.reason)"
    case .outputFailed(let error), .inputFailed(let error): error.sentence
    case .interrupted(let signal): "signal \(signal)"
    case .stuck(let id): "job \(id) did not end"
    case .withoutThreads: "the system has no thread left"
    }
  }

  /// The exit code.
  var status: ExitStatus {
    switch self {
    case .complete, .drained, .recycled: .success
    case .violated: ExitStatus(65)
    case .outputFailed(let error), .inputFailed(let error): ExitStatus(error)
    case .interrupted(let signal): ExitStatus(128 + signal)
    case .stuck: ExitStatus(70)
    case .withoutThreads: ExitStatus(75)
    }
  }

  /// Whether jobs that wait are still carried out.
  var finishesJobs: Bool {
    switch self {
    case .complete, .drained, .recycled, .violated, .inputFailed: true
    case .outputFailed, .interrupted, .stuck, .withoutThreads: false
    }
  }
}

/// A job in progress.
struct RunningJob: Sendable {
  let frame: JobFrame
  /// Its share of what jobs without a reply may take.
  let room: Admission.Ticket
  let started: ContinuousClock.Instant
  /// The seconds that it may take; nil for no limit.
  let seconds: Double?
  /// When its driver last got a sign of life, or the job started.
  var lastHeartbeat: ContinuousClock.Instant
}

/// Jobs of a worker, shared by its threads.
final class WorkerState: Sendable {
  private struct State {
    var waiting: [(frame: JobFrame, room: Admission.Ticket)] = []
    var running: [Int: RunningJob] = [:]
    var accepted = 0
    var end: WorkerEnd?

    var isFinished: Bool { end != nil && waiting.isEmpty && running.isEmpty }
  }

  private let state = Mutex(State())
  /// Wakes a thread for each job that waits; when the worker ends, all threads.
  private let news = DispatchSemaphore(value: 0)
  /// Signaled when every job is done that will be.
  let finished = DispatchSemaphore(value: 0)
  private let settings: WorkerSettings

  init(_ settings: WorkerSettings) { self.settings = settings }

  /// Why the worker ends; nil if it does not yet.
  var end: WorkerEnd? { state.withLock(\.end) }

  /// Ends the worker, unless it ends already; a reason that finishes no jobs replaces one that does.
  func close(_ end: WorkerEnd) {
    let (dropped, isFinished) = state.withLock { state in
      var dropped: [(frame: JobFrame, room: Admission.Ticket)] = []
      if state.end == nil || state.end?.finishesJobs == true && !end.finishesJobs {
        state.end = end
        if !end.finishesJobs { swap(&state.waiting, &dropped) }
      }
      return (dropped, state.isFinished)
    }
    withExtendedLifetime(dropped) {}
    if isFinished { finished.signal() }
    for _ in 0..<settings.width { news.signal() }
  }

  /// Accepts a job, unless the worker ends.
  ///
  /// - Returns: Whether it was accepted.
  func accept(_ frame: JobFrame, in room: Admission.Ticket) -> Bool {
    let isAccepted = state.withLock { state in
      guard state.end == nil else { return false }
      state.waiting.append((frame, room))
      state.accepted += 1
      return true
    }
    if isAccepted { news.signal() }
    if let most = settings.mostJobs, state.withLock({ $0.accepted >= most }) { close(.recycled) }
    return isAccepted
  }

  /// Waits for a job, and begins it; nil if the thread is to end.
  func begin(seconds: (JobFrame) -> Double?) -> (number: Int, frame: JobFrame)? {
    while true {
      news.wait()
      let (job, isOver) = state.withLock { state -> ((number: Int, frame: JobFrame)?, Bool) in
        guard !state.waiting.isEmpty else { return (nil, state.end != nil) }
        let (frame, room) = state.waiting.removeFirst()
        let number = (0...).first { state.running[$0] == nil } ?? 0
        let now = ContinuousClock.now
        state.running[number] = RunningJob(
          frame: frame, room: room, started: now, seconds: seconds(frame), lastHeartbeat: now)
        return ((number, frame), false)
      }
      if let job { return job }
      if isOver { return nil }
    }
  }

  /// Notes that a job's reply is written, and gives back its share.
  func finish(_ number: Int) {
    if let most = settings.mostMemory, FreedMemory.peakBytes > most { close(.recycled) }
    let (job, isFinished) = state.withLock { state in (state.running.removeValue(forKey: number), state.isFinished) }
    withExtendedLifetime(job) {}
    if isFinished { finished.signal() }
  }

  /// Whether a job is still in progress, so that its reply may be written; false if it was given up.
  func isRunning(_ number: Int, _ frame: JobFrame) -> Bool {
    state.withLock { $0.running[number]?.frame.id == frame.id && $0.end.map { !$0.isStuck } ?? true }
  }

  /// The jobs whose next sign of life is due, and one that does not end.
  func look(now: ContinuousClock.Instant) -> (due: [RunningJob], stuck: RunningJob?) {
    state.withLock { state in
      var due: [RunningJob] = []
      for (number, job) in state.running where now - job.lastHeartbeat >= .seconds(settings.heartbeat) {
        state.running[number]?.lastHeartbeat = now
        due.append(job)
      }
      let stuck = state.running.values.first { job in
        job.seconds.map { now - job.started > .seconds($0 + settings.grace) } ?? false
      }
      return (due, stuck)
    }
  }
}

extension WorkerEnd {
  fileprivate var isStuck: Bool { if case .stuck = self { true } else { false } }
}

/// The settings of a job worker: how much it takes at once, and when it ends by itself.
package struct WorkerSettings: Hashable, Sendable {
  /// The number of jobs in progress at once.
  package var width = 1
  /// The number of jobs that a driver may have sent without a reply. More wait in the pipe.
  package var credits = 8
  /// What a driver may send.
  package var bounds = FrameReader.Bounds()
  /// The seconds between the signs of life of a job.
  package var heartbeat = 5.0
  /// The seconds after its deadline at which a job that does not end is given up, and the process with it.
  package var grace = 5.0
  /// The number of jobs after which the worker ends, to be started afresh; nil for no number.
  package var mostJobs: Int?
  /// The most memory in bytes that the process may have had, before it ends to be started afresh; nil for no limit.
  package var mostMemory: Int?
  /// The process that must be there: if it ends, so does the worker, at once; nil for none.
  package var parent: Int32?

  /// The usual settings.
  package init() {}
}
