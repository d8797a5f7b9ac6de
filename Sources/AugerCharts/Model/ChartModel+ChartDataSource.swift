import AugerColumns
import AugerDiagnostics

extension ChartModel: ChartDataSource {
  public var chartTitle: String { title }
  public var chartType: ChartType { type }

  public var seriesCount: Int { series.count }
  public func series(at index: Int) -> Scalar { series[index].value }
  public func seriesLabel(at index: Int) -> String { series[index].label }
  public func layer(ofSeries index: Int) -> Int { series[index].layer }

  public var categoryLevelCount: Int { levels.count }
  public func categoryTitle(level: Int) -> String { levels[level].title }
  public func categoryCount(level: Int) -> Int { levels[level].count }
  public func category(at index: Int, level: Int) -> Scalar { levels[level].values[index] }
  public func categoryLabel(at index: Int, level: Int) -> String { levels[level].labels[index] }

  public func subcategories(ofCategory index: Int, level: Int) -> Range<Int> {
    guard let first = levels[level].firstChild, let last = levels[level].lastChild else { return 0..<0 }
    return Int(first[index])..<Int(last[index]) + 1
  }

  public var dimensionCount: Int { dimensions.count }
  public func dimensionTitle(at index: Int) -> String { dimensions[index].title }
  public func format(ofDimension index: Int) -> ValueFormat? { dimensions[index].format }

  public func value(dimension: Int, series: Int, category: Int, level: Int) -> Scalar {
    if level == 0 { return self[dimension: dimension, series: series, category: category] }
    return levels[level].cells?[dimension][series * levels[level].count + category] ?? .null
  }
}

extension ChartModel {
  /// A model of what a data source answers.
  ///
  /// - Throws: `invalidChart` where the answers do not fit each other, `negativeSlice` as `validate` says.
  public init(name: String, _ source: some ChartDataSource) throws(AugerError) {
    let seriesIndices = 0..<source.seriesCount
    var levels: [CategoryLevel] = []
    for level in 0..<source.categoryLevelCount {
      let indices = 0..<source.categoryCount(level: level)
      let children = indices.map { source.subcategories(ofCategory: $0, level: level) }
      let values = try Self.column(indices.map { source.category(at: $0, level: level) }, defaultType: .string)
      var cells: [Column]?
      if level > 0 {
        cells = []
        for dimension in 0..<source.dimensionCount { cells?.append(try Self.cells(source, dimension, level)) }
      }
      levels.append(
        CategoryLevel(
          column: source.categoryTitle(level: level), values: values,
          labels: indices.map { source.categoryLabel(at: $0, level: level) },
          firstChild: level == 0 ? nil : children.map { Int32($0.lowerBound) },
          lastChild: level == 0 ? nil : children.map { Int32($0.upperBound) - 1 }, cells: cells))
    }
    var dimensions: [ValueDimension] = []
    for index in 0..<source.dimensionCount {
      dimensions.append(
        ValueDimension(
          sequence: index + 1, title: source.dimensionTitle(at: index), format: source.format(ofDimension: index),
          cells: try Self.cells(source, index, 0)))
    }
    self.init(
      name: name, title: source.chartTitle, type: source.chartType, levels: levels,
      series: seriesIndices.map {
        ChartSeries(
          value: source.series(at: $0), label: source.seriesLabel(at: $0), layer: source.layer(ofSeries: $0))
      }, seriesColumn: source.seriesTitle, seriesTitle: source.seriesTitle ?? "", dimensions: dimensions)
    try validate()
    warnings = advice()
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
    return try column(scalars, defaultType: .float64)
  }

  /// A column of the narrowest type that holds all scalars; int and float give float, as does decimal and float.
  private static func column(_ scalars: [Scalar], defaultType: DataType) throws(AugerError) -> Column {
    var type: DataType?
    for scalar in scalars {
      guard let next = scalar.type else { continue }
      type = type.map { widened($0, next) } ?? next
    }
    return try Column(type ?? defaultType, scalars)
  }

  private static func widened(_ a: DataType, _ b: DataType) -> DataType {
    switch (a, b) {
    case (.int64, .float64), (.float64, .int64), (.decimal, .float64), (.float64, .decimal): .float64
    case (.int64, .decimal(let precision, let scale)), (.decimal(let precision, let scale), .int64):
      .decimal(precision: min(38, max(precision, 19 + scale)), scale: scale)
    case (.decimal(let p, let s), .decimal(let q, let t)):
      .decimal(precision: min(38, max(p - s, q - t) + max(s, t)), scale: max(s, t))
    case (.date, .timestamp), (.timestamp, .date): .timestamp
    default: a
    }
  }
}
