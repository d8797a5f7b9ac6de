import AugerCharts
import AugerColumns

/// One-line tooltips of items, which browsers show.
struct Tooltips {
  /// Maximum number of items with tooltips. More items are small, and their tooltips would be most of the file.
  static let limit = 400

  private let channels: ChartChannels
  private let labels: [String]
  private let texts: [[String]]
  /// The share of each value in its category, if the picture shows shares; otherwise empty.
  private let shares: [String]

  /// Returns nil if the items are too many, or if tooltips are disabled.
  init?(_ channels: ChartChannels) {
    guard channels.hasTooltips, channels.categoryCount * channels.seriesCount <= Self.limit else { return nil }
    self.channels = channels
    labels = channels.qualifiedLabels
    shares = Self.shares(channels)
    texts = channels.model.dimensions.indices.map { dimension in
      let unit = channels.model.dimensions[dimension].unit
      return channels.model.readableTexts(dimension: dimension).map { $0.isEmpty ? $0 : $0.with(unit: unit) }
    }
  }

  /// Returns the shares that a percentage chart draws, with one decimal.
  private static func shares(_ channels: ChartChannels) -> [String] {
    guard channels.model.stacking == .percent, let stacks = Stacks(channels) else { return [] }
    let formatter = ValueFormatter(.percentage, locale: channels.model.locale).telling(apart: 3)
    return (0..<channels.seriesCount).flatMap { series in
      (0..<channels.categoryCount).map { category in
        let share = stacks.end(series, category) - stacks.start(series, category)
        return share.isFinite ? formatter.keepingSmall.text(.float(share)) ?? "" : ""
      }
    }
  }

  func text(series: Int, category: Int) -> String {
    let model = channels.model
    var text = labels[category]
    if model.seriesColumn != nil { text += ", \(channels.seriesLabels[series])" }
    let row = series * channels.categoryCount + category
    let values = texts.indices.compactMap { dimension -> String? in
      if texts[dimension][row].isEmpty { return nil }
      return texts.count == 1
        ? texts[dimension][row] : "\(model.dimensions[dimension].title) \(texts[dimension][row])"
    }
    let written = values.joined(separator: ", ")
    if shares.indices.contains(row), !shares[row].isEmpty { return "\(text): \(shares[row]) (\(written))" }
    return values.isEmpty ? text : text + ": " + written
  }
}
