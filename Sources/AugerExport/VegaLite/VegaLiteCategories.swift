import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The category axis of a chart: names in bands, or numbers and dates in proportional positions.
struct VegaLiteCategories {
  /// The value of each category in the data: its name, its number, or milliseconds since 1970.
  let values: [VegaNode]
  private let names: [String]
  private let continuous: Continuous?
  private let axis: VegaObject
  /// True if marks use the width of a category.
  private let isBand: Bool
  /// The empty part of that width.
  private let padding: Double
  private let display: ChartDisplay

  private struct Continuous {
    var domain: Bounds
    var isTemporal: Bool
  }

  init(_ channels: ChartChannels, length: Double) {
    let model = channels.model
    let level = model.levels[model.visibleLevel]
    display = model.display
    isBand = model.layers.isEmpty ? model.type.isVegaBand : model.layers.contains { $0.type.isVegaBand }
    padding = model.type.has(.cells) ? 0.02 : 0.3
    names = Self.distinct(channels.qualifiedLabels)
    var axis: VegaObject = ["title": .null]
    let isLying = model.type.has(.lying) || model.isLying
    let isTitleShown = isLying ? display.verticalAxisTitle : display.horizontalAxisTitle
    if isTitleShown, !level.title.isEmpty { axis["title"] = .text(level.title) }
    if !(isLying ? display.verticalAxis : display.horizontalAxis) { axis["labels"] = false }
    axis["grid"] = false
    let positions: CategoryPositions? =
      isBand || (model.type.hasOwnPlaces || model.items != nil) && model.layers.isEmpty
      ? nil : CategoryAxis(channels, spacing: .points).positions(start: 0, end: length, padding: 0)
    guard let positions, let scale = positions.scale else {
      continuous = nil
      values = names.map { .text($0) }
      self.axis = isLying ? axis.with("labelLimit", 180) : axis.merged(with: Self.labels(names, length: length))
      return
    }
    let isTemporal = level.values.type.isTemporal
    let unit = isTemporal ? 1000.0 : 1
    values = level.values.wallClock(in: model.locale).drawnDoubles.map { .number($0 / unit) }
    let domain = scale.domain
    continuous = Continuous(
      domain: domain.replacing(lower: domain.lower / unit, upper: domain.upper / unit), isTemporal: isTemporal)
    if scale.gapPlaces.isEmpty {
      let shown = CategoryAxis(channels, spacing: .points).labels(at: positions, length: length)
      let ticks = shown.places.map { place in
        let number = scale.number(at: place) / unit
        return isTemporal ? number.rounded() : number
      }
      axis["values"] = .numbers(ticks)
      axis["labelExpr"] = .text(Self.labels(shown.texts, of: ticks))
    }
    axis["labelOverlap"] = true
    self.axis = axis
  }

  var isContinuous: Bool { continuous != nil }

  /// Returns the number of a category on the axis; nil for names.
  func number(_ category: Int) -> Double? {
    if case .number(let number) = values[category] { Double(number) } else { nil }
  }

  /// Returns the encoding of the axis.
  func node(field: String = "category") -> VegaNode {
    guard let continuous else {
      var scale: VegaObject = ["domain": .texts(names)]
      if isBand {
        scale["paddingInner"] = .number(padding)
        scale["paddingOuter"] = .number(padding / 2)
      }
      return [
        "field": .text(field), "type": "ordinal", "sort": .null, "scale": .object(scale), "axis": .object(axis),
      ]
    }
    var scale: VegaObject = [
      "domain": .numbers([continuous.domain.lower, continuous.domain.upper]), "nice": false,
    ]
    if !continuous.isTemporal { scale["zero"] = false }
    // Dates are already in the time zone of the chart.
    if continuous.isTemporal { scale["type"] = "utc" }
    return [
      "field": .text(field), "type": continuous.isTemporal ? "temporal" : "quantitative", "scale": .object(scale),
      "axis": .object(axis),
    ]
  }

  /// Returns label options for names along an axis of a length. Labels are slanted if they would overlap.
  static func labels(_ names: [String], length: Double) -> VegaObject {
    let widest = names.map { FontMetrics.regular.width($0, size: AxisLabels.size) }.max() ?? 0
    let angle = widest + 6 <= length / Double(max(1, names.count)) ? 0.0 : -45
    return ["labelAngle": .number(angle), "labelOverlap": true, "labelLimit": 180]
  }

  /// Returns an expression that finds the label of each tick.
  static func labels(_ texts: [String], of values: [Double]) -> String {
    "\(VegaNode.texts(texts).expression)[indexof(\(VegaNode.numbers(values).expression), toNumber(datum.value))]"
  }

  /// Returns unique strings: Vega-Lite identifies categories by their names alone.
  static func distinct(_ texts: [String]) -> [String] {
    var counts: [Name: Int] = [:]
    return texts.map { text in
      counts[Name(text), default: 0] += 1
      let count = counts[Name(text)] ?? 1
      return count == 1 ? text : "\(text) (\(count))"
    }
  }
}

extension ValueScale {
  /// Returns the number at a position.
  func number(at place: Double) -> Double {
    let (start, end) = (self(domain.lower), self(domain.upper))
    guard start != end else { return domain.lower }
    let share = (place - start) / (end - start)
    return part(Bounds(share) ?? .zero).lower
  }
}

extension ChartType {
  /// True if marks have the width of a category.
  var isVegaBand: Bool { look.mark.place.isWide && !has(.bins) }

  /// True if marks are not at the categories.
  fileprivate var hasOwnPlaces: Bool { has(.points) || has(.bins) || has(.regions) }
}
