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

  /// Returns the annotations. Throws `metadataFileNotFound` if the file of a picture was not read.
  func annotations(of type: DataType) throws(DiagnosticError) -> [ChartModel.Annotation] {
    try definition.annotations.map { annotation throws(DiagnosticError) in
      if let file = annotation.imageFile, annotation.image == nil {
        throw DiagnosticError(
          Diagnostic(
            .metadataFileNotFound, "picture '\(file)' of an annotation of chart '\(definition.name)' was not read",
            at: annotation.imagePlace,
            hint: "Read the dashboard from its file, or set Image to a data: URL."))
      }
      func category(_ text: String?) -> Scalar? {
        text.map { Scalar(text: $0, type: type) ?? AxisOptions.point($0) ?? .string($0) }
      }
      var shown = ChartModel.Annotation(
        annotation.text, value: annotation.value, endValue: annotation.endValue,
        category: category(annotation.category), endCategory: category(annotation.endCategory),
        color: annotation.color)
      shown.image = annotation.image.flatMap { ChartModel.Annotation.isImage($0) ? $0 : nil }
      shown.imageSize = annotation.imageSize
      shown.isAbove = annotation.isAbove
      shown.isStretched = annotation.isStretched
      shown.opacity = annotation.opacity
      return shown
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

extension ChartModel {
  /// Sets the names of the colors of outlines, one for each cell. Invalid names are omitted with a warning.
  mutating func setOutlines(_ names: Column) {
    var found = Warnings()
    let colors = Theme.Color.names(of: names, &found)
    warnings += found.items
    outlines = colors.contains { $0 != nil } ? colors : nil
  }
}

extension ChartBuilder {
  /// Sets the short labels of the finest level, and reports divisions that the axis cannot have.
  func setLabels(of model: inout ChartModel, from tables: [LevelTable]) throws {
    if !definition.style.divisions.isEmpty, definition.style.divisions.count < model.categoryCount {
      model.style.divisions = []
      model.warnings.append(
        Warning(
          .axisNotApplied,
          "the axis has \(definition.style.divisions.count) divisions for \(model.categoryCount) categories; "
            + "they are ignored"))
    }
    guard let label = definition.shortLabel, let level = tables.last else { return }
    let values = model.levels[0].values
    let name = level.category.column
    let scope = ExpressionScope(schema: Schema([Field(name, values.type)]), variables: variables)
    let bound = try BoundExpression.bind(label, in: scope, ofQuery: level.query)
    var found = Warnings()
    let texts = try bound.evaluate([values], rowCount: values.count, firstRow: 0, warnings: &found)
    model.levels[0].shortLabels = texts.scalars.enumerated().map { row, text in
      row == model.levels[0].other ? model.levels[0].labels[row] : text.isNull ? "" : text.description
    }
    model.warnings += found.items
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
