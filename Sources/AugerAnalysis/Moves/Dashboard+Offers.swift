import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// An available move with its label.
package struct OfferedMove: Sendable, Hashable {
  /// The label of a link or button.
  package var label: String
  /// The key of the label in the table of texts. Nil if the label is a name of the data.
  package var text: PageText?
  /// The move, for `Dashboard.place(after:from:)`.
  package var move: StateChange
  /// True if the move leads to the current state.
  package var isCurrent: Bool

  package init(_ label: String, _ move: StateChange, isCurrent: Bool = false) {
    self.label = label
    self.move = move
    self.isCurrent = isCurrent
  }

  /// Creates a move with a label from the table of texts.
  package init(_ text: PageText, _ texts: PageTexts, _ move: StateChange, isCurrent: Bool = false) {
    self.init(texts[text], move, isCurrent: isCurrent)
    self.text = text
  }
}

/// The available moves of an item in a dashboard: its drill path, its zooming levels, and the targets of its categories
/// and series.
package struct OfferedMoves: Sendable, Hashable {
  /// The moves from the first chart of a drilldown group to the current one. Empty outside of a group.
  package var path: [OfferedMove] = []
  /// The zooming levels, the coarsest first. Empty if only one exists.
  package var levels: [OfferedMove] = []
  /// The move of each category of level 0. Nil if a category cannot be selected, empty if none can.
  package var categories: [OfferedMove?] = []
  /// The move of each series, like `categories`.
  package var series: [OfferedMove?] = []

  package init() {}
}

extension Dashboard {
  /// Returns the available moves of an item. They require a state in which the item is as in `model`.
  ///
  /// Throws `drillRangePicked` if a selection above the chart is not a list of values.
  package func offers(in item: ParsedItem, seenAs model: ChartModel) throws(DiagnosticError) -> OfferedMoves {
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
      // Include the ancestors, which distinguish the quarters of different years.
      let ancestors = picks.entries.dropLast().reversed().map { ", \($0.1.words)" }.joined()
      offers.categories.append(
        OfferedMove(labels[index] + ancestors, .drillDown(item: item.name, picks: try picks.picks())))
    }
    for (index, picks) in (drill.seriesPicks ?? []).enumerated() {
      offers.series.append(
        try picks.map { picks throws(DiagnosticError) in
          OfferedMove(model.series[index].text, .drillDown(item: item.name, picks: try picks.picks()))
        })
    }
    return offers
  }

  /// Returns a move for all values and one for each choice of a picklist. Empty for a range, whose ends cannot be
  /// listed.
  package func offers(of filter: FilterModel, _ texts: PageTexts = .english) -> [OfferedMove] {
    guard filter.kind == .picklist else { return [] }
    let picked = filter.choices.count { $0.isPicked }
    return [OfferedMove(texts[.all], .filter(filter.name, nil), isCurrent: filter.state == nil)]
      + filter.choices.map {
        OfferedMove(
          $0.label, .filter(filter.name, .picks([$0.value])), isCurrent: picked == 1 && $0.isPicked)
      }
  }

  /// Returns `state` with all items except `item` in the state that they have in `other`.
  package func place(
    _ state: Exploration, in item: ParsedItem, othersAsAt other: Exploration
  ) -> Exploration {
    var result = state
    result.items = other.items
    for name in [item.name] + item.charts.map(\.name) { result[item: name] = state[item: name] }
    return result
  }
}

extension DrillStep {
  fileprivate var words: String { selection.entries.map { $0.1.words }.joined(separator: ", ") }
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
