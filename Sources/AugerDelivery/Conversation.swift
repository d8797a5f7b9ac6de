import AugerDiagnostics

/// What is said to a server and what is made of its answers: a value that decides and does no I/O, so that a test can
/// drive it. `DeliveryServer` holds the conversation.
package protocol Conversation: Sendable {
  associatedtype Received
  associatedtype Sent: Sendable
  associatedtype Outcome: Sendable

  typealias Step = ConversationStep<Sent, Outcome>

  /// The connection is open, and plain.
  mutating func connected() -> [Step]

  /// TLS was asked for, and is there.
  mutating func secured() -> [Step]

  mutating func received(_ part: Received) throws(AugerError) -> [Step]

  /// Why it is a failure that the server says no more, or nothing that can be read.
  func unfinished() -> AugerError
}

package enum ConversationStep<Sent: Sendable, Outcome: Sendable>: Sendable {
  case send(Sent)
  /// Goes on by TLS; `secured` follows.
  case secure
  /// What came of it: nothing follows.
  case finish(Outcome)
}
