import AugerDiagnostics

/// What a transport needs to know of a message to cancel one: whose answer is awaited, and which is not any more.
package struct AgentEnvelope: Sendable {
  /// The id of a request as it is written.
  package let id: String?
  /// The id of the request that a notification cancels.
  package let cancelled: String?

  package init(_ message: [UInt8]) {
    let node = JSONNode(reading: message)
    let asked = node?["id"]
    id = asked?.line
    let isCancel = node?["method"]?.text.map { Name($0) == Name("notifications/cancelled") } ?? false
    cancelled = isCancel && asked == nil ? node?["params"]?["requestId"]?.line : nil
  }
}
