import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Lines, areas and points as dots between two axes.
struct TerminalPlot {
  private let channels: ChartChannels
  private let chart: TerminalChart
  private let theme: Theme
  private let axis: ValueAxis
  /// Positions from 0 to 1 along the horizontal axis, and values, for each series; NaN for missing values.
  private let points: [[(x: Double, y: Double)]]
  /// For each point, true if no line leads to it.
  private let breaks: [Bool]
  private let isLine: Bool
  /// The labels below the plot, from left to right with their positions.
  private let marks: [(place: Double, text: String)]

  init(_ channels: ChartChannels, _ chart: TerminalChart) {
    self.channels = channels
    self.chart = chart
    theme = channels.theme(chart.theme)
    let model = channels.model
    breaks = model.items == nil ? channels.breaks : []
    let extents: [Bounds?]
    if let items = model.items {
      let places = ItemAxis(model).places(of: items.category)
      let values = items.values[0].drawnDoubles
      let extent = places.extent ?? .unit
      let whole = LinearScale(domain: extent, start: 0, end: 1)
      points = (0..<max(1, channels.seriesCount)).map { series in
        items.series.indices.filter { Int(items.series[$0]) == series }.map { (whole(places[$0]), values[$0]) }
      }
      isLine = false
      extents = [values.extent]
      marks = Self.marks(ofItems: model, extent)
    } else {
      let count = channels.categoryCount
      let stacks = Stacks(channels)
      // Numbers and dates have proportional positions, and the axis has its gaps, as in a picture.
      let numbers = model.orderedCategories ?? []
      let extent = numbers.extent ?? .unit
      let gaps = model.axes.category.isEmpty ? [] : model.fittedCategoryAxis?.gaps(in: extent) ?? []
      let scale = ValueScale(domain: extent, gaps: gaps, start: 0, end: 1000)
      func place(_ category: Int) -> Double {
        guard count > 1 else { return 0.5 }
        return numbers.count == count ? scale(numbers[category]) / 1000 : Double(category) / Double(count - 1)
      }
      points = (0..<channels.seriesCount).map { series in
        (0..<count).map { (place($0), stacks?.end(series, $0) ?? channels.value(0, series, $0)) }
      }
      isLine = model.type.has(.joined)
      extents = [stacks.map(\.extent) ?? channels.firstExtent]
      let labels = channels.qualifiedLabels
      marks = [0, (count - 1) / 2, count - 1].filter { labels.indices.contains($0) }.map { (place($0), labels[$0]) }
    }
    axis = ValueAxis(
      extents, includesZero: model.type.has([.joined, .stacks]), count: max(3, chart.height / 4),
      format: model.stacking == .percent ? .percentage : model.dimensions[0].format, model: model)
  }

  private static func marks(
    ofItems model: ChartModel, _ extent: Bounds
  ) -> [(place: Double, text: String)] {
    switch ItemAxis(model) {
    case .numbers:
      let format = model.levels[model.visibleLevel].format
      return [extent.lower, extent.upper].enumerated().map { index, value in
        (Double(index), ValueFormatter(format, locale: model.locale, role: .category).text(.float(value)) ?? "")
      }
    case .moments:
      return [extent.lower, extent.upper].enumerated().map { index, value in
        let moment = Timestamp(microseconds: Int64(exactly: value.rounded()) ?? 0)
        return (Double(index), moment.description.split(separator: "T").first.map(String.init) ?? "")
      }
    case .names(let names):
      let last = names.count - 1
      return [0, last / 2, last].filter { names.indices.contains($0) }
        .map { (last > 0 ? Double($0) / Double(last) : 0.5, names[$0].description) }
    }
  }

  func render(to page: inout TerminalPage) {
    if channels.seriesCount > 1 {
      var legend: [TerminalPage.Piece] = []
      for (series, label) in channels.seriesLabels.enumerated() {
        legend.append(.init(chart.isColored ? "● " : "\(Self.letter(series)) ", theme.color(series)))
        legend.append(.init(label + "  "))
      }
      page.add(legend)
    }
    guard !axis.texts.isEmpty else { return page.add([.init(channels.model.noValuesText)]) }
    let labelWidth = min(chart.width / 3, axis.texts.map(TerminalText.width).max() ?? 0)
    let room = max(10, chart.width - labelWidth - 2)
    var letters: ((Int) -> Character)?
    if channels.seriesCount > 1, !chart.isColored { letters = { Self.letter($0) } }
    var canvas = DotCanvas(width: room, height: chart.height, dots: chart.dots)
    let scale = axis.scale(start: Double(canvas.rows - 1), end: 0)
    for (series, points) in points.enumerated() {
      var last: (x: Int, y: Int)?
      for (index, point) in points.enumerated() {
        if breaks.indices.contains(index), breaks[index] { last = nil }
        guard !point.y.isNaN, !point.x.isNaN, case let place = scale(point.y), place.isFinite else {
          last = nil
          continue
        }
        let dot = (x: DotCanvas.dot(point.x * Double(canvas.columns - 1)), y: DotCanvas.dot(place))
        if isLine, let last { canvas.line(from: last, to: dot, series) } else { canvas.set(dot.x, dot.y, series) }
        last = dot
      }
    }
    var labels = [String?](repeating: nil, count: chart.height)
    for (value, text) in zip(axis.values, axis.texts) {
      let line = Int(clamping: scale(value).rounded()) / canvas.dotsPerLine
      if labels.indices.contains(line) { labels[line] = text }
    }
    for line in 0..<chart.height {
      let label = TerminalText.padded(labels[line] ?? "", labelWidth, isInFront: true)
      var pieces: [TerminalPage.Piece] = [.init(label + (labels[line] == nil ? " │" : " ┤"))]
      for (text, series) in canvas.runs(line: line, letters: letters) {
        pieces.append(.init(text, series.map { theme.color($0) }))
      }
      page.add(pieces)
    }
    page.add([.init(String(repeating: " ", count: labelWidth) + " └" + String(repeating: "─", count: room))])
    page.add([.init(String(repeating: " ", count: labelWidth + 2) + below(room))])
  }

  /// Returns the labels of the horizontal axis in one line. Overlapping labels are omitted.
  private func below(_ room: Int) -> String {
    var line = ""
    // The labels at the ends have priority: they show the visible range.
    var kept: [(start: Int, text: String)] = []
    for mark in [marks.first, marks.last, marks.dropFirst().first].compactMap(\.self) {
      let text = TerminalText.fitted(TerminalText.oneLine(mark.text), max(4, room / 3))
      let width = TerminalText.width(text)
      let start = max(0, min(room - width, Int(clamping: mark.place * Double(room)) - width / 2))
      let isFree = kept.allSatisfy {
        $0.start + TerminalText.width($0.text) + 1 < start || start + width + 1 < $0.start
      }
      if isFree { kept.append((start, text)) }
    }
    for mark in kept.sorted(by: { $0.start < $1.start }) {
      line += String(repeating: " ", count: max(0, mark.start - TerminalText.width(line))) + mark.text
    }
    return line
  }

  /// Returns the symbol of a series without colors: a, b, c ...
  static func letter(_ series: Int) -> Character {
    Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(truncatingIfNeeded: series % 26)))
  }
}
