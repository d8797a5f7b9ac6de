import AugerColumns
import AugerDiagnostics

/// What an expression asks of the clock.
package enum ClockUse: Sendable, Comparable {
  /// `today()`.
  case day
  /// `now()`.
  case moment

  /// What it reads at a moment: that one, or the first of its day.
  package func reading(at now: Timestamp) -> Timestamp { self == .day ? Timestamp(now.date) : now }

  package func text(at now: Timestamp) -> String { self == .day ? now.date.description : now.description }
}

extension Expression {
  /// What it asks of the clock; nil: nothing.
  package var clockUse: ClockUse? {
    var use: ClockUse?
    root.visit { node in
      if let found = node.clockUse { use = max(use ?? found, found) }
    }
    return use
  }

  /// The expression at a moment of UTC: `today()` and `now()` say which, so that all that is computed of it agrees.
  ///
  /// Whoever begins a run does so, once; where nobody has, binding reports `noClock`.
  package func at(_ now: Timestamp) -> Expression {
    guard clockUse != nil else { return self }
    let root = root.replacing { node in
      guard let use = node.clockUse, case .call(let name, let span, _) = node.kind else { return nil }
      return ExpressionNode(.call(name, span, [ExpressionNode(.literal(.string(use.text(at: now))), span)]), node.span)
    }
    return Expression(source: source, root: root)
  }
}

extension ExpressionNode {
  /// Of a call that does not say the moment yet.
  fileprivate var clockUse: ClockUse? {
    guard case .call(let name, _, let arguments) = kind, arguments.isEmpty else { return nil }
    return switch name.lowercased() {
    case "today": .day
    case "now": .moment
    default: nil
    }
  }
}
