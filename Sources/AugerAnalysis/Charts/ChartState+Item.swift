import AugerCharts
import AugerColumns
import AugerDiagnostics

extension ChartState {
  /// Converts the state of an item to indices of its model. Values that the chart does not contain are omitted with one
  /// warning each.
  init(_ item: ItemState, of model: ChartModel, _ warnings: inout Warnings) {
    self.init()
    // Below the coarsest level, several categories can have one value, such as each January.
    let categories = Dictionary(grouping: model.levels[0].values.scalars.enumerated(), by: \.element)
      .mapValues { $0.map(\.offset) }
    let series = Dictionary(grouping: model.series.map(\.value).enumerated(), by: \.element)
      .mapValues { $0.map(\.offset) }
    func places(_ values: [Scalar], _ known: [Scalar: [Int]], _ what: String) -> [Int] {
      values.flatMap { value in
        if let places = known[value] { return places }
        warnings.add(Warning(.valueNotPresent, "chart '\(model.name)' has no \(what) '\(value)'"))
        return []
      }
    }
    selectedCategories = places(item.selection.categories, categories, "category")
    for path in item.selection.paths {
      let found = model.categories(of: path)
      if found.isEmpty {
        let name = path.map(\.description).joined(separator: "/")
        warnings.add(Warning(.valueNotPresent, "chart '\(model.name)' has no category '\(name)'"))
      }
      selectedCategories += found.filter { !selectedCategories.contains($0) }
    }
    selectedSeries = places(item.selection.series, series, "series")
    for selected in item.selection.items {
      guard let series = places([selected.series], series, "series").first else { continue }
      selectedItems += places([selected.category], categories, "category").map { Item(series: series, category: $0) }
    }
    var (inRectangles, rows): ([Item], [Int]) = ([], [])
    for rectangle in item.selection.rectangles {
      func ends(_ span: Selection.Span) -> [Scalar] { [span.lower, span.upper] }
      guard let inside = model.categories(within: rectangle.categories.map(ends), &warnings) else { continue }
      let values = rectangle.values.map { Bounds($0.lower.doubleValue ?? .nan, $0.upper.doubleValue ?? .nan) }
      if case .some(nil) = values {
        warnings.add(Warning(.valueNotPresent, "chart '\(model.name)' has no values between ends that are not numbers"))
        hasEmptySelection = true
        continue
      }
      let found = model.pairs(whose: inside, within: values ?? nil)
      inRectangles += found.pairs
      rows += found.rows
      hasEmptySelection = hasEmptySelection || found.pairs.isEmpty && found.rows.isEmpty
    }
    var known = Set(selectedItems)
    selectedItems += inRectangles.filter { known.insert($0).inserted }
    var knownRows: Set<Int> = []
    selectedRows = rows.filter { knownRows.insert($0).inserted }
    _ = places(item.whatIf.compactMap(\.category), categories, "category")
    highlightedCategory = item.highlighted.flatMap { places([$0], categories, "category").first }
    hiddenSeries = places(item.hidden, series, "series").sorted()
    if let sort = item.sort {
      let place: Int? = if case .seriesValue(let value) = sort.key { series[value]?.first } else { nil }
      let key: Sort.Key =
        switch sort.key {
        case .category: .category
        case .value, .seriesValue: .value
        case .series: .series
        }
      self.sort = Sort(key, series: place, isDescending: sort.isDescending, top: sort.top)
    }
    horizontalRange = item.range?.horizontal
    verticalRange = item.range?.vertical
  }
}

extension ChartModel {
  /// Returns the categories of the finest level below a path of values, which starts with the ancestors.
  fileprivate func categories(of path: [Scalar]) -> [Int] {
    (0..<categoryCount).filter { category in
      guard path.count <= levels.count else { return false }
      var place = category
      for (depth, value) in path.reversed().enumerated() {
        if depth > 0 {
          guard let first = levels[depth].firstChild, let last = levels[depth].lastChild,
            let parent = first.indices.first(where: { Int(first[$0]) <= place && place <= Int(last[$0]) })
          else { return false }
          place = parent
        }
        if levels[depth].values[place] != value { return false }
      }
      return true
    }
  }
}
