import AugerDiagnostics

extension Diagnostic.Code {
  package static let notDrillable = Self("notDrillable")
  /// A level that the group or the drill path does not have.
  package static let drillLevelUnknown = Self("drillLevelUnknown")
  package static let drillAtLastLevel = Self("drillAtLastLevel")
  package static let drillNothingPicked = Self("drillNothingPicked")
  /// A range in a selection of categories or series.
  package static let drillRangePicked = Self("drillRangePicked")
  package static let drillUnknownColumn = Self("drillUnknownColumn")
  package static let drillNotByCategory = Self("drillNotByCategory")
  package static let drillNotBySeries = Self("drillNotBySeries")
  package static let drillNullPicked = Self("drillNullPicked")
  /// A category of a zoomed chart without the values of its ancestors.
  package static let drillAncestorMissing = Self("drillAncestorMissing")
  /// Several ancestors at once.
  package static let drillManyAncestors = Self("drillManyAncestors")
  package static let notZoomable = Self("notZoomable")
  /// A zoom of a chart that is not the current chart of its group.
  package static let notInView = Self("notInView")
  package static let zoomOutOfRange = Self("zoomOutOfRange")
  /// Selected values for a range filter, or a range for a picklist.
  package static let filterKind = Self("filterKind")
  /// A range whose lower end exceeds its upper end, or whose ends cannot be compared.
  package static let filterRange = Self("filterRange")
  /// A value that cannot be converted to the variable's type.
  package static let variableType = Self("variableType")
  package static let notAmongChoices = Self("notAmongChoices")
  package static let outOfBounds = Self("outOfBounds")
  /// A value between two steps, or with too many decimals.
  package static let offStep = Self("offStep")
  /// A column of the chart that does not support what-if changes.
  package static let notChangeable = Self("notChangeable")
}
