import AugerColumns
import Foundation
import Testing

/// The size of a table of many encoded rows.
@Suite struct ManyRowsTests {
  @Test func aHundredThousandRowsAreOneTable() throws {
    struct Row: Codable { var region: String, amount: Decimal, n: Int, note: String? }
    let rows = (0..<100_000).map { n in
      Row(region: "r\(n % 7)", amount: Decimal(n) / 100, n: n, note: n % 3 == 0 ? nil : "n")
    }
    let table = try DataTable(rows)
    #expect(table.rowCount == 100_000 && table[column: "note"]?.nullCount == 33_334)
    // Codes, two 64-bit columns, and codes with a bit for each null.
    #expect(table.byteCount < 2_000_000, "\(table.byteCount)")
    #expect(try table.rows(as: Row.self).last?.amount == Decimal(99_999) / 100)
  }
}
