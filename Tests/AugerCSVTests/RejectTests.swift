import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation
import Testing

@Suite("CSV: rejects")
struct RejectTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Reads a text and returns the list of rejects, without the folder, and the reading.
  private func rejects(_ text: String, _ options: [SourceOption]) throws -> (list: String, reading: Reading?) {
    let file = try scratch.file("data.csv", text)
    let target = scratch.path + "/rejects.csv"
    let reading = try? read(openTable(file, options + [SourceOption("rejects", target)]), chunkRows: 3)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: target))
    return (String(decoding: bytes, as: UTF8.self).replacing(scratch.path + "/", with: ""), reading)
  }

  private static let damaged = """
    n,day,word
    1,2024-01-01,a
    x,2024-01-02,"b
    b"
    2,31.12.,c
    3
    y,"z, z",d,e
    4,2024-01-03,f

    """
  private static let types = SourceOption("columns", ["n: int", "day: date"])

  @Test("null: rejects have line, column, field, value and expected type")
  func listed() throws {
    let (list, reading) = try rejects(Self.damaged, [Self.types, SourceOption("onError", "null")])
    #expect(
      list == """
        file,line,column,field,value,expected
        data.csv,3,1,n,x,int
        data.csv,5,3,day,31.12.,date
        data.csv,6,1,,a row of 1 fields,a row of 3 fields
        data.csv,7,1,n,y,int
        data.csv,7,3,day,"z, z",date
        data.csv,7,12,,a row of 4 fields,a row of 3 fields

        """)
    #expect(reading?.table.texts("n") == ["1", "∅", "2", "3", "∅", "4"])
    #expect(reading?.warnings.items.map(\.count) == [2, 2, 1, 1])
    #expect(
      reading?.warnings.items.map { $0.firstPlace?.replacing(scratch.path + "/", with: "") } == [
        "data.csv:3:1", "data.csv:5:3", "data.csv:6:1", "data.csv:7:12",
      ])
  }

  @Test("skip: every invalid value of a row is listed, and the row is counted once")
  func skipped() throws {
    let (list, reading) = try rejects(Self.damaged, [Self.types, SourceOption("onError", "skip")])
    #expect(list.split(separator: "\n").count == 6)
    #expect(reading?.table.texts("n") == ["1", "4"])
    #expect(reading?.warnings.items.map(\.count) == [4])
  }

  @Test("fail: the value that stops the scan is listed")
  func failed() throws {
    let (list, reading) = try rejects(Self.damaged, [Self.types])
    #expect(reading == nil)
    #expect(list == "file,line,column,field,value,expected\ndata.csv,3,1,n,x,int\n")
  }

  @Test("text: only rows of a different length are listed")
  func text() throws {
    let (list, reading) = try rejects(Self.damaged, [Self.types, SourceOption("onError", "text")])
    #expect(reading?.table.types == ["n: string", "day: string", "word: string"])
    #expect(list.split(separator: "\n").count == 3)
  }

  @Test("the list is limited, the counts are not")
  func bounded() throws {
    let text = "n\n" + (1...50).map { $0 % 2 == 0 ? "x\($0)\n" : "\($0)\n" }.joined()
    let options = [
      SourceOption("columns", "n: int"), SourceOption("onError", "null"), SourceOption("rejectsLimit", "10"),
    ]
    let (list, reading) = try rejects(text, options)
    #expect(list.split(separator: "\n").count == 11)
    #expect(list.hasSuffix("data.csv,21,1,n,x20,int\n"))
    #expect(reading?.warnings.items.map(\.code) == [.badValue, .rejectsCut])
    #expect(reading?.warnings.items.map(\.count) == [25, 15])
  }

  @Test("an unwritable list fails")
  func unwritable() throws {
    let file = try scratch.file("data.csv", "n\n1\n")
    let error = try #require(throws: AugerError.self) {
      _ = try read(openTable(file, [SourceOption("rejects", scratch.path + "/no/where.csv")]))
    }
    #expect(error.code.rawValue == "fileUnwritable")
  }

  @Test("bare quotes are read as text and counted with the first location")
  func bareQuotes() throws {
    let cases: [(String, Int, String)] = [
      ("a,b\n1,5\" pipe\n2,\"x\"\n", 1, "2:4"), ("a,b\n1,x\n2,\"y\"z\"\n", 1, "3:5"),
      ("a,b\n1,\"say \"\"hi\"\"\"\n", 0, ""), ("a,b\n1,\"\"\n\"\",2\n", 0, ""),
      ("a,b\n\"l\nm\",c\"d\"e\n", 2, "3:5"),
    ]
    for (text, count, place) in cases {
      let notes = try read(text).warnings.items.filter { $0.code == .bareQuote }
      #expect(notes.map(\.count) == (count == 0 ? [] : [count]), "\(text)")
      if count > 0 { #expect(notes.first?.firstPlace?.hasSuffix("data.csv:" + place) == true, "\(text)") }
    }
  }

  @Test("with a row limit, bare quotes are counted up to the last returned row")
  func bareQuotesWithLimit() throws {
    let scratch = try Scratch()
    let text = "a,b\r\n" + (1...50).map { "\($0),\"x\ny\" z\"\r\n" }.joined()
    let table = try openTable(scratch.file("data.csv", text))
    for limit in [1, 3, 50] {
      let summary = try table.scan(ScanRequest(columns: [0], rowLimit: limit), RunControl()) { _, _ in }
      let notes = summary.warnings.items.filter { $0.code == .bareQuote }
      #expect(notes.map(\.count) == [limit])
      #expect(notes.first?.firstPlace?.hasSuffix("data.csv:3:2") == true)
    }
  }

  @Test(
    "policies are exact for a file with 1% invalid fields",
    arguments: ["null", "skip", "text", "fail"])
  func onePercent(policy: String) throws {
    let rows = 20_000
    let text = "n,x\n" + (1...rows).map { "\($0),\($0 % 100 == 50 ? "bad" : "\(Double($0) / 2)")\n" }.joined()
    let options = [SourceOption("columns", ["n: int", "x: float"]), SourceOption("onError", policy)]
    switch policy {
    case "fail":
      let error = try failure(text, options)
      #expect((error.code, error.place) == (.badValue, "data.csv:51:4"))
    case "null":
      let reading = try read(text, options)
      #expect(reading.table["x"]?.nullCount == rows / 100)
      #expect(reading.warnings.items.map(\.count) == [rows / 100])
    case "skip":
      let reading = try read(text, options)
      #expect(reading.table.rowCount == rows - rows / 100)
      #expect(reading.warnings.items.map(\.count) == [rows / 100])
    default:
      let reading = try read(text, options)
      #expect(reading.table.types == ["n: int", "x: string"])
      #expect(reading.table.texts("x").count { $0 == "bad" } == rows / 100)
    }
  }
}
