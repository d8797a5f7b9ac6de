import AugerColumns

/// The intended content of a column, from its declaration and the source's options.
enum ColumnKind: Hashable, Sendable {
  case integer
  case real
  case text
  case bool
  case date
  case timestamp
  /// Times of day as strings.
  case time
  /// Intervals as ISO 8601 strings.
  case interval
  case decimal(precision: Int, scale: Int)
  /// Numbers of any type: `NUMERIC`, `DECIMAL` without digits, and all declarations with numeric affinity.
  case numeric
  /// Blobs. Other values determine the type if there are any, like in columns without a declared type.
  case blob
  /// Expressions and columns without a declared type. The stored values determine the type.
  case any
  /// Seconds since 1970-01-01 00:00 UTC, by option.
  case unixTime
  /// Julian day numbers, by option.
  case julian

  /// Creates the kind of a declared type: well-known names first, then SQLite's rules of affinity.
  init(declared: String?) {
    let text = (declared ?? "").uppercased()
    let name = text.prefix { $0 != "(" }.split(separator: " ").joined(separator: " ")
    switch name {
    case "": self = .any
    case "BOOL", "BOOLEAN": self = .bool
    case "DATE": self = .date
    case "DATETIME", "TIMESTAMP", "TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE", "TIMESTAMP WITHOUT TIME ZONE",
      "SMALLDATETIME", "DATETIME2":
      self = .timestamp
    case "TIME", "TIME WITHOUT TIME ZONE": self = .time
    case "INTERVAL": self = .interval
    case "DECIMAL", "NUMERIC", "NUMBER", "DEC":
      if let (precision, scale) = Self.digits(text) {
        self = .decimal(precision: precision, scale: scale)
      } else {
        self = .numeric
      }
    default:
      if name.contains("INT") {
        self = .integer
      } else if name.contains("CHAR") || name.contains("CLOB") || name.contains("TEXT") {
        self = .text
      } else if name.contains("BLOB") || name == "BYTEA" || name.hasPrefix("BINARY") || name.hasPrefix("VARBINARY") {
        self = .blob
      } else if name == "ANY" {
        self = .any
      } else if name.contains("REAL") || name.contains("FLOA") || name.contains("DOUB") {
        self = .real
      } else {
        self = .numeric
      }
    }
  }

  /// Returns the `(p,s)` or `(p)` of a declared type, if it is a valid decimal.
  private static func digits(_ text: String) -> (Int, Int)? {
    guard let open = text.firstIndex(of: "("), let close = text.firstIndex(of: ")"), open < close else { return nil }
    let parts = text[text.index(after: open)..<close].split(separator: ",", omittingEmptySubsequences: false)
      .map { Int($0.filter { $0 != " " }) }
    guard (1...2).contains(parts.count), let precision = parts[0], let scale = parts.count == 2 ? parts[1] : 0,
      (1...38).contains(precision), (0...precision).contains(scale)
    else { return nil }
    return (precision, scale)
  }
}
