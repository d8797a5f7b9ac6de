/// AugerTestKit: requirements of all adapters as checks for any test framework. Adapter authors call it in their
/// tests. The product does not use it.

/// A problem that a check found.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
  /// The behavior that was checked: `row limit`.
  public var check: String
  /// The expected and the actual result.
  public var message: String

  package init(_ check: String, _ message: String) {
    self.check = check
    self.message = message
  }

  public var description: String { "\(check): \(message)" }
}
