import Foundation
import TestSupport
import Testing

/// For MAKit's dashboards over the sample database, the exported values equal the results of their queries.
@Suite(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
struct MAKitDashboardTests {
  /// A dashboard file with the category, series and value columns of each chart.
  struct Document {
    var path: String
    var charts: [(name: String, query: String, category: String, series: String, values: [String])]
  }

  static let documents = [
    Document(
      path: "documents/ce-01-dashboard-charttypes.xml",
      charts: [
        ("ColumnChart", "SalesOrder", "Region", "Product", ["SalesAmount"]),
        ("BarChart", "DeptSalary", "Department", "Sex", ["Salary"]),
        ("LineChart", "NumberOfOrders", "Year", "Region", ["OrderCount"]),
        ("PieChart", "PrinterSales", "SalesRep", "Product", ["Sales"]),
        ("BubbleChart", "CrimeData", "State", "CrimeType", ["Ratio", "Ratio"]),
      ]),
    Document(
      path: "documents/ce-10-newcharttypes23.xml",
      charts: [
        ("ColumnChart", "SalesOrder", "Region", "Product", ["SalesAmount"]),
        ("BulletChart", "performance", "region", "sex", ["actual", "bad", "satisfactory", "target"]),
      ]),
    Document(
      path: "fragments/tu-01-SalesMetadata.xml",
      charts: [
        ("SalesOrderCount", "OrderCount", "Year", "Region", ["OrderCount"]),
        ("SalesPerformance", "SalesPerf", "Region", "ProductType", ["SalesAmount"]),
      ]),
  ]

  private static func queries() throws -> [String: [String: Any]] {
    let data = try Data(contentsOf: URL(fileURLWithPath: Shared.path("data/makit/sample-db/queries.json")))
    let json = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require(json["queries"] as? [String: [String: Any]])
  }

  /// Returns a workspace that answers the queries of the document from the sample database.
  private static func workspace(for document: Document, in folder: TemporaryFolder) throws -> String {
    var text = """
      sources: { sample: { adapter: sqlite, path: "\(Shared.path("data/makit/sample-db/makit-sample.sqlite"))" } }
      dashboards: { board: "\(Shared.path("data/makit/" + document.path))" }
      queries:

      """
    let queries = try queries()
    var done: [String] = []
    for chart in document.charts where !done.contains(chart.query) {
      done.append(chart.query)
      let sql = try #require(queries[chart.query]?["sql"] as? String)
      text += "  \(chart.query): { source: sample, sql: \"\(sql.replacing("\"", with: "\\\""))\" }\n"
    }
    return try folder.write(text, to: "auger.yaml")
  }

  @Test(arguments: [0, 1, 2]) func chartValuesEqualQueryResults(_ index: Int) throws {
    let document = Self.documents[index]
    let folder = try TemporaryFolder()
    let workspace = try Self.workspace(for: document, in: folder)
    let charts = folder.url("charts")
    let run = try Auger(["export", "--workspace", workspace, "-o", charts.path])
    #expect(run.exitCode == 0, "\(run.errors)")
    for expected in document.charts {
      let file = charts.appendingPathComponent("board/\(expected.name).json")
      let chart = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
      let query = try #require(try Self.queries()[expected.query])
      let columns = try #require(query["columns"] as? [String])
      let rows = try #require(query["rows"] as? [[Any]])
      let category = try #require(columns.firstIndex(of: expected.category))
      let series = try #require(columns.firstIndex(of: expected.series))
      let categories = try #require((chart["categories"] as? [[String: Any]])?.first?["values"] as? [Any])
      let names = try #require(chart["series"] as? [[String: Any]]).map { "\($0["value"] ?? "")" }
      let values = try #require(chart["values"] as? [[[Any]]])
      // Categories and series are sorted and unique. Every row has a cell, and all other cells are null.
      let numbers = categories.compactMap { ($0 as? NSNumber)?.doubleValue }
      #expect(numbers.count == categories.count ? numbers == numbers.sorted() : categories.map { "\($0)" }.isSorted)
      #expect(names.isSorted)
      #expect(values.count == expected.values.count)
      for (dimension, column) in expected.values.enumerated() {
        let at = try #require(columns.firstIndex(of: column))
        let filled = values[dimension].joined().count { !($0 is NSNull) }
        #expect(filled == rows.count { !($0[at] is NSNull) }, "\(expected.name) \(column)")
        for row in rows {
          let c = try #require(categories.firstIndex { "\($0)" == "\(row[category])" })
          let s = try #require(names.firstIndex(of: "\(row[series])"))
          #expect(
            AdventureWorksTests.Expectation.areEqual(row[at], values[dimension][s][c]),
            "\(expected.name) \(row): \(values[dimension][s][c])")
        }
      }
      try expectPicture(at: charts.appendingPathComponent("board/\(expected.name).svg"))
    }
    try expectPicture(at: charts.appendingPathComponent("board.svg"))
    let again = folder.url("again")
    #expect(try Auger(["export", "--workspace", workspace, "-o", again.path, "--workers", "3"]).exitCode == 0)
    for name in document.charts.map(\.name) {
      for ending in ["json", "svg"] {
        let path = "board/\(name).\(ending)"
        #expect(
          try Data(contentsOf: charts.appendingPathComponent(path))
            == Data(contentsOf: again.appendingPathComponent(path)))
      }
    }
  }

  static let files: [String] = {
    let folder = Shared.isThere ? Shared.path("data/makit/documents") : ""
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }()

  /// The sample database answers all queries of the documents, including charts in grid cells.
  @Test(arguments: files) func everyDocumentIsExportedCompletely(file: String) throws {
    let folder = try TemporaryFolder()
    var text = """
      sources: { sample: { adapter: sqlite, path: "\(Shared.path("data/makit/sample-db/makit-sample.sqlite"))" } }
      dashboards: { board: "\(Shared.path("data/makit/documents/" + file))" }
      queries:

      """
    for (name, query) in try Self.queries().sorted(by: { $0.key < $1.key }) {
      guard let sql = query["sql"] as? String else { continue }
      text += "  \"\(name)\": { source: sample, sql: \"\(sql.replacing("\"", with: "\\\""))\" }\n"
    }
    _ = try folder.write(text, to: "auger.yaml")
    let run = try Auger(["export", "board", "-o", "out", "--formats", "json,svg"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(!run.errors.contains("warning:"), "\(run.errors)")
  }

  private func expectPicture(at url: URL, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let data = try Data(contentsOf: url)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>\n"), sourceLocation: sourceLocation)
    #expect(text.contains("<title") && text.contains("data-series"), sourceLocation: sourceLocation)
  }
}

extension [String] {
  fileprivate var isSorted: Bool {
    zip(self, dropFirst()).allSatisfy { [UInt8]($0.utf8).lexicographicallyPrecedes($1.utf8) }
  }
}
