// HTTP requests as questions, and answers as HTTP responses.

import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// What a request knows of its connection.
struct ConnectionContext: InitializableFromSource {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }
}

/// Answers requests for images.
struct ImageResponder: HTTPResponder {
  let service: ImageService
  let connections: Connections
  let metrics: Metrics
  let log: AccessLog?

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    let begun = ContinuousClock.now
    let question = ServerRequest(request)
    let answer = await answer(question, context.channel)
    let spent = ContinuousClock.now - begun
    metrics.count(answer, seconds: spent / .seconds(1))
    log?.note(
      question, answer, client: context.channel.remoteAddress?.ipAddress, milliseconds: spent / .milliseconds(1))
    return Response(answer, question, over: context.channel)
  }

  private func answer(_ question: ServerRequest, _ channel: any Channel) async -> ServerResponse {
    let service = service
    guard let connection = connections.connection(channel) else { return await service.answer(question) }
    let (answer, hasLeft) = await connection.run(within: service.options.seconds, on: channel.eventLoop) {
      await service.answer(question)
    }
    return hasLeft && [408, 503].contains(answer.status) ? ServerResponse(.left) : answer
  }
}

extension ServerRequest {
  init(_ request: Request) {
    self.init(target: request.head.path ?? "/")
    method = request.method.rawValue
    host = request.head.authority
    accept = request.headers[values: .accept]
    ifNoneMatch = request.headers[values: .ifNoneMatch]
    ifMatch = request.headers[values: .ifMatch]
    origin = request.headers[values: .origin]
    fetchSite = HTTPField.Name("Sec-Fetch-Site").map { request.headers[values: $0] } ?? []
    contentType = request.headers[.contentType].map { String($0.prefix { $0 != ";" }[...].trimmed).lowercased() }
    let length = request.headers[.contentLength]
    guard length.map({ $0 != "0" }) ?? (request.headers[.transferEncoding] != nil) else { return }
    let body = request.body
    content = RequestContent { await Self.bytes(of: body, announced: length.flatMap { Int($0) } ?? 0, atMost: $0) }
  }

  private static func bytes(of body: RequestBody, announced: Int, atMost most: Int) async -> Result<[UInt8], Problem> {
    let large = Problem(status: 413, code: "content-too-large", detail: "the content may have at most \(most) bytes")
    guard announced <= most else { return .failure(large) }
    var bytes: [UInt8] = []
    do {
      for try await part in body {
        guard bytes.count + part.readableBytes <= most else { return .failure(large) }
        bytes += Array(part.readableBytesView)
      }
    } catch {
      return .failure(Task.isCancelled ? .slowContent : .left)
    }
    return Task.isCancelled ? .failure(.slowContent) : .success(bytes)
  }
}

extension Response {
  /// The bytes that are written at once; a client that does not take them holds up only them.
  private static let chunk = 64 << 10

  init(_ answer: ServerResponse, _ question: ServerRequest, over channel: any Channel) {
    var fields = HTTPFields()
    for (name, value) in answer.fields {
      guard let name = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    if answer.closes {
      // What the client still sends is not read for longer than it takes to notice the answer.
      fields[.connection] = "close"
      channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(mode: .all, promise: nil) }
    }
    let hasBody = answer.status != 304 && answer.status != 204
    if hasBody { fields[.contentLength] = "\(answer.body.count)" }
    let body: ResponseBody
    if question.isHead || !hasBody {
      body = ResponseBody(contentLength: nil) { try await $0.finish(nil) }
    } else if answer.body.count <= Self.chunk {
      body = ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
    } else {
      body = Self.streamed(answer, over: channel)
    }
    self.init(status: HTTPResponse.Status(code: answer.status), headers: fields, body: body)
  }

  /// The content in pieces. A client that takes nothing for 15 seconds, or less than 16 KiB in a second, loses its
  /// connection.
  private static func streamed(_ answer: ServerResponse, over channel: any Channel) -> ResponseBody {
    let (bytes, ticket) = (answer.body, answer.ticket)
    let most = TimeAmount.seconds(Int64(20 + bytes.count >> 14))
    return ResponseBody(contentLength: bytes.count) { writer in
      let end = channel.eventLoop.scheduleTask(in: most) { channel.close(mode: .all, promise: nil) }
      defer { end.cancel() }
      var start = 0
      while start < bytes.count {
        let next = min(start + chunk, bytes.count)
        let stall = channel.eventLoop.scheduleTask(in: .seconds(15)) { channel.close(mode: .all, promise: nil) }
        defer { stall.cancel() }
        try await writer.write(ByteBuffer(bytes: bytes[start..<next]))
        start = next
      }
      try await writer.finish(nil)
      withExtendedLifetime(ticket) {}
    }
  }
}
