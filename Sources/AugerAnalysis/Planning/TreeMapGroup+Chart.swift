import AugerCharts
import AugerMetadata

extension TreeMapGroupDefinition {
  /// Returns the treemap as a chart that zooms: one zooming level for each of its levels, with the values of the
  /// current one.
  ///
  /// - Parameter level: Counted from 1, the coarsest.
  func chart(zoomedTo level: Int) -> ParsedChart {
    var chart = levels[min(max(1, level), levels.count) - 1]
    chart.name = name
    chart.title = title.isEmpty ? chart.title : title
    chart.type = .treeMap
    chart.query = levels[0].query
    chart.category = levels[0].category
    chart.filters = levels[0].filters
    chart.grains = nil
    chart.whatIfColumns = levels.count > 1 ? [] : chart.whatIfColumns
    chart.zoomingLevels =
      levels.count == 1
      ? []
      : levels.map { level in
        var category = level.category
        if !level.title.isEmpty { category.title = level.title }
        return ZoomingLevelDefinition(
          query: level.query, category: category, at: level.places.chart, queryPlace: level.places.query)
      }
    return chart
  }
}
