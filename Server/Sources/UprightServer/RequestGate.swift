// Refuses requests whose end or host is ambiguous, and closes connections that are not to be kept (RFC 9112, 3.2, 6.3
// and 9.3).

import NIOCore
import NIOHTTP1
import UprightFiles

/// Sees each request before all others, and each answer after them.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// Requests that were passed on and are not answered.
  private var pending = 0
  /// Whether the connection ends after the answers to these.
  private var isLast = false
  /// Why the next request is refused, once these are answered.
  private var refusal: Problem?

  /// Puts a gate into a channel that has a decoder of HTTP.
  static func install(in pipeline: ChannelPipeline) {
    let operations = pipeline.syncOperations
    guard let decoder = try? operations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
    try? operations.addHandler(RequestGate(), position: .after(decoder))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What follows the last request is not read as one.
    guard refusal == nil, !isLast || !isHead(data) else { return }
    if case .head(let head) = unwrapInboundIn(data) {
      if let problem = Self.refusal(of: head) {
        refusal = problem
        if pending == 0 { refuse(problem, context) }
        return
      }
      pending += 1
      isLast = !head.isKeepAlive
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where isLast && pending == 1:
      head.headers.replaceOrAdd(name: "Connection", value: "close")
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      pending -= 1
      let channel = context.channel
      context.write(data, promise: promise)
      if pending > 0 { return }
      if let refusal {
        refuse(refusal, context)
      } else if isLast {
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer())))).whenComplete { _ in
          channel.close(mode: .all, promise: nil)
        }
      }
    default: context.write(data, promise: promise)
    }
  }

  private func isHead(_ data: NIOAny) -> Bool { if case .head = unwrapInboundIn(data) { true } else { false } }

  private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
    let body = Array(problem.json.line.utf8) + [0x0A]
    let headers: HTTPHeaders = [
      "Content-Type": "application/problem+json", "Content-Length": "\(body.count)", "Connection": "close",
    ]
    let head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: problem.status), headers: headers)
    let channel = context.channel
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(mode: .all, promise: nil) }
  }

  /// Why a request cannot be answered; nil if it can.
  static func refusal(of head: HTTPRequestHead) -> Problem? {
    let hosts = head.headers["Host"]
    if hosts.count > 1 || hosts.isEmpty && head.version != .http1_0 {
      return Problem(
        status: 400, code: "host",
        detail: hosts.isEmpty ? "the request has no Host field" : "the request has more than one Host field")
    }
    let codings = head.headers[canonicalForm: "Transfer-Encoding"].map { $0.lowercased() }
    guard !codings.isEmpty else { return nil }
    guard codings == ["chunked"] else {
      return Problem(status: 501, code: "transfer-encoding", detail: "the only transfer coding here is chunked")
    }
    guard head.headers["Content-Length"].isEmpty, head.version != .http1_0 else {
      return Problem(
        status: 400, code: "transfer-encoding", detail: "the request states its length in two ways, or is of HTTP/1.0"
      )
    }
    return nil
  }
}
