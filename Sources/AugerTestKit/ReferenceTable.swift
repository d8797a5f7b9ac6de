import AugerColumns

/// A small table with edge cases, which an adapter's tests store in the adapter's format.
public enum ReferenceTable {
  /// The name of the table in an adapter's tests.
  public static let name = "reference"

  /// Seven rows with a bool, an int, a float, a string, a date and a timestamp (without a zone). Only the first
  /// column has no nulls. In the last row, all other columns are null.
  ///
  /// Created for each call, because AddressSanitizer would report the storage of a global as a leak.
  public static var table: DataTable {
    Table([
      (
        "id",
        Column([1, 2, 3, 4, 5, 6, 7] as [Int64])
      ),
      (
        "flag",
        column(.bool, [.bool(true), .bool(false), .null, .bool(true), .bool(true), .bool(false), .null])
      ),
      (
        "count",
        column(.int64, [.int(0), .int(-5), .int(.max), .int(.min), .null, .int(9_007_199_254_740_993), .null])
      ),
      (
        "amount",
        column(
          .float64,
          [.float(0.1), .float(-2.5), .float(1e300), .null, .float(.leastNonzeroMagnitude), .float(123_456.789), .null])
      ),
      // A comma, quotes, a newline, an empty string that is not null, é as one scalar and as two, a scalar above 16
      // bits.
      (
        "text",
        Column(["a, b", "say \"hi\"", "two\nlines", "", "caf\u{E9}", "cafe\u{301} \u{1F3D4}", nil] as [String?])
      ),
      (
        "day",
        column(.date, days(["2024-02-29", "1969-12-31", "1970-01-01", nil, "0001-01-01", "9999-12-31", nil]))
      ),
      (
        "moment",
        column(
          .timestamp,
          moments([
            "2024-02-29T12:34:56", "1969-12-31T23:59:59.999999", nil, "2000-01-01T00:00:00", "2024-02-29T12:34:56.5",
            "0001-01-01T00:00:01", nil,
          ]))
      ),
    ])
  }

  /// The reference table with three additional columns, for adapters that support times of day, intervals and bytes:
  /// `clock`, `span` and `bytes`.
  package static var allTypes: Table {
    let base = table
    let more: [(name: String, column: Column)] = [
      (
        "clock",
        column(
          .time, texts(["12:34:56", "00:00:00", "23:59:59.999999", "24:00:00", nil, "00:00:00.000001", nil], .time))
      ),
      (
        "span",
        column(
          .interval, texts(["P1Y2M3DT4H5M6.7S", "PT0S", "P-1M1D", "P1M", "P30D", nil, nil], .interval))
      ),
      // No bytes, a zero, invalid UTF-8, and bytes that resemble quotes.
      (
        "bytes",
        column(.binary, texts(["\\x", "\\x00", "\\xff00fe", "\\x2227", nil, "\\x616263", nil], .binary))
      ),
    ]
    return Table(zip(base.schema.names, base.columns).map { (name: $0, column: $1) } + more)
  }

  private static func texts(_ texts: [String?], _ type: DataType) -> [Scalar] {
    texts.map { text in text.flatMap { Scalar(text: $0, type: type) } ?? .null }
  }

  /// All reference values fit their columns. If not, the column would be empty and every check would fail.
  private static func column(_ type: DataType, _ scalars: [Scalar]) -> Column {
    (try? Column(type, scalars)) ?? Column(type, emptyLayout)
  }

  private static let emptyLayout = Column.Values.int64(Buffer([]))

  private static func days(_ texts: [String?]) -> [Scalar] {
    texts.map { text in text.flatMap { TemporalText.date(Array($0.utf8).span) }.map(Scalar.date) ?? .null }
  }

  private static func moments(_ texts: [String?]) -> [Scalar] {
    texts.map { text in
      text.flatMap { TemporalText.moment(Array($0.utf8).span)?.timestamp }.map(Scalar.timestamp) ?? .null
    }
  }
}
