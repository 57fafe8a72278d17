// Health and metrics, on a port of their own, so that they answer while images wait.

import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import Synchronization

/// Answers questions about the server itself.
struct StatusResponder: HTTPResponder {
  let service: ImageService
  let connections: Connections
  let metrics: Metrics
  let readiness: Readiness

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    let question = ServerRequest(request)
    let answer: ServerResponse
    switch question.path {
    case "/healthz": answer = .text("ok\n", type: "text/plain")
    case "/readyz":
      answer = readiness.isReady ? .text("ready\n", type: "text/plain") : ServerResponse(.notReady)
    case "/metrics":
      answer = .text(
        metrics.text(service, connections: connections.count), type: "text/plain; version=0.0.4; charset=utf-8")
    default: answer = ServerResponse(.notFound("there are /healthz, /readyz and /metrics here"))
    }
    return Response(answer, question, over: context.channel)
  }
}

/// Whether requests should be sent here: not before the server listens, and not while it stops.
final class Readiness: Sendable {
  private let flag = Atomic(false)

  var isReady: Bool {
    get { flag.load(ordering: .acquiring) }
    set { flag.store(newValue, ordering: .releasing) }
  }
}

/// Says that the server is not ready as soon as it is told to stop.
struct ReadinessService: Service {
  let readiness: Readiness

  func run() async throws {
    try await gracefulShutdown()
    readiness.isReady = false
  }
}
