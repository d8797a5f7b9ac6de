import AugerColumns
import AugerDiagnostics

/// The meaning of names in an expression: the columns of a table, and variables with their values. It also determines
/// whether aggregates are allowed.
///
/// The values of variables become constants of the bound expression. If a variable changes, bind the expression
/// again.
package struct ExpressionScope: Sendable {
  package let schema: Schema
  /// The variables in the order given, with names without `$`.
  package let variables: [(name: String, value: QueryArgument)]
  package let allowsAggregates: Bool
  /// Columns that may occur outside an aggregate, in the order of the group keys.
  package let groupKeys: [String]
  /// True if window functions such as `Running(...)` are allowed: the groups are ordered categories.
  package var allowsWindows = false
  /// True if columns outside the schema are allowed, with any type, because the result is not known yet. The value of
  /// such an expression has no meaning. Only errors that do not depend on the types are useful.
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

  /// Returns the hint for an unknown column: the variable with that name, or a similar column.
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
