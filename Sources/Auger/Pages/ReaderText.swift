import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerExpressions
import AugerMetadata
import AugerQuery

/// Messages for readers of pages and pictures, in one language.
///
/// Readers cannot see the server, the workspace or the definitions. These messages therefore do not name queries,
/// columns, files or commands. The messages of diagnostics and warnings do: terminals, logs and JSON show those.
package struct ReaderText: Sendable {
  private let texts: PageTexts

  package init(_ texts: PageTexts) { self.texts = texts }

  /// Returns the reason for which a dashboard shows no chart.
  func absence(of error: any Error) -> String {
    if let error = error as? DiagnosticError {
      if let found = error.diagnostics.first(where: { $0.code == .crossFilterEmpty }) {
        return exclusion(found, title: found.details.first { $0.key == .chart }?.value ?? "")
      }
      let key = error.diagnostics.first.flatMap { Self.key(of: $0) }
      return key.map { "\(texts[$0])." } ?? texts[.chartDefinition]
    }
    guard let error = error as? AugerError else { return texts[.chartUnknown] }
    return switch error.code {
    case .timeout: texts[.chartTimeout]
    case .limitExceeded: texts[.chartTooLarge]
    case .lowMemory: texts[.chartMemory]
    default: texts[.chartUnreadable]
    }
  }

  /// Returns the reason for which a selection in a chart leaves nothing to show.
  func exclusion(_ diagnostic: Diagnostic, title: String) -> String {
    let column = diagnostic.details.first { $0.key == .dataColumn }?.value ?? ""
    return texts.text(.selectionExcluded, ["title": title, "column": column])
  }

  /// Returns the reason for which a link has no target, as the end of a sentence.
  func hindrance(of error: any Error) -> String {
    switch error {
    case let error as DiagnosticError where error.diagnostics.contains { $0.code == .valueNotPresent }:
      texts[.noSuchData]
    case is DiagnosticError: texts[.notApplicable]
    case let error as AugerError where error.code == .limitExceeded: texts[.resultTooLarge]
    case let error as AugerError where error.code == .lowMemory: texts[.tooLittleMemory]
    default: texts[.dataUnreadable]
    }
  }

  /// Returns a sentence without a period about an invalid move, and a hint. Nil for errors of the definitions.
  ///
  /// Hints of diagnostics are English. Other languages have only the nearest valid value.
  package func message(for diagnostic: Diagnostic) -> (message: String, hint: String?)? {
    if diagnostic.code == .crossFilterEmpty {
      let title = diagnostic.details.first { $0.key == .chart }?.value ?? ""
      return (String(exclusion(diagnostic, title: title).dropLast()), nil)
    }
    guard let key = Self.key(of: diagnostic) else { return nil }
    guard Self.keysWithHint.contains(key) else { return (texts[key], nil) }
    if Name(texts.language) == "en" { return (texts[key], diagnostic.hint) }
    let nearest = diagnostic.nearest.flatMap { PercentEncoding.decodedPart($0) }
    return (texts[key], nearest.map { texts.text(.nearestValue, ["value": $0]) })
  }

  private static let keysWithHint: [PageText] = [
    .moveValueAbsent, .moveNotAChoice, .moveWrongType, .moveOutOfBounds, .moveOffStep, .moveFilterRange,
  ]

  private static func key(of diagnostic: Diagnostic) -> PageText? {
    switch diagnostic.code {
    case .valueNotPresent: .moveValueAbsent
    case .notAmongChoices: .moveNotAChoice
    case .variableType: .moveWrongType
    case .outOfBounds: .moveOutOfBounds
    case .offStep: .moveOffStep
    case .filterRange: .moveFilterRange
    case .filterKind: .moveFilterKind
    case .notZoomable, .zoomOutOfRange, .notInView: .moveLevel
    case .notDrillable, .drillLevelUnknown, .drillAtLastLevel, .drillNothingPicked, .drillRangePicked,
      .drillUnknownColumn, .drillNotByCategory, .drillNotBySeries, .drillNullPicked, .drillAncestorMissing,
      .drillManyAncestors:
      .moveDrill
    case .notChangeable, .whatIfNotPossible: .moveChange
    case .notComparable: .moveCompare
    case .goalNotReached: .moveGoal
    case .goalSyntax, .scenarioPart, .stepsSyntax, .stepsUnused, .explorationSyntax, .explorationUnknown,
      .explorationDuplicate, .markupSyntax:
      .moveLink
    default: nil
    }
  }

  /// Returns the notes below a chart, without duplicates.
  func notes(on model: ChartModel) -> [String] {
    var notes: [String] = []
    for warning in model.warnings + SVG.notices(for: model) {
      if let note = note(on: warning), !notes.contains(name: note) { notes.append(note) }
    }
    return notes
  }

  /// Returns nil for warnings that only help the author of a definition.
  private func note(on warning: Warning) -> String? {
    switch warning.code {
    case .tooManySeries, .tooManyCategories, .formatMismatch, .unknownColor, .colorNotDrawn, .axisNotApplied,
      .categoryNotUsed, .predictiveStartMissing:
      nil
    case .dataTableEmpty: texts[.noteEmpty]
    case .answerStale: texts[.noteStale]
    case .valueNotPresent, .filterPickMissing: texts[.noteSelection]
    case .filterNotUsed: texts[.noteFilters]
    case .notComparable: texts[.noteComparison]
    case .forecastNotPossible: texts[.noteForecast]
    case .rollUpNotExact: texts[.noteTotals]
    case .divisionByZero, .domainError, .expressionEvaluation, .sumOverflow: texts[.noteComputed]
    case .dataContradictsExpression: texts[.noteContradiction]
    case .outsideAxis: texts[.noteOutside]
    case .layerNotShown, .layerTypeNotDrawn, .annotationNotDrawn: texts[.noteParts]
    case .multiplesNotShown: texts[.noteMultiples]
    case .gridColumnNotShown: texts[.noteRows]
    case .summaryNotShown: texts[.noteSummary]
    case .valueNotDrawn, .contourNotDrawn, .valueMissing, .valueNotBinned, .nodeMissing, .sortNotApplied:
      sentence(warning)
    default: texts[.noteIncomplete]
    }
  }

  /// Returns the message of a warning that names titles and marks, which readers see. Messages are English, so other
  /// languages have a general sentence.
  private func sentence(_ warning: Warning) -> String {
    guard Name(texts.language) == "en" else { return texts[.noteValues] }
    let count = warning.count > 1 ? " (\(warning.count) times)" : ""
    return warning.message.prefix(1).uppercased() + warning.message.dropFirst() + count + "."
  }
}
