import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

/// What a user can choose in a filter, and what they chose.
public struct FilterModel: Sendable {
  /// One value of a picklist.
  public struct Choice: Sendable, Hashable {
    /// A distinct value of the filter's column.
    public var value: Scalar
    /// The value as it is shown.
    public var label: String
    /// Rows of the source query that have it; 0 for a pick that is no longer there.
    public var count: Int
    /// Whether the filter lets the value through because it was picked.
    public var isPicked: Bool
    /// Whether it was picked and is not in the data any more. It is kept, and sent.
    package var isMissing: Bool
  }

  /// The filter's name in its dashboard.
  public var name: String
  /// What is written above the filter.
  public var title: String
  package var kind: FilterDefinition.Kind
  /// Of a picklist: the distinct values in their order, null left out, then the picks that are missing.
  public var choices: [Choice]
  /// Of a range: the ends of the data; null where there are none.
  package var lowerBound: Scalar
  package var upperBound: Scalar
  package var state: FilterState?
  package var warnings: [Warning]
}

/// How a filter's choices are found.
package struct FilterPlan: Sendable {
  /// The source query, with the picks of the filters that this one depends on and no others.
  package let request: QueryRequest
  private let filter: FilterDefinition
  private let state: FilterState?

  /// Throws `metadataObjectUndefined` for a filter that the dashboard does not have.
  package init(_ name: String, of dashboard: Dashboard, at state: Exploration) throws(DiagnosticError) {
    filter = try dashboard.filter(named: name)
    self.state = state.filters[filter.name]
    var arguments = QueryArguments()
    for reference in filter.dependsOn {
      guard let chosen = state.filters[reference.name] else { continue }
      arguments[reference.name] = chosen.argument
    }
    request = QueryRequest(filter.sourceQuery, arguments: arguments)
  }

  /// The choices that the source query's table gives.
  ///
  /// Throws `dataMissingColumn`; `filterRange` for a range over values that have no order to speak of.
  package func model(from table: Table, locale: ChartLocale) throws -> FilterModel {
    guard let column = table[filter.column] else {
      throw DiagnosticError(
        Diagnostic(
          .dataMissingColumn, "the result of query '\(filter.sourceQuery)' has no column '\(filter.column)'",
          at: filter.columnPlace ?? filter.place,
          hint: DidYouMean.hint(for: filter.column, among: table.schema.names, listing: "columns")))
    }
    var warnings = table.warnings
    let axis = Axis(column, rowCount: table.rowCount, isSorted: false)
    let values = axis.distinctValues
    var counts = [Int](repeating: 0, count: axis.distinctCount)
    for member in axis.members { counts[Int(member)] += 1 }
    var model = FilterModel(
      name: filter.name, title: filter.title.isEmpty ? filter.name : filter.title, kind: filter.kind, choices: [],
      lowerBound: .null, upperBound: .null, state: state, warnings: [])
    switch filter.kind {
    case .range:
      let present = values.scalars.filter { !$0.isNull }
      model.lowerBound = present.first ?? .null
      model.upperBound = present.last ?? .null
    case .picklist:
      let labels = ValueFormatter(filter.format, locale: locale, role: .category).texts(values, warnings: &warnings)
      var missing: [Scalar] = []
      if case .picks(let picks) = state { missing = picks }
      for (position, index) in axis.order.enumerated() {
        let value = values[position]
        if value.isNull { continue }
        let picked = missing.firstIndex { Scalar.compare($0, value) == 0 }
        if let picked { missing.remove(at: picked) }
        model.choices.append(
          FilterModel.Choice(
            value: value, label: labels[position], count: counts[Int(index)], isPicked: picked != nil, isMissing: false)
        )
      }
      for value in missing {
        model.choices.append(
          FilterModel.Choice(value: value, label: value.description, count: 0, isPicked: true, isMissing: true))
      }
      if !missing.isEmpty {
        let list = missing.map { "'\($0)'" }.joined(separator: ", ")
        warnings.add(Warning(.filterPickMissing, "filter '\(filter.name)': \(list) is picked and not in the data"))
      }
    }
    model.warnings = warnings.items
    return model
  }
}

extension FilterState {
  /// What a query receives: always a list of the picks, or the two ends.
  var argument: QueryArgument {
    switch self {
    case .picks(let values): .list(values)
    case .range(let lower, let upper): .range(lower: lower, upper: upper)
    }
  }
}

extension Diagnostic.Code {
  package static let filterPickMissing = Self("filterPickMissing")
}
