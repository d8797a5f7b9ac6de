import AugerDiagnostics

/// The message fields that a transport needs for cancellation: the request ID and the ID of a cancelled request.
package struct AgentEnvelope: Sendable {
  /// The ID of a request as JSON text.
  package let id: String?
  /// The ID of the request that a notification cancels.
  package let cancelled: String?

  package init(_ message: [UInt8]) {
    let node = JSONNode(reading: message)
    let asked = node?["id"]
    id = asked?.line
    let isCancel = node?["method"]?.text.map { Name($0) == Name("notifications/cancelled") } ?? false
    cancelled = isCancel && asked == nil ? node?["params"]?["requestId"]?.line : nil
  }
}
