import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Testing

@Suite("CSV: several files as one table")
struct UnionTests {
  private let scratch: Scratch
  private let union = SourceOption("union", "true")

  init() throws { scratch = try Scratch() }

  private func files(_ table: Table) -> [String] {
    table.texts("file").map { $0.replacing(scratch.path + "/", with: "") }
  }

  @Test("rows are in file-name order, with their file")
  func rows() throws {
    _ = try scratch.file("2024-02.csv", "a,b\n3,x\n")
    _ = try scratch.file("2024-01.csv", "a,b\n1,y\n2,z\n")
    _ = try scratch.file("2023-01.csv", "a,b\n9,y\n")
    let table = try openTable(scratch.path + "/2024-*.csv", [union])
    #expect(table.name == "2024-*")
    let result = try read(table).table
    #expect(result.types == ["a: int", "b: string", "file: string"])
    #expect(result.texts("a") == ["1", "2", "3"])
    #expect(files(result) == ["2024-01.csv", "2024-01.csv", "2024-02.csv"])
  }

  @Test("columns match by name, missing columns are null, and types cover every file")
  func columns() throws {
    _ = try scratch.file("a.csv", "n,when,only\n1,2024-01-01,x\n")
    _ = try scratch.file("b.csv", "when;n;late\n01.02.2024 10:00;1,5;\n")
    _ = try scratch.file("c.csv", "n,late\n,7\n")
    let result = try read(openTable(scratch.path + "/?.csv", [union])).table
    #expect(result.types == ["n: float", "when: timestamp", "only: string", "late: int", "file: string"])
    #expect(result.texts("n") == ["1", "1.5", "∅"])
    #expect(result.texts("only") == ["x", "∅", "∅"])
    #expect(result.texts("late") == ["∅", "∅", "7"])
    #expect(result["when"]?.nullCount == 1)
  }

  @Test("a late contradiction in one file widens the column in all files")
  func widening() throws {
    _ = try scratch.file("a.csv", "n,w\n1,x\n2,y\n")
    _ = try scratch.file("b.csv", "n,w\n" + (1...10_500).map { "\($0),w\n" }.joined() + "oops,w\n")
    let reading = try read(openTable(scratch.path + "/*.csv", [union]), chunkRows: 1000, workers: 2)
    #expect(reading.restarts == 1)
    #expect(reading.table.types[0] == "n: string")
    #expect(reading.table.rowCount == 10_503)
  }

  @Test("chunks have the requested number of rows across files", arguments: [1, 2, 3, 5, 7, 100], [1, 3])
  func chunks(chunkRows: Int, workers: Int) throws {
    var values: [String] = []
    for (file, rows) in [4, 1, 0, 12, 2, 7].enumerated() {
      let own = (0..<rows).map { "\(file * 100 + $0)" }
      values += own
      _ = try scratch.file("\(file).csv", "n,w\n" + own.map { "\($0),w\n" }.joined())
    }
    let table = try openTable(scratch.path, [union])
    for limit in [nil, 9, 26] {
      let found = Locked<[(chunk: Int, first: Int, values: [String])]>([])
      let request = ScanRequest(columns: [0, 2], rowLimit: limit, chunkRows: chunkRows, workers: workers)
      let summary = try table.scan(request, RunControl()) { chunk, batch in
        let texts = batch.columns[0].scalars.map(\.description)
        #expect(batch.columns[1].count == batch.rowCount)
        let first = batch.firstRow
        found.withLock { $0.append((chunk, first, texts)) }
      }
      let chunks = found.withLock { $0.sorted { $0.chunk < $1.chunk } }
      let expected = Array(values.prefix(limit ?? .max))
      #expect(summary.rowCount == expected.count)
      #expect(chunks.map(\.chunk) == Array(chunks.indices))
      #expect(chunks.map(\.first) == chunks.indices.map { $0 * chunkRows })
      #expect(chunks.dropLast().allSatisfy { $0.values.count == chunkRows })
      #expect(chunks.flatMap(\.values) == expected)
    }
  }

  @Test("a limit applies to all files, and only requested columns are read")
  func limits() throws {
    for name in ["a", "b", "c"] { _ = try scratch.file(name + ".csv", "n,w\n1,x\n2,y\n") }
    let table = try openTable(scratch.path, [union])
    let rows = Locked<[String]>([])
    let summary = try table.scan(ScanRequest(columns: [2, 0], rowLimit: 3), RunControl()) { _, batch in
      rows.withLock { $0 += batch.columns[1].scalars.map(\.description) }
      #expect(batch.columns.count == 2)
    }
    #expect(summary.rowCount == 3)
    #expect(rows.withLock { $0 } == ["1", "2", "1"])
  }

  @Test("rejects of all files are in one list")
  func rejects() throws {
    _ = try scratch.file("a.csv", "n\n1\nx\n")
    _ = try scratch.file("b.csv", "n\ny\n2\n")
    let target = scratch.path + "/rejects.txt"
    let options = [
      union, SourceOption("columns", "n: int"), SourceOption("onError", "null"), SourceOption("rejects", target),
    ]
    let reading = try read(openTable(scratch.path + "/*.csv", options))
    #expect(reading.warnings.items.map(\.count) == [2])
    let list = try read(openTable(target)).table
    #expect(list.texts("line") == ["3", "2"])
    #expect(list.texts("value") == ["x", "y"])
  }
}
