import AugerColumns
import AugerDiagnostics

extension ChartModel: ChartDataSource {
  package var chartTitle: String { title }
  package var chartType: ChartType { type }

  package var seriesCount: Int { series.count }
  package func series(at index: Int) -> Scalar { series[index].value }
  package func seriesLabel(at index: Int) -> String { series[index].text }
  package func layer(ofSeries index: Int) -> Int { series[index].layer }

  package var categoryLevelCount: Int { levels.count }
  package func categoryColumn(level: Int) -> String { levels[level].column }
  package func categoryTitle(level: Int) -> String { levels[level].title }
  package func categoryType(level: Int) -> DataType? { levels[level].values.type }
  package func categoryFormat(level: Int) -> ValueFormat? { levels[level].format }
  package func categoryCount(level: Int) -> Int { levels[level].count }
  package func category(at index: Int, level: Int) -> Scalar { levels[level].values[index] }
  package func categoryLabel(at index: Int, level: Int) -> String { levels[level].labels[index] }
  package func upperEdge(ofCategory index: Int, level: Int) -> Scalar { levels[level].upperEdges?[index] ?? .null }
  package func otherCategory(level: Int) -> Int? { levels[level].other }

  package func subcategories(ofCategory index: Int, level: Int) -> Range<Int> {
    guard let first = levels[level].firstChild, let last = levels[level].lastChild else { return 0..<0 }
    return Int(first[index])..<Int(last[index]) + 1
  }

  package var dimensionCount: Int { dimensions.count }
  package func dimensionSequence(at index: Int) -> Int { dimensions[index].sequence }
  package func dimensionTitle(at index: Int) -> String { dimensions[index].title }
  package func dimensionUnit(at index: Int) -> String { dimensions[index].unit }
  package func format(ofDimension index: Int) -> ValueFormat? { dimensions[index].format }
  package func hasValues(level: Int) -> Bool { level == 0 || levels[level].cells != nil }

  package func type(ofDimension index: Int, level: Int) -> DataType? {
    level == 0 ? dimensions[index].cells.type : levels[level].cells?[index].type
  }

  package func value(dimension: Int, series: Int, category: Int, level: Int) -> Scalar {
    if level == 0 { return self[dimension: dimension, series: series, category: category] }
    return levels[level].cells?[dimension][series * levels[level].count + category] ?? .null
  }

  package var itemCount: Int? { items?.count }
  package var itemCategoryType: DataType? { items?.category.type }
  package func itemCategory(at index: Int) -> Scalar { items?.category[index] ?? .null }
  package func itemSeries(at index: Int) -> Int { items.map { Int($0.series[index]) } ?? 0 }
  package func itemType(dimension: Int) -> DataType? { items?.values[dimension].type }
  package func itemValue(dimension: Int, item: Int) -> Scalar { items?.values[dimension][item] ?? .null }
}

extension ChartModel {
  /// Creates a model from a data source.
  ///
  /// - Throws: `invalidChart` if the values of the source are inconsistent, and `negativeSlice` like `validate`.
  package init(name: String, _ source: some ChartDataSource) throws(AugerError) {
    try self.init(name: name, source, rest: nil)
  }

  /// Creates a model from a data source. `rest` provides the parts that data sources do not have, such as thresholds
  /// and annotations. A model created from a model with itself as `rest` is the same model.
  ///
  /// - Throws: The errors of `init(name:_:)`.
  package init(name: String, _ source: some ChartDataSource, rest: ChartModel?) throws(AugerError) {
    try Self.checkCounts(name, source)
    var levels: [CategoryLevel] = []
    for level in 0..<source.categoryLevelCount { levels.append(try Self.level(level, source)) }
    let items = try Self.items(source)
    var dimensions: [ValueDimension] = []
    for index in 0..<source.dimensionCount {
      let type = source.type(ofDimension: index, level: 0)
      dimensions.append(
        ValueDimension(
          sequence: source.dimensionSequence(at: index), title: source.dimensionTitle(at: index),
          format: source.format(ofDimension: index), unit: source.dimensionUnit(at: index),
          cells: items == nil ? try Self.cells(source, index, 0) : try Column(type ?? .float64, [Scalar]())))
    }
    self.init(
      name: name, title: source.chartTitle, type: source.chartType, levels: levels, visibleLevel: source.visibleLevel,
      series: (0..<source.seriesCount).map {
        ChartLabel(
          value: source.series(at: $0), text: source.seriesLabel(at: $0), layer: source.layer(ofSeries: $0))
      }, seriesColumn: source.seriesColumn, seriesTitle: source.seriesTitle, dimensions: dimensions, items: items,
      table: rest?.table, thresholds: rest?.thresholds ?? ChartThresholds(), drill: rest?.drill,
      display: rest?.display, receipt: rest?.receipt ?? Receipt(), locale: source.locale)
    subtitle = source.subtitle
    seriesType = source.seriesType
    if let rest { take(rest) }
    try validate()
    warnings = rest?.warnings ?? advice()
  }

  /// Checks the counts: a negative count would not form a range.
  private static func checkCounts(_ name: String, _ source: some ChartDataSource) throws(AugerError) {
    let levels = source.categoryLevelCount
    var counts = [levels, source.seriesCount, source.dimensionCount, source.itemCount ?? 0]
    if levels > 0 { counts += (0..<levels).map { source.categoryCount(level: $0) } }
    guard counts.allSatisfy({ $0 >= 0 }) else {
      throw AugerError(.invalidChart, operation: "make the chart '\(name)'", "it has a negative count")
    }
  }

  private mutating func take(_ rest: ChartModel) {
    context = rest.context
    status = rest.status
    chosenStacking = rest.chosenStacking
    valueAxis = rest.valueAxis
    axes = rest.axes
    multiples = rest.multiples
    multiplesTitle = rest.multiplesTitle
    annotations = rest.annotations
    markup = rest.markup
    colors = rest.colors
    outlines = rest.outlines
    style = rest.style
    theme = rest.theme
    layers = rest.layers
    baselineCells = rest.baselineCells
    forecast = rest.forecast
    diagram = rest.diagram
    content = rest.content
    graph = rest.graph
    incompletePeriod = rest.incompletePeriod
    outliers = rest.outliers
    summary = rest.summary
    state = rest.state
    zoom = rest.zoom
    for level in levels.indices where level < rest.levels.count {
      levels[level].axis = rest.levels[level].axis
      let short = rest.levels[level].shortLabels
      if short?.count == levels[level].count { levels[level].shortLabels = short }
    }
  }

  private static func level(_ level: Int, _ source: some ChartDataSource) throws(AugerError) -> CategoryLevel {
    let indices = 0..<source.categoryCount(level: level)
    let children = level == 0 ? [] : indices.map { source.subcategories(ofCategory: $0, level: level) }
    var cells: [Column]?
    if level > 0, source.hasValues(level: level) {
      cells = []
      for dimension in 0..<source.dimensionCount { cells?.append(try Self.cells(source, dimension, level)) }
    }
    var result = CategoryLevel(
      column: source.categoryColumn(level: level), title: source.categoryTitle(level: level),
      values: try column(
        indices.map { source.category(at: $0, level: level) }, source.categoryType(level: level), or: .string),
      labels: indices.map { source.categoryLabel(at: $0, level: level) }, format: source.categoryFormat(level: level),
      firstChild: level == 0 ? nil : children.map { Int32(clamping: $0.lowerBound) },
      lastChild: level == 0 ? nil : children.map { Int32(clamping: max($0.upperBound, 0) - 1) }, cells: cells)
    result.other = source.otherCategory(level: level)
    let edges = indices.map { source.upperEdge(ofCategory: $0, level: level) }
    if edges.contains(where: { !$0.isNull }) { result.upperEdges = try column(edges, nil, or: .float64) }
    return result
  }

  private static func items(_ source: some ChartDataSource) throws(AugerError) -> ChartItems? {
    guard let count = source.itemCount else { return nil }
    var values: [Column] = []
    for dimension in 0..<source.dimensionCount {
      values.append(
        try column(
          (0..<count).map { source.itemValue(dimension: dimension, item: $0) }, source.itemType(dimension: dimension),
          or: .float64))
    }
    return ChartItems(
      category: try column((0..<count).map { source.itemCategory(at: $0) }, source.itemCategoryType, or: .string),
      series: (0..<count).map { Int32(clamping: source.itemSeries(at: $0)) }, values: values)
  }

  private static func cells(
    _ source: some ChartDataSource, _ dimension: Int, _ level: Int
  ) throws(AugerError) -> Column {
    var scalars: [Scalar] = []
    for series in 0..<source.seriesCount {
      for category in 0..<source.categoryCount(level: level) {
        scalars.append(source.value(dimension: dimension, series: series, category: category, level: level))
      }
    }
    return try column(scalars, source.type(ofDimension: dimension, level: level), or: .float64)
  }

  /// Creates a column of a type, or of the narrowest type for all scalars. Int and float, and decimal and float, become
  /// float.
  private static func column(
    _ scalars: [Scalar], _ known: DataType?, or defaultType: DataType
  ) throws(AugerError) -> Column {
    if let known { return try Column(known, scalars) }
    var type: DataType?
    for scalar in scalars {
      guard let next = scalar.type else { continue }
      type = type.map { $0.common(with: next) ?? $0 } ?? next
    }
    return try Column(type ?? defaultType, scalars)
  }
}
