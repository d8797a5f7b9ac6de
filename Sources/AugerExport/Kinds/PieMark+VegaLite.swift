import AugerCharts
import AugerColumns
import AugerDiagnostics

extension VegaLiteChart {
  /// Returns one pie, or one for each category if the chart has series.
  func pies(hole: Double) -> VegaObject {
    let hasSeries = model.seriesColumn != nil
    let names = hasSeries ? seriesNames : VegaLiteCategories.distinct(channels.qualifiedLabels)
    let data = data([("value", 0)]) { row, series, category in
      let slice = hasSeries ? series : category
      let color = channels.itemColor(series, category, theme) ?? theme.color(slice)
      let row = row.with("slice", .text(names[slice])).with("order", .number(Double(slice)))
      return channels.value(0, series, category) > 0 ? row.with("color", .text(color.description)) : nil
    }
    let colors: VegaNode =
      hasItemColors
      ? ["field": "color", "type": "nominal", "scale": .null]
      : [
        "field": "slice", "type": "nominal", "sort": .null,
        "scale": ["domain": .texts(names), "range": .texts(names.indices.map { theme.color($0).description })],
        "legend": model.display.legend ? ["title": .null] : .null,
      ]
    let isGrid = hasSeries && channels.categoryCount > 1
    let side = isGrid ? max(80, size.width / 4) : min(size.width, size.height)
    let radius = side / 2 - 6
    let mark: VegaObject = [
      "type": "arc", "outerRadius": .number(radius), "innerRadius": .number(hole > 0 ? radius * hole : 0),
      "stroke": .text(theme.background.description),
    ]
    let encoding = VegaObject([
      "theta": ["field": "value", "type": "quantitative", "stack": true],
      "order": ["field": "order", "type": "quantitative"],
    ]).merged(with: look).with("color", colors)
    let pie: VegaObject = [
      "width": .number(side), "height": .number(side), "mark": .object(mark), "encoding": .object(encoding),
    ]
    guard isGrid else { return VegaObject(["data": data]).merged(with: pie) }
    return [
      "data": data,
      "facet": ["field": "category", "type": "nominal", "sort": .null, "header": ["title": .null]], "columns": 4,
      "spec": .object(pie),
    ]
  }
}
