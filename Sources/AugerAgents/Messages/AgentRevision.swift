/// A revision of the Model Context Protocol.
package enum AgentRevision: String, Sendable, CaseIterable {
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  /// A revision without a handshake: each request contains its revision and the capabilities of its client.
  case july2026 = "2026-07-28"

  /// The newest revision that starts with `initialize`. It is the answer to a request for an unknown revision.
  static let newestWithHandshake = november2025

  var isStateless: Bool { self == .july2026 }

  static var names: [String] { allCases.map(\.rawValue) }
}
