import AugerColumns
import AugerDiagnostics
import AugerExport
import TestSupport
import Testing

/// Rows are written in batches, column by column. These tests compare the result with writing one cell after another.
@Suite struct RowTextsTests {
  /// Returns a table with every type, nulls, strings that require quotes, and string columns with few and many distinct
  /// values.
  private func table(rows: Int, longTexts: Bool = false) throws -> Table {
    var chance = Chance(seed: 19)
    func scalars(_ make: (inout Chance) -> Scalar) -> [Scalar] {
      (0..<rows).map { _ in chance.isOneIn(7) ? .null : make(&chance) }
    }
    let words = [
      "", "plain", "with, comma", "said \"no\"", "two\nlines", "=1+1", "-5", "naïve", "\u{1F600}", "a\tb", "\u{7F}",
    ]
    let columns: [(DataType, [Scalar])] = [
      (.bool, scalars { .bool($0.isOneIn(2)) }),
      (.int64, scalars { .int($0.pick([0, -1, 7, .max, .min]) / Int64($0.below(9) + 1)) }),
      (.float64, scalars { .float($0.pick([0.1, -2.5, 1e300, 123.456, .infinity, -.infinity, .nan, 1.0 / 3])) }),
      (
        .decimal(precision: 12, scale: 3),
        scalars { .decimal(Decimal128(unscaled: Int128($0.below(9999)) - 50, scale: 3)) }
      ),
      (
        .decimal(precision: 30, scale: 2),
        scalars { .decimal(Decimal128(unscaled: Int128($0.below(99)) - 50, scale: 2)) }
      ),
      (.date, scalars { .date(CivilDate(days: Int32($0.below(3_000_000)) - 900_000)) }),
      (.timestamp(zone: nil), scalars { .timestamp(Timestamp(microseconds: Int64($0.below(1 << 50)) - 1 << 49)) }),
      (.timestamp(zone: "UTC"), scalars { .timestamp($0.pick([.infinity, Timestamp(microseconds: 1_500_000)])) }),
      (.time, scalars { .time(TimeOfDay(microseconds: Int64($0.below(86_400_000_000)))) }),
      (.interval, scalars { .interval(Interval(months: Int32($0.below(9)), microseconds: Int64($0.below(99)))) }),
      (.binary, scalars { .binary([UInt8($0.below(256)), 10]) }),
      (.string, scalars { .string($0.pick(words)) }),
      (.string, scalars { .string("\($0.pick(words))\($0.below(100_000))") }),
      (.string, scalars { .string(longTexts && $0.isOneIn(100) ? String(repeating: "x,", count: 600_000) : "short") }),
    ]
    let fields = columns.enumerated().map { Field("c\($0), \($1.0)", $1.0) }
    return Table(
      Schema(fields), try columns.map { type, values in try Column(type, values) }, rowCount: rows)
  }

  private func plainText(_ column: Column, _ row: Int) -> String {
    let value = column[row]
    if case .float(let number) = value { return NumberText.shortest(number) }
    return column.type.text(of: value)
  }

  private func delimited(_ table: Table, safe: Bool) -> String {
    func field(_ text: String) -> String {
      let needsQuotes = text.isEmpty || text.utf8.contains { ",\"\n\r".utf8.contains($0) }
      return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }
    func safely(_ text: String) -> String {
      guard safe, let first = text.utf8.first, "=+-@\t\r".utf8.contains(first) else { return text }
      return "'" + text
    }
    var lines = [table.schema.names.map { field(safely($0)) }.joined(separator: ",")]
    for row in 0..<table.rowCount {
      lines.append(
        table.columns.map { column in
          if column.isNull(row) { return "" }
          let text = plainText(column, row)
          switch column.type {
          case .string: return field(safely(text))
          case .bool, .int64, .decimal, .date, .timestamp, .time, .float64: return text
          case .interval, .binary: return field(text)
          }
        }.joined(separator: ","))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  @Test(arguments: [0, 1, 1023, 1024, 1025, 6000]) func delimitedRowsEqualTheirCells(rows: Int) throws {
    let table = try table(rows: rows)
    for safe in [false, true] {
      let written = String(decoding: DelimitedText(isSafe: safe).data(for: table), as: UTF8.self)
      #expect(written == delimited(table, safe: safe))
    }
  }

  @Test(arguments: [0, 1, 1024, 5000]) func jsonRowsEqualTheirCells(rows: Int) throws {
    let table = try table(rows: rows)
    let keys = table.schema.names.map { DiagnosticRenderer.quoted($0) + ":" }
    let lines = (0..<rows).map { row in
      "{" + zip(keys, table.columns).map { $0 + $1.type.json(of: $1[row]) }.joined(separator: ",") + "}"
    }
    let expected = rows == 0 ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n"
    #expect(String(decoding: JSONRows().data(for: table), as: UTF8.self) == expected)
  }

  @Test func rowsWithoutColumnsAreWritten() {
    let table = Table(Schema([]), [], rowCount: 2)
    #expect(String(decoding: JSONRows().data(for: table), as: UTF8.self) == "[\n{},\n{}\n]\n")
  }

  /// If every row contains a string of a megabyte, only a few rows are in memory at a time.
  @Test func longStringsAreFlushedEarly() throws {
    let table = try table(rows: 400, longTexts: true)
    var largest = 0
    var all: [UInt8] = []
    DelimitedText().write(table) { bytes in
      largest = max(largest, bytes.count)
      all += bytes
    }
    #expect(largest < 3 << 20)
    #expect(String(decoding: all, as: UTF8.self) == delimited(table, safe: false))
  }
}
