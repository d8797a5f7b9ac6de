import AugerCharts
import AugerDiagnostics

/// The diagnostics and warnings whose messages an answer may contain.
///
/// Messages of sources can contain files, statements and hosts. For all codes that are not listed, the answer contains
/// only the code.
enum AnswerWords {
  /// The codes of errors about moves, states, scenarios and arguments. Their messages contain only text of the caller
  /// and names of the dashboard.
  private static let ofCallers: Set<String> = [
    "addressTooLong", "argumentMissing", "argumentWrong", "dataTableEmpty", "drillAncestorMissing", "drillAtLastLevel",
    "drillLevelUnknown", "drillManyAncestors", "drillNotByCategory", "drillNotBySeries", "drillNothingPicked",
    "drillNullPicked", "drillOutsideFilter", "drillRangePicked", "drillUnknownColumn", "explorationDuplicate",
    "explorationSyntax", "explorationUnknown", "filterKind", "filterRange", "itemHasNoChart", "metadataObjectUndefined",
    "moveUnknown", "notAmongChoices", "notChangeable", "notDrillable", "notInView", "notZoomable", "offStep",
    "outOfBounds", "rollUpNotExact", "scenarioPart", "stepsUnused", "valueNotPresent", "variableType",
    "whatIfNotPossible", "whatIfNotReadable", "zoomOutOfRange",
  ]

  /// The codes of warnings about charts.
  private static let ofCharts: Set<String> = [
    "annotationNotDrawn", "argumentUnused", "axisNotApplied", "categoryNotUsed", "colorNotDrawn",
    "contourNotDrawn", "dataContradictsExpression", "dataTableEmpty", "divisionByZero", "domainError", "filterNotUsed",
    "filterPickMissing", "forecastNotPossible", "formatMismatch", "gridColumnNotShown", "layerNotShown",
    "layerTypeNotDrawn", "multiplesNotShown", "nodeMissing", "notFinite", "outsideAxis", "overflow", "precisionLost",
    "predictiveStartMissing", "rollUpNotExact", "sortNotApplied", "summaryNotShown", "tooManyCategories",
    "tooManySeries", "unknownColor", "valueMissing", "valueNotBinned", "valueNotDrawn", "valueNotPresent",
    "whatIfNotPossible",
  ]

  static func isAboutTheCaller(_ code: Diagnostic.Code) -> Bool { ofCallers.contains(code.rawValue) }

  static func shown(_ warning: Warning) -> Warning {
    var shown = warning
    shown.firstPlace = nil
    if !ofCharts.contains(warning.code.rawValue) { shown.message = "some data is not shown exactly as it was read" }
    return shown
  }

  static func node(_ warnings: [Warning]) -> JSONNode {
    .list(
      Warnings(warnings.map(shown)).items.map { warning in
        ["code": .text(warning.code.rawValue), "message": .text(warning.message), "count": JSONNode(warning.count)]
      })
  }

  static let warningsSchema: JSONNode = [
    "type": "array",
    "items": [
      "type": "object", "required": ["code", "message", "count"], "additionalProperties": false,
      "properties": [
        "code": ["type": "string"], "message": ["type": "string"], "count": ["type": "integer", "minimum": 1],
      ],
    ],
  ]
}

extension ChartModel {
  /// The chart without the names of its sources and without their warnings' messages.
  var withoutSources: ChartModel {
    var model = self
    for index in model.receipt.queries.indices { model.receipt.queries[index].source = nil }
    model.warnings = model.warnings.map(AnswerWords.shown)
    for index in model.multiples.indices { model.multiples[index].model = model.multiples[index].model.withoutSources }
    guard var table = model.table else { return model }
    for index in table.columns.indices {
      table.columns[index].charts = table.columns[index].charts.map { $0.map { $0?.withoutSources } }
    }
    model.table = table
    return model
  }
}
