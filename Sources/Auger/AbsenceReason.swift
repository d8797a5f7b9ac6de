import AugerColumns
import AugerDiagnostics

/// The reasons for which a dashboard shows no chart, in words for its readers.
///
/// Messages about the definition of a chart name its columns and queries. Those of sources name files, hosts and
/// statements, which readers do not see.
enum AbsenceReason {
  static let unknown = "This chart could not be computed."
  static let tooManyMarks = "This chart has too many marks for a picture."

  static func text(of error: any Error) -> String {
    switch error {
    case let error as DiagnosticError:
      guard let message = error.diagnostics.first?.message, !message.isEmpty else { return unknown }
      return "\(unknown.dropLast()): \(message)."
    case let error as AugerError where error.code == .timeout: return "The data did not arrive in time."
    case let error as AugerError where error.code == .limitExceeded: return "The result exceeds a limit."
    case let error as AugerError where error.code == .lowMemory: return "There is not enough memory for this chart."
    case is AugerError: return "The data of this chart could not be read."
    default: return unknown
    }
  }
}
