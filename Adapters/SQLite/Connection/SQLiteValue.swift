import AugerColumns

/// A value in the form in which it is bound to a statement.
///
/// Formats are those of SQLite's functions. A bool is 1 or 0, a date is `YYYY-MM-DD`, a timestamp `YYYY-MM-DD
/// HH:MM:SS[.ffffff]`, a time `HH:MM:SS[.ffffff]`. An interval is its ISO 8601 string, and bytes are a blob.
///
/// SQLite stores decimals as integers and reals. A decimal is bound as the integer or double that prints as the same
/// number, so it equals the stored value. A decimal with too many digits for a double is bound as text. A column with
/// numeric affinity converts it to the nearest number.
enum SQLiteValue: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  init(_ scalar: Scalar) {
    switch scalar {
    case .null: self = .null
    case .bool(let value): self = .integer(value ? 1 : 0)
    case .int(let value): self = .integer(value)
    case .float(let value): self = .real(value)
    case .string(let value): self = .text(value)
    case .date(let value): self = .text(value.description)
    case .timestamp(let value):
      self = .text(value.description.replacing("T", with: " ", maxReplacements: 1))
    case .time, .interval: self = .text(scalar.description)
    case .binary(let bytes): self = .blob(bytes)
    case .decimal(let value):
      let normal = value.normalized
      if normal.scale == 0, let whole = Int64(exactly: normal.unscaled) {
        self = .integer(whole)
      } else if let printed = Decimal128(NumberText.shortest(normal.doubleValue)), printed == normal {
        self = .real(normal.doubleValue)
      } else {
        self = .text(normal.description)
      }
    }
  }
}
