// Requests in, reports out. One image and a million are processed alike, and canceling the Swift task stops them.

public import Upright
import UprightFiles
public import UprightSandbox

/// Runs requests with given codecs, limits and parallelism.
///
/// A batch keeps nothing between runs except its pool of worker processes. It replaces files as `upright` does: no
/// crash, full disk or second writer loses an image, and no incomplete file is ever visible under its final name.
public struct Batch: Sendable {
  /// A request for one file.
  public struct Request: Sendable {
    /// Where the result goes.
    public enum Destination: Hashable, Sendable {
      /// Replaces its source.
      case inPlace
      /// A file; an existing one is replaced only if `overwriting` is set.
      case file(path: String, overwriting: Bool)
      /// In the report.
      case memory
      /// Nowhere: only the plan is made.
      case planOnly
    }

    /// The path of the source.
    public var source: String
    /// The requested version of the image.
    public var rendition: Rendition
    /// Where the result goes.
    public var destination: Destination
    /// Which of the source's orientation fields is followed.
    public var rules: OrientationRules

    /// A request for one file.
    public init(
      _ source: String, _ rendition: Rendition, to destination: Destination,
      rules: OrientationRules = OrientationRules()
    ) {
      (self.source, self.rendition, self.destination, self.rules) = (source, rendition, destination, rules)
    }
  }

  /// The outcome of one request.
  public struct Report: Sendable {
    /// An image that was made, or its plan.
    public struct Image: Sendable {
      /// The plan that was carried out, with the reasons; for `.planOnly`, the plan that would be.
      public let plan: Plan
      /// The path of the result; nil for none.
      public let output: String?
      /// The complete result, for `.memory`.
      public let bytes: [UInt8]?
      /// Problems that did not prevent a result, one sentence each.
      public let complaints: [String]
    }

    /// The index of the request, from 0.
    public let index: Int
    /// The request.
    public let request: Request
    /// The image, or why there is none; `.cancelled` if the Swift task was.
    public let outcome: Result<Image, UprightError>
  }

  private let pipeline: Pipeline
  private let admission: Admission
  private let labels = LabelsBeside()

  /// A batch whose requests share `limits.memoryBytes`.
  ///
  /// - Parameters:
  ///   - limits: The limits of one image, and the working memory that all requests share; results in memory are not
  ///     included.
  ///   - sandbox: Which formats are decoded in worker processes.
  ///   - width: The number of requests in parallel, of all runs; nil for the number of cores.
  public init(limits: Limits = Limits(), sandbox: SandboxMode = .auto, width: Int? = nil) {
    pipeline = Pipeline(
      codecs: ImageCodecs.all(sandbox), colors: ImageCodecs.colors(sandbox), limits: limits)
    admission = Admission(bytes: limits.memoryBytes, width: max(1, FileQueue.width(width)))
  }

  /// The report of one request.
  public func run(_ request: Request) async -> Report { await run(request, at: 0) }

  /// The reports of all requests, in order. No two requests may have the same destination, and none may read what
  /// another writes.
  ///
  /// At most `width` requests are in progress at once.
  public func run(_ requests: [Request]) -> Reports { Reports(batch: self, requests: requests) }

  fileprivate func run(_ request: Request, at index: Int) async -> Report {
    do throws(Admission.Refusal) {
      let ticket = try await admission.enter(0)
      return await ticket.run { ticket.carry { report(request, at: index) } }
    } catch {
      return Report(index: index, request: request, outcome: .failure(.cancelled))
    }
  }

  private func report(_ request: Request, at index: Int) -> Report {
    Report(
      index: index, request: request,
      outcome: Result { () throws(UprightError) in
        if Task.isCancelled { throw .cancelled }
        try Self.checkSourceSurvives(request)
        let (destination, existing) = Self.place(request.destination)
        var task = ImageTask(pipeline: pipeline, rules: request.rules) {
          [rendition = request.rendition] _, _ in rendition
        }
        (task.delivery.existing, task.labels) = (existing, labels)
        let file = InputFile(FileLocation(path: request.source))
        let outcome = task.commit([.success(try task.report(on: file, to: destination))])[0]
        guard let image = try outcome.get().image else {
          throw .unanswerable(field: "destination", reason: "it already exists")
        }
        return Report.Image(
          plan: image.plan, output: image.output, bytes: image.bytes, complaints: image.warnings)
      })
  }

  /// Rejects a result that would replace its source: of a damaged source, only the readable part would remain.
  ///
  /// - Throws: `.unanswerable`.
  private static func checkSourceSurvives(_ request: Request) throws(UprightError) {
    guard case .file(let path, _) = request.destination, let there = try? FileIdentity(path: path),
      let own = try? FileIdentity(path: request.source), FileKey(there) == FileKey(own)
    else { return }
    throw .unanswerable(field: "destination", reason: "it is the source file; use .inPlace to change that")
  }

  private static func place(_ destination: Request.Destination) -> (Destination, NamePolicy) {
    switch destination {
    case .inPlace: (.inPlace, .refuse)
    case .file(let path, let overwriting): (.file(FileLocation(path: path)), overwriting ? .overwrite : .refuse)
    case .memory: (.standardOutput, .refuse)
    case .planOnly: (.nowhere, .refuse)
    }
  }
}

extension Batch {
  /// The reports of several requests, in request order.
  public struct Reports: AsyncSequence, Sendable {
    let batch: Batch
    let requests: [Request]

    /// An iterator, whose first `next()` starts the work. Each iterator runs all requests. Dropping one cancels the
    /// requests in progress, which may still finish shortly after.
    public func makeAsyncIterator() -> Iterator {
      Iterator(inProgress: RequestsInProgress(), batch: batch, requests: requests)
    }

    /// Iterates over the reports.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let inProgress: RequestsInProgress
      fileprivate let batch: Batch
      fileprivate let requests: [Request]

      /// The next report; nil after the last, or when the task is canceled and all started requests are reported.
      public mutating func next() async -> Report? {
        while !Task.isCancelled, inProgress.tasks.count < batch.admission.width, inProgress.count < requests.count {
          inProgress.start(requests[inProgress.count], by: batch)
        }
        guard !inProgress.tasks.isEmpty else { return nil }
        let (first, others) = (inProgress.tasks.removeFirst(), inProgress.tasks)
        return await withTaskCancellationHandler {
          await first.value
        } onCancel: {
          first.cancel()
          others.forEach { $0.cancel() }
        }
      }
    }
  }

  /// The requests in progress; they are canceled with the last reference to this object.
  fileprivate final class RequestsInProgress {
    var tasks: [Task<Report, Never>] = []
    private(set) var count = 0

    deinit { tasks.forEach { $0.cancel() } }

    func start(_ request: Request, by batch: Batch) {
      let index = count
      count += 1
      tasks.append(Task { await batch.run(request, at: index) })
    }
  }
}
