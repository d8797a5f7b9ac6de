import AugerCSV
import AugerColumns
import AugerQuery
import Testing

@Suite("CSV: regional formats of numbers and dates")
struct StyleTests {
  /// Reads a column with these values, from a semicolon-separated file with another column of words.
  private func column(_ values: [String], delimiter: String = ";", others: [String] = []) throws -> Table {
    let rows = values.enumerated().map { index, value in
      (["w\(index)", value] + (others.isEmpty ? [] : [others[index % others.count]])).joined(separator: delimiter)
    }
    let header = ["word", "value"] + (others.isEmpty ? [] : ["other"])
    let options = [SourceOption("header", "true"), SourceOption("delimiter", delimiter == "," ? "comma" : delimiter)]
    return try read(([header.joined(separator: delimiter)] + rows).joined(separator: "\n") + "\n", options).table
  }

  @Test("numbers use the one format that fits all of them")
  func numbers() throws {
    let cases: [([String], String, [String])] = [
      (["1,5", "-0,25", "3"], "float", ["1.5", "-0.25", "3"]), (["1.234,5", "2"], "float", ["1234.5", "2"]),
      (["1,234.5", "12"], "float", ["1234.5", "12"]), (["1,234,567", "-1,000"], "int", ["1234567", "-1000"]),
      (["1'234", "5'000.5"], "float", ["1234", "5000.5"]), (["1 234,5", "7"], "float", ["1234.5", "7"]),
      (["1\u{A0}234", "7"], "int", ["1234", "7"]), (["1\u{202F}234,5", "7"], "float", ["1234.5", "7"]),
      (["1.5", "2,5"], "string", ["1.5", "2,5"]), (["12,34,567", "1"], "string", ["12,34,567", "1"]),
      (["0,123", "0,5"], "float", ["0.123", "0.5"]), (["+1,5", "2"], "float", ["1.5", "2"]),
      (["1,5e3", "2"], "float", ["1500", "2"]), (["12%", "13%"], "string", ["12%", "13%"]),
      (["$5", "$6"], "string", ["$5", "$6"]),
      (["192.168.100.200", "10.100.100.100"], "string", ["192.168.100.200", "10.100.100.100"]),
      (["555 123 456", "555 123 457"], "string", ["555 123 456", "555 123 457"]),
      (["9,223,372,036,854,775,808", "1"], "float", ["9223372036854775808", "1"]),
    ]
    for (values, type, texts) in cases {
      let table = try column(values)
      #expect(table.types[1] == "value: \(type)", "\(values)")
      if type == "string" {
        #expect(table.texts("value") == texts)
      } else {
        #expect(table.texts("value").map { Double($0) } == texts.map { Double($0) }, "\(values)")
      }
    }
  }

  @Test("the rest of the file resolves a comma before three digits")
  func ambiguousComma() throws {
    #expect(try column(["1,234", "5,678"]).types[1] == "value: string")
    #expect(try column(["1,234", "5,678"], others: ["0,5"]).texts("value") == ["1.234", "5.678"])
    #expect(try column(["1,234", "5,678"], others: ["0.5"]).texts("value") == ["1234", "5678"])
    #expect(try column(["\"1,234\"", "\"5,678\""], delimiter: ",").texts("value") == ["1234", "5678"])
    #expect(try column(["1.234", "5.678"]).texts("value") == ["1.234", "5.678"])
    #expect(try column(["1.234", "5.678"], others: ["0,5"]).texts("value") == ["1234", "5678"])
  }

  @Test("an unambiguous date determines the order of day and month")
  func dates() throws {
    let cases: [([String], String, [String])] = [
      (["31.12.2024", "1.2.2024"], "date", ["2024-12-31", "2024-02-01"]),
      (["01.02.2024", "03.04.2024"], "date", ["2024-02-01", "2024-04-03"]),
      (["31/12/2024", "01/02/2024"], "date", ["2024-12-31", "2024-02-01"]),
      (["12/31/2024", "01/02/2024"], "date", ["2024-12-31", "2024-01-02"]),
      (["12-31-2024", "01-02-2024"], "date", ["2024-12-31", "2024-01-02"]),
      (["01/02/2024", "03/04/2024"], "string", ["01/02/2024", "03/04/2024"]),
      (["31/12/2024", "12/31/2024"], "string", ["31/12/2024", "12/31/2024"]),
      (["2024/12/31", "2024/01/02"], "date", ["2024-12-31", "2024-01-02"]),
      (["31.12.24", "01.02.70"], "date", ["2024-12-31", "1970-02-01"]),
      (["1.2.03", "1.10.4"], "string", ["1.2.03", "1.10.4"]),
      (["30.02.2024", "01.01.2024"], "string", ["30.02.2024", "01.01.2024"]),
      (["31.12.2024 23:59", "01.01.2024"], "timestamp", ["2024-12-31T23:59:00", "2024-01-01T00:00:00"]),
      (["12/31/2024 1:05 PM", "1/2/2024 12:00:30 AM"], "timestamp", ["2024-12-31T13:05:00", "2024-01-02T00:00:30"]),
    ]
    for (values, type, texts) in cases {
      let table = try column(values)
      #expect(table.types[1] == "value: \(type)", "\(values)")
      #expect(
        table.texts("value").map { $0.replacing(" ", with: "T") } == texts.map { $0.replacing(" ", with: "T") },
        "\(values)")
    }
  }

  @Test("months can have English names or abbreviations")
  func monthNames() throws {
    let files: [([String], String)] = [
      (["Jan 1 2000", "Dec 31 1999"], "MON D YYYY"), (["January 1, 2000", "May 16, 2022"], "MON D YYYY"),
      (["1 Jan 2000", "16 September 2022"], "D MON YYYY"), (["31-OCT-2023", "01-feb-2024"], "D-MON-YYYY"),
    ]
    for (values, pattern) in files {
      let reading = try read("day\n" + values.map { "\"\($0)\"\n" }.joined())
      #expect(reading.table.types == ["day: date"], "\(values)")
      #expect(DateStyle(pattern: pattern)?.pattern == pattern)
    }
    #expect(try read("day\nJan 1 2000\n").table.texts("day") == ["2000-01-01"])
    #expect(try read("at\n\"Jan 1, 2000 3:05 PM\"\n").table.texts("at") == ["2000-01-01T15:05:00"])
    for text in ["Jan 32 2000", "Janu 1 2000", "Jan 1 20", "Jan 2000", "Feb 30 2001", "1-Jan 2000"] {
      #expect(try read("day\n\(text)\n").table.types == ["day: string"], "\(text)")
    }
  }

  @Test("one column determines the date order of another, and an ambiguous column has a note")
  func datesHelpEachOther() throws {
    let table = try column(["01/02/2024", "03/04/2024"], others: ["25/12/2023"])
    #expect(table.texts("value") == ["2024-02-01", "2024-04-03"])
    let scratch = try Scratch()
    let file = try scratch.file("data.csv", "day,n\n01/02/2024,1\n03/04/2024,2\n")
    #expect(try CSVInspection(path: file).undecidedDates == ["day"])
  }

  @Test("common null words are null in typed columns and strings in others")
  func usualNullWords() throws {
    let table = try read("a,b,c\n1,x,2024-01-01\nNA,NA,-\n3,None,NULL\n").table
    #expect(table.types == ["a: int", "b: string", "c: date"])
    #expect(table.texts("a") == ["1", "∅", "3"])
    #expect(table.texts("b") == ["x", "NA", "None"])
    #expect(table.texts("c") == ["2024-01-01", "∅", "∅"])
  }

  @Test("a column with only null words is a string column")
  func onlyNullWords() throws {
    #expect(try read("a,b\n1,NA\n2,NA\n").table.texts("b") == ["NA", "NA"])
  }

  @Test("a late value in another format widens the type, and null words become strings")
  func lateStyle() throws {
    func rows(_ value: String, _ last: String) -> String {
      "a;b\n" + (1...10_500).map { "\($0);\($0 % 2 == 0 ? value : "NA")\n" }.joined() + "0;\(last)\n"
    }
    #expect(try read(rows("1,5", "2.5")).table.types[1] == "b: string")
    #expect(try read(rows("1,5", "2.000,5")).table.types[1] == "b: float")
    #expect(try read(rows("1.000", "x")).table.texts("b").first == "NA")
    #expect(try read(rows("31/12/2024", "12/31/2024")).table.types[1] == "b: string")
    #expect(try read(rows("31/12/2024", "01/12/2024 10:00")).table.types[1] == "b: timestamp")
    #expect(try read(rows("1'000", "9'223'372'036'854'775'808")).table.types[1] == "b: float")
  }
}
