import AugerDiagnostics
import AugerQuery
import Foundation
import NIOCore
import NIOPosix

/// AugerDelivery: sends published results to web servers and mail servers, over NIO and TLS. It is independent of jobs.
/// `AugerRefresh` uses it in builds with the trait `Delivery`.

/// A server that receives data: the common part of webhooks and email.
///
/// Each conversation has its own event loop, which ends with it, so no threads exist before the first delivery. After
/// the first one the process ignores SIGPIPE on systems that cannot disable it for a socket.
package struct DeliveryServer: Sendable {
  package var host: String
  package var port: Int
  /// The time limit from the name lookup to the end of the conversation.
  package var timeout: Duration
  /// The operation that error messages name.
  package var operation: String

  package init(host: String, port: Int, timeout: Duration, operation: String) {
    self.host = host
    self.port = port
    self.timeout = timeout
    self.operation = operation
  }

  /// Opens a connection and runs a conversation. `coding` adds the handlers that translate between bytes and messages.
  ///
  /// Throws the errors of the conversation, or an `AugerError`: `deliveryFailed` if the connection fails or the time
  /// limit is exceeded, `cancelled` if the task is cancelled.
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
    // Shutdown also closes an open connection.
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

  /// Returns the handler that runs a conversation at the end of a channel's pipeline.
  package func handler<Talk: Conversation>(
    for talk: Talk, outcome: EventLoopPromise<Talk.Outcome>
  ) -> some ChannelHandler {
    ConversationHandler(talk, with: self, outcome: outcome)
  }

  /// Tries the addresses of a server in order. Fails with the error of the last one.
  private func connect<Outcome: Sendable>(
    _ addresses: ArraySlice<SocketAddress>, _ outcome: EventLoopPromise<Outcome>, reason: String = "it has no address",
    _ open: @escaping @Sendable (SocketAddress) -> EventLoopFuture<any Channel>
  ) {
    guard let address = addresses.first else {
      return outcome.fail(failure("cannot connect to '\(host)'", reason))
    }
    open(address).whenFailure { error in
      // The time limit applies to all addresses together.
      if case .connectTimeout = error as? ChannelError { return outcome.fail(late) }
      // An error other than an I/O error of this address, such as the end of the event loop, affects all addresses.
      let others = error is IOError ? addresses.dropFirst() : []
      connect(others, outcome, reason: Self.reason(error), open)
    }
  }

  private var late: AugerError { failure("the server did not answer in time") }

  private func failure(_ message: String, _ reason: String? = nil) -> AugerError {
    AugerError(.deliveryFailed, operation: operation, message, underlying: reason)
  }

  /// Returns true if the received data caused the error, not the connection.
  static func isUnreadable(_ error: any Error) -> Bool {
    !(error is IOError || error is ChannelError || isSecurity(error))
  }

  func failure(_ error: any Error, isSecuring: Bool) -> AugerError {
    failure(
      isSecuring ? "cannot establish a secure connection to '\(host)'" : "the connection was lost", Self.reason(error))
  }

  private static func reason(_ error: any Error) -> String {
    if let error = error as? IOError {
      return String(describing: POSIXErrorCode(rawValue: error.errnoCode) ?? .EIO)
    }
    return isSecurity(error) ? securityReason(error) : String(describing: error)
  }
}
