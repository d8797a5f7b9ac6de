import AugerColumns

/// The totals of a chart in a line above it: the whole, and requested categories (Fiori's guide,
/// "FUIChartSummaryItem").
package struct ChartSummary: Sendable, Hashable {
  /// The direction of a positive trend; nil for a neutral trend.
  package enum Polarity: String, Sendable, Hashable, CaseIterable { case up, down }

  /// The title of the whole.
  package var title: String
  /// The value of all categories together: for each dimension one value for each series; null if none exists.
  package var whole: [[Scalar]]
  /// For each dimension, true if the values of several categories add up to their combined value.
  package var addsUp: [Bool]
  package var polarity: Polarity?

  package init(title: String = "All", whole: [[Scalar]], addsUp: [Bool], polarity: Polarity? = nil) {
    self.title = title
    self.whole = whole
    self.addsUp = addsUp
    self.polarity = polarity
  }
}

/// The formatted values of the whole, a category or a range of categories.
package struct ChartSummaryItem: Sendable, Hashable {
  /// Categories of level 0. Empty for the whole, which has the index −1 in Fiori's guide.
  package var categories: Range<Int>
  package var title: String
  /// Values parallel to `ChartModel.summaryTitles`; null if none exists.
  package var values: [Scalar]
  /// The formatted values, with a dash for missing ones.
  package var texts: [String]
  /// First value ÷ last value − 1. Nil with fewer than two values, or if one is missing, zero or undefined.
  package var trend: Double?
  /// `+12.5%`; empty without a trend.
  package var trendText: String
  /// True if the trend is positive; nil without a polarity.
  package var isGood: Bool?
  /// True if its selection drills down.
  package var isEnabled: Bool

  /// The text for a missing value.
  package static let emptyText = "–"
}

extension ChartModel {
  /// The titles of a summary item's values: the series, or the values of a chart without series.
  package var summaryTitles: [String] {
    summaryPairs.map { dimension, series in
      seriesColumn == nil ? dimensions[dimension].title : self.series[series].text
    }
  }

  /// The series of the first value. Without a series column, the values.
  private var summaryPairs: [(dimension: Int, series: Int)] {
    seriesColumn == nil && series.count == 1 && (type.has(.categories) || type.has(.slices))
      ? dimensions.indices.map { ($0, 0) } : series.indices.map { (0, $0) }
  }

  /// The summary of the whole; nil for a chart without a summary.
  package var summaryOfWhole: ChartSummaryItem? {
    guard let summary else { return nil }
    return summaryItem(0..<0, summary.title, summaryPairs.map { summary.whole[$0.dimension][$0.series] }, summary)
  }

  /// Returns the summary of a category of level 0.
  package func summary(ofCategory category: Int) -> ChartSummaryItem? {
    guard let summary, (0..<categoryCount).contains(category) else { return nil }
    let values = summaryPairs.map { self[dimension: $0.dimension, series: $0.series, category: category] }
    var item = summaryItem(category..<category + 1, levels[0].shownLabels[category], values, summary)
    item.isEnabled = drill?.categoryPicks.map { $0.indices.contains(category) && $0[category] != nil } ?? false
    return item
  }

  /// Returns the summary of a range of categories of level 0. Values that add up are summed; others are missing.
  package func summary(ofCategories range: Range<Int>) -> ChartSummaryItem? {
    guard let summary, !range.isEmpty, (0..<categoryCount).contains(range.lowerBound),
      range.upperBound <= categoryCount
    else { return nil }
    let values = summaryPairs.map { dimension, series -> Scalar in
      guard summary.addsUp[dimension] else { return .null }
      let row = series * categoryCount
      return dimensions[dimension].cells[row + range.lowerBound..<row + range.upperBound].exactSum
    }
    let labels = levels[0].shownLabels
    let title =
      range.count == 1 ? labels[range.lowerBound] : "\(labels[range.lowerBound]) – \(labels[range.upperBound - 1])"
    return summaryItem(range, title, values, summary)
  }

  private func summaryItem(
    _ categories: Range<Int>, _ title: String, _ values: [Scalar], _ summary: ChartSummary
  ) -> ChartSummaryItem {
    let formatters = dimensions.map { ValueFormatter($0.format, locale: locale).keepingSmall }
    let texts = zip(values, summaryPairs).map { value, pair in
      value.isNull
        ? ChartSummaryItem.emptyText
        : (formatters[pair.dimension].text(value) ?? value.description).with(unit: dimensions[pair.dimension].unit)
    }
    var item = ChartSummaryItem(
      categories: categories, title: title, values: values, texts: texts, trendText: "", isEnabled: false)
    if values.count > 1, let first = values.first?.doubleValue, let last = values.last?.doubleValue, last != 0,
      case let trend = first / last - 1, trend.isFinite, trend != 0
    {
      item.trend = trend
      let text = ValueFormatter(.percentage, locale: locale).text(.float(trend)) ?? ""
      item.trendText = trend > 0 ? "+" + text : text
      item.isGood = summary.polarity.map { ($0 == .up) == (trend > 0) }
    }
    return item
  }
}

extension CategoryLevel {
  /// The labels, with a dash for the category without a value.
  package var shownLabels: [String] {
    labels.enumerated().map { $1.isEmpty && values.isNull($0) ? "–" : $1 }
  }
}

extension String {
  /// Returns the text followed by the unit, if any.
  package func with(unit: String) -> String { unit.isEmpty ? self : "\(self) \(unit)" }
}

extension Column {
  /// The sum of the numbers; null if none exists. Exact for integers and decimals unless it overflows.
  fileprivate var exactSum: Scalar {
    let present = (0..<count).filter { !isNull($0) }.map { self[$0] }
    guard !present.isEmpty else { return .null }
    var sum = Decimal128(0)
    for value in present {
      let next: Decimal128? =
        switch value {
        case .int(let number): sum.adding(Decimal128(number))
        case .decimal(let number): sum.adding(number)
        default: nil
        }
      guard let next else { return .float(present.reduce(0) { $0 + ($1.doubleValue ?? 0) }) }
      sum = next
    }
    if type == .int64, let whole = Int64(exactly: sum.unscaled) { return .int(whole) }
    return .decimal(sum)
  }
}
