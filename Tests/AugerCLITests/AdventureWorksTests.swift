import Foundation
import TestSupport
import Testing

/// The command reproduces every recorded answer for the AdventureWorks data.
@Suite(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
struct AdventureWorksTests {
  struct Expectation {
    var name: String
    var sql: String
    var columns: [String]
    var rows: [[Any]]

    init(_ file: URL) throws {
      let json = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
      name = try #require(json["name"] as? String)
      sql = try #require(json["sql"] as? String)
      columns = try #require(json["columns"] as? [String])
      rows = try #require(json["rows"] as? [[Any]])
    }

    static var all: [URL] {
      let folder = URL(fileURLWithPath: Shared.path("data/adventureworks/expected"))
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.filter { $0.hasSuffix(".json") }.sorted().map { folder.appendingPathComponent($0) }
    }

    /// Compares with the recording: numbers with a relative error of 1e-9, strings exactly, rows in order.
    func expect(_ output: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let json = try JSONSerialization.jsonObject(with: Data(output.utf8))
      let actual = try #require(json as? [[String: Any]], sourceLocation: sourceLocation)
      #expect(actual.count == rows.count, sourceLocation: sourceLocation)
      for (row, (want, have)) in zip(rows, actual).enumerated() {
        #expect(have.count == columns.count, sourceLocation: sourceLocation)
        for (column, value) in zip(columns, want) {
          #expect(
            Self.areEqual(value, have[column] ?? NSNull()),
            "row \(row + 1), \(column): \(value) recorded, \(have[column] ?? "nothing") computed",
            sourceLocation: sourceLocation)
        }
      }
    }

    static func areEqual(_ a: Any, _ b: Any) -> Bool {
      if a is NSNull || b is NSNull { return a is NSNull && b is NSNull }
      // Recorded decimals are strings. Other strings must be equal.
      let (x, y) = (number(a), number(b))
      if let x, let y { return abs(x - y) <= max(1e-6, 1e-9 * max(abs(x), abs(y))) }
      return (a as? String) == (b as? String)
    }

    private static func number(_ value: Any) -> Double? {
      (value as? NSNumber)?.doubleValue ?? (value as? String).flatMap(Double.init)
    }
  }

  static let database = Shared.path("data/adventureworks/small/reseller.sqlite")
  static let file = Shared.path("data/adventureworks/small/ResellerSales.csv")

  @Test(arguments: Expectation.all) func sqlGivesTheRecordedRows(_ url: URL) throws {
    let expectation = try Expectation(url)
    let run = try Auger([
      "query", "--source", "sqlite:" + Self.database, "--sql", expectation.sql, "--format", "json",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    try expectation.expect(run.output)
  }

  /// The recorded queries that a table query can express. The running total is missing because it requires a window
  /// function.
  static let tableQueries: [(name: String, query: String)] = [
    (
      "agg-all",
      """
      measures: { n: count(), resellers: countDistinct(Reseller), products: countDistinct(Product),
        first_day: min(OrderDate), last_day: max(OrderDate), quantity: sum(Quantity), sales: sum(SalesAmount),
        cost: sum(Cost), lo: min(SalesAmount), hi: max(SalesAmount), mean: avg(SalesAmount) }
      """
    ),
    (
      "filter-ResellerQry-all",
      "derive: { Region: RegionGroup }, groupBy: [ProductCategory, Region], measures: { SalesAmount: sum(SalesAmount) }"
    ),
    (
      "filter-ResellerQry-two-regions",
      """
      derive: { Region: RegionGroup }, where: ["RegionGroup in ('North America', 'Pacific')"],
      groupBy: [ProductCategory, Region], measures: { SalesAmount: sum(SalesAmount) }
      """
    ),
    (
      "filter-range-year",
      """
      derive: { Region: RegionGroup }, where: ["SalesYear >= 2011 and SalesYear <= 2012"], groupBy: [SalesYear, Region],
      measures: { SalesAmount: sum(SalesAmount), n: count() }
      """
    ),
    (
      "guide-SalesSummary",
      """
      derive: { Year: SalesYear, Product_: ProductSubCategory }, where: ["ProductCategory = 'Bikes'"],
      groupBy: [Year, Product_], measures: { SalesAmount: sum(SalesAmount) }
      """
    ),
    (
      "top10-reseller",
      "groupBy: [Reseller], measures: { SalesAmount: sum(SalesAmount) }, orderBy: [-SalesAmount, Reseller], limit: 10"
    ),
    (
      "treemap-quarter",
      """
      derive: { Quarter: SalesQuarter }, groupBy: [SalesYear, Quarter],
      measures: { SalesAmount: sum(SalesAmount), MfgCost: sum(Cost) }
      """
    ),
    ("treemap-year", "groupBy: [SalesYear], measures: { SalesAmount: sum(SalesAmount), MfgCost: sum(Cost) }"),
    (
      "tutorial-ResaleByRegion-Bikes",
      """
      where: ["ProductCategory == 'Bikes'"], groupBy: [RegionGroup, ProductSubCategory],
      measures: { SalesAmount: sum(SalesAmount) }
      """
    ),
    (
      "tutorial-ResellerSummary",
      "groupBy: [ProductCategory, RegionGroup], measures: { SalesAmount: sum(SalesAmount) }"
    ),
    (
      "tutorial-SalesByMonth",
      """
      where: [SalesYear > 2001, "RegionGroup <> 'Pacific'"],
      groupBy: [SalesYear, SalesQuarter, SalesMonth, RegionGroup],
      measures: { SalesAmount: sum(SalesAmount) }
      """
    ),
    (
      "tutorial-SalesByQuarter",
      """
      where: [SalesYear > 2001, "RegionGroup != 'Pacific'"], groupBy: [SalesYear, SalesQuarter, RegionGroup],
      measures: { SalesAmount: sum(SalesAmount) }
      """
    ),
    (
      "tutorial-SalesByYear",
      """
      where: [SalesYear > 2001, "not(RegionGroup == 'Pacific')"], groupBy: [SalesYear, RegionGroup],
      measures: { SalesAmount: sum(SalesAmount) }
      """
    ),
    ("zoom-category-1", "groupBy: [ProductCategory], measures: { SalesAmount: sum(SalesAmount) }"),
    (
      "zoom-category-2",
      """
      derive: { SubCategory: ProductSubCategory }, groupBy: [ProductCategory, SubCategory],
      measures: { SalesAmount: sum(SalesAmount) }
      """
    ),
  ]

  @Test func everyRecordedQueryIsExpressible() throws {
    let names = try Expectation.all.map { try Expectation($0).name }
    #expect(Set(names) == Set(Self.tableQueries.map(\.name) + ["running-total-2012"]))
  }

  @Test(arguments: ["database", "files"]) func tableQueriesGiveTheRecordedRows(_ source: String) throws {
    let folder = try TemporaryFolder()
    var text = """
      sources:
        database: { adapter: sqlite, path: "\(Self.database)" }
        files: { adapter: csv, path: "\(Self.file)" }
      queries:

      """
    for (name, query) in Self.tableQueries {
      let lines = query.split(separator: "\n").joined(separator: "\n    ")
      text += "  \(name): { source: \(source), from: ResellerSales,\n    \(lines) }\n"
    }
    let workspace = try folder.write(text, to: "auger.yaml")
    for url in Expectation.all {
      var expectation = try Expectation(url)
      guard Self.tableQueries.contains(where: { $0.name == expectation.name }) else { continue }
      // The table already has a column with this name.
      if expectation.name == "guide-SalesSummary" { expectation.columns[1] = "Product_" }
      let run = try Auger(["query", expectation.name, "--workspace", workspace, "--format", "json"])
      #expect(run.exitCode == 0, "\(expectation.name): \(run.errors)")
      if run.exitCode == 0 { try expectation.expect(run.output) }
    }
  }

  @Test(arguments: [file, "sqlite:" + database + ".ResellerSales"])
  func mainJobEqualsTheRecordedAnswer(_ source: String) throws {
    let folder = try TemporaryFolder()
    let output = folder.url("out.json")
    let run = try Auger([
      "chart", source, "--category", "SalesYear", "--series", "ProductCategory", "--value", "sum(SalesAmount)", "-o",
      output.path,
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let chart = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: output)) as? [String: Any])
    let categories = try #require(chart["categories"] as? [[String: Any]])
    #expect(categories[0]["values"] as? [Int] == [2010, 2011, 2012, 2013])
    let series = try #require(chart["series"] as? [[String: Any]]).compactMap { $0["value"] as? String }
    #expect(series == ["Accessories", "Bikes", "Clothing", "Components"])
    let values = try #require(chart["values"] as? [[[Any]]])
    #expect(values.count == 1 && values[0].count == series.count)
    for (row, recorded) in zip(values[0], Self.salesByCategoryAndYear) {
      #expect(row.count == recorded.count)
      for (value, exact) in zip(row, recorded) {
        let (have, want) = try (#require(value as? Double), #require(Double(exact)))
        #expect(abs(have - want) < 0.005, "\(have) computed, \(exact) recorded")
      }
    }
  }

  /// The exact sums by category and year that DuckDB computes from the same file:
  /// `SELECT ProductCategory, SalesYear, sum(CAST(SalesAmount AS DECIMAL(18,4))) FROM
  /// read_csv('ResellerSales.csv', all_varchar = true) GROUP BY 1, 2 ORDER BY 1, 2`.
  static let salesByCategoryAndYear = [
    ["1695.6660", "45596.7872", "145107.4903", "378897.9843"],
    ["453231.7987", "16367229.9050", "22539228.6990", "26942691.1543"],
    ["2875.1536", "136624.1404", "759490.3014", "878851.2437"],
    ["31525.9604", "1643351.8817", "4749805.0414", "5374393.7749"],
  ]
}
