import AugerDiagnostics

extension DataType {
  /// Returns a value of this type as JSON. Ints and decimals have all digits, dates and times are ISO 8601, and bytes
  /// are `\x00ff`. NaN and infinities become strings, because JSON has no such numbers.
  package func json(of value: Scalar) -> String {
    switch value {
    case .null: "null"
    case .bool, .int, .decimal: value.description
    case .float(let number): number.isFinite ? value.description : DiagnosticRenderer.quoted(value.description)
    case .string, .date, .timestamp, .time, .interval, .binary: DiagnosticRenderer.quoted(text(of: value))
    }
  }
}
