import AugerColumns

/// Where a chart stands in its drilldown group.
public struct DrillState: Sendable, Hashable {
  /// Levels above this one; 0 is the first chart of the group.
  public var level: Int
  /// What was picked so far, the first level's picks first; as many steps as `level`.
  public var path: [DrillStep]
  /// The chart that picking here leads to, nil at the last level.
  public var next: String?

  public init(level: Int = 0, path: [DrillStep] = [], next: String? = nil) {
    self.level = level
    self.path = path
    self.next = next
  }
}

/// What was picked in one chart of a drilldown path.
public struct DrillStep: Sendable, Hashable {
  public var chart: String
  /// For the breadcrumb.
  public var title: String
  /// Column → value, or list of values where several were picked.
  public var picks: QueryArguments

  public init(chart: String, title: String = "", picks: QueryArguments) {
    self.chart = chart
    self.title = title
    self.picks = picks
  }
}
