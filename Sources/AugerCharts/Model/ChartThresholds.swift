import AugerColumns

/// The reference line, the band, and the start of the forecast (guide, "Reference Value and Threshold Values").
public struct ChartThresholds: Sendable, Hashable {
  /// A line across the chart, on its value axis; nil for none.
  public var reference: Double?
  /// The upper end of the band; nil for none.
  public var upper: Double?
  /// The lower end of the band; nil for none.
  public var lower: Double?
  /// The index of the first forecast category at level 0.
  package var predictiveStart: Int?

  /// Creates a reference line and the ends of a band, each in the unit of the values.
  public init(reference: Double? = nil, upper: Double? = nil, lower: Double? = nil) {
    self.init(reference: reference, upper: upper, lower: lower, predictiveStart: nil)
  }

  package init(reference: Double? = nil, upper: Double? = nil, lower: Double? = nil, predictiveStart: Int?) {
    self.reference = reference
    self.upper = upper
    self.lower = lower
    self.predictiveStart = predictiveStart
  }

  package var isEmpty: Bool { self == ChartThresholds() }
}

extension DataTable {
  /// Returns the table with thresholds, which apply to its charts unless a chart has its own.
  public func thresholds(_ thresholds: ChartThresholds) -> DataTable {
    var table = self
    table.properties.lowerThreshold = thresholds.lower
    table.properties.upperThreshold = thresholds.upper
    table.properties.referenceValue = thresholds.reference
    return table
  }
}
