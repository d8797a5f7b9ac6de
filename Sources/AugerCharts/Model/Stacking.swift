/// The stacking of a category's series, if the chart type supports it.
public enum Stacking: String, Sendable, Hashable, CaseIterable {
  /// Side by side; areas overlap.
  case none
  /// Stacked: positive values upwards, negative values downwards.
  case stacked
  /// Stacked, with each value as a share of the magnitudes of its category.
  case percent
}
