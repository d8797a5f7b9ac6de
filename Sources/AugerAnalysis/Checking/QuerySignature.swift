import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// What is known of a query without its rows: the arguments it takes and the columns it gives.
package struct QuerySignature: Sendable, HasName {
  /// One argument that a query takes.
  package struct Parameter: Sendable, HasName {
    package var name: String
    /// As declared; nil: an argument keeps its own type.
    package var type: DataType?
    /// Whether the query cannot run without it: no default, and not only in `[[ ... ]]`.
    package var isRequired: Bool
    /// Whether a default stands in where nothing arrives.
    package var hasDefault = false
    /// The ways in which it is used; each decides whether a list or a range may stand there.
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

  /// How an argument is used.
  package enum Use: Sendable, Hashable {
    /// `:Region` of SQL: one value, or a list of one.
    case value
    /// `$Region` of a table query: one value and no list.
    case soleValue
    /// An item of `IN (...)` of SQL: a value or a list.
    case list
    /// An item of `in (...)` of a table query: a value, a list or a range.
    case anything
    /// `:Year.lower` of SQL: a range, or one value, which is both its ends, and no list.
    case ends
    /// `$Year.lower` or `Between(x, $Year)` of a table query: a range.
    case range
  }

  package struct ResultColumn: Sendable, Hashable, HasName {
    package var name: String
    /// Nil: only the source can tell.
    package var type: DataType?

    package init(_ name: String, _ type: DataType? = nil) {
      self.name = name
      self.type = type
    }
  }

  package var name: String
  /// In the order of their first use.
  package var parameters: [Parameter]
  /// Nil: only the source can tell.
  package var columns: [ResultColumn]?
  /// Where the query was written, if in a file.
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
  /// What a SQL text takes; its columns are the source's to tell.
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

  /// What a table query takes, and the columns it gives as far as it names them.
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
      // Its columns are values of a key.
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
  /// Equality by UTF-8 bytes.
  func isSame(as other: String) -> Bool { Name(self) == Name(other) }
}
