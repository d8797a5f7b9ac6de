import AugerDiagnostics

/// What is wrong with a command line beyond its spelling; what the parser of the command line finds is `usage`.
extension Diagnostic.Code {
  /// What is to be written does not go where it is to be written: several charts into one file, or an ending that is
  /// not the format.
  static let outputMismatch = Self("outputMismatch")
}
