import AugerColumns
import AugerDiagnostics

/// What the names of an expression can mean: the columns of a table, variables with their values, and whether
/// aggregates make sense.
///
/// Variables are folded into the bound expression as constants: binding again is how a changed variable takes effect.
package struct ExpressionScope: Sendable {
  package let schema: Schema
  /// In the order given, names without `$`.
  package let variables: [(name: String, value: QueryArgument)]
  package let allowsAggregates: Bool
  /// Columns that may stand outside an aggregate, in the order of the groups' keys.
  package let groupKeys: [String]
  /// Whether `Running(...)` and its like make sense: the groups are categories, and come in an order.
  package var allowsWindows = false
  /// Whether there may be columns that the schema lacks, of any type: before a result is known. What such an expression
  /// comes to has no meaning, only what is wrong with it whatever the types are.
  package var allowsUnknownColumns = false

  package init(
    schema: Schema, variables: [(name: String, value: QueryArgument)], allowsAggregates: Bool = false,
    groupKeys: [String] = []
  ) {
    self.schema = schema
    self.variables = variables.map { ($0.name.hasPrefix("$") ? String($0.name.dropFirst()) : $0.name, $0.value) }
    self.allowsAggregates = allowsAggregates
    self.groupKeys = groupKeys
  }

  package init(
    schema: Schema, variables: KeyValuePairs<String, QueryArgument> = [:], allowsAggregates: Bool = false,
    groupKeys: [String] = []
  ) {
    self.init(
      schema: schema, variables: variables.map { (name: $0.key, value: $0.value) },
      allowsAggregates: allowsAggregates, groupKeys: groupKeys)
  }

  /// The hint for a column that does not exist: the variable of that name, or a column.
  ///
  /// - Parameter variables: Names without `$`.
  package static func hint(forColumn name: String, among columns: [String], variables: [String]) -> String? {
    if variables.contains(name: name) { return "Did you mean '\(Lexer.variable(name))'?" }
    return DidYouMean.hint(for: name, among: columns, listing: "columns")
  }

  func variable(_ name: String) -> QueryArgument? {
    variables.value(named: name)
  }
}
