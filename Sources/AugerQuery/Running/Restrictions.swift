import AugerColumns
import AugerDiagnostics
import AugerExpressions

/// What a data policy lets one caller see on one dashboard, with values instead of claims. Delegates that wrap another
/// pass it on.
///
/// Only an entitlement makes one that restricts nothing.
public struct Restrictions: Sendable {
  /// A condition of the rows of a table, with variables for the claims.
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

  /// Each argument with the values that it may have, as a list; of an empty one nothing can be seen.
  package private(set) var forced = QueryArguments()
  /// Arguments of a place that the caller cannot leave, each with the values that it may have: those of every query
  /// that takes the argument, and of no other.
  package private(set) var held = QueryArguments()
  package private(set) var rows: [Rows] = []
  /// The values of the variables in `rows`.
  package private(set) var claims = QueryArguments()
  package private(set) var session: [SessionSetting] = []

  package init() {}

  package var isEmpty: Bool { forced.isEmpty && held.isEmpty && rows.isEmpty && session.isEmpty }

  /// One text for equal restrictions.
  package var text: String {
    func sized(_ texts: [String]) -> String { texts.map { "\($0.utf8.count):\($0)" }.joined() }
    let rows = Set(rows.map { Name(sized([$0.source, $0.table, $0.condition.root.description])) }).sorted()
    return sized([
      forced.canonicalText, sized(rows.map(\.text)), claims.canonicalText,
      sized(session.flatMap { [$0.name, $0.value] }), held.canonicalText,
    ])
  }

  /// The argument can only have these values; those that it could have before are intersected with them.
  package mutating func force(_ argument: String, to values: [Scalar]) { Self.narrow(&forced, argument, to: values) }

  /// As `force`, for queries that take the argument; others are answered as they are.
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

  /// The rows of a table are those that fulfil a condition.
  package mutating func restrict(_ rows: Rows, claims values: QueryArguments) {
    for (name, value) in values.entries { claims[name] = value }
    self.rows.append(rows)
  }

  /// A setting has a value; false where it has another one already.
  package mutating func set(_ name: String, to value: String) -> Bool {
    if let earlier = session.first(named: name) { return Name(earlier.value) == Name(value) }
    let index = session.firstIndex { Scalar.compareBytes(name, $0.name) < 0 } ?? session.count
    session.insert(SessionSetting(name, value), at: index)
    return true
  }

  /// Both restrictions at once.
  package mutating func formIntersection(_ other: Restrictions) {
    for (name, value) in other.forced.entries { if case .list(let values) = value { force(name, to: values) } }
    for (name, value) in other.held.entries { if case .list(let values) = value { hold(name, to: values) } }
    rows += other.rows
    for (name, value) in other.claims.entries { claims[name] = value }
    for setting in other.session { _ = set(setting.name, to: setting.value) }
  }
}
