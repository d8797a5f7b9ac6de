import AugerCharts
import AugerColumns
import AugerDiagnostics

extension ChartModel {
  /// The model as pictures draw it. If the marks of its type show one value for each category and series, each value
  /// becomes a series. Series `s` of value `v` is number `v × series + s`.
  var withValuesAsSeries: ChartModel {
    guard dimensions.count > 1, layers.isEmpty, diagram == nil, table == nil, items == nil,
      type.has(.categories) || type.has(.slices)
    else { return self }
    let count = series.count
    func all(_ numbers: [Int]) -> [Int] { dimensions.indices.flatMap { index in numbers.map { index * count + $0 } } }
    var model = self
    model.series = dimensions.flatMap { dimension in
      series.map { series in
        let label = seriesColumn == nil ? dimension.title : "\(dimension.title) - \(series.shownLabel)"
        return ChartLabel(
          value: seriesColumn == nil ? .string(dimension.title) : series.value, text: label, layer: series.layer)
      }
    }
    // The series are values, which have no column name.
    model.seriesColumn = seriesColumn ?? ""
    let format = dimensions[0].format
    model.dimensions = [
      ValueDimension(
        title: dimensions.map(\.title).joined(separator: ", "),
        // An axis shared by values with different formats has no format.
        format: dimensions.allSatisfy { $0.format == format } ? format : nil,
        unit: dimensions.allSatisfy { $0.unit == dimensions[0].unit } ? dimensions[0].unit : "",
        cells: Self.joined(dimensions.map(\.cells)))
    ]
    for index in levels.indices { model.levels[index].cells = levels[index].cells.map { [Self.joined($0)] } }
    model.baselineCells = baselineCells.map { [Self.joined($0)] }
    // The intervals belong to the first value.
    model.forecast = forecast?.gathered(
      (0..<dimensions.count * count * categoryCount).map { $0 < count * categoryCount ? Int32($0) : -1 })
    model.state.hiddenSeries = all(state.hiddenSeries)
    model.state.selectedSeries = all(state.selectedSeries)
    model.state.selectedItems = dimensions.indices.flatMap { index in
      state.selectedItems.map { ChartState.Item(series: index * count + $0.series, category: $0.category) }
    }
    model.summary = nil
    if display == ChartDisplay(defaultsFor: type, visibleSeriesCount: count) {
      model.display = ChartDisplay(defaultsFor: type, visibleSeriesCount: model.series.count)
    }
    return model
  }

  /// Concatenates columns; converts different types to floats.
  private static func joined(_ columns: [Column]) -> Column {
    if columns.allSatisfy({ $0.type == columns[0].type }),
      let joined = try? Column(columns[0].type, columns.flatMap(\.scalars))
    {
      return joined
    }
    return Column(columns.flatMap { $0.scalars.map(\.doubleValue) })
  }
}

extension SVG {
  /// Returns warnings about the omissions of a picture: marks that this version does not draw, and values that the
  /// marks do not show.
  package static func notices(for model: ChartModel) -> [Warning] {
    let type = model.type
    guard model.multiples.isEmpty else {
      // The small multiples are drawn instead of the whole chart.
      var found = Warnings()
      for multiple in model.multiples { for notice in notices(for: multiple.model) { found.add(notice) } }
      return found.items
    }
    if model.diagram != nil { return [] }
    if !model.layers.isEmpty {
      return model.axisNotices + model.annotationNotices + model.colorNotices
        + model.layers.filter { !$0.type.has(.layers) }.map {
          Warning(
            .layerTypeNotDrawn,
            "layer '\($0.name)' is drawn as columns: a \($0.type.rawValue) chart cannot be a layer")
        }
    }
    guard model.table == nil else { return [] }
    var notices =
      model.tilesWithoutArea + model.sumsBeyondNumbers + model.valuesWithoutPlace + model.axisNotices
      + model.annotationNotices
      + model.colorNotices + model.missingValues + model.contourNotices
    guard let drawn = type.kind.drawnValueCount else { return notices }
    notices += model.dimensions.dropFirst(drawn).map {
      Warning(
        .valueNotDrawn,
        "a \(type.rawValue) chart draws \(drawn == 1 ? "one value" : "\(drawn) values"); '\($0.title)' is left out")
    }
    return notices
  }
}

extension ChartModel {
  /// Warnings about item colors that the marks do not support.
  fileprivate var colorNotices: [Warning] {
    guard let colors else { return [] }
    guard layers.isEmpty else {
      return layers.enumerated().filter { number, layer in
        !layer.type.has(.itemColors) && layer.type.has(.layers)
          && series.indices.contains { row in
            series[row].layer == number
              && colors[row * categoryCount..<(row + 1) * categoryCount].contains { $0 != nil }
          }
      }.map {
        Warning(.colorNotDrawn, "the colors of layer '\($1.name)' are ignored: a \($1.type.rawValue) has fixed colors")
      }
    }
    guard !type.has(.itemColors) else { return [] }
    return [
      Warning(.colorNotDrawn, "item colors are ignored: the colors of a \(type.rawValue) chart have a fixed meaning")
    ]
  }

  /// Warnings about values that the marks of the type require and the chart does not have.
  fileprivate var missingValues: [Warning] {
    let roles = type.kind.valueRoles
    let needed = type.has(.quartiles) ? roles.count : type.kind.leastValueCount
    guard !type.has(.ofMAKit), graph == nil, dimensions.count < needed else { return [] }
    let missing = roles[dimensions.count..<min(needed, roles.count)].joined(separator: ", ")
    return [Warning(.valueMissing, "a \(type.rawValue) chart has incomplete marks without \(missing)")]
  }

  /// Warnings about values that have no position on a logarithmic axis.
  fileprivate var valuesWithoutPlace: [Warning] {
    var count = 0
    if valueAxis == .logarithmic, type.has(.steps) {
      count += drawnEnds(ChartChannels(self)).count { $0 <= 0 }
    } else if valueAxis == .logarithmic {
      let placed = cellsInView.prefix(type.kind.placedValueCount ?? dimensions.count)
      let values = items.map { Array($0.values.prefix(1)) } ?? Array(placed)
      count += values.reduce(0) { $0 + $1.drawnDoubles.count { $0 <= 0 } }
    }
    if let items, levels[visibleLevel].axis == .logarithmic, items.category.type.isNumeric {
      count += items.category.drawnDoubles.count { $0 <= 0 }
    }
    return count == 0
      ? []
      : [Warning(.valueNotDrawn, "values of zero or less cannot be drawn on a logarithmic axis", count: count)]
  }

  /// Warnings about sums, and values with their errors, that exceed the largest double.
  fileprivate var sumsBeyondNumbers: [Warning] {
    let hasErrors = type.has(.errors)
    guard stacking == .stacked || type.has(.steps) || hasErrors else { return [] }
    let values = cellsInView.prefix(hasErrors ? 2 : dimensions.count).flatMap(\.drawnDoubles)
    let most = Double.greatestFiniteMagnitude / Double(max(1, hasErrors ? 2 : values.count))
    let large = values.count { $0.magnitude > most }
    return large < 2
      ? []
      : [
        Warning(
          .valueNotDrawn, "sums of values may exceed the largest number and are cut at the edge of the axis",
          count: large
        )
      ]
  }

  /// Warnings about values up to zero, which have no area in a treemap.
  fileprivate var tilesWithoutArea: [Warning] {
    guard type.has(.tiles) else { return [] }
    let count = cellsInView[0].drawnDoubles.count { $0 < 0 }
    return count == 0
      ? [] : [Warning(.valueNotDrawn, "a treemap leaves out values below zero", count: count)]
  }
}

extension Diagnostic.Code {
  /// A value that a picture cannot show.
  package static let valueNotDrawn = Self("valueNotDrawn")
  /// A value that the marks of a chart require and the chart does not have.
  package static let valueMissing = Self("valueMissing")
  /// Rows of a contour chart that form no grid.
  package static let contourNotDrawn = Self("contourNotDrawn")
  /// Item colors that the marks do not support.
  package static let colorNotDrawn = Self("colorNotDrawn")
  /// A layer type that cannot be drawn over others.
  package static let layerTypeNotDrawn = Self("layerTypeNotDrawn")
}
