import AugerCharts
import AugerColumns
import AugerDiagnostics

extension ChartModel {
  /// Returns one chart with a series for each step. If the charts have series, the result has one for each series and
  /// step.
  ///
  /// `models` contains one chart for each value of `steps`, in their order. Throws `notComparable` like a comparison.
  package static func swept(_ steps: Steps, _ models: [ChartModel]) throws -> ChartModel {
    precondition(models.count == steps.values.count, "a model for each step")
    // A number alone needs the name of its target.
    let parts = steps.values.map { value in
      ChartLabel(value: value, text: value.type?.isNumeric == true ? "\(steps.name) = \(value)" : nil)
    }
    return try sideBySide(models, called: steps.name, as: parts)
  }

  /// Returns one chart under several assumptions, with a series for each, to draw a comparison.
  ///
  /// Throws the errors of `compared`.
  package static func beside(_ models: [(name: String, model: ChartModel)]) throws -> ChartModel {
    precondition(!models.isEmpty, "there is something to see")
    return try sideBySide(
      models.map(\.model), called: "scenario", as: models.map { ChartLabel(value: .string($0.name)) })
  }

  private static func sideBySide(
    _ models: [ChartModel], called name: String, as parts: [ChartLabel]
  ) throws -> ChartModel {
    let union = try ModelUnion(models)
    let own = union.frame.seriesColumn == nil ? [] : union.frame.series.map(\.text)
    var model = union.frame
    model.baselineCells = nil
    model.state = ChartState()
    model.series = parts.flatMap { part in
      own.isEmpty ? [part] : own.map { ChartLabel(value: .string("\($0), \(part.text)")) }
    }
    model.seriesColumn = own.isEmpty ? name : union.frame.seriesColumn
    if own.isEmpty { model.seriesTitle = name }
    let width = union.frame.series.count
    for level in model.levels.indices {
      let columns = try model.dimensions.indices.map { dimension in
        var values: [Scalar] = []
        for (number, step) in models.enumerated() {
          for series in 0..<width {
            for category in 0..<model.levels[level].count {
              values.append(
                union.value(step, number, level: level, dimension: dimension, series: series, category: category))
            }
          }
        }
        return try Column(numbers: values)
      }
      if level > 0 {
        model.levels[level].cells = columns
      } else {
        for index in columns.indices { model.dimensions[index].cells = columns[index] }
      }
    }
    model.display = ChartDisplay(defaultsFor: model.type, visibleSeriesCount: model.series.count)
    var queries: [Receipt.Query] = []
    var warnings = Warnings()
    for step in models {
      for query in step.receipt.queries
      where !queries.contains(where: { Name($0.name) == Name(query.name) && $0.arguments == query.arguments }) {
        queries.append(query)
      }
      for warning in step.warnings where !warnings.items.contains(warning) { warnings.add(warning) }
    }
    model.receipt.queries = queries
    model.drill = nil
    try model.validate()
    for warning in model.advice() where !warnings.items.contains(warning) { warnings.add(warning) }
    model.warnings = warnings.items
    return model
  }
}
