import AugerCharts
import AugerColumns
import AugerDiagnostics

/// One chart as a view of Vega-Lite: its data, and layers of marks over them.
package struct VegaLiteChart {
  let channels: ChartChannels
  /// The charts that share its axes, including this one.
  let compared: [ChartChannels]
  let theme: Theme
  let size: ChartSize
  /// Unique names of the series.
  let seriesNames: [String]
  let categories: VegaLiteCategories
  /// The series of the whole chart and their colors: layers of an overlay share a legend.
  private let legend: [(name: String, color: Theme.Color)]
  /// For a layer, the slots side by side in a category, and those of its own series.
  private var slots: [String]?
  /// True if its value axis is on the right.
  var isSecond = false
  /// The distance of its value axis from the plot.
  var axisOffset = 0.0
  private let tooltips: Tooltips?

  init(_ channels: ChartChannels, comparedWith compared: [ChartChannels], theme: Theme, size: ChartSize) {
    self.channels = channels
    self.compared = compared
    self.theme = channels.theme(theme)
    self.size = size
    let names = VegaLiteCategories.distinct(channels.seriesLabels)
    seriesNames = names
    legend = names.enumerated().map { [theme = self.theme] in ($1, theme.color($0)) }
    categories = VegaLiteCategories(
      channels, length: channels.model.type.has(.lying) || channels.model.isLying ? size.height : size.width)
    tooltips = Tooltips(channels)
  }

  /// Creates a layer of an overlay, with the categories and legend of the overlay.
  init(
    _ channels: ChartChannels, comparedWith compared: [ChartChannels], theme: Theme, size: ChartSize,
    over overlay: VegaLiteChart
  ) {
    self.channels = channels
    self.compared = compared
    self.theme = channels.theme(theme)
    self.size = size
    let whole = overlay.channels
    seriesNames = channels.seriesNumbers.map { number in
      whole.seriesNumbers.firstIndex(of: number).map { overlay.seriesNames[$0] } ?? channels.model.series[0].text
    }
    legend = overlay.legend
    categories = overlay.categories
    // Columns of several layers, and series of one, are side by side.
    let beside = whole.given.layers.indices.filter { whole.given.layers[$0].type.layerMark.place == .beside }
    slots = overlay.seriesNames.indices.filter { beside.contains(whole.model.series[$0].layer) }
      .map { overlay.seriesNames[$0] }
    tooltips = Tooltips(channels)
  }

  var model: ChartModel { channels.model }
  var isLying: Bool { slots == nil && (model.type.has(.lying) || model.isLying) }

  /// The width, height, data and layers.
  var spec: VegaObject {
    if case .whole(let draw) = model.type.look.vegaLite, model.layers.isEmpty || model.type.has(.slices) {
      return draw(self)
    }
    var spec: VegaObject = ["width": .number(size.width), "height": .number(size.height)]
    if !model.layers.isEmpty { return spec.merged(with: overlay) }
    if model.placesItems {
      let items = points
      spec["data"] = items.data
      spec["layer"] = .list(items.layers)
      return spec
    }
    let value = valueAxis
    let marks = marks(on: value)
    spec["data"] = marks.data
    spec["layer"] = .list(regions(value) + marks.layers + reference(value))
    return spec
  }

  package struct Marks {
    var data: VegaNode
    var layers: [VegaNode]

    package init(data: VegaNode, layers: [VegaNode]) {
      self.data = data
      self.layers = layers
    }
  }

  /// Types without their own marks are columns in a layer.
  func marks(on axis: ValueAxis) -> Marks {
    guard case .marks(let draw) = model.type.look.vegaLite else { return columns(axis) }
    return draw(self, axis)
  }

  /// The value axis of a picture with this size.
  private var valueAxis: ValueAxis {
    ValueAxis(
      channels, of: [ThresholdMark(part: .regions), model.type.layerMark], comparedWith: compared.map(\.whole),
      count: ChartDrawing.tickCount(isLying ? size.width / 90 : size.height / 40))
  }

  // MARK: Data

  /// Returns the common members of every row: its pair, and its appearance.
  func row(_ series: Int, _ category: Int) -> VegaObject {
    var row: VegaObject = [
      "category": categories.values[category], "series": .text(seriesNames[series]),
      "categoryIndex": .number(Double(channels.categoryNumbers[category])),
      "seriesIndex": .number(Double(channels.seriesNumbers[series])),
    ]
    if !channels.breaks.isEmpty { row["run"] = .number(Double(channels.breaks[...category].count { $0 })) }
    if let text = tooltips?.text(series: series, category: category) { row["tooltip"] = Self.hint(text) }
    if channels.model.state.hasSelection {
      row["opacity"] = .number(channels.isFaded(series, category) ? Plot.fadedOpacity : 1)
    } else if channels.incompleteCategory == category {
      row["opacity"] = 0.5
    }
    if hasItemColors {
      row["color"] = .text((channels.itemColor(series, category, theme) ?? theme.color(series)).description)
    }
    return row
  }

  var hasItemColors: Bool { channels.given.colors?.contains { $0 != nil } == true && model.type.has(.itemColors) }
  private var hasOpacity: Bool { model.state.hasSelection || channels.incompleteCategory != nil }

  /// Returns a row for each pair, with the model's values under these names. `more` adds members, and omits a pair if
  /// it returns nil.
  package func data(
    _ fields: [(name: String, dimension: Int)], _ more: (VegaObject, Int, Int) -> VegaObject? = { row, _, _ in row }
  ) -> VegaNode {
    let rows = (0..<channels.seriesCount).flatMap { series in
      (0..<channels.categoryCount).compactMap { category -> VegaNode? in
        var row = row(series, category)
        for field in fields where field.dimension < channels.values.count {
          row[field.name] = .number(channels.value(field.dimension, series, category))
        }
        return more(row, series, category).map { .object($0) }
      }
    }
    return ["values": .list(rows)]
  }

  // MARK: Encodings

  /// Returns the encoding of a number on the value axis: `y`, or `x` for horizontal charts.
  func value(_ field: String, _ axis: ValueAxis) -> VegaNode {
    [
      "field": .text(field), "type": "quantitative", "scale": .object(axis.vegaScale),
      "axis": axis.vegaAxis(model, isLying: isLying, isSecond: isSecond, offset: axisOffset),
      "stack": .null,
    ]
  }

  /// Returns the encoding of a mark between two numbers, or from the baseline to a number.
  package func extent(_ field: String, from start: VegaNode, _ axis: ValueAxis) -> VegaObject {
    isLying ? ["x": value(field, axis), "x2": start] : ["y": value(field, axis), "y2": start]
  }

  /// Returns the encoding of a number.
  package func place(_ field: String, _ axis: ValueAxis) -> VegaObject {
    isLying
      ? ["y": categories.node(), "x": value(field, axis)]
      : ["x": categories.node(), "y": value(field, axis)]
  }

  /// Returns the encoding of a category, and with `isBeside` also of a series in it.
  package func across(isBeside: Bool) -> VegaObject {
    var across: VegaObject = isLying ? ["y": categories.node()] : ["x": categories.node()]
    let places = slots ?? seriesNames
    if isBeside, places.count > 1 {
      across[isLying ? "yOffset" : "xOffset"] = [
        "field": "series", "type": "nominal", "sort": .null, "scale": ["domain": .texts(places)],
      ]
    }
    return across
  }

  /// The color, opacity and tooltip of the mark for a pair.
  package var look: VegaObject {
    var look: VegaObject = ["color": color]
    if hasOpacity {
      look["opacity"] = ["field": "opacity", "type": "quantitative", "scale": .null, "legend": .null]
    }
    return look.merged(with: hint)
  }

  /// Returns a tooltip in one line.
  static func hint(_ text: String) -> VegaNode { .text(text.replacing("\n", with: "; ")) }

  var hint: VegaObject { tooltips == nil ? [:] : ["tooltip": ["field": "tooltip", "type": "nominal"]] }

  /// The color of the series, or of each item if the author assigned colors.
  var color: VegaNode {
    if hasItemColors { return ["field": "color", "type": "nominal", "scale": .null] }
    return [
      "field": "series", "type": "nominal", "sort": .null,
      "scale": [
        "domain": .texts(legend.map(\.name)), "range": .texts(legend.map(\.color.description)),
      ],
      "legend": model.display.legend && legend.count > 1 ? ["title": .null] : .null,
    ]
  }

  /// Returns a mark with its encoding; `mark` contains members in addition to its type.
  package func layer(_ type: String, _ mark: VegaObject = [:], _ encoding: VegaObject...) -> VegaNode {
    var spec: VegaObject = ["type": .text(type)]
    spec = spec.merged(with: mark)
    if channels.isValueAxisCut { spec["clip"] = true }
    var all = encoding.reduce([:] as VegaObject) { $0.merged(with: $1) }
    // Lines and areas are interrupted before a missing period.
    if !channels.breaks.isEmpty, type == "line" || type == "area" {
      all["detail"] = ["field": "run", "type": "nominal"]
    }
    return ["mark": .object(spec), "encoding": .object(all)]
  }

  // MARK: Thresholds

  private var showsThresholds: Bool { model.stacking != .percent }

  /// Returns the regions outside of the thresholds, below the marks.
  func regions(_ axis: ValueAxis) -> [VegaNode] {
    guard showsThresholds else { return [] }
    let spans = [
      model.thresholds.upper.map { ($0, axis.domain.upper) },
      model.thresholds.lower.map { (axis.domain.lower, $0) },
    ]
    return spans.compactMap { span -> VegaNode? in
      guard let (low, high) = span, low < high else { return nil }
      let (near, far) = isLying ? ("x", "x2") : ("y", "y2")
      let bounds: VegaObject = [near: ["datum": .number(low)], far: ["datum": .number(high)]]
      return [
        "data": ["values": [[:]]],
        "mark": ["type": "rect", "color": .text(theme.threshold.description), "opacity": 0.16, "clip": true],
        "encoding": .object(bounds),
      ]
    }
  }

  /// Returns the reference line above the marks.
  func reference(_ axis: ValueAxis) -> [VegaNode] {
    guard showsThresholds, let reference = model.thresholds.reference, axis.domain.contains(reference) else {
      return []
    }
    let place: VegaObject = [isLying ? "x" : "y": ["datum": .number(reference)]]
    return [
      [
        "data": ["values": [[:]]],
        "mark": [
          "type": "rule", "color": .text(theme.reference.description), "strokeDash": [2, 3], "strokeWidth": 1.75,
        ],
        "encoding": .object(place),
      ]
    ]
  }
}

extension ValueAxis {
  /// The scale with exactly the domain of pictures.
  var vegaScale: VegaObject {
    var scale: VegaObject = ["domain": .numbers([domain.lower, domain.upper]), "nice": false, "zero": false]
    if kind == .logarithmic { scale["type"] = "log" }
    return scale
  }

  /// The baseline of marks.
  package var vegaStart: VegaNode {
    let start = crossing ?? (kind == .logarithmic ? domain.lower : 0)
    return ["datum": .number(domain.clamp(start))]
  }

  /// Returns the ticks and labels of pictures. For an axis with gaps, which Vega-Lite does not support, Vega-Lite
  /// chooses the ticks.
  func vegaAxis(_ model: ChartModel, isLying: Bool, isSecond: Bool = false, offset: Double = 0) -> VegaNode {
    let display = model.display
    let isShown = isLying ? display.horizontalAxis : display.verticalAxis
    let heading = model.valueHeading(isShown: isLying ? display.horizontalAxisTitle : display.verticalAxisTitle)
    var axis: VegaObject = ["title": heading.isEmpty ? .null : .text(heading), "grid": .bool(!isSecond)]
    axis["labels"] = .bool(isShown && display.gridLabels)
    axis["domain"] = false
    axis["ticks"] = false
    if isLying, isAtTop(display) { axis["orient"] = "top" }
    if let isRight = isLying ? nil : options.isOpposite(isVertical: true) {
      if isRight || isSecond { axis["orient"] = isRight ? "right" : "left" }
    } else if isSecond {
      axis["orient"] = "right"
    }
    if offset > 0 { axis["offset"] = .number(offset) }
    if let width = options.width {
      axis["minExtent"] = .number(width)
      axis["maxExtent"] = .number(width)
    }
    if gaps.isEmpty, !texts.isEmpty {
      axis["values"] = .numbers(values)
      axis["labelExpr"] = .text(VegaLiteCategories.labels(texts, of: values))
    }
    return .object(axis)
  }
}
