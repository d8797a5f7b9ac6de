import AugerDiagnostics

/// A protocol session with a server, without I/O: it maps received data to data to send. `DeliveryServer` runs it, and
/// tests can drive it directly.
package protocol Conversation: Sendable {
  associatedtype Received
  associatedtype Sent: Sendable
  associatedtype Outcome: Sendable

  typealias Step = ConversationStep<Sent, Outcome>

  /// Called when the connection is open, without TLS.
  mutating func connected() -> [Step]

  /// Called when the requested TLS connection is established.
  mutating func secured() -> [Step]

  mutating func received(_ part: Received) throws(AugerError) -> [Step]

  /// Returns the error for a connection that ends early or returns unreadable data.
  func unfinished() -> AugerError
}

package enum ConversationStep<Sent: Sendable, Outcome: Sendable>: Sendable {
  case send(Sent)
  /// Starts TLS. `secured` is called next.
  case secure
  /// Ends the conversation with an outcome.
  case finish(Outcome)
}
