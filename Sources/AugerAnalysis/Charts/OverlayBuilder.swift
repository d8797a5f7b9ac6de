import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// Merges the models of an overlay's layers into one, with the union of their categories and the series of each.
package struct OverlayBuilder: Sendable {
  package var definition: OverlayGroupDefinition
  /// The state of the overlay: selection, hidden series, visible part.
  package var state = ItemState()

  package init(_ definition: OverlayGroupDefinition) { self.definition = definition }

  /// Returns the chart of the layers' models, in layer order. Categories remain sorted by value if those of all layers
  /// are. Otherwise those of the first layer come first.
  ///
  /// A layer without series uses its title as the series name. Each additional value of a layer becomes a series if its
  /// type draws one value.
  package func model(of models: [ChartModel], locale: ChartLocale) throws -> ChartModel {
    var warnings = Warnings()
    for model in models { for warning in model.warnings { warnings.add(warning) } }
    var (values, labels) = try categories(of: models)
    let order = order(of: values)
    (values, labels) = (values.gathered(order), order.map { labels[Int($0)] })
    var places: [Scalar: Int] = [:]
    for (place, value) in values.scalars.enumerated() { places[value] = place }
    var rows = Rows(
      places: places, type: values.type,
      count: zip(definition.layers, models).map { $0.chart.type.has(.categories) ? 1 : $1.dimensions.count }.max() ?? 1)
    for (layer, model) in zip(definition.layers, models) {
      if model.items != nil {
        throw DiagnosticError(
          Diagnostic(
            .layerNotShown, "layer '\(layer.chart.name)' is not shown: points cannot be combined with categories",
            at: layer.chart.places.chart))
      }
      if !model.multiples.isEmpty {
        warnings.add(Warning(.multiplesNotShown, "a layer has no small multiples"))
      }
      rows.add(model, layer)
    }
    let first = models[0]
    // The title of dates is their grain, as in a chart.
    let category = definition.layers[0].chart.grains == nil ? definition.category : nil
    var level = CategoryLevel(
      column: first.levels[0].column, title: category?.shownTitle ?? first.levels[0].title, values: values,
      labels: labels, format: first.levels[0].format)
    level.other = nil
    var thresholds = first.thresholds
    thresholds.predictiveStart = first.thresholds.predictiveStart.map { start in
      places[first.levels[0].values[start].converted(to: values.type) ?? .null] ?? start
    }
    var model = ChartModel(
      name: definition.name, title: definition.title, type: first.type, levels: [level], visibleLevel: 0,
      series: rows.series, seriesColumn: "", seriesTitle: "", dimensions: try rows.dimensions(of: models),
      thresholds: thresholds,
      receipt: Receipt(
        queries: models.flatMap(\.receipt.queries), asOf: first.receipt.asOf,
        now: models.compactMap(\.receipt.now).max()), locale: locale)
    model.layers = rows.layers
    model.outliers = try rows.chartOutliers
    annotate(&model, with: models, &warnings)
    model.colors = colors(\.colors, of: models, rows.series, places, values.type)
    model.outlines = colors(\.outlines, of: models, rows.series, places, values.type)
    model.style = first.style
    model.style.scrubbedSeries = nil
    model.style.series = models.enumerated().flatMap { number, model in
      model.style.series.map { style in
        var style = style
        style.layer = number
        return style
      }
    }
    if values.count == first.categoryCount { model.levels[0].shortLabels = first.levels[0].shortLabels }
    if model.style.divisions.count < values.count { model.style.divisions = [] }
    model.incompletePeriod =
      models.lazy.compactMap { own in
        own.incompletePeriod.flatMap { period -> IncompletePeriod? in
          let value = own.levels[0].values[period.category]
          return places[value.converted(to: values.type) ?? value].map {
            IncompletePeriod(category: $0, lastDay: period.lastDay, end: period.end)
          }
        }
      }.first
    model.theme = first.theme
    model.plot.legendPosition = models.lazy.compactMap(\.plot.legendPosition).first
    model.plot.stacks = models.flatMap(\.plot.stacks)
    model.display.legend = rows.series.count > 1
    model.display.valueAxisAtTop = false
    for (part, isShown) in definition.shownParts { model.display[part] = isShown }
    (model.subtitle, model.status) = (definition.subtitle, definition.status)
    addSummary(to: &model, of: models)
    model.state = ChartState(state, of: model, &warnings)
    try model.validate()
    for warning in model.warnings + model.advice() { warnings.add(warning) }
    model.warnings = warnings.items
    return model
  }

  /// The series of all layers, each with a cell for every category of the union.
  private struct Rows {
    /// The index of each category in the union.
    let places: [Scalar: Int]
    let type: DataType
    /// The number of values of each pair of series and category.
    let count: Int
    var series: [ChartLabel] = []
    var cells: [[Scalar]] = []
    var layers: [ChartLayer] = []
    var outliers: [(category: Int, series: Int, value: Scalar)] = []

    init(places: [Scalar: Int], type: DataType, count: Int) {
      (self.places, self.type, self.count) = (places, type, count)
    }

    mutating func add(_ model: ChartModel, _ layer: LayerDefinition) {
      let own = model.levels[0].values.scalars.map { places[$0.converted(to: type) ?? $0] ?? 0 }
      let title = layer.chart.title.isEmpty ? layer.chart.name : layer.chart.title
      let spreads = layer.chart.type.has(.categories) && model.dimensions.count > 1
      if let beyond = model.outliers {
        for row in 0..<beyond.count {
          outliers.append(
            (own[Int(beyond.categories[row])], series.count + Int(beyond.series[row]), beyond.values[row]))
        }
      }
      for dimension in spreads ? Array(model.dimensions.indices) : [0] {
        for index in model.series.indices {
          let name = model.dimensions[dimension].title
          let label =
            model.seriesColumn != nil
            ? (spreads ? "\(name) - \(model.series[index].text)" : model.series[index].text)
            : (spreads ? name : title)
          series.append(
            ChartLabel(
              value: model.seriesColumn == nil ? .string(label) : model.series[index].value, text: label,
              layer: layers.count))
          for target in 0..<count {
            let source = spreads ? (target == 0 ? dimension : nil) : (target < model.dimensions.count ? target : nil)
            var row = [Scalar](repeating: .null, count: places.count)
            if let source {
              for (place, value) in zip(own, model.cells(dimension: source, series: index).scalars) {
                row[place] = value
              }
            }
            cells.append(row)
          }
        }
      }
      var shown = ChartLayer(
        name: layer.chart.name, title: title, type: layer.chart.type,
        axis: layer.axis == .secondary ? .secondary : .primary, valueTitle: model.dimensions[0].title,
        format: model.dimensions[0].format)
      shown.unit = model.dimensions[0].unit
      (shown.axisName, shown.categoryAxis) = (layer.axisName, layer.categoryAxis)
      layers.append(shown)
    }

    /// Returns the values with the names from the first model that has this number of values.
    func dimensions(of models: [ChartModel]) throws -> [ValueDimension] {
      var dimensions: [ValueDimension] = []
      for target in 0..<count {
        let rows = series.indices.flatMap { cells[$0 * count + target] }
        let named = (models.first { $0.dimensions.count > target } ?? models[0]).dimensions
        let like = named[min(target, named.count - 1)]
        dimensions.append(
          ValueDimension(
            sequence: target + 1, title: like.title, format: like.format, cells: try Column(numbers: rows)))
      }
      // An axis shared by values with different units has no unit.
      let units = layers.filter { $0.axis == .primary }.map(\.unit)
      if let unit = units.first, units.allSatisfy({ $0 == unit }) { dimensions[0].unit = unit }
      return dimensions
    }

    var chartOutliers: ChartOutliers? {
      get throws {
        guard !outliers.isEmpty else { return nil }
        return ChartOutliers(
          categories: outliers.map { Int32(truncatingIfNeeded: $0.category) },
          series: outliers.map { Int32(truncatingIfNeeded: $0.series) },
          values: try Column(numbers: outliers.map(\.value)))
      }
    }
  }

  /// Adds the annotations and axes of the layers to the chart, and reports the parts that an overlay does not support.
  private func annotate(_ model: inout ChartModel, with models: [ChartModel], _ warnings: inout Warnings) {
    for (layer, own) in zip(definition.layers, models) {
      // Annotations at a value apply to the primary axis.
      let shown = own.annotations.filter { layer.axis != .secondary || $0.value == nil }
      model.annotations += shown
      if shown.count < own.annotations.count {
        warnings.add(
          Warning(
            .layerNotShown, "annotations of layer '\(layer.chart.name)' use the second value axis",
            count: own.annotations.count - shown.count))
      }
    }
    for (index, own) in models.enumerated() {
      for part in undrawn(own, isFirst: index == 0, beside: model.thresholds) {
        warnings.add(
          Warning(.layerNotShown, "\(part) of layer '\(definition.layers[index].chart.name)' is not drawn over others"))
      }
    }
    let (axes, refused) = definition.axes
    model.axes = axes
    for statement in refused {
      warnings.add(
        Warning(
          .axisNotApplied,
          "layer '\(definition.layers[statement.layer].chart.name)' has another \(statement.part.rawValue) of its "
            + "\(statement.isOfValues ? "value" : "category") axis than a layer before it; it is not used"))
    }
  }

  /// Returns the parts of a layer that the overlay does not show. It shows the thresholds of its first layer, and
  /// stacks only types that stack by themselves.
  private func undrawn(_ layer: ChartModel, isFirst: Bool, beside shown: ChartThresholds) -> [String] {
    let own = layer.thresholds
    var parts: [String] = []
    for (name, value, other) in [
      ("the reference value", own.reference, shown.reference), ("the upper threshold", own.upper, shown.upper),
      ("the lower threshold", own.lower, shown.lower),
    ] where !isFirst && value != nil && value != other {
      parts.append(name)
    }
    if layer.forecast != nil { parts.append("the interval of the forecast") }
    if layer.chosenStacking != nil { parts.append("the Stacking") }
    return parts
  }

  /// Returns the colors or outlines of the items of all layers; nil if none has any.
  private func colors(
    _ part: KeyPath<ChartModel, [String?]?>, of models: [ChartModel], _ series: [ChartLabel], _ places: [Scalar: Int],
    _ type: DataType
  ) -> [String?]? {
    guard models.contains(where: { $0[keyPath: part] != nil }) else { return nil }
    var colors = [String?](repeating: nil, count: series.count * places.count)
    var seen = [Int](repeating: 0, count: models.count)
    for (row, one) in series.enumerated() {
      let model = models[one.layer]
      // The series of additional values have the colors of those of the first value.
      let own = seen[one.layer] % max(1, model.series.count)
      seen[one.layer] += 1
      guard let given = model[keyPath: part] else { continue }
      for (category, value) in model.levels[0].values.scalars.enumerated() {
        guard let place = places[value.converted(to: type) ?? value] else { continue }
        colors[row * places.count + place] = given[own * model.categoryCount + category]
      }
    }
    return colors
  }

  /// Returns the categories of all layers with their labels, those of the first layer first.
  private func categories(of models: [ChartModel]) throws -> (Column, [String]) {
    var type = models[0].levels[0].values.type
    for model in models.dropFirst() {
      let other = model.levels[0].values.type
      if other == type || model.levels[0].values.nullCount == model.categoryCount { continue }
      guard let common = type.common(with: other) else {
        throw DiagnosticError(
          Diagnostic(
            .layerNotShown,
            "layer '\(model.name)' has categories of type \(other), those of '\(models[0].name)' are \(type)"))
      }
      type = common
    }
    var known: Set<Scalar> = []
    var values: [Scalar] = []
    var labels: [String] = []
    for model in models {
      for (value, label) in zip(model.levels[0].values.scalars, model.levels[0].labels) {
        let value = value.converted(to: type) ?? value
        if known.insert(value).inserted {
          values.append(value)
          labels.append(label)
        }
      }
    }
    return (try Column(type, values), labels)
  }

  private func order(of values: Column) -> [Int32] {
    let all = (0..<values.count).map { Int32(truncatingIfNeeded: $0) }
    if definition.layers.contains(where: { $0.chart.sort != nil || $0.chart.categoryLimit != nil }) { return all }
    let sorted = SortOrder.rows(by: [SortOrder(values, isDescending: false)], rowCount: values.count)
    return sorted.filter { !values.isNull(Int($0)) } + sorted.filter { values.isNull(Int($0)) }
  }
}

extension Diagnostic.Code {
  /// A layer that cannot be shown in its overlay.
  package static let layerNotShown = Self("layerNotShown")
}
