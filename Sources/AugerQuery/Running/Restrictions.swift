import AugerColumns
import AugerDiagnostics
import AugerExpressions

/// The rows that a data policy shows to one caller on one dashboard, with values instead of claims. Delegates that
/// wrap another pass it on.
///
/// Only an entitlement can create a value without restrictions.
public struct Restrictions: Sendable {
  /// A condition on the rows of a table, with variables for the claims.
  package struct Rows: Sendable {
    package var source: String
    package var table: String
    package var condition: Expression

    package init(source: String, table: String, condition: Expression) {
      self.source = source
      self.table = table
      self.condition = condition
    }
  }

  /// The allowed values of each argument, as a list. If the list is empty, no rows are visible.
  package private(set) var forced = QueryArguments()
  /// The allowed values of arguments that the caller cannot change. They apply to every query that takes the
  /// argument, and to no other.
  package private(set) var held = QueryArguments()
  package private(set) var rows: [Rows] = []
  /// The values of the variables in `rows`.
  package private(set) var claims = QueryArguments()
  package private(set) var session: [SessionSetting] = []

  package init() {}

  package var isEmpty: Bool { forced.isEmpty && held.isEmpty && rows.isEmpty && session.isEmpty }

  /// A canonical string, equal for equal restrictions.
  package var text: String {
    func sized(_ texts: [String]) -> String { texts.map { "\($0.utf8.count):\($0)" }.joined() }
    let rows = Set(rows.map { Name(sized([$0.source, $0.table, $0.condition.root.description])) }).sorted()
    return sized([
      forced.canonicalText, sized(rows.map(\.text)), claims.canonicalText,
      sized(session.flatMap { [$0.name, $0.value] }), held.canonicalText,
    ])
  }

  /// Limits an argument to these values. Earlier limits are intersected with them.
  package mutating func force(_ argument: String, to values: [Scalar]) { Self.narrow(&forced, argument, to: values) }

  /// Limits an argument like `force`, for queries that take it. Other queries are unaffected.
  package mutating func hold(_ argument: String, to values: [Scalar]) { Self.narrow(&held, argument, to: values) }

  private static func narrow(_ arguments: inout QueryArguments, _ argument: String, to values: [Scalar]) {
    var values = values.filter { !$0.isNull }.sorted(by: Scalar.precedes)
    if case .list(let earlier)? = arguments[argument] {
      values = values.filter { value in earlier.contains { Scalar.compare($0, value) == 0 } }
    }
    var distinct: [Scalar] = []
    for value in values where distinct.last.map({ Scalar.compare($0, value) != 0 }) ?? true { distinct.append(value) }
    arguments[argument] = .list(distinct)
  }

  /// Limits the rows of a table to those that satisfy a condition.
  package mutating func restrict(_ rows: Rows, claims values: QueryArguments) {
    for (name, value) in values.entries { claims[name] = value }
    self.rows.append(rows)
  }

  /// Sets a session setting. Returns false if it already has another value.
  package mutating func set(_ name: String, to value: String) -> Bool {
    if let earlier = session.first(named: name) { return Name(earlier.value) == Name(value) }
    let index = session.firstIndex { Scalar.compareBytes(name, $0.name) < 0 } ?? session.count
    session.insert(SessionSetting(name, value), at: index)
    return true
  }

  /// Applies both restrictions.
  package mutating func formIntersection(_ other: Restrictions) {
    for (name, value) in other.forced.entries { if case .list(let values) = value { force(name, to: values) } }
    for (name, value) in other.held.entries { if case .list(let values) = value { hold(name, to: values) } }
    rows += other.rows
    for (name, value) in other.claims.entries { claims[name] = value }
    for setting in other.session { _ = set(setting.name, to: setting.value) }
  }
}
