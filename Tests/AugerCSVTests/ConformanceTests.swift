import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerTestKit
import Foundation
import Testing

@Suite("CSV: conformance")
struct ConformanceTests {
  static let reference = """
    id,flag,count,amount,text,day,moment
    1,true,0,0.1,"a, b",2024-02-29,2024-02-29T12:34:56
    2,false,-5,-2.5,"say ""hi""\",1969-12-31,1969-12-31 23:59:59.999999
    3,,9223372036854775807,1e300,"two
    lines",1970-01-01,
    4,yes,-9223372036854775808,,"",,2000-01-01T00:00
    5,TRUE,,5e-324,caf\u{E9},0001-01-01,2024-02-29T12:34:56.5
    6,no,9007199254740993,123456.789,cafe\u{301} \u{1F3D4},9999-12-31,0001-01-01T00:00:01
    7,,,,,,

    """

  @Test("the adapter passes the conformance suite", arguments: [",", ";", "tab", "|"])
  func passesTheSuite(delimiter: String) throws {
    let scratch = try Scratch()
    let byte = delimiter == "tab" ? "\t" : delimiter
    var text = Self.reference
    if byte != "," {
      text = text.replacingOccurrences(of: "\"a, b\"", with: "@").replacingOccurrences(of: ",", with: byte)
        .replacingOccurrences(of: "@", with: "a, b")
    }
    let file = try scratch.file("reference.csv", text)
    let findings = AdapterConformance.findings(
      adapter: CSVAdapter(), configuration: SourceConfiguration(name: "shop", location: file))
    #expect(findings == [])
  }

  @Test("times, intervals and bytes declared in a schema pass the suite")
  func allTypes() throws {
    let scratch = try Scratch()
    let file = try scratch.file(
      "reference.csv",
      """
      id,flag,count,amount,text,day,moment,clock,span,bytes
      1,true,0,0.1,"a, b",2024-02-29,2024-02-29T12:34:56,12:34:56,P1Y2M3DT4H5M6.7S,\\x
      2,false,-5,-2.5,"say ""hi""\",1969-12-31,1969-12-31 23:59:59.999999,00:00,PT0S,\\x00
      3,,9223372036854775807,1e300,"two
      lines",1970-01-01,,23:59:59.999999,-P1M-1D,\\xFF00fe
      4,yes,-9223372036854775808,,"",,2000-01-01T00:00,24:00:00,P1M,"\\x2227"
      5,TRUE,,5e-324,caf\u{E9},0001-01-01,2024-02-29T12:34:56.5,,P30D,
      6,no,9007199254740993,123456.789,cafe\u{301} \u{1F3D4},9999-12-31,0001-01-01T00:00:01,00:00:00.000001,,\\x616263
      7,,,,,,,,,

      """)
    let types = SourceOption("columns", ["clock: time", "span: interval", "bytes: binary"])
    let findings = AdapterConformance.findings(
      adapter: CSVAdapter(), configuration: SourceConfiguration(name: "shop", location: file, options: [types]),
      expected: ReferenceTable.allTypes)
    #expect(findings == [])
  }

  @Test("line endings and a byte order mark make no difference", arguments: ["\n", "\r\n", "\r"], [false, true])
  func lineEndings(newline: String, mark: Bool) throws {
    let scratch = try Scratch()
    let lines = Self.reference.replacingOccurrences(of: "two\nlines", with: "two@lines")
      .replacingOccurrences(of: "\n", with: newline).replacingOccurrences(of: "two@lines", with: "two\nlines")
    let file = try scratch.file("reference.csv", (mark ? "\u{FEFF}" : "") + lines)
    let table = try read(openTable(file)).table
    #expect(table.hasSameContents(as: ReferenceTable.table))
  }

  /// Files of csv-spectrum whose expected values do not match their bytes.
  static let wrongExpectations = [
    "location_coordinates": "its JSON is one object, not a list, and has another telephone number"
  ]

  static let spectrum: [String] = {
    guard let path = SharedData.path else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path + "/csv/csv-spectrum/csvs")) ?? []
    return names.filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }.sorted()
      .filter { wrongExpectations[$0] == nil }
  }()

  @Test(
    "csv-spectrum gives the expected values", .enabled(if: SharedData.has("csv/csv-spectrum"), "no shared data"),
    arguments: spectrum)
  func csvSpectrum(_ file: String) throws {
    let folder = try #require(SharedData.path) + "/csv/csv-spectrum"
    let json = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/json/\(file).json"))
    let rows = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: String]])
    let options = [SourceOption("asText", "true"), SourceOption("header", "true")]
    let table = try read(openTable("\(folder)/csvs/\(file).csv", options)).table
    #expect(table.rowCount == rows.count)
    for (index, row) in rows.enumerated() {
      for (name, value) in row.sorted(by: { $0.key < $1.key }) {
        // The stored CSV files have no carriage returns, but the expected values do.
        let expected = value.replacingOccurrences(of: "\r\n", with: "\n")
        #expect(table[name]?[index] == .string(expected), "\(name), row \(index + 1)")
      }
    }
  }
}
