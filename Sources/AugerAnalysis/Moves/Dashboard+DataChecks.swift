import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension Dashboard {
  /// Checks what only the data can tell: that what was picked in each level above is in that level's chart.
  ///
  /// `parent` is the model of the group at the place before the last pick, zoomed to the level that was picked. Throws
  /// `valueNotPresent` with the nearest value that is there.
  package func checkLastPick(
    in item: String, at place: Exploration, seenIn parent: ChartModel
  ) throws(DiagnosticError) {
    guard let picks = place[item: item].drill.last else { return }
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

  /// A category below the coarsest level is there only with its ancestors: no fourth quarter in a year of one quarter.
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

  /// The place where the chart that the last level of a path was picked in shows what was picked: one level up, zoomed
  /// to the category's level. Nil at the top.
  package func placeOfLastPick(in item: String, at place: Exploration) throws(DiagnosticError) -> Exploration? {
    let group = try group(item)
    guard let picks = place[item: item].drill.last else { return nil }
    var above = place
    above[item: item].drill.removeLast()
    let chart = try DrillContext(group: group, above).chart
    guard chart.levelCount > 1, let depth = chart.depth(of: picks) else { return above }
    above[item: chart.name].zoom = depth == 1 ? nil : depth
    return above
  }

  /// The charts in view, or above it, of whose data single categories are changed.
  package func changedCharts(at place: Exploration) -> [String] {
    allCharts.map(\.name).filter { name in
      guard place[item: name].whatIf.contains(where: { $0.category != nil }) else { return false }
      guard let (group, level) = groupLevel(name) else { return true }
      return level <= place[item: group.name].drill.count
    }
  }

  /// Checks that the categories whose data are changed are in the chart. Throws `valueNotPresent`.
  package func checkChanges(of item: String, at place: Exploration, seenIn model: ChartModel) throws(DiagnosticError) {
    let categories = model.levels[0].values.scalars
    for case let category? in place[item: item].whatIf.map(\.category)
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
