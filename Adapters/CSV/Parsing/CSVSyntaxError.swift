import AugerDiagnostics

/// The reason and the position of a syntax error.
package struct CSVSyntaxError: Error, Hashable {
  package enum Reason: Sendable { case misplacedQuote, unterminatedQuote, fieldTooLong, outOfMemory }

  package var reason: Reason
  /// The physical line on which the row begins, from 1.
  package var rowLine: Int
  /// The physical line on which the field begins.
  package var line: Int
  /// The number of the field within its row, from 0.
  package var field: Int

  init(_ failure: LibCSV.Failure, at cursor: RowCursor) {
    reason =
      switch failure {
      case .misplacedQuote: .misplacedQuote
      case .unterminatedQuote: .unterminatedQuote
      case .fieldTooLong: .fieldTooLong
      case .outOfMemory: .outOfMemory
      }
    rowLine = cursor.rowLine
    line = cursor.line
    field = cursor.fieldCount
  }
}

extension CSVSyntaxError {
  /// Returns the error that the user sees.
  func placed(_ finder: PlaceFinder) -> AugerError {
    let place = finder.place(FieldPlace(rowLine: rowLine, field: field, line: line))
    let operation = "read '\(finder.path)'"
    return switch reason {
    case .misplacedQuote:
      AugerError(
        .misplacedQuote, operation: operation, "a quote is inside a field or after its end", place: place,
        hint: "Double the quote, or remove 'strict'.")
    case .unterminatedQuote:
      AugerError(
        .unterminatedQuote, operation: operation, "the quoted field that begins here does not end", place: place,
        hint: "Close or double the quote, or set another one with the option 'quote'.")
    case .fieldTooLong:
      AugerError(
        .fieldTooLong, operation: operation, "the field that begins here has more than 16 MiB", place: place,
        hint: "Check for a missing closing quote.")
    case .outOfMemory:
      AugerError(.lowMemory, operation: operation, "there is not enough memory for a field", place: place)
    }
  }
}
