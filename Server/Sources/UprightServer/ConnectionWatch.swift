// Tells requests that their client has left, and closes connections of clients that do not take their answer.

import NIOCore
import Synchronization

/// The connections that are open, with what each is doing.
final class Connections: Sendable {
  private let open = Mutex<[ObjectIdentifier: Connection]>([:])

  /// The connection of a channel.
  func connection(_ channel: any Channel) -> Connection? { open.withLock { $0[ObjectIdentifier(channel)] } }

  /// The number of open connections.
  var count: Int { open.withLock(\.count) }

  fileprivate func add(_ channel: any Channel) {
    let connection = Connection()
    open.withLock { $0[ObjectIdentifier(channel)] = connection }
  }

  fileprivate func remove(_ channel: any Channel) {
    open.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }?.leave()
  }
}

/// One connection. Its requests follow one another.
final class Connection: Sendable {
  private struct State {
    var hasLeft = false
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Runs `work`, canceled when the client leaves or `seconds` have passed.
  func run<Value: Sendable>(
    within seconds: Double, on loop: any EventLoop, _ work: @escaping @Sendable () async -> Value
  ) async -> (value: Value, hasLeft: Bool) {
    let task = Task { await work() }
    let hasLeft = state.withLock { state in
      state.cancel = { task.cancel() }
      return state.hasLeft
    }
    if hasLeft { task.cancel() }
    let deadline = loop.scheduleTask(in: .nanoseconds(Int64(min(seconds, 86_400) * 1e9))) { task.cancel() }
    let value = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    deadline.cancel()
    return state.withLock { state in
      state.cancel = nil
      return (value, state.hasLeft)
    }
  }

  /// Cancels what is running, because nobody waits for it any more.
  func leave() {
    let cancel = state.withLock { state in
      state.hasLeft = true
      return state.cancel
    }
    cancel?()
  }
}

/// Notes when a client closes its connection, or its side of it.
final class ConnectionWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  private let connections: Connections

  init(_ connections: Connections) { self.connections = connections }

  func handlerAdded(context: ChannelHandlerContext) {
    connections.add(context.channel)
    RequestGate.install(in: context.pipeline)
  }

  func handlerRemoved(context: ChannelHandlerContext) { connections.remove(context.channel) }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed {
      connections.connection(context.channel)?.leave()
    }
    context.fireUserInboundEventTriggered(event)
  }
}
