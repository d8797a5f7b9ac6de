import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery

/// The choices of a filter and the current selection.
public struct FilterModel: Sendable {
  /// A value of a picklist.
  public struct Choice: Sendable, Hashable {
    /// A distinct value of the filter's column.
    public var value: Scalar
    /// The label of the value.
    public var label: String
    /// The number of rows of the source query with the value; 0 for a selected value that no longer exists.
    public var count: Int
    /// True if the value is selected.
    package var isPicked: Bool
    /// True if the value is selected but no longer occurs in the data. It remains part of the query arguments.
    package var isMissing: Bool
  }

  /// The filter's name in its dashboard.
  public var name: String
  /// The title above the filter.
  public var title: String
  package var kind: FilterDefinition.Kind
  /// For a picklist, the distinct values in their order without null, followed by missing selected values.
  public var choices: [Choice]
  /// For a range, the minimum of the data; null if the data are empty.
  package var lowerBound: Scalar
  package var upperBound: Scalar
  package var state: FilterState?
  package var warnings: [Warning]
}

/// The plan that queries the choices of a filter.
package struct FilterPlan: Sendable {
  /// The source query, with the values of only those filters on which this filter depends.
  package let request: QueryRequest
  private let filter: FilterDefinition
  private let state: FilterState?

  /// Throws `metadataObjectUndefined` if the dashboard does not have the filter.
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

  /// Returns the choices from the result of the source query.
  ///
  /// Throws `dataMissingColumn`, or `filterRange` for a range over values without an order.
  package func model(from table: Table, sums: KeptSums = KeptSums(), locale: ChartLocale) throws -> FilterModel {
    guard let column = table[filter.column] else {
      throw DiagnosticError(
        Diagnostic(
          .dataMissingColumn, "the result of query '\(filter.sourceQuery)' has no column '\(filter.column)'",
          at: filter.columnPlace ?? filter.place,
          hint: DidYouMean.hint(for: filter.column, among: table.schema.names, listing: "columns")))
    }
    var warnings = table.warnings
    var model = FilterModel(
      name: filter.name, title: filter.title.isEmpty ? filter.name : filter.title, kind: filter.kind, choices: [],
      lowerBound: .null, upperBound: .null, state: state, warnings: [])
    if filter.kind == .range, let ends = try ends(of: filter.column, in: table, sums) {
      (model.lowerBound, model.upperBound, model.warnings) = (ends.lower, ends.upper, warnings.items)
      return model
    }
    let axis = Axis(column, rowCount: table.rowCount, isSorted: false)
    let values = axis.distinctValues
    var counts = [Int](repeating: 0, count: axis.distinctCount)
    for member in axis.members { counts[Int(member)] += 1 }
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
        warnings.add(Warning(.filterPickMissing, "filter '\(filter.name)': selected value \(list) is not in the data"))
      }
    }
    model.warnings = warnings.items
    return model
  }
}

extension FilterState {
  /// The query argument: always a list of the selected values, or the two ends.
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
