import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// The available display changes of an item's chart. None of them queries other data.
package struct OfferedArrangements: Sendable, Hashable {
  /// Sort orders of the categories, the chart's default first. Empty if the order cannot be changed.
  package var orders: [OfferedMove] = []
  /// Moves that each hide or show one series.
  package var series: [OfferedMove] = []
  /// Moves along the category axis: zoom in, zoom out, back, forward, all.
  package var parts: [OfferedMove] = []
  /// Clears the selection; nil if nothing is selected.
  package var clearance: OfferedMove?

  package init() {}
}

extension Dashboard {
  package func arrangements(
    of item: ParsedItem, seenAs model: ChartModel, at state: Exploration
  ) -> OfferedArrangements {
    var offers = OfferedArrangements()
    let texts = model.locale.texts
    // The state of a group refers to its current chart.
    let name = item.charts.contains(named: model.name) ? model.name : item.name
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
      let orders: [(PageText, SortState?)] = [
        (.orderOfChart, nil), (.largestFirst, SortState(.value, isDescending: true)),
        (.smallestFirst, SortState(.value)), (.byName, SortState(.category)),
        (.byNameDescending, SortState(.category, isDescending: true)),
      ]
      offers.orders = orders.map { OfferedMove($0, texts, .sort(item: name, $1), isCurrent: own.sort == $1) }
    }
    if !model.type.has(.slices), model.categoryCount >= Self.fewCategories {
      offers.parts = parts(of: name, model, own.range)
    }
    return offers
  }

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
