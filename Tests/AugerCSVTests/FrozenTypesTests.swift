import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import Foundation
import Testing

@Suite("CSV: types do not depend on earlier reads")
struct FrozenTypesTests {
  private func opened(_ text: String, _ options: [SourceOption] = []) throws -> (source: any Source, scratch: Scratch) {
    let scratch = try Scratch()
    let file = try scratch.file("data.csv", text)
    return (try CSVAdapter().open(SourceConfiguration(name: "s", location: file, options: options)), scratch)
  }

  private func execute(_ query: TableQuery, _ source: any Source) throws -> Table {
    try TableQueryExecutor(workers: 2).execute(query, on: source.table("data", RunControl()))
  }

  /// Whole numbers, with a word in row 15,001.
  private var late: String { "v,w\n" + (1...15_000).map { "\($0),\($0)\n" }.joined() + "oops,x\n16000,1\n" }

  @Test("a query of the first rows gives the same types before and after a full read")
  func limits() throws {
    let (source, scratch) = try opened(late)
    defer { withExtendedLifetime(scratch) {} }
    let first = TableQuery(from: "data", limit: 3)
    #expect(try execute(first, source).types == ["v: int", "w: int"])
    #expect(try execute(TableQuery(from: "data"), source).types == ["v: string", "w: string"])
    #expect(try execute(first, source).types == ["v: int", "w: int"])
    #expect(try execute(TableQuery(from: "data", limit: 15_001), source).types == ["v: string", "w: string"])
    #expect(try execute(first, source).types == ["v: int", "w: int"])
  }

  @Test("an error for a type remains only if no later value widens it")
  func failuresBeforeContradictions() throws {
    let rows = (1...20_000).map { "\($0 == 2 || $0 == 3 ? Int64.max : Int64($0))\n" }.joined()
    let sum = TableQuery(from: "data", measures: [try .init("s", "sum(v)")])
    let (source, scratch) = try opened("v\n" + rows + "0.5\n")
    defer { withExtendedLifetime(scratch) {} }
    let fresh = try execute(sum, source)
    _ = try execute(TableQuery(from: "data"), source)
    #expect(fresh.types == ["s: float"])
    #expect(try execute(sum, source).hasSameContents(as: fresh))
  }

  @Test("a number that does not fit a float, and a late fraction, make a string column")
  func hugeNumber() throws {
    for digits in [18, 19, 38, 308, 309, 310, 400] {
      let number = String(repeating: "9", count: digits)
      let near = try read("v\n\(number)\n0.5\n")
      #expect(near.table.types == [digits < 309 ? "v: float" : "v: string"], "\(digits) digits")
      #expect(near.restarts == 0)
      let far = try read("v,w\n0.5,1\n" + String(repeating: "1,1\n", count: 10_500) + "\(number),1\n")
      #expect(far.table.types[0] == (digits < 309 ? "v: float" : "v: string"), "\(digits) digits")
      #expect(far.restarts == (digits < 309 ? 0 : 1))
    }
  }

  @Test("many late contradictions need only a few scans")
  func manyContradictions() throws {
    let names = (0..<40).map { "c\($0)" }
    var lines = [names.joined(separator: ",")]
    for _ in 0..<10_100 { lines.append(names.map { _ in "1" }.joined(separator: ",")) }
    for column in 0..<40 { lines.append((0..<40).map { $0 == column ? "x\($0)" : "2" }.joined(separator: ",")) }
    let reading = try read(lines.joined(separator: "\n") + "\n")
    #expect(reading.restarts <= 6)
    #expect(reading.table.types.allSatisfy { $0.hasSuffix(": string") })
    #expect(reading.table.texts("c39").last == "x39")
  }

  @Test("a table that never stops contradicting itself fails")
  func endless() throws {
    struct Restless: ScannableTable {
      let name = "restless"
      func schema(_ control: RunControl) -> Schema { Schema([Field("a", .int64)]) }
      func scan(
        _ request: ScanRequest, _ control: RunControl, body: @Sendable (Int, borrowing Batch) throws -> Void
      ) throws -> ScanSummary { throw ScanRestart(reason: "again", table: self) }
    }
    let error = try #require(throws: AugerError.self) { _ = try TableQueryExecutor().load(Restless()) }
    #expect(error.code == .unsettledSchema)
  }

  // MARK: Columns without values

  @Test("a column without values has no type")
  func untyped() throws {
    let (source, scratch) = try opened("a,b,c,d\n1,,\"\",NA\n2,,,\n")
    defer { withExtendedLifetime(scratch) {} }
    let schema = try source.table("data", RunControl()).schema(RunControl())
    #expect(schema.fields.map(\.isUntyped) == [false, true, false, false])
    let sums = TableQuery(from: "data", measures: [try .init("s", "sum(b)"), try .init("n", "count(b)")])
    #expect(try execute(sums, source).columns.map { $0[0] } == [.null, .int(0)])
    #expect(try execute(TableQuery(from: "data"), source).texts("b") == ["∅", "∅"])
  }

  @Test(
    "the first value after the sample determines the type of such a column",
    arguments: ["7", "0.5", "2024-01-31", "x", "NA"])
  func lateFirstValue(value: String) throws {
    let types = ["7": "int", "0.5": "float", "2024-01-31": "date", "x": "string", "NA": "string"]
    let reading = try read("a,b\n" + String(repeating: "1,\n", count: 12_000) + "1,\(value)\n")
    #expect(reading.table.types[1] == "b: " + (types[value] ?? ""))
    #expect(reading.table["b"]?.nullCount == 12_000)
    #expect(reading.table.schema[1].isUntyped == false)
  }

  @Test("a column without sample values is a string column if errors do not widen types")
  func lateFirstValueOfPolicy() throws {
    let text = "a,b\n" + String(repeating: "1,\n", count: 12_000) + "1,x\n"
    let reading = try read(text, [SourceOption("onError", "null")])
    #expect(reading.table.types[1] == "b: string")
    #expect(reading.table.texts("b").last == "x")
  }

  // MARK: Why a column is text

  @Test("the error of a sum over strings names the value that prevented a number", arguments: [5000, 15_000])
  func note(row: Int) throws {
    let (source, scratch) = try opened("v\n" + (1...20_002).map { $0 == row ? "oops\n" : "\($0)\n" }.joined())
    defer { withExtendedLifetime(scratch) {} }
    let query = TableQuery(from: "data", measures: [try .init("s", "sum(v)")])
    let error = try #require(throws: DiagnosticError.self) { _ = try execute(query, source) }
    let hint = try #require(error.diagnostics.first?.hint)
    #expect(hint.contains("data.csv:\(row + 1)"))
    #expect(hint.contains("'oops' is not a valid int"))
    #expect(hint.contains("--on-error null"))
  }

  // MARK: Versions

  @Test("a file that changes during a read fails, with one or more threads", arguments: [1, 2])
  func sourceChanged(workers: Int) throws {
    let scratch = try Scratch()
    let text = "v\n" + (1...200_000).map { "\($0)\n" }.joined()
    let file = try scratch.file("data.csv", text)
    let table = try openTable(file)
    _ = try table.schema(RunControl())
    let error = try #require(throws: AugerError.self) {
      _ = try table.scan(ScanRequest(columns: [0], chunkRows: 1000, workers: workers), RunControl()) { chunk, _ in
        if chunk == 2 { try Data(text.replacing("7", with: "8").utf8).write(to: URL(fileURLWithPath: file)) }
      }
    }
    #expect((error.code, error.place) == (.sourceChanged, file))
  }

  @Test("a replaced file of the same size and time fails", arguments: [1, 2])
  func sourceReplaced(workers: Int) throws {
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let text = "v\n" + (1...200_000).map { "\($0)\n" }.joined()
    let file = try scratch.file("data.csv", text)
    let other = try scratch.file("other.csv", text.replacing("7", with: "8"))
    for path in [file, other] {
      let time = Date(timeIntervalSince1970: 1_700_000_000)
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
    }
    let table = try openTable(file)
    _ = try table.schema(RunControl())
    let error = try #require(throws: AugerError.self) {
      _ = try table.scan(ScanRequest(columns: [0], chunkRows: 1000, workers: workers), RunControl()) { chunk, _ in
        guard chunk == 2 else { return }
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: other, toPath: file)
      }
    }
    #expect((error.code, error.place) == (.sourceChanged, file))
  }

  @Test("a changed file is another version with its own schema")
  func versions() throws {
    let scratch = try Scratch()
    let file = try scratch.file("data.csv", "a\n1\n")
    let source = try CSVAdapter().open(SourceConfiguration(name: "s", location: file))
    let old = try source.table("data", RunControl())
    let version = try old.contentVersion(RunControl())
    #expect(try source.table("data", RunControl()).contentVersion(RunControl()) == version)
    _ = try scratch.file("data.csv", "a,b\nx,y\n")
    let new = try source.table("data", RunControl())
    #expect(try new.contentVersion(RunControl()) != version)
    #expect(try new.schema(RunControl()).names == ["a", "b"])
    #expect(try old.schema(RunControl()).names == ["a"])
    let error = try #require(throws: AugerError.self) {
      _ = try old.scan(ScanRequest(columns: [0]), RunControl()) { _, _ in }
    }
    #expect(error.code == .sourceChanged)
  }

  @Test("a FIFO is read only once for several scans")
  func fifo() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/data.csv"
    let make = Process()
    (make.executableURL, make.arguments) = (URL(fileURLWithPath: "/usr/bin/mkfifo"), [path])
    try make.run()
    make.waitUntilExit()
    let thread = Thread { try? Data("region,amount\nWest,1\nEast,2\n".utf8).write(to: URL(fileURLWithPath: path)) }
    thread.start()
    let table = try openTable(path)
    for _ in 0..<2 { #expect(try read(table).table.texts("region") == ["West", "East"]) }
    #expect(try table.contentVersion(RunControl()) == "once")
  }
}
