import AugerColumns
import AugerDiagnostics

/// A goal-seek request for a diagram: the value of one node for which another reaches a goal. `EVA=50 by WACC`, `EVA=50
/// by WACC within 0.01..0.2`.
package struct GoalSeek: Sendable, Hashable {
  package var node: String
  package var goal: Double
  /// The node to set.
  package var driver: String
  /// The allowed range of the driver. Nil for any number.
  package var bounds: Bounds?

  package init(_ node: String, reaching goal: Double, by driver: String, within bounds: Bounds? = nil) {
    self.node = node
    self.goal = goal
    self.driver = driver
    self.bounds = bounds
  }

  /// Parses the form above. Throws `goalSyntax`.
  package init(_ text: String) throws(DiagnosticError) {
    func refuse(_ message: String) -> DiagnosticError {
      DiagnosticError(
        Diagnostic(
          .goalSyntax, message,
          at: Diagnostic.Place(SourceText(name: "goal", text: text), SourceSpan(0, text.utf8.count)),
          hint: "Write 'EVA=50 by WACC' or 'EVA=50 by WACC within 0.01..0.2'."))
    }
    func trimmed(_ text: Substring) -> String {
      String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    func number(_ text: Substring) throws(DiagnosticError) -> Double {
      let text = trimmed(text)
      guard let number = Double(text), number.isFinite else { throw refuse("'\(text)' is not a number") }
      return number
    }
    guard let (before, rest) = text.parted(at: "=") else { throw refuse("'\(text)' has no '='") }
    guard let by = rest.firstRange(of: " by ") else { throw refuse("'\(text)' does not name the node to change") }
    let end = rest[by.upperBound...]
    let within = end.firstRange(of: " within ")
    var bounds: Bounds?
    if let within {
      let range = end[within.upperBound...]
      guard let dots = range.firstRange(of: "..") else { throw refuse("'\(trimmed(range))' is not a valid range") }
      let lower = try number(range[..<dots.lowerBound])
      let upper = try number(range[dots.upperBound...])
      guard let found = Bounds(inOrder: lower, upper) else { throw refuse("the lower end comes first") }
      bounds = found
    }
    let names = (trimmed(before), trimmed(end[..<(within?.lowerBound ?? end.endIndex)]))
    guard !names.0.isEmpty, !names.1.isEmpty else { throw refuse("'\(text)' does not name two nodes") }
    self.init(names.0, reaching: try number(rest[..<by.lowerBound]), by: names.1, within: bounds)
  }
}

extension Diagnostic.Code {
  package static let goalSyntax = Self("goalSyntax")
}
