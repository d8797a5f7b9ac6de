import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// The available display changes of an item's chart. None of them queries other data.
package struct OfferedArrangements: Sendable, Hashable {
  /// Sort orders of the categories, the chart's default first. Empty if the order cannot be changed.
  package var orders: [OfferedMove] = []
  /// Maximum numbers of categories, all categories first. Empty if the number cannot be changed.
  package var tops: [OfferedMove] = []
  /// Sort orders by the columns of the chart's table: for a data grid each column, else the categories, followed by
  /// the first value of each series. Nil for a column without an order.
  package var columns: [OfferedSort?] = []
  /// Moves that each hide or show one series.
  package var series: [OfferedMove] = []
  /// Moves along the category axis: zoom in, zoom out, back, forward, all.
  package var parts: [OfferedMove] = []
  /// Clears the selection; nil if nothing is selected.
  package var clearance: OfferedMove?

  package init() {}
}

/// A sort order by a column of a table.
package struct OfferedSort: Sendable, Hashable {
  /// Sorts by the column. If it already is the sort key, the move reverses the order.
  package var move: StateChange
  /// The current direction. Nil if the column is not the sort key.
  package var isDescending: Bool?
}

extension Dashboard {
  package func arrangements(
    of item: ParsedItem, seenAs model: ChartModel, at state: Exploration
  ) -> OfferedArrangements {
    var offers = OfferedArrangements()
    let texts = model.locale.texts
    // The state of a group refers to its current chart.
    let name = item.charts.contains(named: model.name) ? model.name : item.name
    if case .dataGrid = item, let grid = model.table {
      offers.columns = grid.columns.map { column in
        guard column.charts == nil else { return nil }
        let isNumeric = column.cells.type.isNumeric
        return sort(by: .seriesValue(.string(column.title)), of: name, state[item: name].sort, isNumeric: isNumeric)
      }
      return offers
    }
    switch item {
    case .chart, .drillDownGroup, .overlayGroup: break
    default: return offers
    }
    guard model.table == nil, model.diagram == nil, model.graph == nil else { return offers }
    let own = state[item: name]
    if !own.selection.isEmpty {
      offers.clearance = OfferedMove(.clearSelection, texts, .select(item: name, Selection()))
    }
    if model.multiples.isEmpty, model.seriesColumn != nil, (2...Self.mostSeries).contains(model.series.count) {
      offers.series = model.series.enumerated().map { index, series in
        let isHidden = model.state.hiddenSeries.contains(index)
        let others = own.hidden.filter { $0 != series.value }
        let label = series.text.isEmpty ? "–" : series.text
        return OfferedMove(
          texts.text(isHidden ? .showSeries : .hideSeries, ["series": label]),
          .hide(item: name, series: isHidden ? others : others + [series.value]))
      }
    }
    guard model.multiples.isEmpty, model.items == nil, model.categoryCount > 1 else { return offers }
    if model.layers.isEmpty, !model.type.has(.bins) {
      let top = own.sort?.top
      let orders: [(PageText, SortState?)] = [
        (.orderOfChart, nil), (.largestFirst, SortState(.value, isDescending: true, top: top)),
        (.smallestFirst, SortState(.value, top: top)), (.byName, SortState(.category, top: top)),
        (.byNameDescending, SortState(.category, isDescending: true, top: top)),
      ]
      offers.orders = orders.map { OfferedMove($0, texts, .sort(item: name, $1), isCurrent: own.sort == $1) }
      offers.tops = tops(of: name, model, own.sort)
      let keys = model.seriesColumn == nil ? [.value] : model.series.map { SortState.Key.seriesValue($0.value) }
      offers.columns =
        [sort(by: .category, of: name, own.sort, isNumeric: false)]
        + keys.prefix(Self.mostSeries).map { sort(by: $0, of: name, own.sort, isNumeric: true) }
    }
    if !model.type.has(.slices), model.categoryCount >= Self.fewCategories {
      offers.parts = parts(of: name, model, own.range)
    }
    return offers
  }

  /// Returns the order by a column. Numbers are sorted in descending order first.
  private func sort(by key: SortState.Key, of name: String, _ own: SortState?, isNumeric: Bool) -> OfferedSort {
    let now = own.flatMap { $0.key == key ? $0.isDescending : nil }
    let next = SortState(key, isDescending: now.map { !$0 } ?? isNumeric, top: own?.top)
    return OfferedSort(move: .sort(item: name, next), isDescending: now)
  }

  /// Returns the numbers of categories that are less than all. A chart with several levels shows all its categories.
  private func tops(of name: String, _ model: ChartModel, _ own: SortState?) -> [OfferedMove] {
    guard model.levels.count == 1 else { return [] }
    let numbers = Self.tops.filter { $0 < model.categoryCount || own?.top == $0 }
    guard !numbers.isEmpty || own?.top != nil else { return [] }
    let (key, isDescending) = (own?.key ?? .value, own?.isDescending ?? true)
    let all = own.map { SortState($0.key, isDescending: $0.isDescending) }
    let texts = model.locale.texts
    return [OfferedMove(.all, texts, .sort(item: name, all), isCurrent: own?.top == nil)]
      + numbers.map { number in
        OfferedMove(
          texts.text(.topCount, count: number),
          .sort(item: name, SortState(key, isDescending: isDescending, top: number)), isCurrent: own?.top == number)
      }
  }

  private static let tops = [5, 10, 20]
  private static let mostSeries = 24
  /// Minimum number of categories for which zooming the axis is useful.
  private static let fewCategories = 6

  private func parts(of name: String, _ model: ChartModel, _ range: VisibleRange?) -> [OfferedMove] {
    let isLying = model.isLying
    let shown = range.map { isLying ? $0.vertical : $0.horizontal } ?? .unit
    let length = shown.span
    let texts = model.locale.texts
    func move(_ label: PageText, from lower: Double, _ length: Double) -> OfferedMove {
      let length = min(1, length)
      // Round to thousandths to shorten query strings.
      let start = (min(max(0, lower), 1 - length) * 1000).rounded() / 1000
      let end = ((start + length) * 1000).rounded() / 1000
      guard start > 0 || end < 1 else { return OfferedMove(label, texts, .show(item: name, nil)) }
      let part = Bounds(start, min(1, max(end, start + 0.001))) ?? .unit
      return OfferedMove(
        label, texts,
        .show(
          item: name, isLying ? VisibleRange(horizontal: .unit, vertical: part) : VisibleRange(horizontal: part)))
    }
    var moves: [OfferedMove] = []
    if length * Double(model.levels[model.visibleLevel].count) >= 4 {
      moves.append(move(.zoomIn, from: shown.lower + length / 4, length / 2))
    }
    guard length < 1 else { return moves }
    moves.append(move(.zoomOut, from: shown.lower - length / 2, 2 * length))
    if shown.lower > 0 { moves.append(move(.back, from: shown.lower - length / 2, length)) }
    if shown.upper < 1 { moves.append(move(.forward, from: shown.lower + length / 2, length)) }
    moves.append(OfferedMove(.showAll, texts, .show(item: name, nil)))
    return moves
  }
}
