import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The fields of an error message from the server.
struct ServerFailure: Error, Sendable {
  /// The SQLSTATE with five characters. Empty if libpq itself failed.
  var state = ""
  var message: String
  var detail: String?
  var hint: String?
  /// The position in the sent text, in characters from 1.
  var position: Int?
  /// True if the connection cannot be used again.
  var isConnectionLost = false

  /// The class of the SQLSTATE: its first two characters.
  var stateClass: Substring { state.prefix(2) }

  /// Returns true if a column does not exist, as in the catalog of an earlier version.
  var isUndefinedColumn: Bool { state == "42703" }
}

extension ServerFailure {
  /// Returns the failure as an `AugerError`. `statement` is the text that was sent, for the position.
  ///
  /// Argument values are removed from the message. The detail is omitted because it quotes rows.
  func error(operation: String, statement: SQLStatement? = nil) -> AugerError {
    if isConnectionLost {
      return AugerError(
        .connectionLost, operation: operation, "the connection to the server was lost",
        hint: "Run the query again. The next query opens a new connection.", underlying: redacted(message, statement))
    }
    if state.isEmpty { return violation(operation, statement) }
    let error = AugerError(
      code, operation: operation, "\(redacted(message, statement)) (SQLSTATE \(state))", hint: advice(statement))
    guard let statement, let position, let offset = Self.offset(ofCharacter: position, in: statement.text) else {
      return error
    }
    return statement.locate(error, at: offset)
  }

  /// Returns the error for a violation of the protocol.
  private func violation(_ operation: String, _ statement: SQLStatement?) -> AugerError {
    AugerError(
      .unexpectedData, operation: operation, "the server violates the PostgreSQL protocol",
      hint: "Check that a PostgreSQL server, or a proxy for one, listens at the source's location.",
      underlying: redacted(message, statement))
  }

  private var code: Diagnostic.Code {
    switch state {
    case "25006": .notReadOnly
    case "42501": .permissionDenied
    case "57014", "55P03": .timeout
    case "53300": .tooManyConnections
    case "28P01", "28000": .authenticationFailed
    case "54000", "53200": .limitExceeded
    default: .queryFailed
    }
  }

  private func advice(_ statement: SQLStatement?) -> String? {
    switch state {
    case "25006": "Use a statement that only reads. Sources are read-only."
    case "57014": hint ?? "Narrow the query, or raise the source's option 'statementTimeout'."
    case "42501": hint ?? "Grant the user access: GRANT SELECT ON ... TO ..."
    default: hint.map { redacted($0, statement) }
    }
  }

  /// Returns the text without argument values. The server quotes a value that it could not parse, and the caller
  /// knows it already.
  private func redacted(_ text: String, _ statement: SQLStatement?) -> String {
    var text = text
    for binding in statement?.bindings ?? [] where !binding.isNull {
      let value = binding.description
      if !value.isEmpty { text = text.replacingBytes("\"\(value)\"", with: "\"...\"") }
    }
    return text
  }

  private static func offset(ofCharacter position: Int, in text: String) -> Int? {
    guard position >= 1 else { return nil }
    let scalars = text.unicodeScalars
    guard let index = scalars.index(scalars.startIndex, offsetBy: position - 1, limitedBy: scalars.endIndex) else {
      return nil
    }
    return text.utf8.distance(from: text.startIndex, to: index)
  }
}
