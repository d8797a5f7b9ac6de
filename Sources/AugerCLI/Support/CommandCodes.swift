import AugerDiagnostics

/// Errors of a valid command line. Errors of the parser have the code `usage`.
extension Diagnostic.Code {
  /// The output does not fit its destination: several charts for one file, or an extension of another format.
  static let outputMismatch = Self("outputMismatch")
  /// A code that `auger errors` does not know.
  static let codeUnknown = Self("unknownCode")
}
