import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerRefresh
import Foundation
import Testing

/// Tables on disk are read back unchanged.
@Suite struct TableStoreTests {
  private static let types: [DataType] = [
    .bool, .int64, .float64, .decimal(precision: 12, scale: 2), .decimal(precision: 38, scale: 6), .string, .date,
    .timestamp, .timestamp(zone: "Europe/Berlin"), .time, .interval, .binary,
  ]

  /// Returns one of three kinds of values: null, an ordinary value, or an extreme of the type.
  private static func scalar(_ type: DataType, _ row: Int) -> Scalar {
    if row % 5 == 3 { return .null }
    let number = Int64(row * 7919 % 1000)
    return switch type {
    case .bool: .bool(row % 3 == 0)
    case .int64: .int(row % 7 == 0 ? .min : number)
    case .float64: .float(row % 7 == 0 ? -.infinity : Double(number) / 8)
    case .decimal(let precision, let scale):
      .decimal(Decimal128(unscaled: precision > 18 ? -Int128(number) << 60 : Int128(number), scale: scale))
    case .string: .string(row % 7 == 0 ? "" : "Ω\u{0}\(number % 13)")
    case .date: .date(CivilDate(days: Int32(number)))
    case .timestamp: .timestamp(Timestamp(microseconds: row % 7 == 0 ? .max : -number))
    case .time: .time(TimeOfDay(microseconds: number))
    case .interval: .interval(Interval(months: -3, days: Int32(number), microseconds: number))
    case .binary: .binary(Array("\(number)".utf8) + [0, 255])
    }
  }

  private static func table(rows: Int) throws -> Table {
    Table(
      Schema(types.enumerated().map { Field("c\($0) \($1)", $1, declaredType: $0 == 1 ? "BIGINT" : nil) }),
      try types.map { type in try Column(type, (0..<rows).map { scalar(type, $0) }) }, rowCount: rows)
  }

  @Test(arguments: [0, 1, 63, 64, 65, 300])
  func everyTypeRoundTrips(rows: Int) throws {
    let table = try Self.table(rows: rows)
    let file = try TableFile(try TableFile(table, fence: 7, asOf: Timestamp(microseconds: 1_000_000)).bytes())
    #expect(file.table.hasSameContents(as: table) && file.table.schema == table.schema)
    #expect(file.header.fence == 7 && file.header.asOf == "1970-01-01T00:00:01Z" && file.header.rows == rows)
  }

  @Test func slicesAndGatheredRowsRoundTrip() throws {
    let table = try Self.table(rows: 200)
    for part in [table[rows: 37..<150], table.gathered([3, 199, 0, 64])] {
      let back = try TableFile(try TableFile(part, fence: 0, asOf: Timestamp(microseconds: 0)).bytes()).table
      #expect(back.hasSameContents(as: part))
    }
  }

  @Test func anyChangedByteIsDetected() throws {
    let bytes = try TableFile(try Self.table(rows: 5), fence: 0, asOf: Timestamp(microseconds: 0)).bytes()
    for position in stride(from: 0, to: bytes.count, by: 17) {
      var changed = bytes
      changed[position] &+= 1
      #expect(throws: AugerError.self) { try TableFile(changed) }
      #expect(throws: AugerError.self) { try TableFile(Array(bytes.prefix(position))) }
    }
  }

  @Test func tableNamesBecomeFileNames() throws {
    let folder = try TemporaryFolder()
    let store = TableStore(directory: folder.path)
    let names = ["Orders", "orders", "public.orders", "a/b", "..", ".hidden", "Über uns", "100%"]
    for name in names {
      let table = Table([("x", Column([Int64(name.utf8.count)]))])
      let file = TableFile(table, fence: 1, asOf: Timestamp(microseconds: 0))
      try store.write(file, as: name, RunControl()) {}
    }
    #expect(store.names() == names.sorted { Scalar.compareBytes($0, $1) < 0 })
    for name in names { #expect(try store.read(name)?.table.columns[0][0] == .int(Int64(name.utf8.count))) }
    #expect(try store.read("nobody") == nil)
  }

  @Test func workerWithoutLeaseWritesNothing() throws {
    let folder = try TemporaryFolder()
    let store = TableStore(directory: folder.path)
    func file(_ value: Int64, fence: Int64) -> TableFile {
      TableFile(Table([("x", Column([value]))]), fence: fence, asOf: Timestamp(microseconds: 0))
    }
    try store.write(file(1, fence: 5), as: "t", RunControl()) {}
    #expect(throws: AugerError.self) { try store.write(file(2, fence: 4), as: "t", RunControl()) {} }
    #expect(throws: CocoaError.self) {
      try store.write(file(3, fence: 6), as: "t", RunControl()) { throw CocoaError(.userCancelled) }
    }
    #expect(try store.read("t")?.table.columns[0][0] == .int(1))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files == [".lock", "t.table"])
  }
}
