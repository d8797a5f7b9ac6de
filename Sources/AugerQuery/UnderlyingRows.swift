import AugerColumns
import AugerDiagnostics

/// The rows that a query reads, instead of its result: after its conditions and before its groups.
package struct UnderlyingRows: Sendable, Hashable {
  /// A condition on a column of the query's result. For groups, it must be one of their keys.
  package struct Condition: Sendable, Hashable {
    package var column: String
    /// The expression to compare, such as `year([day])`. Nil for the column itself.
    package var expression: String?
    /// The accepted values, which may include null.
    package var argument: QueryArgument

    package init(_ column: String, expression: String? = nil, _ argument: QueryArgument) {
      self.column = column
      self.expression = expression
      self.argument = argument
    }

    /// A canonical string, equal for equal conditions.
    fileprivate var texts: [String] {
      [column, expression ?? "", QueryArguments([column: argument]).canonicalText]
    }
  }

  /// The form of the result.
  package enum Form: Sendable, Hashable {
    case all
    /// The first rows.
    case first(Int)
    /// One row with the number of rows.
    case count
  }

  package var conditions: [Condition]
  package var form: Form
  /// True for only the columns that keys and measures name, if the query groups rows. False for all columns.
  package var showsNamedColumns: Bool

  package init(_ conditions: [Condition], _ form: Form = .all, showsNamedColumns: Bool = false) {
    self.conditions = conditions
    self.form = form
    self.showsNamedColumns = showsNamedColumns
  }

  /// A canonical list, equal for equal requests.
  var texts: [String] { ["\(form)", "\(showsNamedColumns)"] + conditions.flatMap(\.texts) }
}

extension Diagnostic.Code {
  /// The rows behind an item or a mark are not known exactly.
  package static let rowsNotAvailable = Self("rowsNotAvailable")
}
