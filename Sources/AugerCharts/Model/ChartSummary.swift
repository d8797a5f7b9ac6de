import AugerColumns
import AugerDiagnostics

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
  /// Series whose values do not add up although those of others do, ascending: layers of an overlay.
  package var separateSeries: [Int] = []
  package var polarity: Polarity?
  /// Ranges of categories with their own values, in the author's order.
  package var ranges: [CategoryRange] = []
  /// True if the line reserves space for trends even if no value has one.
  package var keepsTrendHeight = false

  /// Consecutive categories of level 0 (Fiori's guide, "FUIChartRangeSummaryItem").
  package struct CategoryRange: Sendable, Hashable {
    package var first: Int
    package var last: Int
    /// Empty for the labels of the first and the last category.
    package var title: String

    package init(first: Int, last: Int, title: String = "") {
      self.first = first
      self.last = last
      self.title = title
    }
  }

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
      guard summary.addsUp[dimension], !summary.separateSeries.contains(series) else { return .null }
      let row = series * categoryCount
      return dimensions[dimension].cells[row + range.lowerBound..<row + range.upperBound].exactSum
    }
    let labels = levels[0].shownLabels
    let title =
      range.count == 1 ? labels[range.lowerBound] : "\(labels[range.lowerBound]) – \(labels[range.upperBound - 1])"
    return summaryItem(range, title, values, summary)
  }

  /// The summaries of the author's ranges.
  package var summariesOfRanges: [ChartSummaryItem] {
    (summary?.ranges ?? []).compactMap { range in
      guard range.first >= 0, range.first <= range.last, range.last < categoryCount else { return nil }
      var item = summary(ofCategories: range.first..<range.last + 1)
      if !range.title.isEmpty { item?.title = range.title }
      return item
    }
  }

  /// True if the first and the last value can be compared: layers of an overlay share an axis and a unit.
  private var haveCommonAxis: Bool {
    guard let first = series.first, let last = series.last, layers.indices.contains(first.layer),
      layers.indices.contains(last.layer)
    else { return true }
    let (one, other) = (layers[first.layer], layers[last.layer])
    return one.axis == other.axis && one.axisName.map { Name($0) } == other.axisName.map { Name($0) }
      && one.unit == other.unit
  }

  private func summaryItem(
    _ categories: Range<Int>, _ title: String, _ values: [Scalar], _ summary: ChartSummary
  ) -> ChartSummaryItem {
    // The layers of an overlay have their own formats.
    let parts = dimensions.map { ($0.format, $0.unit) } + layers.map { ($0.format, $0.unit) }
    let formatters = parts.map { ValueFormatter($0.0, locale: locale).keepingSmall }
    let texts = zip(values, summaryPairs).map { value, pair in
      let layer = series[pair.series].layer
      let part = layers.indices.contains(layer) ? dimensions.count + layer : pair.dimension
      return value.isNull
        ? ChartSummaryItem.emptyText : (formatters[part].text(value) ?? value.description).with(unit: parts[part].1)
    }
    var item = ChartSummaryItem(
      categories: categories, title: title, values: values, texts: texts, trendText: "", isEnabled: false)
    if values.count > 1, haveCommonAxis, let first = values.first?.doubleValue,
      let last = values.last?.doubleValue, last != 0, case let trend = first / last - 1, trend.isFinite, trend != 0
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
