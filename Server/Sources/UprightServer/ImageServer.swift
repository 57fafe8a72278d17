// The server: what listens, and when it ends.

import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals
public import Upright
public import UprightProgram

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Serves the images below folders over HTTP, as IIIF images that are never sideways.
public final class ImageServer: Sendable {
  private let options: ServerOptions
  private let service: ImageService
  private let connections = Connections()
  private let metrics = Metrics()
  private let readiness = Readiness()
  private let log: AccessLog?

  /// A server with these settings, which does not listen yet; its messages go to `world`.
  ///
  /// - Throws: `.io` for a folder or log that cannot be opened; `.unanswerable` for folders of the same name; as
  ///   `SelectionStore`.
  public init(_ options: ServerOptions, in world: World) throws(UprightError) {
    self.options = options
    service = try ImageService(options, in: world)
    log = if let path = options.accessLog { try AccessLog(path) } else { nil }
  }

  /// A port that the server listens on.
  public struct Listening: Hashable, Sendable {
    /// Whether it is the one for health and metrics.
    public let isStatus: Bool
    /// Its URL.
    public let url: String
  }

  /// Listens until the process gets SIGTERM or SIGINT, or the task is canceled. Requests in progress may then go on
  /// for the seconds of ``ServerOptions/drainSeconds``.
  ///
  /// - Parameter listening: Gets each port once it is open.
  /// - Throws: `.io` if the address cannot be used.
  public func run(
    stopsOnSignals: Bool = true, listening: @escaping @Sendable (Listening) -> Void = { _ in }
  ) async throws(UprightError) {
    var logger = Logger(label: "upright-server")
    logger.logLevel = .critical
    // They end in reverse order, so health is answered until the last request is.
    var services: [any Service] = []
    if let port = options.statusPort {
      services.append(
        application(
          StatusResponder(service: service, connections: connections, metrics: metrics, readiness: readiness),
          host: options.statusHost, port: port, isStatus: true, logger, listening))
    }
    services.append(
      application(
        ImageResponder(service: service, connections: connections, metrics: metrics, log: log),
        host: options.host, port: options.port, isStatus: false, logger, listening))
    services.append(ReadinessService(readiness: readiness))
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: stopsOnSignals ? [.sigterm, .sigint] : [], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(options.drainSeconds)
    defer {
      log?.finish()
      service.disk?.finish()
      service.store?.close()
    }
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch let error as IOError {
      let status = options.statusPort.map { " or \(options.statusHost):\($0)" } ?? ""
      throw .io(path: "\(options.host):\(options.port)\(status)", systemError: error.errnoCode)
    } catch is CancellationError {
      return
    } catch {
      throw .unsupported("the server cannot run: \(error)")
    }
  }

  /// Each connection may have a file open, and more are needed for everything else.
  private var mostConnections: Int {
    let files = sysconf(Int32(_SC_OPEN_MAX))
    return files < 0 ? options.connections : min(options.connections, max(8, (files - 64) / 2))
  }

  private func application<Responder: HTTPResponder>(
    _ responder: Responder, host: String, port: Int, isStatus: Bool, _ logger: Logger,
    _ listening: @escaping @Sendable (Listening) -> Void
  ) -> Application<Responder> where Responder.Context == ConnectionContext {
    let (connections, readiness) = (connections, readiness)
    let channel = HTTP1Channel.Configuration(
      additionalChannelHandlers: isStatus ? [] : [ConnectionWatch(connections)],
      idleTimeout: .seconds(Int64(options.idleSeconds)),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
    return Application(
      responder: responder, server: .http1(configuration: channel),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port), serverName: "upright",
        availableConnectionsDelegate: isStatus ? nil : MaximumAvailableConnections(mostConnections)),
      onServerRunning: { channel in
        let open = channel.localAddress?.port ?? port
        let name = host.contains(":") ? "[\(host)]" : host
        if !isStatus { readiness.isReady = true }
        listening(Listening(isStatus: isStatus, url: "http://\(name):\(open)"))
      },
      logger: logger)
  }
}
