import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Testing

@Suite("CSV: scans")
struct ScanTests {
  /// Returns a header, `rows` rows of a number and a word, and a last line that is outside the sample for type
  /// inference.
  private func long(_ rows: Int = 10_500, value: (Int) -> String = { "\($0)" }, last: String) -> String {
    "n,word\n" + (1...rows).map { "\(value($0)),w\($0 % 7)\n" }.joined() + last
  }

  // MARK: Contradictions after the sample

  @Test("a late contradiction widens the type and restarts the scan")
  func widening() throws {
    let cases: [(value: @Sendable (Int) -> String, last: String, type: String)] = [
      ({ "\($0)" }, "1.5,w\n", "float"), ({ "\($0)" }, "x,w\n", "string"),
      ({ _ in "2024-01-01" }, "2024-01-01T10:00,w\n", "timestamp"),
      ({ _ in "true" }, "1,w\n", "string"), ({ "\($0)" }, "99999999999999999999,w\n", "string"),
      ({ "\($0).5" }, "7,w\n", "float"),
    ]
    for (value, last, type) in cases {
      let reading = try read(long(value: value, last: last))
      #expect(reading.table.types[0] == "n: \(type)")
      #expect(reading.restarts == (last.hasPrefix("7") ? 0 : 1))
      #expect(reading.table.rowCount == 10_501)
      #expect(reading.warnings.isEmpty)
    }
  }

  @Test("a restart reports the contradicting value and its location")
  func restartReason() throws {
    let scratch = try Scratch()
    let table = try openTable(scratch.file("data.csv", long(last: "oops,w\n")))
    let restart = try #require(throws: ScanRestart.self) {
      _ = try table.scan(ScanRequest(columns: [0]), RunControl()) { _, _ in }
    }
    #expect(restart.reason == "\(scratch.path)/data.csv:10502:1: column 'n': 'oops' is not a valid int")
  }

  @Test("a contradiction in an unrequested column is ignored")
  func unrequestedContradiction() throws {
    let scratch = try Scratch()
    let table = try openTable(scratch.file("data.csv", long(last: "oops,w\n")))
    #expect(try table.scan(ScanRequest(columns: [1]), RunControl()) { _, _ in }.rowCount == 10_501)
  }

  // MARK: Error policies

  @Test("fail: the first invalid value stops the scan with its location")
  func failPolicy() throws {
    let error = try failure(long(last: "1,w\noops,w\n"), [SourceOption("onError", "fail")])
    #expect(error.code == .badValue)
    #expect(error.place == "data.csv:10503:1")
  }

  @Test("null: invalid values are null and counted, with the first location")
  func nullPolicy() throws {
    let reading = try read(long(last: "1,w\noops,w\nno,w\n"), [SourceOption("onError", "null")])
    #expect(reading.table.types[0] == "n: int")
    #expect(reading.table["n"]?.nullCount == 2)
    let warning = try #require(reading.warnings.items.first)
    #expect(reading.warnings.items.count == 1)
    #expect((warning.code, warning.count) == (.badValue, 2))
    #expect(warning.firstPlace?.hasSuffix("data.csv:10503:1") == true)
  }

  @Test("skip: rows with invalid values are omitted and counted, for any requested columns", arguments: [[0], [1], []])
  func skipPolicy(columns: [Int]) throws {
    let scratch = try Scratch()
    let file = try scratch.file("data.csv", long(last: "1,w\noops,w\n2,w\nno,no,no\n3,w\n"))
    let table = try openTable(file, [SourceOption("onError", "skip")])
    let summary = try table.scan(ScanRequest(columns: columns, chunkRows: 100), RunControl()) { _, batch in
      for column in batch.columns { #expect(column.nullCount == 0) }
    }
    #expect(summary.rowCount == 10_503)
    #expect(summary.warnings.items.map(\.count) == [2])
    #expect(summary.warnings.items.first?.code == .skippedRow)
  }

  @Test("text: a declared column becomes a string column on request")
  func textPolicy() throws {
    let options = [SourceOption("columns", "n: int"), SourceOption("onError", "text")]
    let reading = try read("n\n1\nx\n", options)
    #expect(reading.table.types == ["n: string"])
    #expect(reading.restarts == 1)
  }

  @Test("an invalid value of a declared type fails")
  func declaredType() throws {
    let error = try failure("n,m\n1,1\n2,x\n", [SourceOption("columns", "m: int")])
    #expect(error.code == .badValue)
    #expect(error.place == "data.csv:3:3")
  }

  @Test("one invalid value in ten does not change the type if invalid values become null")
  func majorityType() throws {
    let text = "n\n" + (1...19).map { "\($0)\n" }.joined() + "oops\n"
    #expect(try read(text).table.types == ["n: string"])
    #expect(try read(text, [SourceOption("onError", "null")]).table.types == ["n: int"])
  }

  @Test("invalid UTF-8 follows the policy")
  func invalidUTF8Policy() throws {
    let scratch = try Scratch()
    let bad: [UInt8] = [0xFF]
    let file = try scratch.file(
      "data.csv", Array("a,b\nx,1\n".utf8) + bad + Array(",2\ny,3\nx,4\n".utf8) + bad + Array(",5\nz,6\n".utf8))
    let reading = try read(openTable(file, [SourceOption("onError", "null")]))
    #expect(reading.table.texts("a") == ["x", "∅", "y", "x", "∅", "z"])
    #expect(reading.warnings.items.map(\.count) == [2])
    let skipping = try read(openTable(file, [SourceOption("onError", "skip")]), chunkRows: 2)
    #expect(skipping.table.texts("b") == ["1", "3", "4", "6"])
  }

  // MARK: Rows of a different length

  @Test("short rows are filled with nulls, long rows are cut, and both are counted")
  func wrongLengths() throws {
    let reading = try read("a,b,c\n1,2,3\n4\n5,6\n7,8,9,10\n")
    #expect(reading.table.texts("b") == ["2", "∅", "6", "8"])
    #expect(reading.table.texts("c") == ["3", "∅", "∅", "9"])
    #expect(reading.warnings.items.map(\.code) == [.shortRow, .longRow])
    #expect(reading.warnings.items.map(\.count) == [2, 1])
    #expect(reading.warnings.items[0].firstPlace?.hasSuffix("data.csv:3:1") == true)
    #expect(reading.warnings.items[1].firstPlace?.hasSuffix("data.csv:5:7") == true)
  }

  @Test("rows of a different length fail if invalid values fail")
  func wrongLengthsFail() throws {
    #expect(try failure("a,b\n1\n", [SourceOption("onError", "fail")]).code == .shortRow)
    let error = try failure("a,b\n1,2\n1,2,3\n", [SourceOption("onError", "fail")])
    #expect(error.code == .longRow)
    #expect(error.place == "data.csv:3:5")
  }

  // MARK: Chunks

  @Test(
    "sequential chunks share the dictionary of a column with few strings",
    arguments: [1, 2], [false, true])
  func dictionaries(workers: Int, inTurn: Bool) throws {
    let scratch = try Scratch()
    let text = "few,many\n" + (0..<20_000).map { "w\($0 % 5),unique\($0)\n" }.joined()
    var options = CSVOptions()
    options.readsInOneThread = inTurn
    let table = CSVTable(name: "data", path: try scratch.file("data.csv", text), options)
    let batches = Locked<[(Int, Batch)]>([])
    let request = ScanRequest(columns: [0, 1], chunkRows: 4000, workers: workers)
    _ = try table.scan(request, RunControl()) { chunk, batch in
      let copy = Batch(columns: batch.columns, rowCount: batch.rowCount, firstRow: batch.firstRow)
      batches.withLock { $0.append((chunk, copy)) }
    }
    let sorted = batches.withLock { $0.sorted { $0.0 < $1.0 }.map(\.1) }
    let first = try #require(dictionary(sorted[0].columns[0]))
    #expect(sorted.count == 5)
    for batch in sorted {
      let few = try #require(dictionary(batch.columns[0]))
      #expect(few.count == 5 && (!inTurn || few.isSame(as: first)))
      #expect(try #require(dictionary(batch.columns[1])).count == 4000)
    }
  }

  private func dictionary(_ column: Column) -> StringDictionary? {
    if case .string(_, let dictionary) = column.values { dictionary } else { nil }
  }

  @Test("large files give the same result for any chunk size and number of workers")
  func chunksAndWorkers() throws {
    let scratch = try Scratch()
    let rows = (0..<30_000).map { "\($0),\"w,\($0 % 911)\n\",\($0 % 3 == 0 ? "" : "\(Double($0) / 4)")\r\n" }
    let table = try openTable(scratch.file("data.csv", "n,word,x\r\n" + rows.joined()))
    let whole = try read(table).table
    for (chunkRows, workers) in [(1000, 1), (1000, 3), (7777, 2)] {
      #expect(try read(table, chunkRows: chunkRows, workers: workers).table.hasSameContents(as: whole))
    }
  }

  @Test("cancellation stops a scan", arguments: [1, 2])
  func cancellation(workers: Int) throws {
    let scratch = try Scratch()
    let row = String(repeating: "x", count: 90)
    let text = "n,word\n" + (0..<20_000).map { "\($0),\(row)\n" }.joined()
    let table = try openTable(scratch.file("data.csv", text))
    _ = try table.schema(RunControl())
    let control = RunControl()
    let error = try #require(throws: AugerError.self) {
      _ = try table.scan(ScanRequest(columns: [0], chunkRows: 100, workers: workers), control) { _, _ in
        control.cancel()
      }
    }
    #expect(error.code == .cancelled)
  }

  // MARK: Sources

  @Test("a folder or a pattern gives one table per file, sorted by name")
  func directories() throws {
    let scratch = try Scratch()
    for name in ["b.csv", "a.tsv", "b.tsv", "notes.txt", ".hidden.csv"] { _ = try scratch.file(name, "x\n1\n") }
    func tables(_ location: String) throws -> [String] {
      try CSVAdapter().open(SourceConfiguration(name: "s", location: location)).tables(RunControl()).map(\.name)
    }
    #expect(try tables(scratch.path) == ["a", "b.csv", "b.tsv"])
    #expect(try tables(scratch.path + "/*.csv") == ["b"])
    #expect(try tables(scratch.path + "/?.tsv") == ["a", "b"])
  }
}
