import AugerCharts
import AugerColumns
import AugerDiagnostics

// Charts without a value axis of their own: slices, points, cells, and layers of others.
extension VegaLiteChart {
  // MARK: Pies

  /// One pie, or one for each category where there are series.
  var pies: VegaObject {
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
      "type": "arc", "outerRadius": .number(radius), "innerRadius": .number(model.type == .donut ? radius * 0.6 : 0),
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

  // MARK: Scatters and bubbles

  /// A row for each item that has a place.
  var points: Marks {
    let frame = ChartFrame(x: 0, y: 0, width: size.width, height: size.height)
    let drawing = ItemDrawing(channels, compared: compared, theme: theme, frame: frame, limits: frame, ids: "")
    let axis = ItemAxis(model)
    let items = ItemChannels(channels, theme: theme, categoryAxis: axis)
    let all = drawing.allItems
    let value = drawing.valueAxis(of: all)
    let horizontal = drawing.horizontal(axis, ItemDrawing.numbers(of: all), frame, inset: .init(low: 0, high: 0))
    var unit = 1.0
    if case .moments = axis { unit = 1000 }
    let names = VegaLiteCategories.distinct(channels.qualifiedLabels)
    let hints = drawing.tooltips(items)
    let rows = (0..<items.count).map { item -> VegaNode in
      let category: VegaNode =
        horizontal.band == nil ? .number(items.x[item] / unit) : .text(names[Int(clamping: items.x[item])])
      var row: VegaObject = ["category": category, "value": .number(items.y[item])]
      row["series"] = .text(seriesNames[items.series[item]])
      row["item"] = .number(Double(items.numbers[item]))
      row["seriesIndex"] = .number(Double(items.seriesNumbers[item]))
      if let sizes = items.sizes { row["size"] = .number(sizes[item].magnitude) }
      if let ends = items.errors.isEmpty ? nil : items.errors[item].value {
        row["low"] = .number(ends.lower)
        row["high"] = .number(ends.upper)
      }
      if horizontal.scale != nil, let width = items.errors.isEmpty ? nil : items.errors[item].category {
        row["left"] = .number(((items.x[item] - width) / unit).heldFinite)
        row["right"] = .number(((items.x[item] + width) / unit).heldFinite)
      }
      if let hints { row["tooltip"] = .text(hints[item]) }
      if hasItemColors { row["color"] = .text((items.colors[item] ?? theme.color(items.series[item])).description) }
      if model.state.hasSelection { row["opacity"] = .number(items.isFaded[item] ? Plot.fadedOpacity : 1) }
      return .object(row)
    }
    var encoding = VegaObject(["x": x(horizontal, unit, names), "y": self.value("value", value)]).merged(with: look)
    if hints == nil { encoding["tooltip"] = nil }
    var mark: VegaObject = ["filled": true, "opacity": items.sizes == nil ? 0.75 : 0.6]
    if !channels.window.isWhole { mark["clip"] = true }
    let radius = PointMark.largestRadius(in: frame, all)
    if items.sizes != nil {
      let largest = max(all.map(\.largestSize).max() ?? 0, .leastNormalMagnitude)
      let scale: VegaNode = ["domain": .numbers([0, largest]), "range": .numbers([0, Double.pi * radius * radius])]
      let legend: VegaNode = model.display.legend ? ["title": .text(model.dimensions[1].title)] : .null
      encoding["size"] = ["field": "size", "type": "quantitative", "scale": scale, "legend": legend]
    } else {
      mark["size"] = items.count > 600 ? 20 : 50
    }
    let errors = errors(of: items, x(horizontal, unit, names), value)
    return Marks(
      data: ["values": .list(rows)],
      layers: regions(value) + errors + [layer("point", mark, encoding)] + reference(value))
  }

  /// Lines from end to end of what the values of measured points may be, and of what their places may be.
  private func errors(of items: ItemChannels, _ x: VegaNode, _ axis: ValueAxis) -> [VegaNode] {
    guard !items.errors.isEmpty else { return [] }
    let upright = layer("rule", [:], ["x": x], extent("high", from: ["field": "low"], axis), ["color": color])
    guard items.errors.contains(where: { $0.category != nil }), case .object(var left) = x else { return [upright] }
    left["field"] = "left"
    let level: VegaObject = ["x": .object(left), "x2": ["field": "right"], "y": value("value", axis)]
    return [upright, layer("rule", [:], level, ["color": color])]
  }

  private func x(_ horizontal: ItemDrawing.Horizontal, _ unit: Double, _ names: [String]) -> VegaNode {
    let level = model.levels[model.visibleLevel]
    let title = model.display.horizontalAxisTitle && !level.title.isEmpty ? VegaNode.text(level.title) : .null
    var axis: VegaObject = ["title": title, "labels": .bool(model.display.horizontalAxis)]
    guard let scale = horizontal.scale else {
      return [
        "field": "category", "type": "nominal", "sort": .null, "scale": ["domain": .texts(names)],
        "axis": .object(axis.merged(with: VegaLiteCategories.labels(names, length: size.width))),
      ]
    }
    var ends: VegaObject = [
      "domain": .numbers([scale.domain.lower / unit, scale.domain.upper / unit]), "nice": false,
    ]
    let isTemporal = unit > 1
    if isTemporal { ends["type"] = "utc" } else { ends["zero"] = false }
    if scale.kind == .logarithmic { ends["type"] = "log" }
    if scale.gapPlaces.isEmpty {
      let ticks = horizontal.places.map { place in
        let number = scale.number(at: place) / unit
        return isTemporal ? number.rounded() : number
      }
      axis["values"] = .numbers(ticks)
      axis["labelExpr"] = .text(VegaLiteCategories.labels(horizontal.texts, of: ticks))
    }
    return [
      "field": "category", "type": isTemporal ? "temporal" : "quantitative", "scale": .object(ends),
      "axis": .object(axis),
    ]
  }

  // MARK: Heatmaps

  var heatmap: VegaObject {
    guard let ramp = ColorRamp(channels.whole.values[0], theme: theme) else {
      return ["mark": ["type": "rect"], "encoding": .object(across(isBeside: false))]
    }
    let stops = ramp.stops
    let hasRows = model.seriesColumn != nil
    let rows: VegaNode = [
      "field": "series", "type": "nominal", "sort": .null, "scale": ["domain": .texts(seriesNames)],
      "axis": ["title": .null, "labels": .bool(hasRows && model.display.verticalAxis)],
    ]
    let color: VegaNode = [
      "field": "value", "type": "quantitative",
      "scale": [
        "domain": .numbers(stops), "range": .texts(stops.map { ramp.color($0).description }), "interpolate": "rgb",
      ],
      "legend": ["title": .text(model.dimensions[0].title)],
    ]
    let encoding = across(isBeside: false).merged(with: hint).with("y", rows).with("color", color)
    return ["mark": ["type": "rect"], "encoding": .object(encoding)]
  }

  // MARK: Overlays

  /// A layer for each chart, with data of its own, and where there are two value axes a group for each.
  var overlay: VegaObject {
    let given = channels.given
    let parts = given.layers.enumerated().compactMap { number, layer -> (ChartLayer, VegaLiteChart)? in
      let own = ChartChannels(layer: number, of: channels)
      return own.seriesCount == 0
        ? nil : (layer, VegaLiteChart(own, comparedWith: [own], theme: theme, size: size, over: self))
    }
    let hasFirst = parts.contains { $0.0.axis == .primary }
    func group(_ isSecond: Bool) -> VegaNode? {
      let members = parts.filter { ($0.0.axis == .secondary && hasFirst) == isSecond }
      guard !members.isEmpty else { return nil }
      let axis = ValueAxis(
        ofLayers: members.map { ($0.1.channels, $0.0.type.mark) }, of: channels, isFirst: !isSecond,
        count: ChartDrawing.tickCount(size.height / 40))
      let layers = members.map { layer, chart -> VegaNode in
        var chart = chart
        chart.isSecond = isSecond
        let marks = chart.marks(on: axis)
        return ["data": marks.data, "layer": .list(marks.layers)]
      }
      guard let base = members.first?.1, !isSecond else { return ["layer": .list(layers)] }
      return ["layer": .list(base.regions(axis) + layers + base.reference(axis))]
    }
    let groups = [group(false), group(true)].compactMap { $0 }
    var spec: VegaObject = ["layer": .list(groups)]
    if groups.count > 1 { spec["resolve"] = ["scale": ["y": "independent"]] }
    return spec
  }
}
