import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// Creates the model of a custom item: a table with its text, or with the description of its picture, for outputs
/// without pictures.
package struct CustomItemBuilder: Sendable {
  package var definition: CustomItemDefinition
  package var locale: ChartLocale

  package init(_ definition: CustomItemDefinition, locale: ChartLocale = ChartLocale()) {
    self.definition = definition
    self.locale = locale
  }

  /// Returns the model of the content in the definition. Throws `metadataFileNotFound` if its file was not read.
  package func model() throws -> ChartModel {
    guard let text = definition.text else {
      throw DiagnosticError(
        Diagnostic(
          .metadataFileNotFound, "file '\(definition.file ?? "")' of custom item '\(definition.name)' was not read",
          at: definition.filePlace, hint: "Read the dashboard from its file, or provide the content as Text."))
    }
    return try model(of: text)
  }

  /// Returns the model of the first cell of a query's result.
  package func model(from table: Table, receipt: Receipt) throws -> ChartModel {
    var text = ""
    if table.rowCount > 0, let cells = table.columns.first, !cells[0].isNull { text = cells[0].description }
    var model = try model(of: text, receipt: receipt)
    var warnings = table.warnings
    if text.isEmpty {
      warnings.add(Warning(.dataTableEmpty, "query '\(definition.query ?? "")' has no content for the custom item"))
    }
    model.warnings = warnings.items
    return model
  }

  private func model(of text: String, receipt: Receipt = Receipt()) throws -> ChartModel {
    let content = ChartContent(text, alternative: definition.alternative)
    let spoken = content.spoken.isEmpty ? definition.title : content.spoken
    let title = locale.texts[.content]
    let cells = Column([spoken])
    var model = ChartModel(
      name: definition.name, title: definition.title, type: .dataGrid,
      levels: [CategoryLevel(column: title, values: cells, labels: [spoken])],
      dimensions: [ValueDimension(title: "", cells: try Column(.int64, repeating: .null, count: 1))],
      table: ChartTable(columns: [ChartTable.Column(title: title, isHeader: true, cells: cells, texts: [spoken])]),
      receipt: receipt, locale: locale)
    model.content = content
    model.theme = definition.theme
    try model.validate()
    return model
  }
}
