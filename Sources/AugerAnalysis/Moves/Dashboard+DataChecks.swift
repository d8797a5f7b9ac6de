import AugerCharts
import AugerColumns
import AugerDiagnostics
public import AugerMetadata

extension Dashboard {
  /// Checks what only the data can tell: that what was picked in each level above is in that level's chart.
  ///
  /// `parent` is the model of the group at the place before the last pick. Throws `valueNotPresent` with the nearest
  /// value that is there.
  public func checkLastPick(
    in item: String, at place: Exploration, seenIn parent: ChartModel
  ) throws(DiagnosticError) {
    guard let picks = place[item: item].drill.last else { return }
    for pick in picks {
      let isSeries = parent.seriesColumn?.utf8.elementsEqual(pick.column.utf8) == true
      let level = parent.levels.first { $0.column.utf8.elementsEqual(pick.column.utf8) }
      let values = isSeries && level == nil ? parent.series.map(\.value) : level?.values.scalars ?? []
      for value in pick.values where !values.contains(where: { Scalar.compare($0, value) == 0 }) {
        throw DiagnosticError(
          Diagnostic(
            .valueNotPresent, "chart '\(parent.name)' has no '\(value)' in '\(pick.column)' to drill into",
            hint: DidYouMean.hint(
              for: value.description, among: values.filter { !$0.isNull }.map(\.description), listing: "values")))
      }
    }
  }
}
