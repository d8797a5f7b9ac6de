import AugerCharts
import AugerColumns
import AugerDiagnostics

extension ChartModel {
  /// Returns a layer of an overlay as a chart: its series, with its own value axis. If no layer uses the first axis, a
  /// second one does not exist.
  func model(ofLayer number: Int) -> ChartModel {
    let layer = layers[number]
    var model = self
    model.layers = []
    model.name = layer.name
    model.type = layer.type
    model.dimensions[0].format = layer.format
    model.dimensions[0].title = layer.valueTitle
    model.dimensions[0].unit = layer.unit
    if let name = layer.axisName {
      model.axes.value = axes.otherValues.first { Name($0.name) == Name(name) }?.options ?? AxisOptions()
    } else if layer.axis == .secondary, layers.contains(where: { $0.axis == .primary && $0.axisName == nil }) {
      model.axes.value = axes.secondValue
    }
    if let name = layer.categoryAxis {
      model.axes.category = axes.otherCategories.first { Name($0.name) == Name(name) }?.options ?? AxisOptions()
    }
    model.axes.secondValue = AxisOptions()
    (model.axes.otherValues, model.axes.otherCategories) = ([], [])
    model.state.hiddenSeries = series.indices.filter { series[$0].layer != number || state.isHidden(series: $0) }
    model.thresholds.predictiveStart = layer.type.has(.joined) ? thresholds.predictiveStart : nil
    return model
  }
}

extension ChartModel {
  /// The names of the additional category axes, in the order of their first layers.
  var otherCategoryAxes: [String] {
    var names: [String] = []
    for case let name? in layers.map(\.categoryAxis) where !names.contains(where: { Name($0) == Name(name) }) {
      names.append(name)
    }
    return names
  }

  /// Returns the numbers of the categories with values in the layers of a category axis, within its range.
  ///
  /// - Parameter name: The name of an additional axis. Nil for the layers without such a name.
  func categories(onAxis name: String?) -> [Int] {
    let members = layers.indices.filter { same(layers[$0].categoryAxis, name) { Name($0) == Name($1) } }
    let rows = series.indices.filter { members.contains(series[$0].layer) }
    let cells = cellsInView
    let count = levels[visibleLevel].count
    let own = (0..<count).filter { category in
      rows.contains { row in cells.contains { !$0.isNull(row * count + category) } }
    }
    guard let first = members.first, let range = model(ofLayer: first).categoriesOnAxis else { return own }
    return own.filter(range.contains)
  }
}
