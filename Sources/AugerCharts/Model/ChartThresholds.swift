import AugerColumns

/// The reference line, the band, and the start of the forecast (guide, "Reference Value and Threshold Values").
public struct ChartThresholds: Sendable, Hashable {
  /// A line across the chart, on its value axis; nil for none.
  public package(set) var reference: Double?
  /// The upper end of the band; nil for none.
  public package(set) var upper: Double?
  /// The lower end of the band; nil for none.
  public package(set) var lower: Double?
  /// The index of the first forecast category at level 0.
  package var predictiveStart: Int?

  package init(reference: Double? = nil, upper: Double? = nil, lower: Double? = nil, predictiveStart: Int? = nil) {
    self.reference = reference
    self.upper = upper
    self.lower = lower
    self.predictiveStart = predictiveStart
  }

  package var isEmpty: Bool { self == ChartThresholds() }
}
