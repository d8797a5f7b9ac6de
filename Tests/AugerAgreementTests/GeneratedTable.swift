import AugerColumns
import TestSupport

/// A random schema and random rows: nulls, duplicates, extremes and Unicode.
struct GeneratedTable {
  struct Column {
    var name: String
    var type: GenType
  }

  var columns: [Column]
  var rows: [[Scalar]]

  init(columns: [Column], rows: [[Scalar]]) {
    self.columns = columns
    self.rows = rows
  }

  init(_ chance: inout Chance, rowCount: Int) {
    let kinds: [GenType] = [
      .int, .int, .float, .text, .text, .date, .moment, .bool, .decimal(2), .decimal(chance.pick([0, 1, 4])),
    ]
    columns = [Column(name: "id", type: .int)]
    for index in 0..<3 + chance.below(5) {
      let names = ["region", "order date", "Größe", "count", "x", "select", "a'b"]
      let name = chance.isOneIn(6) ? names[index % names.count] : "c\(index)"
      columns.append(Column(name: name, type: chance.pick(kinds)))
    }
    let makers = columns.map { ColumnMaker($0.type, &chance) }
    rows = []
    for row in 0..<rowCount {
      var values: [Scalar] = [.int(Int64(row))]
      for maker in makers.dropFirst() { values.append(maker.value(&chance)) }
      rows.append(values)
    }
  }

  /// Returns a column name as written in expressions.
  static func spelled(_ name: String) -> String {
    // A name qualified by its table.
    let parts = name.split(separator: ".").map(String.init)
    if parts.count == 2, parts.allSatisfy({ spelled($0) == $0 }) { return name }
    let isPlain = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    return isPlain && !["in", "is", "and", "or", "not", "null"].contains(name) ? name : "[\(name)]"
  }

  func table() throws -> Table {
    let columns = try columns.enumerated().map { index, column in
      (column.name, try AugerColumns.Column(column.type.dataType, rows.map { $0[index] }))
    }
    return Table(columns)
  }

  /// The table as CSV. Null is an empty field, the empty string is `""`.
  var csv: String {
    var text = columns.map { Self.quoted($0.name) }.joined(separator: ",") + "\n"
    for row in rows {
      text +=
        row.map { value in
          if case .string(let string) = value { return Self.quoted(string) }
          return value.description
        }.joined(separator: ",") + "\n"
    }
    return text
  }

  /// Returns the SQL script that creates the table in PostgreSQL.
  func postgreSQL(_ name: String) -> String {
    let fields = columns.map { Self.quoted($0.name) + " " + $0.type.postgreSQLType }
    // COPY into a table created in the same transaction preserves the row order. INSERT can put a short row into an
    // earlier page.
    var text = "BEGIN;\nCREATE TABLE \(name) (\(fields.joined(separator: ", ")));\nCOPY \(name) FROM STDIN;\n"
    for row in rows {
      text += row.map { $0.isNull ? "\\N" : Self.copied($0.description) }.joined(separator: "\t") + "\n"
    }
    return text + "\\.\nCOMMIT;\n"
  }

  /// Returns a field in COPY's text format.
  private static func copied(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\t", with: "\\t").replacing("\n", with: "\\n")
      .replacing("\r", with: "\\r")
  }

  static func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }

  /// The value of the CSV adapter's option `columns`.
  var csvTypes: [String] { columns.map { "\($0.name): \($0.type.dataType)" } }
}

/// The distribution of the values of one generated column.
struct ColumnMaker {
  private let type: GenType
  private let nulls: Int
  private let style: Int
  private let texts: [String]

  init(_ type: GenType, _ chance: inout Chance) {
    self.type = type
    nulls = chance.pick([3, 10, 10, 40, 1_000_000, 1])
    style = chance.below(6)
    let words = [
      "North", "Süd", "o'Neil, \"Inc\"", "日本", "e\u{301}", "\u{E9}", "Z", "z", "", " a ", "a", "A", "line\nbreak",
      "%_", "\u{1F600}x", "ß", "NORTH", "north", "-1", "2024-01-01",
    ]
    texts = words.filter { _ in chance.isOneIn(2) } + ["North"]
  }

  func value(_ chance: inout Chance) -> Scalar {
    if nulls == 1 ? chance.below(10) > 0 : chance.isOneIn(nulls) { return .null }
    switch type {
    case .int:
      switch style {
      case 0: return .int(Int64(chance.below(5)))
      case 1 where chance.isOneIn(4): return .int(chance.pick([.max, .min, .max - 1, 1 << 53, (1 << 53) + 1]))
      case 2: return .int(Int64(chance.below(2_000_000)) * 1_000_003)
      default: return .int(Int64(chance.below(100) - 30))
      }
    case .float:
      switch style {
      case 0 where chance.isOneIn(5):
        return .float(chance.pick([1e308, -1e308, 1e-300, Double.leastNonzeroMagnitude, 9e15, 0.1]))
      case 1: return .float(Double(chance.below(1 << 30)) * 1.1 - 3e8)
      case 2: return .float(Double(chance.below(20)))
      // Sums of quarters are exact.
      default: return .float(Double(chance.below(2_000_001) - 1_000_000) / 4)
      }
    case .decimal(let scale):
      let most = style == 0 ? 100_000_000_000 : 100_000
      return .decimal(Decimal128(unscaled: Int128(chance.below(most) - most / 4), scale: scale))
    case .text: return .string(chance.pick(texts))
    case .date:
      let range = style == 0 ? (-700_000, 3_000_000) : (10_957, 4000)
      return .date(CivilDate(days: Int32(range.0 + chance.below(range.1))))
    case .moment:
      let day = Int64(style == 0 ? chance.below(80_000) - 40_000 : 10_957 + chance.below(600))
      return .timestamp(Timestamp(microseconds: (day * 86_400 + Int64(chance.below(86_400))) * 1_000_000))
    case .bool: return .bool(chance.isOneIn(2))
    }
  }
}

extension GenType {
  var dataType: DataType {
    switch self {
    case .int: .int64
    case .float: .float64
    case .text: .string
    case .date: .date
    case .moment: .timestamp
    case .bool: .bool
    case .decimal(let scale): .decimal(precision: 14, scale: scale)
    }
  }

  /// The declared SQLite type. The adapter derives the column type from it.
  var sqliteType: String {
    switch self {
    case .int: "INTEGER"
    case .float: "REAL"
    case .text: "TEXT"
    case .date: "DATE"
    case .moment: "DATETIME"
    case .bool: "BOOLEAN"
    case .decimal(let scale): "DECIMAL(14,\(scale))"
    }
  }

  var postgreSQLType: String {
    switch self {
    case .int: "int8"
    case .float: "float8"
    case .text: "text"
    case .date: "date"
    case .moment: "timestamp"
    case .bool: "bool"
    case .decimal(let scale): "numeric(14,\(scale))"
    }
  }
}
