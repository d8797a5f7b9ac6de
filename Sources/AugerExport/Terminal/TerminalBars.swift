import AugerCharts
import AugerColumns
import AugerDiagnostics

/// A line for each category and series, or for each category if the series are stacked: name, bar and value.
struct TerminalBars {
  private let channels: ChartChannels
  private let chart: TerminalChart
  private let theme: Theme
  private let texts: [String]

  init(_ channels: ChartChannels, _ chart: TerminalChart) {
    self.channels = channels
    self.chart = chart
    theme = channels.theme(chart.theme)
    texts = channels.model.readableTexts(dimension: 0)
  }

  /// The fill characters of series without colors.
  private static let fills: [Character] = ["█", "▒", "▓", "░", "▚", "▞"]

  private func fill(_ series: Int) -> Character { chart.isColored ? "█" : Self.fills[series % Self.fills.count] }

  func render(to page: inout TerminalPage) {
    let isShared = channels.model.stacking != .none && channels.seriesCount > 1
    if channels.seriesCount > 1 { renderLegend(to: &page) }
    let perCategory = isShared ? 1 : max(1, channels.seriesCount)
    let shown = min(channels.categoryCount, max(1, chart.mostRows / perCategory))
    let names = channels.qualifiedLabels
    let nameWidth = min(chart.width / 3, names.prefix(shown).map(TerminalText.width).max() ?? 0)
    let stacks = isShared ? Stacks(channels) : nil
    let valueTexts = isShared ? totals(shown) : texts
    let valueWidth = valueTexts.map(TerminalText.width).max() ?? 0
    let room = max(8, chart.width - nameWidth - 1 - (valueWidth > 0 ? valueWidth + 1 : 0))
    let extent = stacks.map(\.extent) ?? channels.values[0].extent
    let scale = BarScale(extent, room: room)
    for category in 0..<shown {
      let name = TerminalText.padded(names[category], nameWidth) + " "
      if let stacks {
        let total = TerminalText.padded(valueTexts[category], valueWidth, isInFront: true)
        page.add([.init(name)] + stacked(stacks, category, scale) + [.init(" " + total)])
        continue
      }
      for series in 0..<channels.seriesCount {
        let value = channels.value(0, series, category)
        let color =
          channels.itemColor(series, category, theme)
          ?? theme.color(channels.model.type.has(.slices) && channels.seriesCount == 1 ? 0 : series)
        let bar = value.isNaN ? "" : scale.bar(to: value, fill: fill(series))
        let text = texts[series * channels.categoryCount + category]
        page.add([
          .init(series == 0 ? name : String(repeating: " ", count: nameWidth + 1)),
          .init(TerminalText.padded(bar, room), color),
          .init(" " + TerminalText.padded(text, valueWidth, isInFront: true)),
        ])
      }
    }
    if stacks != nil, let extent {
      page.add([.init(String(repeating: " ", count: nameWidth + 1) + ends(extent, room))])
    }
    if shown < channels.categoryCount { page.add([.init("… \(channels.categoryCount - shown) more")]) }
    if channels.values[0].extent == nil { page.add([.init(channels.model.noValuesText)]) }
  }

  /// Returns the sum of each category's values.
  private func totals(_ shown: Int) -> [String] {
    (0..<shown).map { category in
      let values = (0..<channels.seriesCount).map { channels.value(0, $0, category) }.filter { !$0.isNaN }
      guard !values.isEmpty else { return "" }
      return channels.model.dimensions[0].readableText(values.reduce(0, +).heldFinite, channels.model.locale)
    }
  }

  /// Returns the scale below stacks, with both ends.
  private func ends(_ extent: Bounds, _ room: Int) -> String {
    let model = channels.model
    let isShare = model.stacking == .percent
    let ends = extent.union(0).finite
    let texts = [ends.lower, ends.upper].map { value in
      isShare
        ? ValueFormatter(.percentage, locale: model.locale).text(.float(value)) ?? ""
        : model.dimensions[0].readableText(value, model.locale)
    }
    let gap = room - TerminalText.width(texts[0]) - TerminalText.width(texts[1])
    return gap > 0 ? texts[0] + String(repeating: " ", count: gap) + texts[1] : texts[1]
  }

  private func renderLegend(to page: inout TerminalPage) {
    var pieces: [TerminalPage.Piece] = []
    for (series, label) in channels.seriesLabels.enumerated() {
      pieces.append(.init("\(fill(series)) ", theme.color(series)))
      pieces.append(.init(label + "  "))
    }
    page.add(pieces)
  }

  /// Returns the positive and negative parts of one category.
  private func stacked(_ stacks: Stacks, _ category: Int, _ scale: BarScale) -> [TerminalPage.Piece] {
    var cells = [Int?](repeating: nil, count: scale.room)
    for series in 0..<channels.seriesCount {
      let (start, end) = (stacks.start(series, category), stacks.end(series, category))
      guard !start.isNaN, !end.isNaN else { continue }
      for cell in scale.cells(from: start, to: end) { cells[cell] = series }
    }
    var pieces: [TerminalPage.Piece] = []
    var next = 0
    while next < cells.count {
      let series = cells[next]
      let end = cells[next...].firstIndex { $0 != series } ?? cells.count
      let text = String(repeating: series.map(fill) ?? " ", count: end - next)
      pieces.append(.init(text, series.map { theme.color($0) }))
      next = end
    }
    return pieces
  }
}

/// A scale from numbers to the characters of a line, from the minimum to the maximum, including zero.
struct BarScale {
  let room: Int
  private let low: Double
  private let high: Double

  init(_ extent: Bounds?, room: Int) {
    self.room = room
    let ends = (extent ?? .zero).union(0).finite
    (low, high) = (ends.lower, ends.upper)
  }

  /// Returns the position of a number, in characters from the left. Computes with halves, so that no difference exceeds
  /// a double.
  private func place(_ value: Double) -> Double {
    let length = high / 2 - low / 2
    return length > 0 ? min(1, max(0, (value / 2 - low / 2) / length)) * Double(room) : 0
  }

  private static let eighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// Returns a bar from zero to a number. The last character of a bar to the right has fractional width if the fill is
  /// solid.
  func bar(to value: Double, fill: Character) -> String {
    let (zero, end) = (place(0), place(value))
    if value < 0 {
      let from = min(Int(clamping: end.rounded()), Int(clamping: zero.rounded()))
      let count = max(1, Int(clamping: zero.rounded()) - from)
      return String(repeating: " ", count: max(0, Int(clamping: zero.rounded()) - count))
        + String(repeating: fill, count: count)
    }
    let start = Int(clamping: zero.rounded())
    let length = max(0, end - Double(start))
    var text = String(repeating: " ", count: start)
    guard fill == "█" else {
      return text + String(repeating: fill, count: value == 0 ? 0 : max(1, Int(clamping: length.rounded())))
    }
    let whole = Int(clamping: length)
    text += String(repeating: fill, count: whole)
    let rest = Int(clamping: ((length - Double(whole)) * 8).rounded())
    if rest == 8 { return text + "█" }
    if rest > 0 { text.append(Self.eighths[rest - 1]) }
    // Values other than zero are always visible.
    if whole == 0, rest == 0, value > 0 { text.append(Self.eighths[0]) }
    return text
  }

  /// Returns the characters between two numbers.
  func cells(from start: Double, to end: Double) -> Range<Int> {
    let (a, b) = (Int(clamping: place(min(start, end)).rounded()), Int(clamping: place(max(start, end)).rounded()))
    return min(a, room)..<min(b, room)
  }
}
