import AugerColumns
import AugerQuery
import NIOCore

/// The open connections and the tasks to cancel when a client disconnects during its request.
final class Departures: Sendable {
  private struct Connections {
    var open: [ObjectIdentifier: any Channel] = [:]
    var areEnding = false
  }

  private let answering = Locked<[ObjectIdentifier: @Sendable () -> Void]>([:])
  private let connections = Locked(Connections())

  /// The number of requests in progress.
  var count: Int { answering.withLock { $0.count } }

  /// Runs `body` and cancels it if the client of `channel` closes the connection.
  func watching<R: Sendable>(_ channel: any Channel, _ body: @escaping @Sendable () async throws -> R) async throws -> R
  {
    let key = ObjectIdentifier(channel)
    let task = Task { try await body() }
    answering.withLock { $0[key] = { task.cancel() } }
    defer { answering.withLock { _ = $0.removeValue(forKey: key) } }
    // The client may have disconnected before the registration.
    if !channel.isActive { task.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Closes each connection after its current request, or immediately if it is idle.
  func endConnections() {
    let open = connections.withLock { connections in
      connections.areEnding = true
      return Array(connections.open.values)
    }
    for channel in open { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
  }

  fileprivate func opened(_ channel: any Channel) {
    let isLate = connections.withLock { connections in
      connections.open[ObjectIdentifier(channel)] = channel
      return connections.areEnding
    }
    // The later handlers of the pipeline are not installed yet.
    guard isLate else { return }
    channel.eventLoop.execute { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
  }

  fileprivate func closed(_ channel: any Channel) {
    connections.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(channel)) }
  }

  fileprivate func gone(_ channel: any Channel) {
    let stop = answering.withLock { $0[ObjectIdentifier(channel)] }
    stop?()
  }

  /// A handler that detects the end of a connection, independent of the code that reads from it.
  final class Handler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private let departures: Departures

    init(_ departures: Departures) { self.departures = departures }

    func handlerAdded(context: ChannelHandlerContext) { departures.opened(context.channel) }

    func handlerRemoved(context: ChannelHandlerContext) { departures.closed(context.channel) }

    func channelInactive(context: ChannelHandlerContext) {
      departures.gone(context.channel)
      context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if let event = event as? ChannelEvent, event == .inputClosed { departures.gone(context.channel) }
      context.fireUserInboundEventTriggered(event)
    }
  }
}
