import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Data items as points, with their series as color. The area of a bubble shows an additional value.
struct PointMark {
  let channels: ItemChannels
  let theme: Theme
  let tooltips: [String]?

  /// Returns the radius of the largest bubble in charts that are compared. It is smaller if many bubbles would cover
  /// the plot.
  ///
  /// - Parameter options: The author's diameter or scale of bubbles, which is used instead.
  static func largestRadius(in area: ChartFrame, _ charts: [ItemChannels], _ options: PlotOptions) -> Double {
    if let diameter = options.largestBubble { return max(0.5, min(500, diameter / 2)) }
    if let scale = options.bubbleScale, let largest = charts.map(\.largestSize).max(), largest > 0 {
      return max(0.5, min(500, (scale * largest / Double.pi).squareRoot()))
    }
    let most = max(6, min(34, min(area.width, area.height) * 0.09))
    let largest = charts.map(\.largestSize).max() ?? 0
    guard largest > 0 else { return most }
    // The number of largest bubbles whose total area equals that of all bubbles of a chart.
    let count = charts.map { chart in chart.sizes?.reduce(0) { $0 + $1.magnitude / largest } ?? 0 }.max() ?? 0
    let items = charts.map(\.count).max() ?? 0
    let cover = mostCover * min(1, (60 / Double(max(1, items))).squareRoot())
    let covering = (cover * area.width * area.height / (Double.pi * max(1, count))).squareRoot()
    return max(3, min(most, covering))
  }

  /// Returns the series, and the meaning of the bubble area.
  static func legend(_ channels: ChartChannels, _ theme: Theme) -> [Legend.Entry]? {
    let dimensions = channels.model.dimensions
    guard dimensions.count > 1, !dimensions[1].title.isEmpty else { return nil }
    return Legend.series(channels, theme)
      + [Legend.Entry(label: dimensions[1].title, color: theme.mutedInk, shape: .ring)]
  }

  /// Maximum share of a plot that its bubbles cover, including overlaps. More than sixty bubbles cover less, because
  /// most of them are in a part of the plot.
  private static let mostCover = 0.45

  /// - Parameter categories: The scale of the horizontal axis; nil for names.
  func render(
    x: (Int) -> Double, y: ValueScale, categories: ValueScale?, largestRadius: Double, isInView: (Int) -> Bool,
    outside: (Double) -> Int, to out: inout SVGBytes
  ) {
    let isBubble = channels.sizes != nil
    let colors = (0...(channels.series.max() ?? 0)).map { theme.color($0).description }
    let (background, alert) = (theme.background.description, theme.alert.description)
    out.raw("<g class=\"auger-marks\"")
    out.attribute("fill-opacity", isBubble ? 0.6 : 0.75)
    out.raw(">\n")
    for item in order where isInView(item) {
      if !channels.errors.isEmpty {
        out.raw("<g stroke-width=\"1.5\"")
        let color = channels.colors[item]?.description ?? colors[channels.series[item]]
        out.attribute("stroke", color)
        out.attribute("fill", color)
        if channels.isFaded[item] { out.attribute("opacity", Plot.fadedOpacity) }
        out.raw(">\n")
        ErrorMark.render(channels.errors[item], x(item), y(channels.y[item]), y, categories, to: &out)
        out.raw("</g>\n")
      }
      let marker = theme.style.marker(channels.seriesNumbers[item])
      let radius = Self.radius(channels, item, largestRadius)
      if let marker {
        out.beginOutline(marker, x: x(item), y: y(channels.y[item]), radius: radius)
      } else {
        out.beginCircle(x(item), y(channels.y[item]), radius)
      }
      let color = channels.colors[item]?.description ?? colors[channels.series[item]]
      let side = outside(channels.y[item])
      out.attribute("fill", side == 0 || isBubble ? color : background)
      let edge = theme.style.border(channels.seriesNumbers[item])?.description ?? color
      out.attribute("stroke", side == 0 ? edge : alert)
      if side != 0 {
        out.raw(" stroke-width=\"2\"")
        out.attribute("data-outside", side > 0 ? "upper" : "lower")
      }
      out.attribute("data-item", index: channels.numbers[item])
      out.attribute("data-series", index: channels.seriesNumbers[item])
      if channels.isFaded[item] { out.attribute("opacity", Plot.fadedOpacity) }
      out.finish(marker == nil ? "circle" : "path", title: tooltips?[item])
    }
    out.raw("</g>\n")
  }

  /// Large bubbles come first, so that none hides a smaller one. Otherwise items are in data order.
  private var order: [Int] {
    guard let sizes = channels.sizes else { return Array(0..<channels.count) }
    return (0..<channels.count).sorted { a, b in
      let (x, y) = (sizes[a].magnitude, sizes[b].magnitude)
      return x == y ? a < b : x > y
    }
  }

  /// Returns the radius of a bubble, whose area is proportional to the value. Points have equal radii.
  static func radius(_ items: ItemChannels, _ item: Int, _ largest: Double) -> Double {
    guard let sizes = items.sizes else { return items.count > 600 ? 2.5 : 4 }
    guard items.largestSize > 0 else { return 4 }
    return max(1.5, largest * (sizes[item].magnitude / items.largestSize).squareRoot())
  }
}

/// The items with a position, from the items of a model, or from its pairs if it has no items.
struct ItemChannels {
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  private(set) var series: [Int] = []
  /// The size value of a bubble.
  private(set) var sizes: [Double]?
  /// The errors of each point in an error-bar chart.
  private(set) var errors: [ErrorMark.Errors] = []
  /// The index of each item in the drawn model, among its items or its cells.
  private(set) var rows: [Int] = []
  /// The index of each item in the model with all its series.
  private(set) var numbers: [Int] = []
  private(set) var seriesNumbers: [Int] = []
  /// True if an item is faded because others are selected.
  private(set) var isFaded: [Bool] = []
  private(set) var largestSize = 0.0
  /// The color that the author assigned to an item.
  private(set) var colors: [Theme.Color?] = []

  var count: Int { y.count }

  /// The range of the value axis: all values with their errors.
  var valueExtent: Bounds? { ([y.extent] + errors.map(\.value)).compactMap(\.self).union }

  /// The range of the horizontal axis.
  var categoryExtent: Bounds? {
    guard !errors.isEmpty else { return x.extent }
    return zip(x, errors).flatMap { [$0 - ($1.category ?? 0), $0 + ($1.category ?? 0)] }.filter(\.isFinite).extent
  }

  init(_ channels: ChartChannels, theme: Theme, categoryAxis: ItemAxis) {
    let model = channels.model
    let hasSizes = model.type.has(.sizes) && model.dimensions.count > 1
    var sizes: [Double] = []
    let options = model.axes.category.isEmpty ? nil : model.fittedCategoryAxis
    // The corners of a region outside of the axis are needed for its edges.
    let keepsOutside = model.type.look.items != .points
    func isLeftOut(_ number: Double) -> Bool {
      options.map { !keepsOutside && $0.isOutside(number) || $0.isInGap(number) } ?? false
    }
    let level = model.levels[model.visibleLevel]
    let category = model.items?.category ?? level.values
    let isLogarithmic = level.axis == .logarithmic && category.type.isNumeric
    let places = categoryAxis.places(of: category).map {
      isLogarithmic && $0 <= 0 || isLeftOut($0) ? .nan : $0
    }
    let own = model.items?.values.map(\.drawnDoubles).enumerated().map { $0 == 0 ? model.withPlace($1) : $1 }
    let values = own ?? channels.values
    let seriesOfItems = model.items?.series
    let categories = model.items?.categoryNumbers(in: model) ?? []
    let hasErrors = model.items != nil && model.type.has(.errors)
    for row in values[0].indices {
      let (series, category) =
        seriesOfItems.map { (Int($0[row]), row) } ?? row.quotientAndRemainder(dividingBy: channels.categoryCount)
      let (place, y, bulk) = (places[category], values[0][row], hasSizes ? values[1][row] : 0)
      if place.isNaN || y.isNaN || bulk.isNaN { continue }
      x.append(place)
      self.y.append(y)
      self.series.append(series)
      rows.append(row)
      seriesNumbers.append(channels.seriesNumbers[series])
      sizes.append(bulk)
      guard seriesOfItems != nil else {
        numbers.append(channels.number(series: series, category: category))
        isFaded.append(channels.isFaded(series, category))
        continue
      }
      let number = channels.itemNumbers?[row] ?? row
      numbers.append(number)
      isFaded.append(channels.isFaded(row: number, series, categories[row] ?? -1))
      if hasErrors {
        func value(_ dimension: Int) -> Double? { dimension < values.count ? values[dimension][row] : nil }
        errors.append(.init(of: y, value(1), value(2), value(3)))
      }
    }
    if hasSizes { self.sizes = sizes }
    largestSize = sizes.map(\.magnitude).max() ?? 0
    colors = numbers.map { channels.color($0, theme) }
  }
}

extension ChartItems {
  /// Returns the category number of each item if a selection exists; otherwise nil.
  fileprivate func categoryNumbers(in model: ChartModel) -> [Int?] {
    guard model.state.hasSelection else { return [Int?](repeating: nil, count: count) }
    let places = Dictionary(
      model.levels[0].values.scalars.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return category.scalars.map { places[$0] }
  }
}

extension VegaLiteChart {
  /// Returns a row for each item with a position.
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
      if let hints { row["tooltip"] = Self.hint(hints[item]) }
      if hasItemColors { row["color"] = .text((items.colors[item] ?? theme.color(items.series[item])).description) }
      if model.state.hasSelection { row["opacity"] = .number(items.isFaded[item] ? Plot.fadedOpacity : 1) }
      return .object(row)
    }
    var encoding = VegaObject(["x": x(horizontal, unit, names), "y": self.value("value", value)]).merged(with: look)
    if hints == nil { encoding["tooltip"] = nil }
    var mark: VegaObject = ["filled": true, "opacity": items.sizes == nil ? 0.75 : 0.6]
    if !channels.window.isWhole { mark["clip"] = true }
    let radius = PointMark.largestRadius(in: frame, all, model.plot)
    if items.sizes != nil {
      let largest = max(all.map(\.largestSize).max() ?? 0, .leastNormalMagnitude)
      let scale: VegaNode = ["domain": .numbers([0, largest]), "range": .numbers([0, Double.pi * radius * radius])]
      let legend: VegaNode = model.display.legend ? ["title": .text(model.dimensions[1].title)] : .null
      encoding["size"] = ["field": "size", "type": "quantitative", "scale": scale, "legend": legend]
    } else {
      mark["size"] = items.count > 600 ? 20 : 50
    }
    let across = x(horizontal, unit, names)
    let errors = errors(of: items, across, value) + ellipses(items, across, value, horizontal, unit: unit)
    var marks = [layer("point", mark, encoding)]
    switch model.type.look.items {
    case .points: break
    case .polygons:
      marks = polygons(
        items, across, self.value("value", value), unit: unit, names: horizontal.band == nil ? nil : names)
    case .contours: marks = contours(items, across, self.value("value", value), unit: unit) ?? marks
    }
    return Marks(
      data: ["values": .list(rows)],
      layers: regions(value) + errors + marks + reference(value))
  }

  /// Returns the ellipses of points with both errors and their correlation, on linear axes.
  private func ellipses(
    _ items: ItemChannels, _ x: VegaNode, _ axis: ValueAxis, _ horizontal: ItemDrawing.Horizontal, unit: Double
  ) -> [VegaNode] {
    guard horizontal.scale != nil, model.hasVegaEllipses else { return [] }
    var rows: [VegaNode] = []
    for (item, errors) in items.errors.enumerated() {
      guard let ends = errors.value, let width = errors.category, let correlation = errors.correlation else { continue }
      let ellipse = ErrorMark.ellipse(width / unit, ends.halfSpan, correlation)
      for (order, point) in ellipse.enumerated() {
        rows.append([
          "category": .number((items.x[item] / unit + point.x).heldFinite),
          "value": .number((items.y[item] + point.y).heldFinite), "ring": .number(Double(items.numbers[item])),
          "series": .text(seriesNames[items.series[item]]), "order": .number(Double(order)),
          "color": .text((items.colors[item] ?? theme.color(items.series[item])).description),
        ])
      }
    }
    return rows.isEmpty ? [] : [closed(rows, x, value("value", axis), opacity: ErrorMark.ellipseOpacity, width: 1)]
  }

  /// Returns the error bars of measured values and measured positions.
  private func errors(of items: ItemChannels, _ x: VegaNode, _ axis: ValueAxis) -> [VegaNode] {
    guard !items.errors.isEmpty else { return [] }
    let upright = layer("rule", [:], ["x": x], extent("high", from: ["field": "low"], axis), ["color": color])
    guard items.errors.contains(where: { $0.category != nil }), var left = VegaObject(of: x) else { return [upright] }
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
}
