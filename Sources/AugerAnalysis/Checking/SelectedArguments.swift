import AugerDiagnostics
import AugerMetadata

/// What the levels above one of a drilldown group may hand to it, over all ways at once: the contract of a level
/// without the list of its ways, which multiply with every level.
struct SelectedArguments {
  struct Name {
    var name: String
    /// What may arrive under the name; of the last level from which it is certain, and of those after it.
    var origins: [(argument: DrillContract.Argument, place: Diagnostic.Place?)]
    /// Whether it arrives on every way.
    var isCertain: Bool
  }

  private(set) var names: [Name] = []

  /// Adds what the chart of the next level hands on to those below it.
  mutating func add(_ chart: ChartDefinition, _ contract: DrillContract) {
    let steps = DrillContract.steps(in: chart)
    var columns: [(name: String, isCategory: Bool)] = []
    for step in steps {
      for name in step.columns where !columns.contains(where: { $0.name.isSame(as: name) }) {
        columns.append((name, step.categories.contains { $0.isSame(as: name) }))
      }
    }
    for column in columns {
      let isCertain = steps.allSatisfy { $0.columns.contains { $0.isSame(as: column.name) } }
      let argument = contract.argument(column.name, picked: column.isCategory, in: chart)
      let origin = (argument, chart.place(ofColumn: column.name))
      if let index = names.firstIndex(where: { $0.name.isSame(as: column.name) }) {
        if isCertain { names[index].origins = [] }
        names[index].origins.append(origin)
        names[index].isCertain = names[index].isCertain || isCertain
      } else {
        names.append(Name(name: column.name, origins: [origin], isCertain: isCertain))
      }
    }
  }

  subscript(name: String) -> Name? { names.first { $0.name.isSame(as: name) } }
}

extension ChartDefinition {
  func place(ofColumn name: String) -> Diagnostic.Place? {
    if let level = zoomingLevels.first(where: { $0.category.column.isSame(as: name) }) { return level.category.place }
    if let series, series.column.isSame(as: name) { return series.place }
    return category.place
  }
}

/// One place of a dashboard that asks a query, with everything that it may hand over.
struct QuerySite {
  var query: String
  var place: Diagnostic.Place?
  /// Who asks, for messages: `chart 'Sales'`.
  var subject: String
  var chart: String?
  var picked = SelectedArguments()
  var group: DrillDownGroupDefinition?
  var filters: [NameReference] = []
  /// What the filters hand over, once they are set.
  var filterArguments: [DrillContract.Argument] = []
}
