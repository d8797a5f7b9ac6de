import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerExpressions
import AugerMetadata
import AugerQuery

/// Messages for readers of pages and pictures.
///
/// Readers cannot see the server, the workspace or the definitions. These messages therefore do not name queries,
/// columns, files or commands. The messages of diagnostics and warnings do: terminals, logs and JSON show those.
package enum ReaderText {
  static let unknown = "This chart could not be computed."
  static let tooManyMarks = "This chart has too many marks for a picture."

  /// Returns the reason for which a dashboard shows no chart.
  static func absence(of error: any Error) -> String {
    switch error {
    case let error as DiagnosticError:
      let words = error.diagnostics.first.flatMap { message(for: $0)?.message }
      return words.map { "\($0)." } ?? "\(unknown.dropLast()): its definition has an error."
    case let error as AugerError where error.code == .timeout: return "The data did not arrive in time."
    case let error as AugerError where error.code == .limitExceeded: return "The result exceeds a limit."
    case let error as AugerError where error.code == .lowMemory: return "There is not enough memory for this chart."
    case is AugerError: return "The data of this chart could not be read."
    default: return unknown
    }
  }

  /// Returns the reason for which a link has no target, as the end of a sentence.
  static func hindrance(of error: any Error) -> String {
    switch error {
    case let error as DiagnosticError where error.diagnostics.contains { $0.code == .valueNotPresent }:
      "no data match that selection"
    case is DiagnosticError: "it does not apply here"
    case let error as AugerError where error.code == .limitExceeded: "its result exceeds a limit"
    case let error as AugerError where error.code == .lowMemory: "there is not enough memory for it"
    default: "its data could not be read"
    }
  }

  /// Returns a sentence without a period about an invalid move, and a hint. Nil for errors of the definitions.
  package static func message(for diagnostic: Diagnostic) -> (message: String, hint: String?)? {
    switch diagnostic.code {
    case .valueNotPresent: ("The selected value does not occur in the data", diagnostic.hint)
    case .notAmongChoices: ("The value is not one of the choices", diagnostic.hint)
    case .variableType: ("The value has the wrong type", diagnostic.hint)
    case .outOfBounds: ("The value is outside the allowed range", diagnostic.hint)
    case .offStep: ("The value is between two allowed values", diagnostic.hint)
    case .filterRange: ("The range of the filter is not valid", diagnostic.hint)
    case .filterKind: ("The filter cannot have this selection", nil)
    case .notZoomable, .zoomOutOfRange, .notInView: ("The chart does not have this level", nil)
    case .notDrillable, .drillLevelUnknown, .drillAtLastLevel, .drillNothingPicked, .drillRangePicked,
      .drillUnknownColumn, .drillNotByCategory, .drillNotBySeries, .drillNullPicked, .drillAncestorMissing,
      .drillManyAncestors:
      ("The chart does not lead to this selection", nil)
    case .notChangeable, .whatIfNotPossible: ("These data cannot be changed", nil)
    case .notComparable: ("This chart cannot be compared", nil)
    case .goalNotReached: ("No value reaches this goal", nil)
    case .goalSyntax, .scenarioPart, .stepsSyntax, .stepsUnused, .explorationSyntax, .explorationUnknown,
      .explorationDuplicate:
      ("The link is not valid", nil)
    default: nil
    }
  }

  /// Returns the notes below a chart, without duplicates.
  static func notes(on model: ChartModel) -> [String] {
    var notes: [String] = []
    for warning in model.warnings + SVG.notices(for: model) {
      if let note = note(on: warning), !notes.contains(name: note) { notes.append(note) }
    }
    return notes
  }

  /// Returns nil for warnings that only help the author of a definition.
  private static func note(on warning: Warning) -> String? {
    switch warning.code {
    case .tooManySeries, .tooManyCategories, .formatMismatch, .unknownColor, .colorNotDrawn, .axisNotApplied,
      .categoryNotUsed, .predictiveStartMissing:
      nil
    case .dataTableEmpty: "There are no data to show."
    case .answerStale: "The data could not be updated and may be out of date."
    case .valueNotPresent, .filterPickMissing: "Some selected values do not occur in the data."
    case .filterNotUsed: "This chart does not follow all filters."
    case .notComparable: "This chart cannot be compared."
    case .forecastNotPossible: "The data do not allow a forecast."
    case .rollUpNotExact: "Some totals are missing or inexact because their values cannot be added up."
    case .divisionByZero, .domainError, .expressionEvaluation, .sumOverflow: "Some values could not be computed."
    case .dataContradictsExpression: "Some stored values contradict their formulas."
    case .outsideAxis: "Some values lie outside the axis."
    case .layerNotShown, .layerTypeNotDrawn, .annotationNotDrawn: "Parts of this chart are not drawn."
    case .multiplesNotShown: "Some small charts are not shown."
    case .gridColumnNotShown: "Some rows have no small chart."
    case .summaryNotShown: "This chart has no total."
    // Their messages name titles and marks, which readers see.
    case .valueNotDrawn, .valueMissing, .valueNotBinned, .nodeMissing, .sortNotApplied: sentence(warning)
    default: "Some of the data may be incomplete or inexact."
    }
  }

  private static func sentence(_ warning: Warning) -> String {
    let count = warning.count > 1 ? " (\(warning.count) times)" : ""
    return warning.message.prefix(1).uppercased() + warning.message.dropFirst() + count + "."
  }
}
