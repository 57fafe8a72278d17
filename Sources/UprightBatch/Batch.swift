// Requests in, reports out: one image or a million take the same way, and stop when the Swift task that asks is cancelled.

public import Upright
import UprightFiles
public import UprightSandbox

/// What runs requests: codecs, limits, and how many requests at once.
///
/// A batch keeps nothing between runs but its pool of worker processes. Files are replaced as `upright` replaces them: no crash, full disk or second writer
/// loses an image, and no unfinished file is ever visible under its final name.
public struct Batch: Sendable {
  /// What is wanted of one file.
  public struct Request: Sendable {
    /// Where the result goes.
    public enum Destination: Hashable, Sendable {
      /// Into the place of its source.
      case inPlace
      /// Into a file; one that exists is replaced only where `overwriting` says so.
      case file(path: String, overwriting: Bool)
      /// Into the report.
      case memory
      /// Nowhere: the plan alone is wanted.
      case planOnly
    }

    /// The path of the source.
    public var source: String
    /// What is wanted of it.
    public var rendition: Rendition
    /// Where the result goes.
    public var destination: Destination
    /// Which of the source's statements about its orientation is followed.
    public var rules: OrientationRules

    /// A request for one file.
    public init(
      _ source: String, _ rendition: Rendition, to destination: Destination,
      rules: OrientationRules = OrientationRules()
    ) {
      (self.source, self.rendition, self.destination, self.rules) = (source, rendition, destination, rules)
    }
  }

  /// What came of one request.
  public struct Report: Sendable {
    /// An image that was made, or a plan for it.
    public struct Image: Sendable {
      /// What was carried out, with the reasons; of `.planOnly` what would be.
      public let plan: Plan
      /// The path of the result; nil where there is none.
      public let output: String?
      /// The whole result, for `.memory`.
      public let bytes: [UInt8]?
      /// What did not go as it should although there is a result, one sentence each.
      public let complaints: [String]
    }

    /// The position of the request, counted from 0.
    public let index: Int
    /// The request.
    public let request: Request
    /// The image, or why there is none; `.cancelled` where the Swift task was.
    public let outcome: Result<Image, UprightError>
  }

  private let pipeline: Pipeline
  private let memory: MemoryBudget
  private let width: Int

  /// A batch whose requests share `limits.memoryBytes`.
  ///
  /// - Parameters:
  ///   - limits: What one image may cost, and the working memory that all requests may take together; results in memory come on top of that.
  ///   - sandbox: Which formats are decoded in worker processes.
  ///   - width: How many requests are worked on at once; nil for as many as there are cores.
  public init(limits: Limits = Limits(), sandbox: SandboxMode = .auto, width: Int? = nil) {
    pipeline = Pipeline(
      codecs: ImageCodecs.all(sandbox), colors: ImageCodecs.colors(sandbox), limits: limits)
    memory = MemoryBudget(limits.memoryBytes)
    self.width = max(1, FileQueue.width(width))
  }

  /// The report of one request.
  public func run(_ request: Request) async -> Report {
    await BlockingLane().run { report(request, at: 0) }
  }

  /// The reports of all requests, in their order. No two requests may have the same destination, and none may read what another writes.
  ///
  /// No more than `width` requests are in progress at once.
  public func run(_ requests: [Request]) -> Reports { Reports(batch: self, requests: requests) }

  fileprivate func report(_ request: Request, at index: Int) -> Report {
    Report(
      index: index, request: request,
      outcome: Result { () throws(UprightError) in
        if Task.isCancelled { throw .cancelled }
        try Self.checkSourceSurvives(request)
        let (destination, existing) = Self.place(request.destination)
        var task = ImageTask(pipeline: pipeline, rendition: { [rendition = request.rendition] _ in rendition })
        (task.rules, task.existing, task.memory) = (request.rules, existing, memory)
        let file = InputFile(FileLocation(path: request.source))
        let outcome = task.commit([.success(try task.report(on: file, to: destination))])[0]
        guard let image = try outcome.get().image else {
          throw .unanswerable(field: "destination", reason: "it exists")
        }
        return Report.Image(
          plan: image.plan, output: image.output, bytes: image.picture, complaints: image.complaints)
      })
  }

  /// Refuses a result that would replace its source: of a damaged source, only what could be read would be left.
  ///
  /// - Throws: `.unanswerable`.
  private static func checkSourceSurvives(_ request: Request) throws(UprightError) {
    guard case .file(let path, _) = request.destination, let there = try? FileIdentity(path: path),
      let own = try? FileIdentity(path: request.source), FileKey(there) == FileKey(own)
    else { return }
    throw .unanswerable(field: "destination", reason: "it is the source itself, which .inPlace changes")
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
  /// The reports of several requests, in the order of the requests.
  public struct Reports: AsyncSequence, Sendable {
    let batch: Batch
    let requests: [Request]

    /// An iterator, whose first `next()` begins the work. Each iterator does all of it; what is at work when one is dropped is cancelled, and may still
    /// finish a moment later.
    public func makeAsyncIterator() -> Iterator { Iterator(begun: Begun(), batch: batch, requests: requests) }

    /// Reports one after the other.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let begun: Begun
      fileprivate let batch: Batch
      fileprivate let requests: [Request]

      /// The next report; nil after the last, or once the task is cancelled and all that was begun has been reported.
      public mutating func next() async -> Report? {
        while !Task.isCancelled, begun.tasks.count < batch.width, begun.count < requests.count {
          begun.start(requests[begun.count], by: batch)
        }
        guard !begun.tasks.isEmpty else { return nil }
        let (first, others) = (begun.tasks.removeFirst(), begun.tasks)
        return await withTaskCancellationHandler {
          await first.value
        } onCancel: {
          first.cancel()
          others.forEach { $0.cancel() }
        }
      }
    }
  }

  /// The requests that are being worked on; they are cancelled with the last who holds this.
  fileprivate final class Begun {
    var tasks: [Task<Report, Never>] = []
    private(set) var count = 0
    private var lanes: [BlockingLane] = []

    deinit { tasks.forEach { $0.cancel() } }

    func start(_ request: Request, by batch: Batch) {
      if lanes.count < batch.width { lanes.append(BlockingLane()) }
      let (lane, index) = (lanes[count % batch.width], count)
      count += 1
      tasks.append(Task { await lane.run { batch.report(request, at: index) } })
    }
  }
}
