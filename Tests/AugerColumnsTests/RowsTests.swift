import AugerColumns
import AugerDiagnostics
import Foundation
import Testing

/// Tables from encoded rows, and rows from tables.
@Suite struct RowsTests {
  private enum Channel: String, Codable, ColumnValue { case shop, web }
  /// An enum that only encodes itself.
  private enum Size: Int, Codable { case small = 1, large = 2 }
  private struct Address: Codable, Equatable { var city: String, zip: String? }

  private struct Sale: Codable, Equatable {
    var region: String, isPaid: Bool, count: Int, amount: Decimal, weight: Double, share: Float, date: Date
    var id: UUID, day: CivilDate, moment: Timestamp, time: TimeOfDay, price: Decimal128
    var channel: Channel, size: Size, small: UInt8, link: URL
    var note: String?, limit: Decimal?, bytes: Data?, address: Address?, other: Channel?
  }

  private func sale(_ number: Int, note: String? = nil, address: Address? = nil) throws -> Sale {
    Sale(
      region: "Region \(number)", isPaid: number > 0, count: -number, amount: Decimal(number) / 8, weight: 0.5,
      share: 0.25, date: Date(timeIntervalSince1970: 1_700_000_000.125), id: UUID(),
      day: try #require(CivilDate(year: 2024, month: 2, day: 29)), moment: Timestamp(microseconds: 5),
      time: try #require(TimeOfDay(hour: 23, minute: 59)), price: Decimal128(unscaled: 1234, scale: 2), channel: .web,
      size: .large, small: 255,
      link: try #require(URL(string: "https://example.org/a?b=1")), note: note, limit: note.map { _ in 3 },
      bytes: note.map { Data($0.utf8) },
      address: address, other: note.map { _ in .shop })
  }

  @Test func everySupportedTypeIsAColumn() throws {
    let rows = [try sale(1), try sale(2, note: "late", address: Address(city: "Bonn", zip: nil))]
    let table = try DataTable(rows)
    try table.validate()
    #expect(
      table.description == """
        2 rows of region: string, isPaid: bool, count: int, amount: decimal(18,3), weight: float, share: float, \
        date: timestamp, id: string, day: date, moment: timestamp, time: time, price: decimal(18,2), channel: string, \
        size: int, small: int, link: string, note: string, limit: decimal(18,0), bytes: binary, address.city: string, \
        address.zip: string, other: string
        """)
    #expect(table[column: "date"]?[0].description == "2023-11-14T22:13:20.125")
    #expect(table[column: "channel"]?[1] == "web" && table[column: "size"]?[0] == 2)
    #expect(table[column: "note"]?.scalars == [.null, "late"])
    #expect(table[column: "address.city"]?.scalars == [.null, "Bonn"])
    #expect(try table.rows(as: Sale.self) == rows)
  }

  @Test func aColumnOfAnOptionalAppearsWithTheFirstRow() throws {
    struct Row: Encodable { var a: Int?, b: String, c: Date? }
    let table = try DataTable([Row(a: nil, b: "x", c: nil), Row(a: 1, b: "y", c: nil)])
    #expect(table.fields.map(\.name) == ["a", "b", "c"])
    #expect(table.fields.map(\.type) == [.int64, .string, .timestamp(zone: nil)])
    #expect(table[column: "a"]?.scalars == [.null, 1])
  }

  @Test func aKeyThatSomeRowsDoNotEncodeIsNull() throws {
    let table = try DataTable([["a": 1], ["b": 2], ["a": 3, "b": 4]])
    #expect(table.fields.map(\.name) == ["a", "b"])
    #expect(table[column: "a"]?.scalars == [1, .null, 3])
    #expect(table[column: "b"]?.scalars == [.null, 2, 4])
  }

  @Test func anOptionalWithKeysIsReplacedByItsColumns() throws {
    struct Row: Codable, Equatable { var address: Address?, n: Int }
    let rows = [Row(address: nil, n: 1), Row(address: Address(city: "Bonn", zip: "53111"), n: 2)]
    let table = try DataTable(rows)
    #expect(table.fields.map(\.name) == ["address.city", "address.zip", "n"])
    #expect(try table.rows() == rows)
    let nothing = try DataTable([Row(address: nil, n: 1)])
    #expect(nothing.fields.map(\.name) == ["address", "n"] && nothing.fields.first?.isUntyped == true)
    #expect(try nothing.rows() == [Row(address: nil, n: 1)])
  }

  @Test func valuesOfDifferentTypesShareTheNarrowestType() throws {
    struct Row: Encodable {
      var value: any Encodable & Sendable
      enum Keys: CodingKey { case value }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(value, forKey: .value)
      }
    }
    func type(_ values: any Encodable & Sendable...) throws -> String? {
      let table = try DataTable(values.map { Row(value: $0) })
      return table.fields.first?.type.description
    }
    #expect(try type(1, 2.5) == "float")
    #expect(try type(1, Decimal(5) / 2) == "decimal(18,1)")
    #expect(try type(Decimal(1) / 8, Decimal(1_000_000_000_000_000_000)) == "decimal(38,3)")
    #expect(try type(1, "x") == "string")
    #expect(try type(UInt64.max, 1) == "decimal(38,0)")
  }

  private static func mistakes() -> [(name: String, make: @Sendable () throws -> DataTable, place: String)] {
    struct Tags: Encodable { var tags: [String] }
    struct Row: Encodable { var a = 1, inner = Tags(tags: []) }
    struct Twice: Encodable {
      enum Keys: String, CodingKey { case a }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(1, forKey: .a)
        try container.encode(2, forKey: .a)
      }
    }
    return [
      ("a list", { try DataTable([Row()]) }, "row 1, inner.tags"),
      ("a list of a later row", { try DataTable([["a": [Int]()]]) }, "row 1, a"),
      ("a row that is a list", { try DataTable([[1, 2]]) }, "row 1"),
      ("a row that is a value", { try DataTable([1, 2]) }, "row 1"),
      ("a key that occurs twice", { try DataTable([Twice()]) }, "row 1, a"),
      ("39 digits", { try DataTable([["a": Decimal(UInt64.max) * Decimal(UInt64.max)]]) }, "row 1, a"),
    ]
  }

  @Test func aValueThatIsNoCellFailsWithItsPath() throws {
    for mistake in Self.mistakes() {
      let error = try #require(throws: AugerError.self, "\(mistake.name)") { _ = try mistake.make() }
      #expect(error.code == "notTabular" && error.place == mistake.place, "\(mistake.name): \(error)")
    }
  }

  @Test func aRowThatCannotBeReadFailsWithItsPath() throws {
    struct Number: Decodable { var region: Int }
    struct Unknown: Decodable { var regoin: String }
    struct Inner: Decodable { struct Place: Decodable { var city: Int }; var address: Place }
    struct List: Decodable { var region: [String] }
    let table = try DataTable(["region": ["Europe", nil], "address.city": ["Bonn", "Ulm"]])
    func error<Row: Decodable>(_ type: Row.Type) -> AugerError? {
      #expect(throws: AugerError.self) { try table.rows(as: type) }
    }
    #expect(error(Number.self)?.code == "typeMismatch" && error(Number.self)?.place == "row 1, region")
    #expect(error(Unknown.self)?.code == "columnNotFound")
    #expect(error(Unknown.self)?.hint == "Did you mean 'region'?")
    #expect(error(Inner.self)?.place == "row 1, address.city")
    #expect(error(List.self)?.code == "notTabular")
    struct Text: Decodable { var region: String }
    #expect(error(Text.self)?.place == "row 2, region")
    #expect(error(Text.self)?.hint == "Declare the property as an optional.")
  }

  @Test func keyPathsMakeColumns() throws {
    let rows = [try sale(1), try sale(2, note: "late")]
    let hasNotes = true
    let table = DataTable(rows) {
      RowField("Region", value: \.region)
      RowField("Letters", value: \.region.count)
      if hasNotes { RowField("Note", value: \.note) }
      for path in [\Sale.amount] { RowField("Amount", value: path) }
    }
    #expect(table.description == "2 rows of Region: string, Letters: int, Note: string, Amount: decimal(18,3)")
    #expect(table[column: "Note"]?.scalars == [.null, "late"])
    let empty = DataTable([Sale]()) { RowField("Amount", value: \.amount) }
    #expect(empty.description == "0 rows of Amount: decimal(38,9)")
  }

  @Test func aColumnIsReadAsValues() throws {
    let table = try DataTable([try sale(1, note: "x"), try sale(2)])
    #expect(try table[column: "channel"]?.values(as: Channel.self) == [.web, .web])
    #expect(try table[column: "note"]?.values(as: String.self) == ["x", nil])
    #expect(try table[column: "amount"]?.values(as: Decimal.self) == [Decimal(1) / 8, Decimal(2) / 8])
    #expect(try table[column: "small"]?.values(as: Double.self) == [255, 255])
    let error = #expect(throws: AugerError.self) { try table[column: "note"]?.values(as: Int.self) }
    #expect(error?.code == "typeMismatch")
    #expect(table[column: "none"] == nil)
  }

  @Test func decimalsKeepAllTheirDigits() throws {
    let texts = [
      "0", "-0.001", "12345678901234567890.123456789012345678", "99999999999999999999999999999999999999",
      "1000000000000000000000000000000", "0.00000000000000000000000000000000000001",
    ]
    for text in texts {
      let decimal = try #require(Decimal(string: text))
      #expect(decimal.exact?.description == text)
      #expect(decimal.exact.map { Decimal($0) } == decimal, "\(text)")
    }
    #expect(Decimal.nan.exact == nil)
  }

  @Test func datesAreRoundedToMicroseconds() throws {
    for seconds in [-62_135_596_800, -1, 0, 1_700_000_000.123456, 4_102_444_800] as [Double] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(Date(scalar: date.scalar) == date, "\(seconds)")
    }
    #expect(Date(timeIntervalSince1970: -0.5).scalar.description == "1969-12-31T23:59:59.5")
  }

  @Test func valuesOfColumnsAreJSON() throws {
    struct Row: Codable, Equatable { var day: CivilDate, moment: Timestamp, time: TimeOfDay, price: Decimal128 }
    let row = Row(
      day: CivilDate(days: 1), moment: Timestamp(microseconds: 1_500_000),
      time: try #require(TimeOfDay(hour: 1, minute: 2)), price: Decimal128(unscaled: 1250, scale: 2))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(row)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"day":"1970-01-02","moment":"1970-01-01T00:00:01.5","price":"12.50","time":"01:02:00"}"#)
    #expect(try JSONDecoder().decode(Row.self, from: json) == row)
    let invalid = Data(#"{"day":"x","moment":"x","price":"x","time":"x"}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Row.self, from: invalid) }
  }

  // MARK: Parts of tables

  @Test func appendedTablesHaveTheColumnsOfBoth() throws {
    let first = try DataTable(["a": [1, 2], "b": ["x", nil]])
    let second = try DataTable(["b": ["y"], "a": [2.5]])
    let both = try first.appending(second)
    #expect(both.description == "3 rows of a: float, b: string")
    #expect(both[column: "a"]?.scalars == [1.0, 2.0, 2.5] && both[column: "b"]?.scalars == ["x", .null, "y"])
    let missing = try DataTable(["a": [1]])
    let mixed = try DataTable(["a": [1], "b": [1]])
    for other in [missing, mixed] {
      let error = #expect(throws: AugerError.self) { try first.appending(other) }
      #expect(error?.code == "invalidTable")
    }
  }

  @Test func columnsFitTheirFields() throws {
    let names = ["a", "b"]
    let column = DataTable.Column([1, 2] as [Int?])
    let table = try DataTable(names.map { DataTable.Field($0, type: .int64) }, columns: [column, column])
    #expect(table.description == "2 rows of a: int, b: int")
    let fields = [DataTable.Field("a", type: .string)]
    for columns in [[], [column], [column, column]] {
      let error = #expect(throws: AugerError.self) { try DataTable(fields, columns: columns) }
      #expect(error?.code == "invalidTable")
    }
    let error = #expect(throws: AugerError.self) { try DataTable(["a": [1], "b": [1, 2]]) }
    #expect(error?.message == "column 'b' has 2 rows, the first has 1")
  }

  @Test func droppedRowsAreTheFirst() throws {
    let table = try DataTable(["a": [1, 2, 3]])
    #expect(table.droppingFirst()[column: "a"]?.scalars == [2, 3])
    #expect(table.droppingFirst(2)[column: "a"]?.scalars == [3])
    #expect(table.droppingFirst(9).rowCount == 0 && table.droppingFirst(-1).rowCount == 3)
  }
}
