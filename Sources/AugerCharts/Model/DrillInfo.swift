import AugerColumns

/// The position of a chart in its drilldown group.
public struct DrillInfo: Sendable, Hashable {
  /// The number of levels above this one; 0 is the first chart of the group.
  package var level: Int
  /// The selections from the first level to the one above this chart.
  public package(set) var path: [DrillStep]
  /// The chart to which drilling down leads. Nil at the last level.
  public package(set) var next: String?
  /// The values selected above this level: column → value or values. If a column was selected twice, the last selection
  /// applies.
  package var arguments: QueryArguments
  /// The arguments that the selection of each category of level 0 adds to `arguments`: its column and those of its
  /// ancestors. Nil for a category that cannot be selected (null, "Other"). The whole list is nil if the chart has no
  /// drilldown by category.
  package var categoryPicks: [QueryArguments?]?
  /// The arguments that the selection of each series adds, like `categoryPicks`.
  package var seriesPicks: [QueryArguments?]?

  package init(
    level: Int = 0, path: [DrillStep] = [], next: String? = nil, arguments: QueryArguments = QueryArguments(),
    categoryPicks: [QueryArguments?]? = nil, seriesPicks: [QueryArguments?]? = nil
  ) {
    self.level = level
    self.path = path
    self.next = next
    self.arguments = arguments
    self.categoryPicks = categoryPicks
    self.seriesPicks = seriesPicks
  }

  /// Returns the selection that drills down from a category, a series, or both: the argument of a drilldown move.
  ///
  /// - Parameters:
  ///   - category: The index of a category of the finest level. Nil for all.
  ///   - series: The index of a series. Nil for all.
  /// - Returns: Nil if no such category or series exists, or if it cannot be selected: a category without a value,
  ///   "Other", or a chart without drilldown by categories or series.
  public func selection(category: Int? = nil, series: Int? = nil) -> QueryArguments? {
    guard next != nil, category != nil || series != nil else { return nil }
    var selection = QueryArguments()
    for (index, picks) in [(category, categoryPicks), (series, seriesPicks)] {
      guard let index else { continue }
      guard let picks, picks.indices.contains(index), let own = picks[index] else { return nil }
      for (name, argument) in own.entries { selection[name] = argument }
    }
    return selection
  }
}

/// The selection in one chart of a drill path.
public struct DrillStep: Sendable, Hashable {
  /// The name of the chart.
  public package(set) var chart: String
  /// The title in the breadcrumb.
  public package(set) var title: String
  /// Column → value, or a list of values if several were selected.
  public package(set) var selection: QueryArguments

  package init(chart: String, title: String = "", selection: QueryArguments) {
    self.chart = chart
    self.title = title
    self.selection = selection
  }
}
