import AugerDiagnostics
import AugerMetadata

/// The arguments that the levels above a level of a drilldown group can provide, merged over all paths. Merging avoids
/// a list of the paths, whose number multiplies with every level.
struct SelectedArguments {
  struct Name {
    var name: String
    /// The possible origins of the argument: the last level that always provides it, and the levels after it.
    var origins: [(argument: DrillContract.Argument, place: Diagnostic.Place?)]
    /// True if every path provides the argument.
    var isCertain: Bool
  }

  private(set) var names: [Name] = []

  /// Adds the arguments that the chart of the next level provides to the levels below it.
  mutating func add(_ chart: ParsedChart, _ contract: DrillContract) {
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

extension ParsedChart {
  func place(ofColumn name: String) -> Diagnostic.Place? {
    if let level = zoomingLevels.first(where: { $0.category.column.isSame(as: name) }) { return level.category.place }
    if let series, series.column.isSame(as: name) { return series.place }
    return category.place
  }
}

/// A use of a query in a dashboard, with all arguments that it can receive.
struct QuerySite {
  var query: String
  var place: Diagnostic.Place?
  /// The user of the query, for messages: `chart 'Sales'`.
  var subject: String
  var chart: String?
  var picked = SelectedArguments()
  var group: DrillDownGroupDefinition?
  var filters: [NameReference] = []
  /// The arguments that filters provide once they are set.
  var filterArguments: [DrillContract.Argument] = []
}
