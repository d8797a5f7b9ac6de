import AugerArrow
import AugerArrowFiles
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation
import TestSupport
import Testing

/// Files written by pyarrow, Polars and DuckDB, with the values that pyarrow reads (`Scripts/arrow-judge.py`).
@Suite struct FixtureTests {
  private static let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Arrow")

  private static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return all.filter { $0.hasSuffix(".arrow") || $0.hasSuffix(".arrows") }.sorted()
  }()

  @Test func fixturesExist() { #expect(Self.names.count > 30) }

  @Test(arguments: names) func fileHasTheExpectedValues(_ name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name)))
    let expected = try Expectation(Self.folder.appendingPathComponent(name + ".json"))
    if let code = expected.refused {
      let error = #expect(throws: AugerError.self) { try ArrowIPC.table(from: bytes) }
      #expect(error?.code.description == code)
      return
    }
    let table = try ArrowIPC.table(from: bytes)
    try table.validate()
    #expect(expected.differences(from: table) == [])
    let leftOut = table.warnings.items.filter { $0.code == .unsupportedType }
    #expect(leftOut.count == expected.leftOut.count)
    for (warning, column) in zip(leftOut, expected.leftOut) {
      #expect(warning.message.hasPrefix("column '\(column)' "))
    }
    // The table survives a round trip.
    for container in [ArrowIPC.Container.file, .stream] {
      #expect(try ArrowIPC.table(from: ArrowIPC(container).data(for: table)).hasSameContents(as: table))
    }
  }

  /// Scans the rows with various chunk sizes and thread counts, independent of the batches in the file.
  @Test(arguments: names) func scanGivesTheSameRows(_ name: String) throws {
    let path = Self.folder.appendingPathComponent(name).path
    let expected = try Expectation(Self.folder.appendingPathComponent(name + ".json"))
    if expected.refused != nil { return }
    let source = try ArrowAdapter().open(SourceConfiguration(name: "files", location: path))
    let title = try #require(try source.tables(RunControl()).first).name
    for (chunkRows, workers) in [(1, 1), (3, 2), (7, 1), (2048, 2)] {
      let table = try source.table(title, RunControl()).settling(RunControl()) { table, schema in
        let batches = Locked<[Int: [Column]]>([:])
        let request = ScanRequest(columns: Array(0..<schema.count), chunkRows: chunkRows, workers: workers)
        let summary = try table.scan(request, RunControl()) { chunk, batch in
          let columns = batch.columns
          batches.withLock { $0[chunk] = columns }
        }
        var builder = TableBuilder(schema)
        for (_, columns) in batches.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
          for index in columns.indices { builder.columns[index].append(contentsOf: columns[index]) }
        }
        let columns = builder.finish().columns
        return Table(schema, columns, rowCount: summary.rowCount, warnings: summary.warnings)
      }
      #expect(expected.differences(from: table) == [], "chunks of \(chunkRows)")
    }
  }

  @Test func roundedValuesAreCounted() throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent("rounded.arrow")))
    let warnings = try ArrowIPC.table(from: bytes).warnings.items
    #expect(warnings.map(\.code) == [.precisionLost, .precisionLost, .precisionLost])
    #expect(warnings.map(\.count) == [2, 3, 2])
    #expect(warnings.first?.message == "column 'moment': values are rounded down to microseconds")
  }

  @Test func errorsHaveAHint() throws {
    func error(_ name: String) throws -> AugerError? {
      let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name)))
      return #expect(throws: AugerError.self) { try ArrowIPC.table(from: bytes) }
    }
    let zstd = try error("zstd.arrow")
    #expect(zstd?.message == "its columns are compressed by zstd" && zstd?.hint?.contains("uncompressed") == true)
    #expect(try error("lz4.arrow")?.message == "its columns are compressed by lz4")
    #expect(try error("beyond.arrow")?.place == "column 'huge', row 1")
  }

  /// The declared type is recorded only if it is more specific than the column type.
  @Test func fieldsKeepSpecificTypeNames() throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent("integers.arrow")))
    let fields = try ArrowIPC.table(from: bytes).schema.fields
    #expect(fields.first { $0.name == "uint8" }?.declaredType == "uint8")
    #expect(fields.first { $0.name == "int64" }?.declaredType == nil)
  }
}

/// The expected result of reading a file.
private struct Expectation {
  var refused: String?
  var rows = 0
  var leftOut: [String] = []
  private var columns: [(name: String, type: String, values: [Any])] = []

  init(_ file: URL) throws {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
    refused = json["refused"] as? String
    rows = json["rows"] as? Int ?? -1
    leftOut = json["leftOut"] as? [String] ?? []
    for column in json["columns"] as? [[String: Any]] ?? [] {
      columns.append(
        (column["name"] as? String ?? "", column["type"] as? String ?? "", column["values"] as? [Any] ?? []))
    }
  }

  func differences(from table: Table) -> [String] {
    var problems: [String] = []
    if table.rowCount != rows { problems.append("\(table.rowCount) rows, not \(rows)") }
    let names = Schema(columns.map { Field($0.name, .int64) }).names
    if table.schema.names != names { problems.append("columns \(table.schema.names), not \(names)") }
    guard problems.isEmpty else { return problems }
    for (index, column) in columns.enumerated() {
      let type = "\(table.schema[index].type)"
      if type != column.type { problems.append("'\(column.name)' is \(type), not \(column.type)") }
      for row in 0..<rows where !Self.isEqual(table.columns[index][row], column.values[row]) {
        problems.append("'\(column.name)', row \(row + 1): \(table.columns[index][row]), not \(column.values[row])")
      }
    }
    return problems
  }

  private static func isEqual(_ scalar: Scalar, _ value: Any) -> Bool {
    let number = (value as? NSNumber)?.int64Value
    return switch scalar {
    case .null: value is NSNull
    case .bool(let bool): (value as? NSNumber)?.boolValue == bool
    case .int(let int): number == int
    case .float(let double): value as? String == hex(double.bitPattern)
    case .decimal(let decimal): (value as? String).flatMap { Decimal128($0) } == decimal
    case .string(let text): (value as? String)?.utf8.elementsEqual(text.utf8) == true
    case .date(let date): number == Int64(date.days)
    case .time(let time): number == time.microseconds
    case .timestamp(let moment): number == moment.microseconds
    case .interval(let span):
      (value as? [Any])?.compactMap { ($0 as? NSNumber)?.int64Value }
        == [Int64(span.months), Int64(span.days), span.microseconds]
    case .binary(let bytes): value as? String == bytes.map { hex($0) }.joined()
    }
  }

  private static func hex<Number: FixedWidthInteger>(_ number: Number) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: Number.bitWidth / 4 - digits.count) + digits
  }
}
