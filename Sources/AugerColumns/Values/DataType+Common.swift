extension DataType {
  /// Returns the narrowest type to which the values of both can be converted. Nil if none exists. Numbers and floats
  /// become floats, dates and timestamps become timestamps.
  package func common(with other: DataType) -> DataType? {
    switch (self, other) {
    case _ where self == other: self
    case (.int64, .float64), (.float64, .int64), (.decimal, .float64), (.float64, .decimal): .float64
    case (.int64, .decimal(let precision, let scale)), (.decimal(let precision, let scale), .int64):
      .decimal(precision: min(38, max(precision, 19 + scale)), scale: scale)
    case (.decimal(let p, let s), .decimal(let q, let t)):
      .decimal(precision: min(38, max(p - s, q - t) + max(s, t)), scale: max(s, t))
    case (.date, .timestamp): other
    case (.timestamp, .date): self
    default: nil
    }
  }
}
