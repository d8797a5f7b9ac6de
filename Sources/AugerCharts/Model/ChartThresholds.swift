import AugerColumns

/// The reference line, the band, and where values begin to be predicted (guide, "Reference Value and Threshold
/// Values").
public struct ChartThresholds: Sendable, Hashable {
  public package(set) var reference: Double?
  public package(set) var upper: Double?
  public package(set) var lower: Double?
  /// Index of the first predicted category at level 0.
  package var predictiveStart: Int?

  package init(reference: Double? = nil, upper: Double? = nil, lower: Double? = nil, predictiveStart: Int? = nil) {
    self.reference = reference
    self.upper = upper
    self.lower = lower
    self.predictiveStart = predictiveStart
  }

  package var isEmpty: Bool { self == ChartThresholds() }
}
