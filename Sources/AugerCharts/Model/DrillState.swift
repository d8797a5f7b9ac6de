import AugerColumns

/// The position of a chart in its drilldown group.
public struct DrillState: Sendable, Hashable {
  /// The number of levels above this one; 0 is the first chart of the group.
  public package(set) var level: Int
  /// The selections of the path, the first level first; one step for each level above.
  public package(set) var path: [DrillStep]
  /// The chart to which drilling down leads; nil at the last level.
  public package(set) var next: String?
  /// The values selected above this level: column → value or values. If a column was selected twice, the last selection
  /// applies.
  public package(set) var arguments: QueryArguments
  /// The arguments that the selection of each category of level 0 adds to `arguments`: its column and those of its
  /// ancestors. Nil for a category that cannot be selected (null, "Other"). The whole list is nil if the chart has no
  /// drilldown by category.
  public package(set) var categoryPicks: [QueryArguments?]?
  /// The arguments that the selection of each series adds, like `categoryPicks`.
  public package(set) var seriesPicks: [QueryArguments?]?

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
}

/// The selection in one chart of a drill path.
public struct DrillStep: Sendable, Hashable {
  /// The name of the chart.
  public package(set) var chart: String
  /// The title in the breadcrumb.
  public package(set) var title: String
  /// Column → value, or a list of values if several were selected.
  public package(set) var picks: QueryArguments

  package init(chart: String, title: String = "", picks: QueryArguments) {
    self.chart = chart
    self.title = title
    self.picks = picks
  }
}
