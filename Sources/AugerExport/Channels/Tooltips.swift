import AugerCharts
import AugerColumns

/// Tooltips of items, which browsers show. An item with several values has a line for each.
struct Tooltips {
  /// Maximum number of items with tooltips. More items are small, and their tooltips would be most of the file.
  static let limit = 400
  /// Maximum number of lines below the first one.
  static let mostLines = 8

  private let channels: ChartChannels
  private let labels: [String]
  private let texts: [[String]]
  /// The share of each value in its category, if the picture shows shares; otherwise empty.
  private let shares: [String]

  /// Returns nil if the items are too many, if all series are hidden, or if tooltips are disabled.
  init?(_ channels: ChartChannels, limit: Int = Self.limit) {
    guard channels.hasTooltips, channels.seriesCount > 0, channels.categoryCount * channels.seriesCount <= limit
    else { return nil }
    self.channels = channels
    labels = channels.qualifiedLabels
    // Only pages show the share of a slice, because a page replaces this text with a table.
    shares = channels.namesPlot && channels.model.type.has(.slices) ? Self.slices(channels) : Self.shares(channels)
    texts = channels.model.dimensions.indices.map { dimension in
      let unit = channels.model.dimensions[dimension].unit
      return channels.model.readableTexts(dimension: dimension).map { $0.isEmpty ? $0 : $0.with(unit: unit) }
    }
  }

  /// Returns the shares that a percentage chart draws, with one decimal.
  static func shares(_ channels: ChartChannels) -> [String] {
    guard channels.model.stacking == .percent, let stacks = Stacks(channels) else { return [] }
    let formatter = ValueFormatter(.percentage, locale: channels.model.locale).telling(apart: 3)
    return (0..<channels.seriesCount).flatMap { series in
      (0..<channels.categoryCount).map { category in
        let share = stacks.end(series, category) - stacks.start(series, category)
        return share.isFinite ? formatter.keepingSmall.text(.float(share)) ?? "" : ""
      }
    }
  }

  /// Returns the share of each slice in its pie, with one decimal. Empty for a value without a slice.
  private static func slices(_ channels: ChartChannels) -> [String] {
    let formatter = ValueFormatter(.percentage, locale: channels.model.locale).telling(apart: 3)
    let (series, categories) = (channels.seriesCount, channels.categoryCount)
    // The categories of a chart with series are separate pies.
    let pies = channels.model.seriesColumn == nil ? 1 : categories
    var shares = [String](repeating: "", count: series * categories)
    for pie in 0..<pies {
      let rows = pies == 1 ? Array(shares.indices) : (0..<series).map { $0 * categories + pie }
      let values = rows.map { channels.values[0][$0] }
      // Divide by the largest value first, because the sum of the values could overflow.
      guard let largest = values.extent?.upper, largest > 0 else { continue }
      let whole = values.reduce(0) { $1 > 0 ? $0 + $1 / largest : $0 }
      for (row, value) in zip(rows, values) where value > 0 {
        shares[row] = formatter.keepingSmall.text(.float(value / largest / whole)) ?? ""
      }
    }
    return shares
  }

  /// Returns a label with its only value, or with a line for each of its values. Empty values are omitted.
  static func text(_ label: String, _ values: [(title: String, text: String)]) -> String {
    let shown = values.filter { !$0.text.isEmpty }
    if values.count == 1 { return shown.isEmpty ? label : "\(label): \(shown[0].text)" }
    return ([label] + shown.map { $0.title.isEmpty ? $0.text : "\($0.title): \($0.text)" }).joined(separator: "\n")
  }

  func text(series: Int, category: Int) -> String {
    let model = channels.model
    var label = labels[category]
    if model.seriesColumn != nil { label += ", \(channels.seriesLabels[series])" }
    let values = values(series, category)
    guard values.count == 1, let share = share(series, category) else { return Self.text(label, values) }
    return "\(label): \(share) (\(values[0].text))"
  }

  private func values(_ series: Int, _ category: Int) -> [(title: String, text: String)] {
    texts.indices.map { dimension in
      (channels.model.dimensions[dimension].title, texts[dimension][series * channels.categoryCount + category])
    }
  }

  private func share(_ series: Int, _ category: Int) -> String? {
    let row = series * channels.categoryCount + category
    return shares.indices.contains(row) && !shares[row].isEmpty ? shares[row] : nil
  }

  /// Returns the label of a category with a line for each of its values, up to a maximum number.
  func text(category: Int) -> String {
    guard channels.seriesCount > 1 else { return text(series: 0, category: category) }
    let lines = (0..<channels.seriesCount).flatMap { series -> [String] in
      let name = channels.seriesLabels[series]
      return values(series, category).filter { !$0.text.isEmpty }.map { title, text in
        let value = share(series, category).map { "\($0) (\(text))" } ?? text
        return texts.count == 1 ? "\(name): \(value)" : "\(name), \(title): \(value)"
      }
    }
    let rest = lines.count - Self.mostLines
    let more = rest > 0 ? [channels.model.locale.texts.text(.scriptMore, count: rest)] : []
    return ([labels[category]] + lines.prefix(Self.mostLines) + more).joined(separator: "\n")
  }
}
