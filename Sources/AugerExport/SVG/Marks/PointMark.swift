import AugerCharts
import AugerColumns

/// Data items as points: where they are on both axes, their series as colour, and for bubbles a value as area.
struct PointMark {
  let channels: ItemChannels
  let theme: Theme
  let tooltips: [String]?

  /// The radius of the largest bubble of charts that are compared: less where there are so many that together they
  /// would cover the plot.
  static func largestRadius(in area: ChartFrame, _ charts: [ItemChannels]) -> Double {
    let most = max(6, min(34, min(area.width, area.height) * 0.09))
    let largest = charts.map(\.largestSize).max() ?? 0
    guard largest > 0 else { return most }
    // How many of the largest have the area of all bubbles of a chart.
    let count = charts.map { chart in chart.sizes?.reduce(0) { $0 + $1.magnitude / largest } ?? 0 }.max() ?? 0
    let items = charts.map(\.count).max() ?? 0
    let cover = mostCover * min(1, (60 / Double(max(1, items))).squareRoot())
    let covering = (cover * area.width * area.height / (Double.pi * max(1, count))).squareRoot()
    return max(3, min(most, covering))
  }

  /// The share of a plot that its bubbles cover at most, those counted that lie over others. More than sixty cover
  /// less, because most of them lie in a part of the plot.
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
      out.raw("<circle")
      out.attribute("cx", x(item))
      out.attribute("cy", y(channels.y[item]))
      out.attribute("r", Self.radius(channels, item, largestRadius))
      let color = channels.colors[item]?.description ?? colors[channels.series[item]]
      let side = outside(channels.y[item])
      out.attribute("fill", side == 0 || isBubble ? color : background)
      out.attribute("stroke", side == 0 ? color : alert)
      if side != 0 {
        out.raw(" stroke-width=\"2\"")
        out.attribute("data-outside", side > 0 ? "upper" : "lower")
      }
      out.attribute("data-item", index: channels.numbers[item])
      out.attribute("data-series", index: channels.seriesNumbers[item])
      if channels.isFaded[item] { out.attribute("opacity", Plot.fadedOpacity) }
      if let tooltips {
        out.raw("><title>")
        out.escaped(tooltips[item])
        out.raw("</title></circle>\n")
      } else {
        out.raw("/>\n")
      }
    }
    out.raw("</g>\n")
  }

  /// Large bubbles first, so that none hides a smaller one; otherwise the order of the data.
  private var order: [Int] {
    guard let sizes = channels.sizes else { return Array(0..<channels.count) }
    return (0..<channels.count).sorted { a, b in
      let (x, y) = (sizes[a].magnitude, sizes[b].magnitude)
      return x == y ? a < b : x > y
    }
  }

  /// Of a bubble the area is in proportion, not the radius; points are all alike.
  static func radius(_ items: ItemChannels, _ item: Int, _ largest: Double) -> Double {
    guard let sizes = items.sizes else { return items.count > 600 ? 2.5 : 4 }
    guard items.largestSize > 0 else { return 4 }
    return max(1.5, largest * (sizes[item].magnitude / items.largestSize).squareRoot())
  }
}

/// The items that have a place: initialised from a model's items, or from its pairs where it has none.
struct ItemChannels {
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  private(set) var series: [Int] = []
  /// A bubble's second value.
  private(set) var sizes: [Double]?
  /// How far each point of an error-bar chart may be off.
  private(set) var errors: [ErrorMark.Errors] = []
  /// Index of each item in the model that is drawn: of its items, or of its cells.
  private(set) var rows: [Int] = []
  /// The same in the model with all its series.
  private(set) var numbers: [Int] = []
  private(set) var seriesNumbers: [Int] = []
  /// Whether an item stands back because others are selected.
  private(set) var isFaded: [Bool] = []
  private(set) var largestSize = 0.0
  /// The colour that the author gave an item.
  private(set) var colors: [ThemeColor?] = []

  var count: Int { y.count }

  /// What the value axis spans: all values with their errors.
  var valueExtent: Bounds? { ([y.extent] + errors.map(\.value)).compactMap(\.self).union }

  /// What the horizontal axis spans.
  var categoryExtent: Bounds? {
    guard !errors.isEmpty else { return x.extent }
    return zip(x, errors).flatMap { [$0 - ($1.category ?? 0), $0 + ($1.category ?? 0)] }.filter(\.isFinite).extent
  }

  init(_ channels: ChartChannels, theme: Theme, categoryAxis: ItemAxis) {
    let model = channels.model
    let hasSizes = model.type == .bubble && model.dimensions.count > 1
    var sizes: [Double] = []
    let options = model.axes.category.isEmpty ? nil : model.fittedCategoryAxis
    func isLeftOut(_ number: Double) -> Bool {
      options.map { $0.isOutside(number) || $0.isInGap(number) } ?? false
    }
    func size(_ value: Double) -> Bool { !hasSizes || !value.isNaN }
    if let items = model.items {
      let level = model.levels[model.visibleLevel]
      let places = categoryAxis.places(of: items.category).map {
        level.axis == .logarithmic && items.category.type.isNumeric && $0 <= 0 || isLeftOut($0) ? .nan : $0
      }
      let categories = items.categoryNumbers(in: model)
      let values = items.values.map(\.drawnDoubles).enumerated().map {
        $0 == 0 ? model.withPlace($1) : $1
      }
      for row in 0..<items.count {
        let y = values[0][row]
        let bulk = hasSizes ? values[1][row] : 0
        if places[row].isNaN || y.isNaN || !size(bulk) { continue }
        let series = Int(items.series[row])
        add(places[row], y, series, row)
        numbers.append(channels.itemNumbers?[row] ?? row)
        seriesNumbers.append(channels.seriesNumbers[series])
        isFaded.append(channels.isFaded(row: numbers.last ?? row, series, categories[row] ?? -1))
        sizes.append(bulk)
        if model.type == .errorBar {
          func value(_ dimension: Int) -> Double? { dimension < values.count ? values[dimension][row] : nil }
          errors.append(.init(of: y, value(1), value(2), value(3)))
        }
      }
    } else {
      let level = model.levels[model.visibleLevel]
      let places = categoryAxis.places(of: level.values).map { number in
        level.axis == .logarithmic && level.values.type.isNumeric && number <= 0 || isLeftOut(number) ? .nan : number
      }
      for row in 0..<channels.values[0].count {
        let (series, category) = row.quotientAndRemainder(dividingBy: channels.categoryCount)
        let y = channels.values[0][row]
        let bulk = hasSizes ? channels.values[1][row] : 0
        if places[category].isNaN || y.isNaN || !size(bulk) { continue }
        add(places[category], y, series, row)
        numbers.append(channels.number(series: series, category: category))
        seriesNumbers.append(channels.seriesNumbers[series])
        isFaded.append(channels.isFaded(series, category))
        sizes.append(bulk)
      }
    }
    if hasSizes { self.sizes = sizes }
    largestSize = sizes.map(\.magnitude).max() ?? 0
    colors = numbers.map { channels.color($0, theme) }
  }

  private mutating func add(_ x: Double, _ y: Double, _ series: Int, _ row: Int) {
    self.x.append(x)
    self.y.append(y)
    self.series.append(series)
    rows.append(row)
  }
}

extension ChartItems {
  /// For each item the number of its category, where anything is selected; else nil.
  fileprivate func categoryNumbers(in model: ChartModel) -> [Int?] {
    guard model.state.hasSelection else { return [Int?](repeating: nil, count: count) }
    let places = Dictionary(
      model.levels[0].values.scalars.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return category.scalars.map { places[$0] }
  }
}
