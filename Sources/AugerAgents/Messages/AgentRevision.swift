/// A revision of the Model Context Protocol.
package enum AgentRevision: String, Sendable, CaseIterable {
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  /// Without a handshake: each request says its revision and what its client can do.
  case july2026 = "2026-07-28"

  /// The newest that begins with `initialize`, which answers any revision that is not known.
  static let newestWithHandshake = november2025

  var isStateless: Bool { self == .july2026 }

  static var names: [String] { allCases.map(\.rawValue) }
}
