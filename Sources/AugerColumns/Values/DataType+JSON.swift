import AugerDiagnostics

extension DataType {
  /// A value of this type as JSON: ints and decimals with all their digits, dates and times as ISO 8601, bytes as
  /// `\x00ff`. NaN and infinities, which JSON has no numbers for, become strings.
  package func json(of value: Scalar) -> String {
    switch value {
    case .null: "null"
    case .bool, .int, .decimal: value.description
    case .float(let number): number.isFinite ? value.description : DiagnosticRenderer.quoted(value.description)
    case .string, .date, .timestamp, .time, .interval, .binary: DiagnosticRenderer.quoted(text(of: value))
    }
  }
}
