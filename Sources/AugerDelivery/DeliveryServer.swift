import AugerDiagnostics
import AugerQuery
import Foundation
import NIOCore
import NIOPosix

/// AugerDelivery: sends what was published to web servers and mail servers, over NIO and with TLS. Knows nothing of
/// jobs and their results; `AugerRefresh` calls it in builds with the trait `Delivery`.

/// A server that is sent something: what webhooks and e-mails have in common.
///
/// Each conversation has an event loop of its own, which is ended with it: nothing is started before something is sent.
/// From the first one on the process ignores SIGPIPE, where sockets cannot be set to raise none.
package struct DeliveryServer: Sendable {
  package var host: String
  package var port: Int
  /// From looking the server up to the end of the conversation.
  package var timeout: Duration
  /// What is attempted, for errors.
  package var operation: String

  package init(host: String, port: Int, timeout: Duration, operation: String) {
    self.host = host
    self.port = port
    self.timeout = timeout
    self.operation = operation
  }

  /// Opens a connection and holds a conversation, whose pieces `coding` translates to bytes and back.
  ///
  /// Throws `AugerError`: `deliveryFailed` if there is no connection, it breaks or the time is up, `cancelled` if the
  /// task is, and what the conversation throws.
  package func hold<Talk: Conversation>(
    _ talk: Talk, coding: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void = { _ in }
  ) async throws -> Talk.Outcome {
    let deadline = ContinuousClock.now + timeout
    let control = RunControl()
    let addresses = try await Workers.blocking(control) {
      try HostAddresses.addresses(of: host, port: port, operation: operation)
    }
    try control.check()
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    // Ends the connection too, if it is still open.
    defer { group.shutdownGracefully { _ in } }
    let loop = group.any()
    let outcome = loop.makePromise(of: Talk.Outcome.self)
    let left = TimeAmount(ContinuousClock.now.duration(to: deadline))
    loop.scheduleTask(in: left) { outcome.fail(late) }
    connect(addresses[...], outcome) { address in
      ClientBootstrap(group: loop).connectTimeout(left).channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try coding(channel.pipeline.syncOperations)
          try channel.pipeline.syncOperations.addHandler(handler(for: talk, outcome: outcome))
        }
      }.connect(to: address)
    }
    return try await withTaskCancellationHandler {
      try await outcome.futureResult.get()
    } onCancel: {
      outcome.fail(AugerError(.cancelled, operation: operation, "it was cancelled"))
    }
  }

  /// What carries out a conversation at the end of a channel's pipeline.
  package func handler<Talk: Conversation>(
    for talk: Talk, outcome: EventLoopPromise<Talk.Outcome>
  ) -> some ChannelHandler {
    ConversationHandler(talk, with: self, outcome: outcome)
  }

  /// Tries the addresses of a server one after the other; fails for the last one's reason.
  private func connect<Outcome: Sendable>(
    _ addresses: ArraySlice<SocketAddress>, _ outcome: EventLoopPromise<Outcome>, reason: String = "it has no address",
    _ open: @escaping @Sendable (SocketAddress) -> EventLoopFuture<any Channel>
  ) {
    guard let address = addresses.first else {
      return outcome.fail(failure("no connection to '\(host)' could be made", reason))
    }
    open(address).whenFailure { error in
      // The time is up for all of them.
      if case .connectTimeout = error as? ChannelError { return outcome.fail(late) }
      // Anything but a refusal of this address, as the end of the event loop, is one of the others too.
      let others = error is IOError ? addresses.dropFirst() : []
      connect(others, outcome, reason: Self.reason(error), open)
    }
  }

  private var late: AugerError { failure("the server did not answer in time") }

  private func failure(_ message: String, _ reason: String? = nil) -> AugerError {
    AugerError(.deliveryFailed, operation: operation, message, underlying: reason)
  }

  /// Whether what was received, not the connection, is at fault.
  static func isUnreadable(_ error: any Error) -> Bool {
    !(error is IOError || error is ChannelError || isSecurity(error))
  }

  func failure(_ error: any Error, isSecuring: Bool) -> AugerError {
    failure(
      isSecuring ? "no secure connection to '\(host)' could be made" : "the connection broke", Self.reason(error))
  }

  private static func reason(_ error: any Error) -> String {
    if let error = error as? IOError {
      return String(describing: POSIXErrorCode(rawValue: error.errnoCode) ?? .EIO)
    }
    return isSecurity(error) ? securityReason(error) : String(describing: error)
  }
}
