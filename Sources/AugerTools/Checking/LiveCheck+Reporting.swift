import Auger
import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery

// Reports failures and empty results at the location to fix.
extension LiveCheck {
  mutating func reportEmpty(_ query: String, _ consequence: String, at place: Diagnostic.Place?) {
    findings.append(
      Diagnostic(
        .dataTableEmpty, "query '\(query)' has no rows; \(consequence)", at: place, details: [.init(.query, query)]))
  }

  /// Reports the start category of predictions if the chart does not contain it.
  mutating func reportPrediction(_ model: ChartModel, _ chart: ParsedChart) {
    for warning in model.warnings where warning.code == .predictiveStartMissing {
      findings.append(
        Diagnostic(
          warning.code, level: .warning, warning.message, at: chart.places.chart,
          details: [.init(.chart, chart.name)]))
    }
  }

  /// Reports an error of a query at the definition of the query. The location in the query text becomes a note.
  mutating func report(_ error: any Error, of query: QueryDefinition) {
    guard let error = error as? DiagnosticError else {
      return report(error, at: query.place, details: [.init(.query, query.name)])
    }
    for var diagnostic in error.diagnostics {
      // The static check reported it for the chart that does not provide the argument.
      if Self.aboutArguments.contains(diagnostic.code), isKnown(Self.toldOfArguments, of: query) { continue }
      if let place = diagnostic.place, !isInFile(place, of: query) {
        diagnostic.notes.append("at \(place)")
        diagnostic.place = query.place
      }
      if diagnostic.place == nil { diagnostic.place = query.place }
      if diagnostic[.query] == nil { diagnostic.details.append(.init(.query, query.name)) }
      findings.append(diagnostic)
    }
  }

  private func isInFile(_ place: Diagnostic.Place, of query: QueryDefinition) -> Bool {
    query.place.map { Name($0.source.name) == Name(place.source.name) } ?? true
  }

  mutating func report(_ error: any Error, at place: Diagnostic.Place?, details: [Diagnostic.Detail]) {
    switch error {
    case let error as DiagnosticError:
      // An unknown variable was reported when the file was read.
      for var diagnostic in error.diagnostics where diagnostic.code != .unknownVariable {
        if diagnostic.place == nil { diagnostic.place = place }
        findings.append(diagnostic)
      }
    case let error as AugerError:
      let notes = [error.place.map { "at \($0)" }, error.underlying].compactMap(\.self)
      findings.append(
        Diagnostic(error.code, error.message, at: place, hint: error.hint, notes: notes, details: details))
    default:
      findings.append(Diagnostic(.other, "\(error)", at: place, details: details))
    }
  }

  private func isKnown(_ codes: [Diagnostic.Code], of query: QueryDefinition) -> Bool {
    known.contains { other in
      codes.contains(other.code) && other[.query].map { Name($0) == Name(query.name) } ?? false
    }
  }

  /// The codes of errors about missing or invalid arguments, for SQL queries and table queries.
  private static let aboutArguments: [Diagnostic.Code] = [
    .argumentUnbound, .argumentKind, .unknownVariable, .variableIsNotScalar,
  ]
  private static let toldOfArguments: [Diagnostic.Code] = [.argumentUnbound, .argumentExcluded, .argumentKind]
}

extension Diagnostic {
  /// Returns true if an error of a chart model duplicates another finding at the same location.
  func repeats(_ other: Diagnostic) -> Bool {
    guard place?.span == other.place?.span, place?.source.name == other.place?.source.name else { return false }
    return code == other.code
  }
}
