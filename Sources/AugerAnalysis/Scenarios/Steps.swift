import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// A target that takes several values in sequence: `$hike=0..18 step 3`, `$region=North,South`,
/// `filter.Years=2010..2013`, `argument.Year=1990..2012`.
package struct Steps: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    /// A variable, without its `$`.
    case variable(String)
    /// A filter. The value is a selected value of a picklist, or both ends of a range.
    case filter(String)
    /// An argument of the chart's queries.
    case argument(String)
  }

  package var target: Target
  /// The values in sequence, at least one.
  package var values: [Scalar]

  package init(_ target: Target, _ values: [Scalar]) {
    precondition(!values.isEmpty, "there is a step to take")
    self.target = target
    self.values = values
  }

  /// Maximum number of steps.
  package static let most = 1000

  /// Parses the form above. The default of `step` is 1.
  ///
  /// Throws `stepsSyntax`, or `tooManySteps` for more than 1000 steps.
  package init(_ text: String) throws(DiagnosticError) {
    let source = SourceText(name: "steps", text: text)
    func refuse(_ message: String) -> DiagnosticError {
      DiagnosticError(
        Diagnostic(
          .stepsSyntax, message, at: Diagnostic.Place(source, SourceSpan(0, text.utf8.count)),
          hint: "Write $hike=0..18 step 3, $region=North,South, filter.Years=2010..2013 or argument.Year=1990..2012."))
    }
    guard let (before, rest) = text.parted(at: "=") else { throw refuse("'\(text)' has no '='") }
    let key = String(before)
    let target: Target =
      if key.hasPrefix("$"), key.utf8.count > 1 {
        .variable(String(key.dropFirst()))
      } else if key.hasPrefix("filter."), key.utf8.count > 7 {
        .filter(String(key.dropFirst(7)))
      } else if key.hasPrefix("argument."), key.utf8.count > 9 {
        .argument(String(key.dropFirst(9)))
      } else {
        throw refuse("'\(key)' is not a variable, a filter or an argument")
      }
    guard let dots = rest.firstRange(of: "..") else {
      let values = rest.parts(at: ",").map { ScalarLiteral.read(String($0)) }
      guard !values.isEmpty else { throw refuse("the list of values is empty") }
      self.init(target, values)
      return
    }
    let ends = rest[dots.upperBound...]
    let word = ends.firstRange(of: " step ")
    let upper = ScalarLiteral.read(String(ends[..<(word?.lowerBound ?? ends.endIndex)]))
    let lower = ScalarLiteral.read(String(rest[..<dots.lowerBound]))
    let size = word.map { ScalarLiteral.read(String(ends[$0.upperBound...])) } ?? .int(1)
    self.init(target, try Self.values(lower, upper, size, refuse))
  }

  /// Creates steps from a list of values. Throws `stepsSyntax` for an empty list, and `tooManySteps`.
  package init(_ target: Target, checking values: [Scalar]) throws(DiagnosticError) {
    guard !values.isEmpty else {
      throw DiagnosticError(Diagnostic(.stepsSyntax, "the list of values is empty", hint: "Give at least one value."))
    }
    if values.count > Self.most { throw Self.tooMany }
    self.init(target, values)
  }

  /// Creates the steps of a range of numbers. Throws `stepsSyntax` for an invalid range, and `tooManySteps`.
  package init(
    _ target: Target, from first: Double, through last: Double, by step: Double
  ) throws(DiagnosticError) {
    self.init(
      target,
      try Self.values(.float(first), .float(last), .float(step)) { message in
        DiagnosticError(
          Diagnostic(.stepsSyntax, message, hint: "Give two numbers, the lower one first, and a positive step."))
      })
  }

  private static func values(
    _ lower: Scalar, _ upper: Scalar, _ size: Scalar, _ refuse: (String) -> DiagnosticError
  ) throws(DiagnosticError) -> [Scalar] {
    if case .date(let first) = lower, case .date(let last) = upper, case .int(let days) = size, days > 0 {
      let count = (Int(last.days) - Int(first.days)) / Int(days) + 1
      try check(count, refuse)
      return (0..<count).map { .date(CivilDate(days: Int32(clamping: Int(first.days) + $0 * Int(days)))) }
    }
    guard let first = lower.decimal, let last = upper.decimal, let step = size.decimal, step.unscaled > 0 else {
      throw refuse("'\(lower)..\(upper) step \(size)' is not a range of numbers or dates with a positive step")
    }
    if last < first { throw refuse("the lower end comes first") }
    var values: [Scalar] = []
    var next: Decimal128? = first
    while let value = next, value <= last {
      if values.count == most { throw tooMany }
      values.append(Scalar.decimal(value).canonicalNumber)
      next = value.adding(step)
    }
    return values
  }

  private static func check(_ count: Int, _ refuse: (String) -> DiagnosticError) throws(DiagnosticError) {
    if count < 1 { throw refuse("the lower end comes first") }
    if count > most { throw tooMany }
  }

  private static var tooMany: DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .tooManySteps, "a sweep or film has at most \(most) steps, and these are more", hint: "Use a larger step."))
  }

  /// The name of the target for readers.
  package var name: String {
    switch target {
    case .variable(let name): "$" + name
    case .filter(let name), .argument(let name): name
    }
  }

  /// The name of the target in a sentence.
  package var described: String {
    switch target {
    case .variable(let name): "variable '$\(name)'"
    case .filter(let name): "filter '\(name)'"
    case .argument(let name): "argument '\(name)'"
    }
  }

  /// Returns the state of one step, and the arguments together with those of the state.
  ///
  /// Throws the error of the dashboard if the value is invalid.
  package func place(
    _ value: Scalar, from state: Exploration, in dashboard: Dashboard
  ) throws(DiagnosticError) -> (state: Exploration, arguments: QueryArguments) {
    switch target {
    case .variable(let name): return (try dashboard.set(state, name, to: value), QueryArguments())
    case .filter(let name):
      let chosen: FilterState =
        try dashboard.filter(named: name).kind == .picklist ? .picks([value]) : .range(lower: value, upper: value)
      return (try dashboard.place(after: .filter(name, chosen), from: state), QueryArguments())
    case .argument(let name): return (state, [name: .scalar(value)])
    }
  }
}

extension Diagnostic.Code {
  package static let stepsSyntax = Self("stepsSyntax")
  package static let tooManySteps = Self("tooManySteps")
  /// Steps of a target that does not affect the chart.
  package static let stepsUnused = Self("stepsUnused")
}
