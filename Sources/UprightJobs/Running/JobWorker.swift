// The loop of `upright worker`: reads jobs, carries them out, and answers each by its id (docs/jobs.md).

import Dispatch
import Synchronization
import Upright
package import UprightBatch
import UprightFiles
import UprightSystem

/// Carries out the jobs of a driver until that has no more, or the worker shall end.
///
/// One thread reads, `width` threads carry out jobs, and the calling thread gives signs of life. All that a driver may
/// send is bounded: a line, and the bodies and the number of jobs that have no reply. More stays in the pipe.
package final class JobWorker: Sendable {
  /// Reads the next bytes; empty at the end.
  typealias Input = @Sendable () throws(UprightError) -> [UInt8]

  private let engine: JobEngine
  private let settings: WorkerSettings
  private let state: WorkerState
  /// The bytes of bodies that have no reply, and a place for each credit.
  private let room: Admission
  /// The memory that jobs in progress share, and a place for each thread.
  private let admission: Admission
  private let input: Input
  private let world: World
  /// Held while a reply is written, so that no two mix.
  private let turn = Mutex(())

  /// How often the calling thread looks whether a job needs a sign of life.
  private static let interval = 100

  /// A worker that reads standard input, and writes to the output of a world.
  package convenience init(_ engine: JobEngine, _ settings: WorkerSettings, in world: World) {
    self.init(engine, settings, in: world) { () throws(UprightError) in try StandardInput.next(atMost: 1 << 16) }
  }

  /// A worker with any input.
  init(_ engine: JobEngine, _ settings: WorkerSettings, in world: World, input: @escaping Input) {
    (self.engine, self.settings, self.world, self.input) = (engine, settings, world, input)
    state = WorkerState(settings)
    room = Admission(bytes: settings.bounds.body, width: settings.credits)
    admission = Admission(bytes: engine.memoryBytes, width: settings.width)
  }

  /// Works until the end.
  ///
  /// - Returns: 0 if everything that was accepted is done, 65 after something that is no message, 74 if a stream
  ///   fails, 70 if a job did not end, 128 plus the signal's number.
  package func run() -> ExitStatus {
    Interruption.watch()
    write(JobReply.hello(credits: settings.credits, width: settings.width, bounds: settings.bounds))
    var isStarted = start { $0.read() }
    for _ in 0..<settings.width where isStarted { isStarted = start { $0.work() } }
    if let parent = settings.parent, isStarted { isStarted = start { _ in ParentProcess.endWith(parent) } }
    guard isStarted else { return leave(.withoutThreads) }
    while state.finished.wait(timeout: .now() + .milliseconds(Self.interval)) == .timedOut {
      if let signal = Interruption.signal { state.close(.interrupted(signal)) }
      if let end = giveSigns() { return leave(end) }
    }
    return leave(state.end ?? .complete)
  }

  private func start(_ work: @escaping @Sendable (JobWorker) -> Void) -> Bool { SystemThread.run { work(self) } }

  // MARK: Threads

  private func read() {
    var reader = FrameReader(settings.bounds)
    var room: Admission.Ticket?
    do throws(InvalidFrame) {
      while state.end == nil {
        while let frame = try reader.next() {
          guard take(frame, in: room) else { return }
          room = nil
        }
        if let count = reader.announcedBody, room == nil { room = self.room.take(count, places: 1) }
        let piece: [UInt8]
        do throws(UprightError) { piece = try input() } catch { return state.close(.inputFailed(error)) }
        guard !piece.isEmpty else {
          if let last = try reader.finish(), !take(last, in: nil) { return }
          return state.close(.complete)
        }
        reader.append(piece)
      }
    } catch {
      state.close(.violated(error))
    }
  }

  /// Accepts a job once there is room for it, unless it has some already.
  ///
  /// - Returns: Whether more is read.
  private func take(_ frame: JobFrame, in room: Admission.Ticket?) -> Bool {
    guard frame.kind != .drain else {
      state.close(.drained)
      return false
    }
    return state.accept(frame, in: room ?? self.room.take(frame.body?.count ?? 0, places: 1))
  }

  private func work() {
    while let (number, frame) = state.begin(seconds: seconds) {
      let started = ContinuousClock.now
      var path = ""
      let outcome = Result { () throws(UprightError) in
        let job = try Job(frame)
        path = job.path
        return try admission.working { () throws(UprightError) in try engine.perform(job) }
      }
      if state.isRunning(number, frame) {
        let line = JobReply.result(of: frame, outcome, about: path, milliseconds: Self.milliseconds(since: started))
        write(line, body: (try? outcome.get())?.body)
      }
      state.finish(number)
    }
  }

  /// The seconds that a job may take; nil for no limit. A deadline that is not allowed is ignored: the job is refused.
  private func seconds(_ frame: JobFrame) -> Double? {
    let milliseconds = frame.message["deadline_ms"]?.number.flatMap { Job.deadlines.contains($0) ? $0 : nil }
    return engine.seconds(asked: milliseconds.map { Double($0) / 1_000 })
  }

  /// - Returns: Why the worker ends at once; nil if it does not.
  private func giveSigns() -> WorkerEnd? {
    let now = ContinuousClock.now
    let (due, stuck) = state.look(now: now)
    for job in due {
      write(JobReply.heartbeat(of: job.frame, milliseconds: Self.milliseconds(since: job.started)))
    }
    guard let stuck else { return nil }
    let end = WorkerEnd.stuck(id: stuck.frame.id)
    state.close(end)
    let allowed = Int(stuck.seconds ?? 0)
    let milliseconds = Self.milliseconds(since: stuck.started)
    let error = UprightError.limit(.seconds, asked: milliseconds / 1_000, allowed: allowed)
    write(JobReply.result(of: stuck.frame, .failure(error), about: "", milliseconds: milliseconds))
    return end
  }

  static func milliseconds(since start: ContinuousClock.Instant) -> Int {
    let (seconds, rest) = (ContinuousClock.now - start).components
    return Int(clamping: seconds) * 1_000 + Int(rest / 1_000_000_000_000_000)
  }

  // MARK: Replies

  private func write(_ line: JSONLine, body: [UInt8]? = nil) {
    let bytes = Array(line.line.utf8) + [0x0A] + (body ?? [])
    turn.withLock { _ in
      do throws(UprightError) { try world.output.write(bytes) } catch { state.close(.outputFailed(error)) }
    }
  }

  private func leave(_ end: WorkerEnd) -> ExitStatus {
    if case .outputFailed = end {} else { write(JobReply.bye(end.reason, end.message)) }
    if let message = end.message { world.tell(message) }
    return end.status
  }
}

// The process that started this one: without it, nobody reads replies or results (POSIX.1-2017, getppid).

/// The parent of this process.
package enum ParentProcess {
  /// Its number.
  package static var number: Int32 { getppid() }

  /// The environment variable by which a library tells the program that it runs for it: the library's process.
  private static let variable = "UPRIGHT_PARENT"

  /// If a library has started this process, asks it to stop, as SIGTERM does, as soon as the library's process ends.
  package static func stopWithLibrary(_ world: World) {
    guard let parent = world.variable(variable).flatMap({ Int32($0) }), parent == getppid() else { return }
    DispatchQueue(label: "upright.parent").async {
      while getppid() == parent { usleep(200_000) }
      kill(getpid(), SIGTERM)
    }
  }

  /// Ends this process as soon as it has another parent. Linux could send a signal instead (PR_SET_PDEATHSIG), but does
  /// so when the *thread* that started the process ends, and drivers start workers from threads of pools.
  ///
  /// Ending at once loses nothing: a result is complete under its name, or has none.
  static func endWith(_ parent: Int32) {
    while getppid() == parent { usleep(500_000) }
    _exit(0)
  }
}
