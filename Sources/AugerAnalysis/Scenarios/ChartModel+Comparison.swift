import AugerCharts
import AugerColumns
import AugerDiagnostics

extension ChartModel {
  /// Returns a comparison of this chart with the same chart under other assumptions. Each value becomes four
  /// dimensions: this value, the other value, the difference, and the difference in percent of this value.
  ///
  /// Integers and decimals are subtracted exactly. If a value is missing or this value is zero, the percentage is null.
  /// Throws `notComparable` for charts of data items and for charts at different zooming levels.
  package func compared(
    with other: ChartModel, names: (here: String, there: String)
  ) throws -> ChartModel {
    let union = try ModelUnion([self, other])
    var model = union.frame
    model.baselineCells = nil
    model.state = ChartState()
    model.dimensions = []
    for level in model.levels.indices where level > 0 { model.levels[level].cells = [] }
    for (index, dimension) in dimensions.enumerated() {
      for level in model.levels.indices {
        var columns: [[Scalar]] = [[], [], [], []]
        for series in model.series.indices {
          for category in 0..<model.levels[level].count {
            let here = union.value(self, 0, level: level, dimension: index, series: series, category: category)
            let there = union.value(other, 1, level: level, dimension: index, series: series, category: category)
            let difference = Scalar.difference(there, here)
            columns[0].append(here)
            columns[1].append(there)
            columns[2].append(difference)
            columns[3].append(Scalar.percent(difference, of: here))
          }
        }
        let cells = try columns.map { try Column(numbers: $0) }
        if level > 0 {
          model.levels[level].cells? += cells
          continue
        }
        let titles = [names.here, names.there, "difference", "percent"]
        for (part, title) in titles.enumerated() {
          model.dimensions.append(
            ValueDimension(
              sequence: model.dimensions.count + 1,
              title: dimension.title.isEmpty ? title : "\(dimension.title): \(title)",
              format: part == 3 ? .percent : dimension.format, cells: cells[part]))
        }
      }
    }
    // A cached result is still the same query, and whether it was cached depends on earlier requests.
    model.receipt.queries += other.receipt.queries.filter { query in
      !receipt.queries.contains { Name($0.name) == Name(query.name) && $0.arguments == query.arguments }
    }
    model.warnings += other.warnings.filter { !warnings.contains($0) }
    try model.validate()
    return model
  }
}

extension Scalar {
  /// Returns a − b, exact except for floats. Null if one is missing.
  fileprivate static func difference(_ a: Scalar, _ b: Scalar) -> Scalar {
    if case .int(let x) = a, case .int(let y) = b {
      let (value, overflow) = x.subtractingReportingOverflow(y)
      if !overflow { return .int(value) }
    }
    let isFloat = [a, b].contains { if case .float = $0 { true } else { false } }
    if !isFloat, let x = a.decimal, let y = b.decimal, let value = x.subtracting(y) { return .decimal(value) }
    guard let x = a.doubleValue, let y = b.doubleValue else { return .null }
    return .float(x - y)
  }

  fileprivate static func percent(_ difference: Scalar, of base: Scalar) -> Scalar {
    guard let part = difference.doubleValue, let whole = base.doubleValue, whole != 0 else { return .null }
    return .float(part / whole.magnitude * 100)
  }
}
