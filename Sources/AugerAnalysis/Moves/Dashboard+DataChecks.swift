import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension Dashboard {
  /// Checks that the data contain the values selected in each level above.
  ///
  /// `parent` is the model of the group in the state before the last selection, zoomed to the level of the selection.
  /// Throws `valueNotPresent` with the nearest existing value.
  package func checkLastPick(
    in item: String, at state: Exploration, seenIn parent: ChartModel
  ) throws(DiagnosticError) {
    guard let picks = state[item: item].drill.last else { return }
    for pick in picks {
      let isSeries = parent.seriesColumn.map { Name($0) == Name(pick.column) } ?? false
      let level = parent.levels.first { Name($0.column) == Name(pick.column) }
      let values = isSeries && level == nil ? parent.series.map(\.value) : level?.values.scalars ?? []
      for value in pick.values where !values.contains(where: { Scalar.compare($0, value) == 0 }) {
        throw DiagnosticError(
          Diagnostic(
            .valueNotPresent, "chart '\(parent.name)' has no '\(value)' in '\(pick.column)' to drill into",
            hint: DidYouMean.hint(
              for: value.description, among: values.filter { !$0.isNull }.map(\.description), listing: "values")
          ).nearest(value.nearest(among: values)))
      }
    }
    try checkAncestors(picks, parent)
  }

  /// Checks that the ancestors of a category exist: a year with one quarter has no fourth quarter.
  private func checkAncestors(_ picks: [Pick], _ parent: ChartModel) throws(DiagnosticError) {
    let ancestry = parent.levels.reversed().compactMap { level in
      picks.first { Name($0.column) == Name(level.column) }
    }
    guard ancestry.count == parent.levels.count, ancestry.count > 1, let own = ancestry.last else { return }
    let above = ancestry.dropLast().map { $0.values[0] }
    let parts = parent.categoryPicks.compactMap { $0?.entries }.filter { entries in
      zip(entries, above).allSatisfy { entry, value in
        if case .scalar(let scalar) = entry.1 { Scalar.compare(scalar, value) == 0 } else { false }
      }
    }
    let values = parts.compactMap { entries -> Scalar? in
      if case .scalar(let value)? = entries.last?.1 { value } else { nil }
    }
    for value in own.values where !values.contains(where: { Scalar.compare($0, value) == 0 }) {
      let path = above.map(\.description).joined(separator: " / ")
      throw DiagnosticError(
        Diagnostic(
          .valueNotPresent, "chart '\(parent.name)' has no '\(value)' in '\(own.column)' of '\(path)' to drill into",
          hint: DidYouMean.hint(for: value.description, among: values.map(\.description), listing: "values")
        ).nearest(value.nearest(among: values)))
    }
  }

  /// Returns the state in which the parent chart shows the last selection: one level up, zoomed to the level of the
  /// category. Nil at the top level.
  package func placeOfLastPick(in item: String, at state: Exploration) throws(DiagnosticError) -> Exploration? {
    let group = try group(item)
    guard let picks = state[item: item].drill.last else { return nil }
    var above = state
    above[item: item].drill.removeLast()
    let chart = try DrillContext(group: group, above).chart
    guard chart.levelCount > 1, let depth = chart.depth(of: picks) else { return above }
    above[item: chart.name].zoom = depth == 1 ? nil : depth
    return above
  }

  /// Returns the charts in view, or above it, with changes to single categories.
  package func changedCharts(at state: Exploration) -> [String] {
    allCharts.map(\.name).filter { name in
      guard state[item: name].whatIf.contains(where: { $0.category != nil }) else { return false }
      guard let (group, level) = groupLevel(name) else { return true }
      return level <= state[item: group.name].drill.count
    }
  }

  /// Checks that the chart contains the changed categories. Throws `valueNotPresent`.
  package func checkChanges(of item: String, at state: Exploration, seenIn model: ChartModel) throws(DiagnosticError) {
    let categories = model.levels[0].values.scalars
    for case let category? in state[item: item].whatIf.map(\.category)
    where !categories.contains(where: { Scalar.compare($0, category) == 0 }) {
      throw DiagnosticError(
        Diagnostic(
          .valueNotPresent, "chart '\(model.name)' has no category '\(category)' to change",
          hint: DidYouMean.hint(
            for: category.description, among: categories.filter { !$0.isNull }.map(\.description),
            listing: "categories")
        ).nearest(category.nearest(among: categories)))
    }
  }
}

extension ChartPlan {
  /// True if the chart shows all categories and series of the result.
  package var showsAllCategories: Bool {
    layers.isEmpty && chart.grains == nil && chart.categoryLimit == nil && state[item: chart.name].sort?.top == nil
      && chart.multiples == nil && !chart.type.has(.items) && !chart.type.makesCategories
  }

  /// Returns true if the rows contain the selected values, and the finest category together with its ancestors.
  package func shows(_ picks: [Pick], in rows: Table) -> Bool {
    let finest = chart.categoryColumns(zoomedTo: zoom).last.map { Name($0) }
    let columns = picks.compactMap { rows[$0.column] }
    guard columns.count == picks.count else { return false }
    let ancestors = zip(picks, columns).filter { isCategory($0.0.column) && Name($0.0.column) != finest }
    return zip(picks, columns).allSatisfy { pick, column in
      let ancestors = Name(pick.column) == finest ? ancestors : []
      return pick.values.allSatisfy { value in
        (0..<rows.rowCount).contains { row in
          Scalar.compare(column[row], value) == 0
            && ancestors.allSatisfy { Scalar.compare($1[row], $0.values[0]) == 0 }
        }
      }
    }
  }

  private func isCategory(_ column: String) -> Bool { chart.categoryColumns(zoomedTo: zoom).contains(name: column) }
}
