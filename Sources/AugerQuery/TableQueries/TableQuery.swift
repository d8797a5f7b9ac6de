import AugerColumns
import AugerDiagnostics
import AugerExpressions

/// A portable query: from, derive, filter, group by, measures, having, pivot, order, limit (page "Table queries").
///
/// `$name` in its expressions is an argument of the query. Without `groupBy` and `measures`, the result contains
/// rows: the columns of `select`, or all columns of the table and then the derived ones.
package struct TableQuery: Sendable {
  /// An expression and the name of its column.
  package struct Named: HasName, Sendable {
    package var name: String
    package var expression: Expression
    /// The position of the name. Nil if it was not given.
    package var place: Diagnostic.Place?

    package init(_ name: String, _ expression: Expression, at place: Diagnostic.Place? = nil) {
      self.name = name
      self.expression = expression
      self.place = place
    }

    package init(_ name: String, _ expression: String) throws(DiagnosticError) {
      self.init(name, try Expression.parse(expression, name: name))
    }

    /// Returns the same column with another expression.
    package func with(_ expression: Expression) -> Named { Named(name, expression, at: place) }

    /// The position of the column name: the name, or the expression.
    package var namePlace: Diagnostic.Place { place ?? Diagnostic.Place(expression.source, expression.span) }
  }

  /// A condition on rows or on groups. An optional condition is dropped if one of its arguments is missing.
  package struct Filter: Sendable {
    package var expression: Expression
    package var isOptional: Bool
    /// True if the condition belongs to a data policy. It then also applies when the query examines the whole table,
    /// for example for its last day.
    package var isRestriction: Bool

    package init(_ expression: Expression, isOptional: Bool = false, isRestriction: Bool = false) {
      self.expression = expression
      self.isOptional = isOptional
      self.isRestriction = isRestriction
    }

    /// - Parameter name: The name of the expression in messages.
    package init(_ expression: String, isOptional: Bool = false, name: String = "where") throws(DiagnosticError) {
      self.init(try Expression.parse(expression, name: name), isOptional: isOptional)
    }

    /// Returns the same condition with another expression.
    package func with(_ expression: Expression) -> Filter {
      Filter(expression, isOptional: isOptional, isRestriction: isRestriction)
    }

    /// Returns true if the condition applies with these arguments.
    package func isKept(with arguments: QueryArguments) -> Bool {
      !isOptional || expression.variableNames.allSatisfy { arguments[$0] != nil }
    }
  }

  /// A column name with its position.
  package struct ColumnReference: Sendable, HasName {
    package var name: String
    package var place: Diagnostic.Place?

    package init(_ name: String, at place: Diagnostic.Place? = nil) {
      self.name = name
      self.place = place
    }
  }

  package struct Ordering: Sendable {
    package var column: ColumnReference
    package var isDescending: Bool

    package init(_ column: ColumnReference, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }

    package init(_ name: String, isDescending: Bool = false) {
      self.init(ColumnReference(name), isDescending: isDescending)
    }
  }

  /// The name of the table in its source.
  package var from: String
  /// The joined tables, whose columns the rest of the query can use.
  package var joins: [TableJoin] = []
  package var derive: [Named]
  package var filters: [Filter]
  /// The columns of an ungrouped result, in order. Nil means all columns.
  package var select: [ColumnReference]?
  package var groupBy: [ColumnReference]
  package var measures: [Named]
  /// The conditions on groups. They can use keys, measures and other aggregates.
  package var having: [Filter]
  /// A key whose values become columns: one column for each value and measure, in the order of the values. Missing
  /// groups are null. It is applied after `having`. Order and limit apply to the rows of the other keys.
  package var pivot: ColumnReference?
  package var orderBy: [Ordering]
  package var limit: Int?

  package init(
    from: String, derive: [Named] = [], filters: [Filter] = [], select: [ColumnReference]? = nil,
    groupBy: [ColumnReference] = [], measures: [Named] = [], having: [Filter] = [], pivot: ColumnReference? = nil,
    orderBy: [Ordering] = [], limit: Int? = nil
  ) {
    self.from = from
    self.derive = derive
    self.filters = filters
    self.select = select
    self.groupBy = groupBy
    self.measures = measures
    self.having = having
    self.pivot = pivot
    self.orderBy = orderBy
    self.limit = limit
  }

  /// True if rows are grouped, or aggregated to one row.
  package var isAggregation: Bool { !groupBy.isEmpty || !measures.isEmpty }

  /// The names of the arguments, in order of first appearance.
  package var argumentNames: [String] {
    var names: [String] = []
    for expression in expressions {
      for name in expression.variableNames where !names.contains(name: name) { names.append(name) }
    }
    return names
  }

  package var expressions: [Expression] {
    joins.flatMap { $0.on.map(\.value) } + derive.map(\.expression) + filters.map(\.expression)
      + measures.map(\.expression) + having.map(\.expression)
  }
}
