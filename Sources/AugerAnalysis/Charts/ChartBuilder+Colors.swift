import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

extension ChartBuilder {
  /// Checks a color expression against the rows of a level.
  func check(color: Expression, _ level: LevelTable, _ keys: [String]) throws(DiagnosticError) {
    var schema = level.table.schema
    for key in level.derived {
      let bound = try BoundExpression.bind(key.expression, in: ExpressionScope(schema: schema))
      schema = Schema(schema.fields + [Field(key.name, bound.type)])
    }
    let scope = ExpressionScope(
      schema: schema, variables: variables, allowsAggregates: color.containsAggregate, groupKeys: keys)
    let bound = try BoundExpression.bind(color, in: scope, ofQuery: level.query)
    guard bound.type != .string, !bound.isUntyped else { return }
    throw DiagnosticError(
      Diagnostic(
        .colorNotText, "a color must be a string, not \(bound.type)", at: Diagnostic.Place(color.source, color.span)))
  }

  func annotations(of type: DataType) -> [ChartModel.Annotation] {
    definition.annotations.map { annotation in
      func category(_ text: String?) -> Scalar? {
        text.map { Scalar(text: $0, type: type) ?? AxisOptions.point($0) ?? .string($0) }
      }
      return ChartModel.Annotation(
        annotation.text, value: annotation.value, endValue: annotation.endValue,
        category: category(annotation.category), endCategory: category(annotation.endCategory),
        color: annotation.color)
    }
  }
}

extension ChartModel {
  /// Sets the names of colors, one for each cell or item. Invalid names are omitted with a warning.
  mutating func setColors(_ names: Column) {
    var found = Warnings()
    let colors = Theme.Color.names(of: names, &found)
    warnings += found.items
    self.colors = colors.contains { $0 != nil } ? colors : nil
  }
}

extension Theme.Color {
  /// Returns the color name of each row. Invalid names become nil with a warning.
  static func names(of column: Column, _ warnings: inout Warnings) -> [String?] {
    column.scalars.map { name in
      guard !name.isNull else { return nil }
      let name = name.description
      if Theme.Color(named: name, in: .light) != nil { return name }
      warnings.add(
        Warning(
          .unknownColor, "'\(name)' is not a color, expected \(Theme.Color.names.joined(separator: ", ")) or #rrggbb")
      )
      return nil
    }
  }
}

extension Diagnostic.Code {
  package static let colorNotText = Self("colorNotText")
}
