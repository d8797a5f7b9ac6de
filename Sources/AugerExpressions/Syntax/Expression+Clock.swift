import AugerColumns
import AugerDiagnostics

/// The precision with which an expression reads the current time.
package enum ClockUse: Sendable, Comparable {
  /// `today()`.
  case day
  /// `now()`.
  case moment

  /// Returns the time that the expression reads at a moment: that moment, or the start of its day.
  package func reading(at now: Timestamp) -> Timestamp { self == .day ? Timestamp(now.date) : now }

  package func text(at now: Timestamp) -> String { self == .day ? now.date.description : now.description }
}

extension Expression {
  /// The use of the current time. Nil if the expression does not use it.
  package var clockUse: ClockUse? {
    var use: ClockUse?
    root.visit { node in
      if let found = node.clockUse { use = max(use ?? found, found) }
    }
    return use
  }

  /// Returns the expression for a moment in UTC: it becomes the argument of `today()` and `now()`, so that all
  /// results of a run agree.
  ///
  /// The code that starts a run calls this once. Without it, binding reports `noClock`.
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
  /// The use of the clock by a call that does not contain the moment yet.
  fileprivate var clockUse: ClockUse? {
    guard case .call(let name, _, let arguments) = kind, arguments.isEmpty else { return nil }
    return switch name.lowercased() {
    case "today": .day
    case "now": .moment
    default: nil
    }
  }
}
