// The worker's side: confined first, then one request after another until the parent is gone (docs/worker.md).

public import Upright

/// What the program `upright-worker` does.
public struct WorkerLoop {
  /// The word on the command line that asks for confinement.
  static let confinedWord = "--confined"

  private let codecs: [any Codec]
  private let colors: (any ColorManagement)?
  private let load: (ContainerFormat?) -> [LibraryVersion]

  /// A worker with these codecs, one per format, and this way of converting colours.
  ///
  /// - Parameter load: gets the libraries ready that a format needs, or all, which is not possible once the worker is
  ///   confined; answers those that are.
  public init(
    codecs: [any Codec], colors: (any ColorManagement)? = nil,
    load: @escaping (ContainerFormat?) -> [LibraryVersion] = { _ in [] }
  ) {
    self.codecs = codecs
    self.colors = colors
    self.load = load
  }

  /// Serves the process that started this one, until that is gone.
  ///
  /// - Returns: an exit code: 0, 64 where no process asks for anything, or 75 where memory is short.
  public func run(_ words: [String]) -> Int32 {
    let format = words.compactMap { ContainerFormat(rawValue: $0) }.first
    do throws(CallError) { try serve(format, confined: words.contains(Self.confinedWord)) } catch {
      return error.meansShortage ? WorkerExit.shortageCode : 64
    }
    return 0
  }

  private func serve(_ format: ContainerFormat?, confined: Bool) throws(CallError) {
    let libraries = load(format)
    let confinement = try confine(confined)
    let connection = WorkerConnection(WorkerChannel(toParent: WorkerCalls.ownChannel))
    let capabilities = Dictionary(
      codecs.map { ($0.format, $0.capabilities) }, uniquingKeysWith: { first, _ in first })
    do throws(WorkerFault) {
      try connection.sendReply(
        .handshake(
          WorkerHandshake(
            version: WorkerHandshake.currentVersion, confinement: confinement, capabilities: capabilities,
            libraries: libraries.map(\.description))))
      while true { try connection.sendReply(answer(to: connection.nextRequest(), connection)) }
    } catch {
      guard case .call(let number) = error, CallError(number: number).meansShortage else { return }
      throw CallError(number: number)
    }
  }

  private func confine(_ isWanted: Bool) throws(CallError) -> WorkerHandshake.Confinement {
    try WorkerCalls.enterWorker(confined: isWanted)
    guard isWanted else { return .none }
    do throws(CallError) {
      try WorkerCalls.filterCalls()
      return .filtered
    } catch {
      return .limited(error.number)
    }
  }

  private func answer(to request: WorkerRequest, _ connection: WorkerConnection) -> WorkerReply {
    do throws(UprightError) {
      guard let codec = codecs.first(where: { $0.format == request.format }) else {
        throw .unsupported("no codec for \(request.format.rawValue)")
      }
      return .done(
        try WorkerRequestHandler(codec: codec, colors: colors, request: request, connection: connection).run())
    } catch {
      return .failed(error)
    }
  }
}
