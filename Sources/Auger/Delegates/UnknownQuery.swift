import AugerDiagnostics
import AugerMetadata
import AugerQuery

extension QueryDelegate {
  /// What a delegate throws for a query that it does not answer, with the nearest of those that it does.
  public func unknownQuery(_ name: String, among names: [String]) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .metadataObjectUndefined, "there is no query '\(name)'",
        hint: DidYouMean.hint(for: name, among: names, listing: "queries"),
        details: [.init(.query, name)]))
  }
}
