import AugerCharts
import AugerDiagnostics

/// Charts and overlays linked by what is picked in them (guide, "DrillDownGroup").
package struct DrillDownGroupDefinition: Sendable, HasName {
  package var name: String
  package var title: String
  /// By ChartSequence; at least one. A chart that stated no query or type has the group's.
  package var levels: [ChartDefinition]
  package var place: Diagnostic.Place?

  package init(_ name: String, title: String = "", levels: [ChartDefinition], at place: Diagnostic.Place? = nil) {
    self.name = name
    self.title = title
    self.levels = levels
    self.place = place
  }
}

/// Charts drawn over one another (guide, "OverlayGroup").
package struct OverlayGroupDefinition: Sendable {
  package var name: String
  package var title: String
  /// The category of the layers that have none of their own.
  package var category: AxisDefinition?
  /// By ChartSequence, the lowest first; at least one.
  package var layers: [LayerDefinition]
  /// ChartSequence, from 1: its place in a drilldown group.
  package var sequence: Int?
  package var place: Diagnostic.Place?

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
  /// The overlay as a chart: what drills, filters and selects sees its categories. Series of its layers are not drilled
  /// into.
  package var chart: ChartDefinition {
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
  /// What a layer says of an axis, and another before it said otherwise.
  package struct RefusedAxisPart: Sendable {
    package var layer: Int
    package var part: AxisOptions.Part
    /// Whether it is said of the layer's value axis, rather than of its categories.
    package var isOfValues: Bool
  }

  /// What is said of the axes: of each part what the first layer says that says something of it, of categories what the
  /// group does. There is a second value axis where layers are drawn against both.
  package var axes: (said: ChartAxes, refused: [RefusedAxisPart]) {
    var axes = ChartAxes(category: category?.options ?? AxisOptions())
    var refused: [RefusedAxisPart] = []
    let hasPrimary = layers.contains { $0.axis == .primary }
    for (number, layer) in layers.enumerated() {
      let values = layer.chart.valueOptions
      let parts =
        layer.axis == .secondary && hasPrimary
        ? axes.secondValue.fill(from: values) : axes.value.fill(from: values)
      refused += parts.map { RefusedAxisPart(layer: number, part: $0, isOfValues: true) }
      refused += axes.category.fill(from: layer.chart.category.options).map {
        RefusedAxisPart(layer: number, part: $0, isOfValues: false)
      }
    }
    return (axes, refused)
  }
}

/// One chart of an overlay.
package struct LayerDefinition: Sendable {
  /// The value axis that a layer is drawn against.
  package enum Axis: String, Sendable, Hashable, CaseIterable {
    case primary, secondary
  }

  /// With the overlay's category where the layer has none.
  package var chart: ChartDefinition
  package var axis: Axis

  package init(_ chart: ChartDefinition, axis: Axis = .primary) {
    self.chart = chart
    self.axis = axis
  }
}

/// A treemap: areas within areas (guide, "TreeMapGroup").
package struct TreeMapGroupDefinition: Sendable {
  package var name: String
  package var title: String
  /// By ChartSequence, the coarsest first; at least one.
  package var levels: [ChartDefinition]
  package var place: Diagnostic.Place?

  package init(_ name: String, title: String = "", levels: [ChartDefinition], at place: Diagnostic.Place? = nil) {
    self.name = name
    self.title = title
    self.levels = levels
    self.place = place
  }
}
