/// How the series of a category share their place, where a chart's type lets them.
package enum Stacking: String, Sendable, Hashable, CaseIterable {
  /// Side by side, areas one over the other.
  case none
  /// One after the other: what is above zero upwards, what is below downwards.
  case stacked
  /// Stacked, each value as its share of the magnitudes of its category.
  case percent
}

extension ChartType {
  /// How its series are stacked where nothing else is said.
  package var stacking: Stacking {
    switch self {
    case .stackedColumn, .stackedBar, .stackedArea: .stacked
    case .percentColumn: .percent
    default: .none
    }
  }

  /// Whether its series can be stacked.
  package var canStack: Bool {
    switch self {
    case .column, .stackedColumn, .percentColumn, .bar, .stackedBar, .area, .stackedArea: true
    default: false
    }
  }

  /// Whether its categories run downwards, and its values to the right.
  package var isLying: Bool {
    switch self {
    case .bar, .stackedBar, .horizontalBullet: true
    default: false
    }
  }

  /// Whether a value for each category and series stands along an axis of categories.
  package var hasCategoryAxis: Bool {
    switch self {
    case .line, .stepLine, .spline: true
    default: canStack
    }
  }

  /// Whether it shows how values lie rather than how large they are: zero is then of no meaning to its axis.
  package var showsSpread: Bool {
    switch self {
    case .boxPlot, .errorBar, .candlestick, .ohlc, .region, .band: true
    default: false
    }
  }

  /// Whether its legend says what colours mean where there is one series.
  var explainsColors: Bool {
    switch self {
    case .candlestick, .ohlc, .waterfall: true
    default: false
    }
  }

  /// Whether its values are the parts of wholes.
  package var hasSlices: Bool { self == .pie || self == .donut }
}
