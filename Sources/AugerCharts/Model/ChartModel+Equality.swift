import AugerColumns
import AugerDiagnostics

extension ChartModel: Equatable {
  /// Whether both say the same: equal models have equal chart JSON.
  ///
  /// Columns are equal by type and values, however they are stored: a null is equal to a null only, NaN to NaN, 0 to
  /// −0, strings and labels by their UTF-8 bytes. Whether a query of the receipt ran or an earlier answer was taken
  /// makes no difference. O(size).
  public static func == (a: ChartModel, b: ChartModel) -> Bool {
    a.hasSameTexts(as: b) && a.hasSameAxes(as: b) && a.hasSameValues(as: b) && a.hasSameSurroundings(as: b)
  }

  private func hasSameTexts(as other: ChartModel) -> Bool {
    sameText(name, other.name) && sameText(title, other.title) && sameText(subtitle, other.subtitle)
      && sameText(status, other.status) && sameText(seriesColumn, other.seriesColumn)
      && sameText(seriesTitle, other.seriesTitle) && sameText(multiplesTitle, other.multiplesTitle)
      && sameText(theme, other.theme)
  }

  private func hasSameAxes(as other: ChartModel) -> Bool {
    type == other.type && chosenStacking == other.chosenStacking && levels == other.levels
      && visibleLevel == other.visibleLevel && series == other.series && seriesType == other.seriesType
      && valueAxis == other.valueAxis && axes == other.axes && layers == other.layers
  }

  private func hasSameValues(as other: ChartModel) -> Bool {
    dimensions == other.dimensions && items == other.items && sameColumns(baseline, other.baseline)
      && sameTexts(colors, other.colors) && forecast == other.forecast && graph == other.graph
      && outliers == other.outliers && table == other.table && multiples == other.multiples
  }

  private func hasSameSurroundings(as other: ChartModel) -> Bool {
    context == other.context && annotations == other.annotations && diagram == other.diagram
      && incompletePeriod == other.incompletePeriod && summary == other.summary && thresholds == other.thresholds
      && state == other.state && drill == other.drill && zoom == other.zoom && display == other.display
      && receipt.isSame(as: other.receipt) && warnings == other.warnings && locale == other.locale
  }
}

extension CategoryLevel: Equatable {
  package static func == (a: CategoryLevel, b: CategoryLevel) -> Bool {
    sameText(a.column, b.column) && sameText(a.title, b.title) && sameTexts(a.labels, b.labels) && a.format == b.format
      && a.axis == b.axis && a.other == b.other && a.firstChild == b.firstChild && a.lastChild == b.lastChild
      && a.values.isSame(as: b.values) && sameColumns(a.upperEdges.map { [$0] }, b.upperEdges.map { [$0] })
      && sameColumns(a.cells, b.cells)
  }
}

extension ValueDimension: Equatable {
  package static func == (a: ValueDimension, b: ValueDimension) -> Bool {
    a.sequence == b.sequence && sameText(a.title, b.title) && a.format == b.format && sameText(a.unit, b.unit)
      && a.cells.isSame(as: b.cells)
  }
}

extension ChartItems: Equatable {
  package static func == (a: ChartItems, b: ChartItems) -> Bool {
    a.series == b.series && a.category.isSame(as: b.category) && sameColumns(a.values, b.values)
  }
}

extension ChartForecast: Equatable {
  package static func == (a: ChartForecast, b: ChartForecast) -> Bool {
    sameText(a.method, b.method) && a.confidence == b.confidence && a.low.isSame(as: b.low)
      && a.high.isSame(as: b.high)
      && a.errors.map { $0.map { .float($0) } ?? Scalar.null } == b.errors.map { $0.map { .float($0) } ?? Scalar.null }
  }
}

extension ChartGraph: Equatable {
  package static func == (a: ChartGraph, b: ChartGraph) -> Bool {
    a.sources == b.sources && a.targets == b.targets && a.series == b.series && a.weight == b.weight
      && sameText(a.sourceTitle, b.sourceTitle) && sameText(a.targetTitle, b.targetTitle)
  }
}

extension ChartOutliers: Equatable {
  package static func == (a: ChartOutliers, b: ChartOutliers) -> Bool {
    a.categories == b.categories && a.series == b.series && a.values.isSame(as: b.values)
  }
}

extension ChartMultiple: Equatable {
  package static func == (a: ChartMultiple, b: ChartMultiple) -> Bool {
    a.value == b.value && sameText(a.label, b.label) && a.model == b.model
  }
}

extension ChartThresholds {
  /// NaN, which draws nothing, is equal to itself.
  public static func == (a: ChartThresholds, b: ChartThresholds) -> Bool {
    func same(_ x: Double?, _ y: Double?) -> Bool { x == y || (x?.isNaN ?? false) && (y?.isNaN ?? false) }
    return same(a.reference, b.reference) && same(a.upper, b.upper) && same(a.lower, b.lower)
      && a.predictiveStart == b.predictiveStart
  }
}

extension ChartTable: Equatable {
  /// By the values, texts and looks of all cells. O(cells).
  public static func == (a: ChartTable, b: ChartTable) -> Bool { a.columns == b.columns }
}

extension ChartTable.Column: Equatable {
  /// By the values, texts and looks of all cells. O(cells).
  public static func == (a: ChartTable.Column, b: ChartTable.Column) -> Bool {
    sameText(a.title, b.title) && a.isHeader == b.isHeader && a.format == b.format && a.cells.isSame(as: b.cells)
      && sameTexts(a.texts, b.texts) && sameTexts(a.colors, b.colors) && a.charts == b.charts
  }
}

extension Receipt {
  /// Whether both name the same queries and answers, executed or reused.
  fileprivate func isSame(as other: Receipt) -> Bool {
    asOf == other.asOf && now == other.now
      && queries.elementsEqual(other.queries) { a, b in
        sameText(a.name, b.name) && a.arguments == b.arguments && a.rows == b.rows && sameText(a.source, b.source)
          && a.staleAsOf == b.staleAsOf
      }
  }
}

extension Column {
  /// Whether the types are the same and the values of all rows are, however the two are stored.
  package func isSame(as other: Column) -> Bool {
    type == other.type && count == other.count && (0..<count).allSatisfy { self[$0] == other[$0] }
  }
}

private func sameText(_ a: String, _ b: String) -> Bool { Name(a) == Name(b) }

private func sameText(_ a: String?, _ b: String?) -> Bool {
  switch (a, b) {
  case (nil, nil): true
  case (let a?, let b?): sameText(a, b)
  default: false
  }
}

private func sameTexts(_ a: [String], _ b: [String]) -> Bool { a.elementsEqual(b) { sameText($0, $1) } }

private func sameTexts(_ a: [String?]?, _ b: [String?]?) -> Bool {
  switch (a, b) {
  case (nil, nil): true
  case (let a?, let b?): a.elementsEqual(b) { sameText($0, $1) }
  default: false
  }
}

private func sameColumns(_ a: [Column]?, _ b: [Column]?) -> Bool {
  switch (a, b) {
  case (nil, nil): true
  case (let a?, let b?): a.elementsEqual(b) { $0.isSame(as: $1) }
  default: false
  }
}
