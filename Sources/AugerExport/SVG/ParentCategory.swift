import AugerCharts
import AugerColumns

/// A category of a coarser level with its sub-categories in the current level.
struct ParentCategory {
  var label: String
  var categories: Range<Int>

  /// Returns the levels above the current one, the nearest first.
  static func levels(of model: ChartModel) -> [[ParentCategory]] {
    var below = (0..<model.levels[model.visibleLevel].count).map { $0..<$0 + 1 }
    return model.levels.dropFirst(model.visibleLevel + 1).map { level in
      let labels = level.shownLabels
      guard let first = level.firstChild, let last = level.lastChild else { return [] }
      let parents = labels.indices.map { index in
        let (low, high) = (Int(first[index]), Int(last[index]))
        return ParentCategory(
          label: labels[index],
          categories: low <= high ? below[low].lowerBound..<below[high].upperBound : 0..<0)
      }
      below = parents.map(\.categories)
      return parents
    }
  }
}
