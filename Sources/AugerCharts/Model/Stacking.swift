/// How the series of a category share their place, where a chart's type lets them.
package enum Stacking: String, Sendable, Hashable, CaseIterable {
  /// Side by side, areas one over the other.
  case none
  /// One after the other: what is above zero upwards, what is below downwards.
  case stacked
  /// Stacked, each value as its share of the magnitudes of its category.
  case percent
}
