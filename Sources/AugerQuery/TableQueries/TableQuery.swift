import AugerColumns
import AugerDiagnostics
import AugerExpressions

/// The portable request: from, derive, filter, group by, measures, having, pivot, order, limit (page "Table queries").
///
/// `$name` in its expressions is an argument of the query. Without `groupBy` and `measures` the rows themselves are the
/// result: the columns of `select`, or all columns of the table and then the derived ones.
package struct TableQuery: Sendable {
  /// An expression with the name of the column it makes.
  package struct Named: HasName, Sendable {
    package var name: String
    package var expression: Expression
    /// Where the name was written; nil where it was not.
    package var place: Diagnostic.Place?

    package init(_ name: String, _ expression: Expression, at place: Diagnostic.Place? = nil) {
      self.name = name
      self.expression = expression
      self.place = place
    }

    package init(_ name: String, _ expression: String) throws(DiagnosticError) {
      self.init(name, try Expression.parse(expression, name: name))
    }

    /// The same column of another expression.
    package func with(_ expression: Expression) -> Named { Named(name, expression, at: place) }

    /// Where it is said what the column is called: the name, else the expression.
    package var namePlace: Diagnostic.Place { place ?? Diagnostic.Place(expression.source, expression.span) }
  }

  /// A condition that every row fulfils, or every group. An optional one is dropped when an argument it names was not
  /// given.
  package struct Filter: Sendable {
    package var expression: Expression
    package var isOptional: Bool
    /// Whether it says which rows there are at all for whoever asks: it also holds where the query looks at the whole
    /// table, as for its last day.
    package var isRestriction: Bool

    package init(_ expression: Expression, isOptional: Bool = false, isRestriction: Bool = false) {
      self.expression = expression
      self.isOptional = isOptional
      self.isRestriction = isRestriction
    }

    /// - Parameter name: what messages call the text.
    package init(_ expression: String, isOptional: Bool = false, name: String = "where") throws(DiagnosticError) {
      self.init(try Expression.parse(expression, name: name), isOptional: isOptional)
    }

    /// The same condition with another expression.
    package func with(_ expression: Expression) -> Filter {
      Filter(expression, isOptional: isOptional, isRestriction: isRestriction)
    }

    /// Whether the condition counts with these arguments.
    package func isKept(with arguments: QueryArguments) -> Bool {
      !isOptional || expression.variableNames.allSatisfy { arguments[$0] != nil }
    }
  }

  /// A column by name, with the place where it was written.
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

  /// The table, by its name in the source.
  package var from: String
  /// Tables beside it, whose columns the rest of the query may name.
  package var joins: [TableJoin] = []
  package var derive: [Named]
  package var filters: [Filter]
  /// Columns of a result whose rows are not grouped, in this order; nil is all of them.
  package var select: [ColumnReference]?
  package var groupBy: [ColumnReference]
  package var measures: [Named]
  /// Conditions on the groups: over keys, measures, and aggregates, which need not be measures.
  package var having: [Filter]
  /// A key whose values become columns, one for each value and measure in the order of the values; what no group has
  /// is null. It comes after `having`; what is ordered and cut are the rows that the other keys make.
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

  /// Whether rows are grouped, or all of them made one.
  package var isAggregation: Bool { !groupBy.isEmpty || !measures.isEmpty }

  /// Arguments that are used, in the order of their first appearance.
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
