import AugerCharts
import AugerColumns

// The marks of each type of chart, over rows that hold its values.
extension VegaLiteChart {
  struct Marks {
    var data: VegaNode
    var layers: [VegaNode]
  }

  /// - Parameter axis: The value axis.
  func marks(on axis: ValueAxis) -> Marks {
    switch model.type {
    case .line, .stepLine, .spline: return Marks(data: lineData, layers: intervals(axis) + lines(axis, "value"))
    case .area, .stackedArea: return areas(axis)
    case .band: return band(axis)
    case .candlestick, .ohlc: return prices(axis)
    case .boxPlot: return boxes(axis)
    case .waterfall: return waterfall(axis)
    case .errorBar: return errors(axis)
    case .region: return regions(axis)
    case .histogram: return histogram(axis)
    case .horizontalBullet, .verticalBullet: return bullets(axis)
    // Those of layers that have no marks of their own are columns.
    default: return columns(axis)
    }
  }

  // MARK: Columns

  private func columns(_ axis: ValueAxis) -> Marks {
    let stacks = Stacks(channels)
    let data = data([("value", 0)]) { row, series, category in
      var row = row
      if let stacks {
        row["from"] = .number(stacks.start(series, category))
        row["to"] = .number(stacks.end(series, category))
      } else if let before = channels.changedFrom(series, category) {
        row["before"] = .number(before)
      }
      return row
    }
    let across = across(isBeside: stacks == nil)
    guard stacks == nil else {
      let extent = extent("to", from: ["field": "from"], axis)
      return Marks(data: data, layers: [layer("bar", [:], across, extent, look)])
    }
    return Marks(
      data: data,
      layers: [layer("bar", [:], across, extent("value", from: axis.vegaStart, axis), look)] + before(axis, across))
  }

  /// Where values were before the data were changed.
  private func before(_ axis: ValueAxis, _ across: VegaObject) -> [VegaNode] {
    guard channels.baseline != nil else { return [] }
    let place: VegaObject = [isLying ? "x" : "y": value("before", axis)]
    let mark: VegaObject = ["color": .text(theme.ink.description), "strokeDash": [3, 2], "thickness": 2]
    return [layer("tick", mark, across, place)]
  }

  private func waterfall(_ axis: ValueAxis) -> Marks {
    let first = WaterfallMark.first(channels)
    let ends = WaterfallMark.ends(channels.whole)
    let isAlone = channels.seriesCount == 1
    let data = data([("value", 0)]) { row, series, category in
      var row = row
      row["from"] = .number(ends[series][first + category])
      row["to"] = .number(ends[series][first + category + 1])
      let value = channels.value(0, series, category)
      if isAlone, !hasItemColors { row["color"] = .text((value < 0 ? theme.loss : theme.gain).description) }
      return value.isNaN ? nil : row
    }
    var look = look
    if isAlone { look["color"] = ["field": "color", "type": "nominal", "scale": .null] }
    return Marks(
      data: data,
      layers: [
        layer("bar", [:], across(isBeside: true), extent("to", from: ["field": "from"], axis), look)
      ])
  }

  // MARK: Lines and areas

  /// With the ends of intervals, and which part of a line each row belongs to.
  private var lineData: VegaNode {
    let start = provisionalStart
    return data([("value", 0)]) { row, series, category in
      var row = row
      if let start {
        row["known"] = .bool(category < start)
        row["expected"] = .bool(category >= start - 1)
      }
      if let interval = interval(series, category) {
        row["low"] = .number(interval.low)
        row["high"] = .number(interval.high)
      }
      if let before = channels.changedFrom(series, category) { row["before"] = .number(before) }
      return row
    }
  }

  /// The ends of a forecast's interval. The band begins at the last value of the data, as in pictures: without it, the
  /// interval of a single category would be invisible.
  private func interval(_ series: Int, _ category: Int) -> (low: Double, high: Double)? {
    guard let intervals = channels.intervals else { return nil }
    let first = series * channels.categoryCount
    let (low, high) = (intervals.low[first + category], intervals.high[first + category])
    if !low.isNaN { return (low, high) }
    guard let start = channels.predictiveStart, category + 1 == start, start < channels.categoryCount,
      !intervals.low[first + start].isNaN
    else { return nil }
    let value = channels.value(0, series, category)
    return value.isNaN ? nil : (value, value)
  }

  /// The first category whose values are not what they will be.
  private var provisionalStart: Int? { (0..<channels.categoryCount).first(where: channels.isProvisional) }

  private func lines(_ axis: ValueAxis, _ field: String) -> [VegaNode] {
    let interpolate: VegaNode? =
      switch model.type {
      case .stepLine: "step-after"
      case .spline: "monotone"
      default: nil
      }
    let mark = VegaObject(["invalid": "break-paths-show-path-domains", "strokeWidth": 2]).with(
      "interpolate", interpolate)
    let encoding = place(field, axis).merged(with: ["color": color])
    var layers: [VegaNode]
    if provisionalStart == nil {
      layers = [layer("line", mark, encoding)]
    } else {
      layers = [
        filtered("datum.known", layer("line", mark, encoding)),
        filtered("datum.expected", layer("line", mark.with("strokeDash", [5, 4]), encoding)),
      ]
    }
    if channels.baseline != nil {
      layers.append(
        filtered(
          "isValid(datum.before)",
          layer("point", ["shape": "stroke", "strokeDash": [3, 2]], place("before", axis), ["color": color])))
    }
    let isRoomy = channels.categoryCount <= 60 && model.type != .area && model.type != .stackedArea
    layers.append(
      layer("point", ["filled": true, "size": isRoomy ? 36 : 4], place(field, axis), look))
    return layers
  }

  private func intervals(_ axis: ValueAxis) -> [VegaNode] {
    guard channels.intervals != nil else { return [] }
    let span = extent("high", from: ["field": "low"], axis)
    return [
      filtered(
        "isValid(datum.low)", layer("area", ["opacity": 0.15], across(isBeside: false), span, ["color": color]))
    ]
  }

  private func filtered(_ test: String, _ layer: VegaNode) -> VegaNode {
    guard case .object(let object) = layer else { return layer }
    return .object(VegaObject(["transform": [["filter": .text(test)]]]).merged(with: object))
  }

  private func areas(_ axis: ValueAxis) -> Marks {
    let stacks = Stacks(channels)
    guard let stacks else {
      let span = extent("value", from: axis.vegaStart, axis)
      let mark: VegaObject = [
        "opacity": channels.seriesCount == 1 ? 0.4 : 0.28, "invalid": "break-paths-show-path-domains",
      ]
      return Marks(
        data: lineData,
        layers: [layer("area", mark, across(isBeside: false), span, ["color": color])] + intervals(axis)
          + lines(axis, "value"))
    }
    let data = data([("value", 0)]) { row, series, category in
      row.with("from", .number(stacks.start(series, category))).with("to", .number(stacks.end(series, category)))
    }
    let mark: VegaObject = ["opacity": .number(AreaMark.stackedOpacity), "invalid": "break-paths-show-path-domains"]
    let span = extent("to", from: ["field": "from"], axis)
    return Marks(
      data: data,
      layers: [
        layer("area", mark, across(isBeside: false), span, ["color": color]),
        layer(
          "line", ["invalid": "break-paths-show-path-domains", "strokeWidth": 1.25], place("to", axis),
          VegaObject(["color": color]).merged(with: hint)),
      ])
  }

  private func band(_ axis: ValueAxis) -> Marks {
    // Names have no order: each has a bar of its own.
    guard channels.isOrdered(level: 0) else {
      let span = extent("high", from: ["field": "low"], axis)
      return Marks(
        data: data([("low", 0), ("high", 1)]) { row, series, category in
          channels.value(0, series, category).isNaN || channels.value(1, series, category).isNaN ? nil : row
        }, layers: [layer("bar", ["width": ["band": 0.6]], across(isBeside: true), span, look)])
    }
    let mark: VegaObject = [
      "opacity": channels.seriesCount == 1 ? 0.4 : 0.28, "invalid": "break-paths-show-path-domains", "line": true,
    ]
    return Marks(
      data: data([("low", 0), ("high", 1)]) { row, _, _ in row },
      layers: [layer("area", mark, across(isBeside: false), extent("high", from: ["field": "low"], axis), look)])
  }

  // MARK: Several values in one mark

  private func prices(_ axis: ValueAxis) -> Marks {
    let isAlone = channels.seriesCount == 1 && !hasItemColors
    let isCandle = model.type == .candlestick
    let data = data([("open", 0), ("high", 1), ("low", 2), ("close", 3)]) { row, series, category in
      let values = (0..<4).map { channels.value($0, series, category) }
      guard let span = values.extent else { return nil }
      let isRising = !(values[3] < values[0])
      let color =
        isAlone
        ? (isRising ? theme.gain : theme.loss)
        : channels.itemColor(series, category, theme) ?? theme.color(series)
      return row.with("lowest", .number(span.lower)).with("highest", .number(span.upper))
        .with("color", .text(color.description))
        .with("fill", .text((isRising ? theme.background : color).description))
    }
    let across = across(isBeside: true)
    let color: VegaObject = ["color": ["field": "color", "type": "nominal", "scale": .null]]
    let stem = layer("rule", [:], across, extent("highest", from: ["field": "lowest"], axis), color, hint)
    guard isCandle else {
      let side: (String, Double) -> VegaNode = { field, offset in
        let width: VegaObject = ["size": 8, "xOffset": .number(offset), "thickness": 1.5]
        return layer("tick", width, across, ["y": value(field, axis)], color)
      }
      return Marks(data: data, layers: [stem, side("open", -4), side("close", 4)])
    }
    let body: VegaObject = [
      "stroke": ["field": "color", "type": "nominal", "scale": .null],
      "fill": ["field": "fill", "type": "nominal", "scale": .null],
    ]
    let candle = layer(
      "bar", ["width": ["band": 0.7], "strokeWidth": 1.5], across, extent("close", from: ["field": "open"], axis), body,
      hint)
    return Marks(data: data, layers: [stem, candle])
  }

  private func boxes(_ axis: ValueAxis) -> Marks {
    let roles = ["lowerWhisker", "lowerQuartile", "median", "upperQuartile", "upperWhisker"]
    let data = data(roles.enumerated().map { ($1, $0) })
    let across = across(isBeside: true)
    var layers = [
      layer("rule", [:], across, extent("lowerQuartile", from: ["field": "lowerWhisker"], axis), ["color": color]),
      layer("rule", [:], across, extent("upperWhisker", from: ["field": "upperQuartile"], axis), ["color": color]),
      layer(
        "bar", ["width": ["band": 0.7], "fillOpacity": 0.4], across,
        extent("upperQuartile", from: ["field": "lowerQuartile"], axis), look),
      layer("tick", ["width": ["band": 0.7], "thickness": 2], across, ["y": value("median", axis)], ["color": color]),
    ]
    if let outliers = channels.model.outliers, channels.model.visibleLevel == 0, outliers.count > 0 {
      let values = channels.model.withPlace(outliers.values.drawnDoubles)
      let rows = (0..<outliers.count).filter { !values[$0].isNaN }.map { number -> VegaNode in
        let row = row(Int(outliers.series[number]), Int(outliers.categories[number]))
        return .object(row.with("tooltip", nil).with("outlier", .number(values[number])))
      }
      let points = layer("point", ["size": 28], across, ["y": value("outlier", axis), "color": color])
      if case .object(let object) = points {
        layers.append(.object(VegaObject(["data": ["values": .list(rows)]]).merged(with: object)))
      }
    }
    return Marks(data: data, layers: layers)
  }

  private func errors(_ axis: ValueAxis) -> Marks {
    let hasWidth = channels.values.count > 2 && categories.isContinuous
    let data = data([("value", 0), ("error", 1)]) { row, series, category in
      let value = channels.value(0, series, category)
      if value.isNaN { return nil }
      var row = row
      if let ends = ErrorMark.ends(value, error: channels.value(1, series, category)) {
        row["low"] = .number(ends.lower)
        row["high"] = .number(ends.upper)
      }
      if hasWidth, let center = categories.number(category) {
        let width = channels.value(2, series, category).magnitude
        if !width.isNaN {
          row["categoryError"] = .number(width)
          row["left"] = .number((center - width).heldFinite)
          row["right"] = .number((center + width).heldFinite)
        }
      }
      return row
    }
    let across = across(isBeside: !categories.isContinuous)
    var layers = [layer("rule", [:], across, extent("high", from: ["field": "low"], axis), ["color": color])]
    if hasWidth {
      let span: VegaObject = ["x": categories.node(field: "left"), "x2": ["field": "right"], "y": value("value", axis)]
      layers.append(layer("rule", [:], span, ["color": color]))
    }
    layers.append(layer("point", ["filled": true, "size": 42], across, ["y": value("value", axis)], look))
    return Marks(data: data, layers: layers)
  }

  private func regions(_ axis: ValueAxis) -> Marks {
    let hasSeries = model.seriesColumn != nil
    let data = data([("low", 0), ("high", 1)]) { row, series, category in
      let ends = [channels.value(0, series, category), channels.value(1, series, category)]
      if ends.contains(where: \.isNaN) { return nil }
      let name = channels.categoryLabels[category] + (hasSeries ? ", \(channels.seriesLabels[series])" : "")
      return row.with("name", .text(name)).with("middle", .number(ends[0] / 2 + ends[1] / 2))
        .with("color", .text(theme.color(hasSeries ? series : category).description))
    }
    let own: VegaObject = ["color": ["field": "color", "type": "nominal", "scale": .null]]
    let text: VegaObject = [
      "x": ["value": 6], "y": value("middle", axis), "text": ["field": "name", "type": "nominal"],
    ]
    return Marks(
      data: data,
      layers: [
        layer("rect", ["fillOpacity": 0.25], extent("high", from: ["field": "low"], axis), own, hint),
        layer("text", ["align": "left", "baseline": "middle"], text),
      ])
  }

  private func histogram(_ axis: ValueAxis) -> Marks {
    let level = model.levels[model.visibleLevel]
    let (lows, highs) = (level.values.drawnDoubles, level.upperEdges?.drawnDoubles ?? [])
    let drawn = BinEdges(level)?.drawn ?? []
    let count = Double(channels.seriesCount)
    let data = data([("value", 0)]) { row, series, category in
      guard category < highs.count, category + 1 < drawn.count else { return nil }
      let step = (drawn[category + 1] - drawn[category]).heldFinite / count
      return row.with("from", .number(lows[category])).with("until", .number(highs[category]))
        .with("left", .number(drawn[category] + step * Double(series)))
        .with("right", .number(drawn[category] + step * Double(series + 1)))
    }
    let title = model.display.horizontalAxisTitle && !level.title.isEmpty ? VegaNode.text(level.title) : .null
    let ends = VegaNode.numbers([drawn.first ?? 0, max(drawn.first ?? 0, drawn.last ?? 1)])
    var axisOfBins: VegaObject = ["title": title, "grid": false]
    if let last = highs.last, let first = lows.first, drawn.first != first || drawn.last != last {
      // The ends of wider bins are where the bins are drawn.
      axisOfBins["values"] = .numbers(drawn)
      axisOfBins["labelExpr"] = .text(
        VegaLiteCategories.labels(ValueTicks.categoryTexts(lows + [last], level.format, model.locale), of: drawn))
    }
    let span: VegaObject = [
      "x": [
        "field": "left", "type": "quantitative", "scale": ["domain": ends, "nice": false, "zero": false],
        "axis": .object(axisOfBins),
      ], "x2": ["field": "right"],
    ]
    return Marks(
      data: data,
      layers: [layer("bar", [:], span, extent("value", from: axis.vegaStart, axis), look)])
  }

  private func bullets(_ axis: ValueAxis) -> Marks {
    let data = data([("actual", 0), ("bad", 1), ("satisfactory", 2), ("target", 3)])
    let across = across(isBeside: true)
    func bar(_ field: String, _ end: VegaNode, width: Double, _ look: VegaObject) -> VegaNode {
      let size: VegaObject = [isLying ? "height" : "width": ["band": .number(width)]]
      return layer("bar", size, across, extent(field, from: end, axis), look)
    }
    func shade(_ range: Int) -> VegaObject { ["color": ["value": .text(BulletMark.shade(range, theme).description)]] }
    let target: VegaObject = [isLying ? "x" : "y": value("target", axis)]
    let mark: VegaObject = [
      "thickness": 3, "color": .text(theme.ink.description), isLying ? "height" : "width": ["band": 0.74],
    ]
    return Marks(
      data: data,
      layers: [
        bar("satisfactory", ["datum": .number(axis.domain.upper)], width: 0.9, shade(2)),
        bar("satisfactory", axis.vegaStart, width: 0.9, shade(1)), bar("bad", axis.vegaStart, width: 0.9, shade(0)),
        bar("actual", axis.vegaStart, width: 0.38, look), layer("tick", mark, across, target),
      ])
  }
}
