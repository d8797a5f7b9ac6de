/// AugerTestKit: what every adapter must do, as checks that any test framework can run. Adapter authors call it from
/// their tests; nothing in the product does.

/// Something that a check found wrong.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
  /// The behaviour that was checked: `row limit`.
  public var check: String
  /// What was expected and what was found.
  public var message: String

  package init(_ check: String, _ message: String) {
    self.check = check
    self.message = message
  }

  public var description: String { "\(check): \(message)" }
}
