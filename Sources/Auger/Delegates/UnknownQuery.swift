import AugerDiagnostics
import AugerMetadata
import AugerQuery

extension QueryDelegate {
  /// Returns the error that a delegate throws for an unknown query, with the nearest known name.
  public func unknownQuery(_ name: String, among names: [String]) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .metadataObjectUndefined, "there is no query '\(name)'",
        hint: DidYouMean.hint(for: name, among: names, listing: "queries"),
        details: [.init(.query, name)]))
  }
}
