import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The known parameters and columns of a query, without its rows.
package struct QuerySignature: Sendable, HasName {
  /// A parameter that a query declares.
  package struct Parameter: Sendable, HasName {
    package var name: String
    /// The declared type. Nil if the argument determines the type.
    package var type: DataType?
    /// True if the query cannot run without the argument: it has no default and occurs outside of `[[ ... ]]`.
    package var isRequired: Bool
    /// True if the parameter has a default value.
    package var hasDefault = false
    /// The uses of the parameter. Each determines whether a list or a range is allowed.
    package var uses: [Use]
    package var place: Diagnostic.Place?

    package init(
      _ name: String, type: DataType? = nil, isRequired: Bool = true, uses: [Use] = [.value],
      at place: Diagnostic.Place? = nil
    ) {
      self.name = name
      self.type = type
      self.isRequired = isRequired
      self.uses = uses
      self.place = place
    }
  }

  /// A use of an argument.
  package enum Use: Sendable, Hashable {
    /// `:Region` in SQL: one value, or a list with one value.
    case value
    /// `$Region` in a table query: one value, not a list.
    case soleValue
    /// An item of `IN (...)` in SQL: a value or a list.
    case list
    /// An item of `in (...)` in a table query: a value, a list or a range.
    case anything
    /// `:Year.lower` in SQL: a range, or one value that is both ends, not a list.
    case ends
    /// `$Year.lower` or `Between(x, $Year)` in a table query: a range.
    case range
  }

  package struct ResultColumn: Sendable, Hashable, HasName {
    package var name: String
    /// Nil if only the source can report the type.
    package var type: DataType?

    package init(_ name: String, _ type: DataType? = nil) {
      self.name = name
      self.type = type
    }
  }

  package var name: String
  /// The parameters in the order of their first use.
  package var parameters: [Parameter]
  /// Nil if only the source can report the columns.
  package var columns: [ResultColumn]?
  /// The location of the query definition, if it is in a file.
  package var place: Diagnostic.Place?

  package init(
    _ name: String, parameters: [Parameter] = [], columns: [ResultColumn]? = nil, at place: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.parameters = parameters
    self.columns = columns
    self.place = place
  }

  func parameter(_ name: String) -> Parameter? { parameters.first { $0.name.isSame(as: name) } }

  func column(_ name: String) -> ResultColumn? { columns?.first { $0.name.isSame(as: name) } }
}

extension QuerySignature {
  /// Reads the parameters of SQL text. Only the source can report its columns.
  package init(
    _ name: String, _ template: SQLTemplate, declared: [ParameterDeclaration] = [], at place: Diagnostic.Place? = nil
  ) {
    self.init(name, at: place)
    for use in template.parameters {
      let way: Use = use.part != .whole ? .ends : use.takesList ? .list : .value
      take(Parameter(use.name, isRequired: !use.isOptional, uses: [way]))
    }
    apply(declared)
  }

  /// Reads the parameters of a table query, and its columns as far as the query names them.
  package init(
    _ name: String, _ query: TableQuery, declared: [ParameterDeclaration] = [], at place: Diagnostic.Place? = nil
  ) {
    self.init(name, at: place)
    let conditions = (query.filters + query.having).map { ($0.expression, $0.isOptional) }
    let always = (query.derive + query.measures).map { ($0.expression, false) }
    for (expression, isOptional) in always + conditions {
      for use in expression.variableUses {
        let way: Use = use.isRange ? .range : use.takesList ? .anything : .soleValue
        take(Parameter(use.name, isRequired: !isOptional, uses: [way]))
      }
    }
    apply(declared)
    let derived = query.derive.map { ResultColumn($0.name, $0.expression.typeWithoutColumns) }
    func column(_ reference: TableQuery.ColumnReference) -> ResultColumn {
      derived.first { $0.name.isSame(as: reference.name) } ?? ResultColumn(reference.name)
    }
    if query.pivot != nil {
      // The column names are values of a key.
      columns = nil
    } else if query.isAggregation {
      columns =
        query.groupBy.map(column)
        + query.measures.map { ResultColumn($0.name, $0.expression.typeWithoutColumns) }
    } else {
      columns = query.select?.map(column)
    }
  }

  private mutating func take(_ parameter: Parameter) {
    guard let index = parameters.firstIndex(where: { $0.name.isSame(as: parameter.name) }) else {
      return parameters.append(parameter)
    }
    parameters[index].isRequired = parameters[index].isRequired || parameter.isRequired
    for use in parameter.uses where !parameters[index].uses.contains(use) { parameters[index].uses.append(use) }
  }

  private mutating func apply(_ declared: [ParameterDeclaration]) {
    for declaration in declared {
      guard let index = parameters.firstIndex(where: { $0.name.isSame(as: declaration.name) }) else { continue }
      parameters[index].type = declaration.type
      parameters[index].place = declaration.place
      if declaration.defaultValue != nil {
        parameters[index].hasDefault = true
        parameters[index].isRequired = false
      }
    }
  }
}

extension String {
  /// Returns true if the UTF-8 bytes are equal.
  func isSame(as other: String) -> Bool { Name(self) == Name(other) }
}
