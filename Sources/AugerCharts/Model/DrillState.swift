import AugerColumns

/// Where a chart stands in its drilldown group.
public struct DrillState: Sendable, Hashable {
  /// Levels above this one; 0 is the first chart of the group.
  public package(set) var level: Int
  /// What was picked so far, the first level's picks first; as many steps as `level`.
  public package(set) var path: [DrillStep]
  /// The chart that picking here leads to, nil at the last level.
  public package(set) var next: String?
  /// What was picked above this level: column → value or values. A column that was picked twice has its last pick.
  public package(set) var arguments: QueryArguments
  /// What picking each category of level 0 adds to `arguments`: its column and those of its ancestors. Nil for a
  /// category that cannot be picked (null, "Other"); the whole nil where the chart is not drilled into by category.
  public package(set) var categoryPicks: [QueryArguments?]?
  /// The same for each series.
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

/// What was picked in one chart of a drilldown path.
public struct DrillStep: Sendable, Hashable {
  public package(set) var chart: String
  /// For the breadcrumb.
  public package(set) var title: String
  /// Column → value, or list of values where several were picked.
  public package(set) var picks: QueryArguments

  package init(chart: String, title: String = "", picks: QueryArguments) {
    self.chart = chart
    self.title = title
    self.picks = picks
  }
}
