import AugerDiagnostics
import AugerMetadata
import AugerQuery

extension QueryRequest {
  /// Returns the error that a delegate throws for an unknown query, with the nearest of the known names.
  public func unknown(among queries: [String]) -> AugerError { AugerError(Self.unknown(query, among: queries)) }

  fileprivate static func unknown(_ name: String, among names: [String]) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .metadataObjectUndefined, "query '\(name)' does not exist",
        hint: DidYouMean.hint(for: name, among: names, listing: "queries"),
        details: [.init(.query, name)]))
  }
}

extension QueryDelegate {
  package func unknownQuery(_ name: String, among names: [String]) -> DiagnosticError {
    QueryRequest.unknown(name, among: names)
  }
}
