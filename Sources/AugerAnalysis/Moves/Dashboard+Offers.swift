import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// A move that can be made from a state, in words.
package struct OfferedMove: Sendable, Hashable {
  /// What a link or a button of the move says.
  package var label: String
  /// The move, for `Dashboard.place(after:from:)`.
  package var move: Move
  /// Whether it leads to what is shown.
  package var isCurrent: Bool

  package init(_ label: String, _ move: Move, isCurrent: Bool = false) {
    self.label = label
    self.move = move
    self.isCurrent = isCurrent
  }
}

/// What can be done next in an item of a dashboard, for those who show it: its drill path, its zooming levels, and what
/// its categories and series lead to.
package struct OfferedMoves: Sendable, Hashable {
  /// From the first chart of a drilldown group to the one in view; empty outside of one.
  package var path: [OfferedMove] = []
  /// The coarsest first; empty where there is one.
  package var levels: [OfferedMove] = []
  /// For each category of level 0, nil where it cannot be picked; empty where none can.
  package var categories: [OfferedMove?] = []
  /// The same for each series.
  package var series: [OfferedMove?] = []

  package init() {}
}

extension Dashboard {
  /// What the chart of an item leads to. The moves are to be made from a state where the item is as in `model`.
  ///
  /// Throws `drillRangePicked` where what led to the chart is no list of values.
  package func offers(in item: DashboardItem, seenAs model: ChartModel) throws(DiagnosticError) -> OfferedMoves {
    var offers = OfferedMoves()
    if let zoom = model.zoom, zoom.titles.count > 1 {
      offers.levels = zoom.titles.indices.reversed().map { level in
        OfferedMove(
          zoom.titles[level], .zoom(item: item.name, level: zoom.titles.count - level), isCurrent: level == zoom.level)
      }
    }
    guard case .drillDownGroup(let group) = item, let drill = model.drill else { return offers }
    let names = [group.title.isEmpty ? group.name : group.title] + drill.path.map(\.words)
    offers.path = names.indices.map { level in
      OfferedMove(names[level], .drillUp(item: item.name, toLevel: level), isCurrent: level == drill.level)
    }
    guard drill.next != nil else { return offers }
    let labels = model.levels[0].shownLabels
    for (index, picks) in (drill.categoryPicks ?? []).enumerated() {
      guard let picks else {
        offers.categories.append(nil)
        continue
      }
      // A quarter is told from those of other years.
      let ancestors = picks.entries.dropLast().reversed().map { ", \($0.1.words)" }.joined()
      offers.categories.append(
        OfferedMove(labels[index] + ancestors, .drillDown(item: item.name, picks: try picks.picks())))
    }
    for (index, picks) in (drill.seriesPicks ?? []).enumerated() {
      offers.series.append(
        try picks.map { picks throws(DiagnosticError) in
          OfferedMove(model.series[index].label, .drillDown(item: item.name, picks: try picks.picks()))
        })
    }
    return offers
  }

  /// All, and each single choice of a picklist; nothing of a range, whose ends cannot be listed.
  package func offers(of filter: FilterModel) -> [OfferedMove] {
    guard filter.kind == .picklist else { return [] }
    let picked = filter.choices.count { $0.isPicked }
    return [OfferedMove("All", .filter(filter.name, nil), isCurrent: filter.state == nil)]
      + filter.choices.map {
        OfferedMove(
          $0.label, .filter(filter.name, .picks([$0.value])), isCurrent: picked == 1 && $0.isPicked)
      }
  }

  /// The filters and variables of a state, and what it says of one item; the others are as at another place.
  package func place(
    _ state: Exploration, in item: DashboardItem, othersAsAt other: Exploration
  ) -> Exploration {
    var result = state
    result.items = other.items
    for name in [item.name] + item.charts.map(\.name) { result[item: name] = state[item: name] }
    return result
  }
}

extension DrillStep {
  fileprivate var words: String { picks.entries.map { $0.1.words }.joined(separator: ", ") }
}

extension QueryArgument {
  fileprivate var words: String {
    switch self {
    case .scalar(let value): value.description
    case .list(let values): values.map(\.description).joined(separator: ", ")
    case .range(let lower, let upper): "\(lower) – \(upper)"
    }
  }
}
