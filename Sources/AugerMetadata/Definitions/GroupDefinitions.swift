import AugerCharts
import AugerDiagnostics

/// Charts and overlays linked by drilldown (guide, "DrillDownGroup").
package struct DrillDownGroupDefinition: Sendable, Equatable, HasName {
  package var name: String
  package var title: String
  /// The levels by ChartSequence, at least one. A chart without a query or type inherits that of the group.
  package var levels: [ParsedChart]
  @Uncompared package var place: Diagnostic.Place?

  package init(_ name: String, title: String = "", levels: [ParsedChart], at place: Diagnostic.Place? = nil) {
    self.name = name
    self.title = title
    self.levels = levels
    self.place = place
  }
}

/// Charts drawn over one another (guide, "OverlayGroup").
package struct OverlayGroupDefinition: Sendable, Equatable {
  package var name: String
  package var title: String
  /// The category of layers without their own.
  package var category: AxisDefinition?
  /// The layers by ChartSequence, the lowest first; at least one.
  package var layers: [LayerDefinition]
  package var subtitle = ""
  package var status = ""
  /// Nil for an overlay without a summary.
  package var summary: SummaryDefinition?
  /// Parts that are shown or hidden, regardless of the defaults of the type.
  package var shownParts: [ChartDisplay.Part: Bool] = [:]
  /// ChartSequence, from 1: its position in a drilldown group.
  @Uncompared package var sequence: Int?
  @Uncompared package var place: Diagnostic.Place?

  package init(
    _ name: String, title: String = "", category: AxisDefinition? = nil, layers: [LayerDefinition],
    at place: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.title = title
    self.category = category
    self.layers = layers
    self.place = place
  }
}

extension OverlayGroupDefinition {
  /// The parts that an overlay can show or hide.
  package static let parts: [ChartDisplay.Part] = [
    .title, .legend, .horizontalAxis, .horizontalAxisTitle, .verticalAxis, .verticalAxisTitle, .gridLabels,
  ]

  /// The overlay as a chart with its categories, for drilldown, filters and selection. Series of its layers have no
  /// drilldown.
  package var chart: ParsedChart {
    var chart = layers[0].chart
    chart.name = name
    chart.title = title
    chart.sequence = sequence
    chart.category = category ?? chart.category
    chart.series = nil
    chart.drillsByCategory = true
    chart.drillsBySeries = false
    chart.whatIfColumns = []
    chart.filters = []
    for filter in layers.flatMap(\.chart.filters)
    where !chart.filters.contains(named: filter.name) {
      chart.filters.append(filter)
    }
    chart.places.chart = place
    chart.overlay = self
    return chart
  }
}

extension OverlayGroupDefinition {
  /// An axis option of a layer that conflicts with that of an earlier layer.
  package struct RefusedAxisPart: Sendable {
    package var layer: Int
    package var part: AxisOptions.Part
    /// True if the option is for the layer's value axis instead of its category axis.
    package var isOfValues: Bool
  }

  /// The options of the axes. The first layer that specifies an option takes precedence, and for categories the group
  /// does. A second value axis exists if layers use both.
  package var axes: (said: ChartAxes, refused: [RefusedAxisPart]) {
    var axes = ChartAxes(category: category?.options ?? AxisOptions())
    var refused: [RefusedAxisPart] = []
    let hasPrimary = layers.contains { $0.axis == .primary && $0.axisName == nil }
    for (number, layer) in layers.enumerated() {
      let values = layer.chart.valueOptions
      let parts: [AxisOptions.Part]
      if let name = layer.axisName {
        parts = Self.fill(&axes.otherValues, name, from: values)
      } else {
        parts =
          layer.axis == .secondary && hasPrimary
          ? axes.secondValue.fill(from: values) : axes.value.fill(from: values)
      }
      refused += parts.map { RefusedAxisPart(layer: number, part: $0, isOfValues: true) }
      let category = layer.chart.category
      let others: [AxisOptions.Part]
      if let name = layer.categoryAxis {
        others = Self.fill(&axes.otherCategories, name, title: category.title, from: category.options)
      } else {
        others = axes.category.fill(from: category.options)
      }
      refused += others.map { RefusedAxisPart(layer: number, part: $0, isOfValues: false) }
    }
    return (axes, refused)
  }

  private static func fill(
    _ axes: inout [NamedAxis], _ name: String, title: String = "", from options: AxisOptions
  ) -> [AxisOptions.Part] {
    let index = axes.firstIndex { Name($0.name) == Name(name) } ?? axes.count
    if index == axes.count { axes.append(NamedAxis(name)) }
    if axes[index].title.isEmpty { axes[index].title = title }
    return axes[index].options.fill(from: options)
  }
}

/// A chart of an overlay.
package struct LayerDefinition: Sendable, Equatable {
  /// The value axis of a layer.
  package enum Axis: String, Sendable, Hashable, CaseIterable {
    case primary, secondary
  }

  /// The chart, with the overlay's category if the layer has none.
  package var chart: ParsedChart
  package var axis: Axis
  /// The name of another value axis, on the right. Nil for one of the first two.
  package var axisName: String?
  /// The name of another category axis. Nil for that of the overlay.
  package var categoryAxis: String?

  package init(_ chart: ParsedChart, axis: Axis = .primary) {
    self.chart = chart
    self.axis = axis
  }

  /// True if the layer has a value for each category. The points of a layer have one: they are drawn as a line.
  package var hasSummary: Bool { chart.type.has(.summary) || chart.type.has(.points) }
}

/// A treemap: nested areas (guide, "TreeMapGroup").
package struct TreeMapGroupDefinition: Sendable, Equatable {
  package var name: String
  package var title: String
  /// The levels by ChartSequence, the coarsest first; at least one.
  package var levels: [ParsedChart]
  @Uncompared package var place: Diagnostic.Place?

  package init(_ name: String, title: String = "", levels: [ParsedChart], at place: Diagnostic.Place? = nil) {
    self.name = name
    self.title = title
    self.levels = levels
    self.place = place
  }
}
