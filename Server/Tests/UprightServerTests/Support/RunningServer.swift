// A server that listens on a free port, and a client that sends what it is told, byte for byte.

import NIOCore
import NIOPosix
import Testing
import Upright
import UprightProgram
import UprightServer

/// A server, stopped after `body`.
enum RunningServer {
  static func with(
    _ options: ServerOptions, _ body: (_ port: Int, _ statusPort: Int?) async throws -> Void
  ) async throws {
    var options = options
    options.port = 0
    let server = try ImageServer(options, in: .process)
    let (stream, source) = AsyncStream<ImageServer.Listening>.makeStream()
    let task = Task {
      defer { source.finish() }
      try await server.run(stopsOnSignals: false) { source.yield($0) }
    }
    var ports: [Bool: Int] = [:]
    for await listening in stream {
      ports[listening.isStatus] = listening.url.split(separator: ":").last.flatMap { Int($0) }
      if ports.count == (options.statusPort == nil ? 1 : 2) { break }
    }
    defer { task.cancel() }
    try await body(#require(ports[false]), ports[true])
    task.cancel()
    _ = try await task.value
  }
}

/// What came back on a connection.
struct RawAnswer {
  let status: Int
  let fields: [String: String]
  let body: [UInt8]

  /// One answer, whose content goes to the end.
  init(_ bytes: [UInt8]) throws {
    let blank: [UInt8] = [13, 10, 13, 10]
    let end = try #require(bytes.indices.first { bytes[$0...].starts(with: blank) })
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    status = try #require(lines.first.flatMap { Int($0.split(separator: " ")[1]) })
    fields = Dictionary(
      lines.dropFirst().map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (parts[0].lowercased(), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
      }, uniquingKeysWith: { $0 + "," + $1 })
    body = Array(bytes[(end + 4)...])
  }
}

enum RawClient {
  /// Sends `text` and reads until the server closes the connection.
  static func bytes(_ port: Int, _ text: String) async throws -> [UInt8] {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      var bytes: [UInt8] = []
      // The server may close the connection before it has read everything.
      do {
        try await outbound.write(ByteBuffer(string: text))
        for try await part in inbound { bytes += Array(part.readableBytesView) }
      } catch is IOError {} catch is ChannelError {}
      return bytes
    }
  }

  /// Sends text and closes the connection without reading.
  static func leave(_ port: Int, after text: String) async throws {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port).get()
    do {
      try await channel.writeAndFlush(ByteBuffer(string: text)).get()
      try await channel.close().get()
    } catch is IOError {} catch is ChannelError {}
  }

  /// The text of a request after whose answer the server closes the connection.
  static func request(_ target: String, method: String = "GET", fields: String = "") -> String {
    "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(fields)\r\n"
  }

  /// The answer to a request.
  static func answer(
    _ port: Int, _ target: String, method: String = "GET", fields: String = ""
  ) async throws -> RawAnswer {
    try RawAnswer(await bytes(port, request(target, method: method, fields: fields)))
  }
}
