import AugerColumns
import AugerQuery
import NIOCore

/// What is to be stopped when the client of a connection goes away while its request is answered.
final class Departures: Sendable {
  private let answering = Locked<[ObjectIdentifier: @Sendable () -> Void]>([:])

  /// Requests that are being answered.
  var count: Int { answering.withLock { $0.count } }

  /// Runs `body`, which is cancelled when the client of `channel` closes its end.
  func watching<R: Sendable>(_ channel: any Channel, _ body: @escaping @Sendable () async throws -> R) async throws -> R
  {
    let key = ObjectIdentifier(channel)
    let task = Task { try await body() }
    answering.withLock { $0[key] = { task.cancel() } }
    defer { answering.withLock { _ = $0.removeValue(forKey: key) } }
    // It may have gone before it was watched.
    if !channel.isActive { task.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  fileprivate func gone(_ channel: any Channel) {
    let stop = answering.withLock { $0[ObjectIdentifier(channel)] }
    stop?()
  }

  /// Sees the end of a connection, whoever reads it.
  final class Handler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private let departures: Departures

    init(_ departures: Departures) { self.departures = departures }

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
