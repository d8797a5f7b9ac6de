public import AugerDiagnostics

extension Diagnostic.Code {
  /// A drill in something that is no drilldown group.
  public static let notDrillable = Self("notDrillable")
  /// A level that the group, or the path, does not have.
  public static let drillLevelUnknown = Self("drillLevelUnknown")
  public static let drillAtLastLevel = Self("drillAtLastLevel")
  public static let drillNothingPicked = Self("drillNothingPicked")
  /// A range where categories or series are picked.
  public static let drillRangePicked = Self("drillRangePicked")
  public static let drillUnknownColumn = Self("drillUnknownColumn")
  public static let drillNotByCategory = Self("drillNotByCategory")
  public static let drillNotBySeries = Self("drillNotBySeries")
  public static let drillNullPicked = Self("drillNullPicked")
  /// A category of a zoomed chart without the values of its ancestors.
  public static let drillAncestorMissing = Self("drillAncestorMissing")
  /// Several ancestors at once.
  public static let drillManyAncestors = Self("drillManyAncestors")
  public static let notZoomable = Self("notZoomable")
  /// A zoom of a chart that was drilled from.
  public static let notInView = Self("notInView")
  public static let zoomOutOfRange = Self("zoomOutOfRange")
  /// Picks for a range filter, or a range for a picklist.
  public static let filterKind = Self("filterKind")
  /// A range whose lower end is above its upper, or whose ends cannot be compared.
  public static let filterRange = Self("filterRange")
  /// A value that cannot be read as the variable's type.
  public static let variableType = Self("variableType")
  public static let notAmongChoices = Self("notAmongChoices")
  public static let outOfBounds = Self("outOfBounds")
  /// A value between two steps, or with more decimals than are allowed.
  public static let offStep = Self("offStep")
  /// A column that the chart does not offer for what-if analysis.
  public static let notChangeable = Self("notChangeable")
}
