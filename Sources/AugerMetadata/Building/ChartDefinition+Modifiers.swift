import AugerCharts
import AugerColumns

extension ChartDefinition {
  /// The key of the order of categories: the category itself, or the sum of the first value over all series.
  public enum SortKey: String, Sendable, Hashable { case category, value }

  /// The direction of an order.
  public enum SortOrder: Sendable, Hashable { case ascending, descending }

  /// The items of a chart whose selection drills down.
  public enum DrillTarget: Sendable, Hashable { case category, series }

  /// The method that forecasts values after the data.
  public enum ForecastMethod: String, Sendable, Hashable, CaseIterable {
    case linear
    case seasonalNaive = "seasonal-naive"
    case holtWinters = "holt-winters"
  }

  /// The scale, range and labels of an axis.
  public struct Axis: Sendable, Hashable {
    /// Equal distances for equal differences, or for equal ratios.
    public enum Scale: String, Sendable, Hashable, CaseIterable { case linear, logarithmic }

    /// Nil for the default of the axis.
    package var scale: Scale?
    package var options: [MetadataNode.Attribute] = []

    /// Creates the options of an axis. All texts are those of the dashboard language.
    ///
    /// - Parameters:
    ///   - scale: The scale. Default: linear.
    ///   - range: The ends: `0..100`, `2024-01-01..`. Default: the range of the data.
    ///   - padding: The space around the data, as a fraction of their range. Default: up to round numbers.
    ///   - ticks: The labels: `0, 50, 100`, `every 3 months from 2024-02-01`.
    ///   - crossing: The position of the other axis. Default: zero or the edge.
    ///   - gaps: The ranges that the axis omits: `200..800`, `weekends`.
    ///   - minorTicks: Short lines without labels: `auto`, `every 5`. Default: none.
    ///   - width: The room for the labels, in points. Default: the room that they need.
    ///   - labelClipping: The ends at which labels that extend over the end are omitted: `low`, `high` or `both`.
    ///   - side: The side of the plot: `left`, `right`, `top` or `bottom`. Default: the usual one.
    public init(
      _ scale: Scale? = nil, range: String? = nil, padding: Double? = nil, ticks: String? = nil,
      crossing: String? = nil, gaps: String? = nil, minorTicks: String? = nil, width: Double? = nil,
      labelClipping: String? = nil, side: String? = nil
    ) {
      self.scale = scale
      let parts: [(AxisOptions.Part, String?)] = [
        (.range, range), (.padding, padding.map(NumberText.shortest)), (.ticks, ticks), (.crossing, crossing),
        (.gaps, gaps), (.minorTicks, minorTicks), (.width, width.map(NumberText.shortest)),
        (.labelClipping, labelClipping), (.side, side),
      ]
      options = parts.compactMap { part, value in value.map { MetadataNode.Attribute(part.rawValue, $0) } }
    }

    /// Sets the attributes of the axis. Those of values start with `Value`.
    fileprivate func set(on node: inout MetadataNode, ofValues: Bool) {
      if let scale { node["Axis"] = scale.rawValue }
      for option in options {
        guard let part = AxisOptions.Part(rawValue: option.name) else { continue }
        node[MetadataVocabulary.attributeName(of: part, ofValues: ofValues)] = option.value
      }
    }
  }
}

extension ChartDefinition {
  /// Returns a copy with a title above the chart.
  public func title(_ title: String) -> Self { attribute("Title", to: title) }

  /// Returns a copy with sorted categories. Default: the order of dates, numbers or the table.
  public func sorted(by key: SortKey, order: SortOrder = .ascending) -> Self {
    attribute("Sort", to: order == .descending ? "-\(key.rawValue)" : key.rawValue)
  }

  /// Returns a copy with a maximum number of categories, counted after sorting.
  public func limited(to count: Int) -> Self { attribute("Limit", to: "\(count)") }

  /// Returns a copy whose queries receive the selection of filters as arguments.
  public func filtered(by filters: String...) -> Self { with { $0.filter(by: filters) } }

  /// Returns a copy that drills down only by these items. Default: categories and series.
  public func drillable(by targets: DrillTarget...) -> Self {
    with { node in
      node["ByCategory"] = targets.contains(.category) ? "true" : nil
      node["BySeries"] = targets.contains(.series) ? "true" : nil
    }
  }

  /// Returns a copy with lines across the chart, in the unit of the first value. Items outside the thresholds are
  /// highlighted.
  public func thresholds(lower: Double? = nil, upper: Double? = nil, reference: Double? = nil) -> Self {
    with { node in
      for (name, value) in [("LowerThreshold", lower), ("UpperThreshold", upper), ("ReferenceValue", reference)] {
        if let value { node[name] = NumberText.shortest(value) }
      }
    }
  }

  /// Returns a copy with a forecast after the data. Line and area charts support it.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - count: The number of forecast categories. Default: a season or a quarter of the data.
  ///   - season: The number of categories in a season. Default: 12 months, 4 quarters, 7 days, 24 hours.
  public func forecast(_ method: ForecastMethod, count: Int? = nil, season: Int? = nil) -> Self {
    with { node in
      node["Forecast"] = method.rawValue
      if let count { node["ForecastCount"] = "\(count)" }
      if let season { node["Season"] = "\(season)" }
    }
  }

  /// Returns a copy with a stacking of its series. Default: determined by the type.
  public func stacked(_ stacking: Stacking) -> Self { attribute("Stacking", to: stacking.rawValue) }

  /// Returns a copy with options of the value axis.
  public func valueAxis(_ axis: Axis) -> Self { with { axis.set(on: &$0, ofValues: true) } }

  /// Returns a copy with options of the category axis. Only an axis of numbers or dates has them.
  public func categoryAxis(_ axis: Axis) -> Self {
    with { node in
      var category = node.children.first { $0.name.isSame(as: "Category") } ?? MetadataNode("Category")
      axis.set(on: &category, ofValues: false)
      node.replace(with: category)
    }
  }

  /// Returns a copy whose values belong to the second value axis of an overlay.
  public func onSecondaryAxis() -> Self { attribute("Axis", to: LayerDefinition.Axis.secondary.rawValue) }

  /// Returns a copy with small multiples: a chart for each value of a column, with the same axes.
  public func multiples(by column: Series) -> Self {
    with { $0.replace(with: column.node.renamed("Multiples")) }
  }

  /// Returns a copy that shows parts which its type hides.
  public func showing(_ elements: ChartElement...) -> Self { with { $0.show(elements, "true") } }

  /// Returns a copy that hides parts which its type shows.
  public func hiding(_ elements: ChartElement...) -> Self { with { $0.show(elements, "false") } }
}

extension MetadataNode {
  mutating func filter(by names: [String]) {
    append(names.map { MetadataNode("FilterName", ["Name": $0]) }, to: "Filters")
  }

  fileprivate mutating func show(_ elements: [ChartElement], _ value: String) {
    for element in elements { self[MetadataVocabulary.attributeName(of: element)] = value }
  }
}
