import Auger
import AugerCSV
import AugerQuery
import Foundation
import TestSupport
import Testing

/// Charts and queries of rows of a program, and of files.
@Suite struct RowChartTests {
  private struct Sale: Codable { var region: String, product: String, amount: Decimal, date: Date, note: String? }

  private func sales() throws -> DataTable {
    func sale(_ region: String, _ product: String, _ amount: Decimal, _ day: Double) -> Sale {
      Sale(region: region, product: product, amount: amount, date: Date(timeIntervalSince1970: day * 86_400), note: nil)
    }
    return try DataTable([
      sale("Europe", "Bikes", 1.5, 0), sale("Europe", "Helmets", 2, 40), sale("Pacific", "Bikes", 4, 400),
    ])
  }

  private func file(_ text: String) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("rows-\(UUID().uuidString).csv")
    try Data(text.utf8).write(to: url)
    return url
  }

  @Test func encodedRowsMakeAChart() async throws {
    let chart = try await sales().chart(category: "region", series: "product", values: "sum(amount)")
    #expect(chart[dimension: 0, series: "Bikes", category: "Pacific"]?.doubleValue == 4)
    #expect(chart[dimension: 0, series: "Helmets", category: "Europe"]?.doubleValue == 2)
    let years = try await sales().chart(.line, category: "year(date)", values: "amount")
    #expect((0..<years.categoryCount).map { years.category(at: $0, level: 0) } == [1970, 1971])
  }

  @Test func aMistakeInAChartIsTypedAndHasAHint() async throws {
    let table = try sales()
    let unknown = await #expect(throws: AugerError.self) { try await table.chart(category: "regoin", values: "amount") }
    #expect(unknown?.code == "dataMissingColumn" && unknown?.hint == "Did you mean 'region'?")
    let syntax = await #expect(throws: AugerError.self) { try await table.chart(category: "region", values: "sum(") }
    #expect(syntax?.place?.hasPrefix("--value:1:") == true)
  }

  @Test func aChartIsSuggestedForRows() async throws {
    let chart = try await sales().suggestedChart()
    #expect(chart.categoryCount > 0 && chart.dimensionCount == 1)
  }

  @Test func thresholdsOfATableApplyToItsCharts() async throws {
    let table = try sales().thresholds(ChartThresholds(reference: 3, upper: 10))
    let chart = try await table.chart(category: "region", values: "sum(amount)")
    #expect(chart.thresholds == ChartThresholds(reference: 3, upper: 10))
  }

  @Test func rowsAreFilteredByArguments() throws {
    let table = try sales()
    #expect(try table.filtered(by: ["region": ["Europe"], "other": 1]).rowCount == 2)
    #expect(try table.filtered(by: ["amount": .range(lower: 2, upper: 4)]).rows(as: Sale.self).map(\.amount) == [2, 4])
    #expect(try table.filtered(by: [:]).rowCount == 3)
    #expect(throws: AugerError.self) { try table.filtered(by: ["amount": ["many"]]) }
  }

  // MARK: Sources

  @Test func aFileIsASourceOfCharts() async throws {
    let url = try file("Region;Amount\nEurope;1\nPacific;2\nEurope;3\n")
    defer { try? FileManager.default.removeItem(at: url) }
    let source = CSVFile(url)
    #expect(try await source.fields.map(\.name) == ["Region", "Amount"])
    #expect(try await source.table().rowCount == 3)
    let chart = try await source.chart(category: "Region", values: "sum(Amount)")
    #expect(chart[dimension: 0, series: 0, category: 0] == .int(4))
    #expect(try await source.suggestedChart().categoryCount == 2)
  }

  @Test func theDelimiterOfAFileCanBeStated() async throws {
    let url = try file("Region,Code;Amount\nEurope,1;1\nPacific,2;2\n")
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(try await CSVFile(url, delimiter: ";").fields.map(\.name) == ["Region,Code", "Amount"])
  }

  @Test func aFileThatDoesNotExistIsATypedError() async {
    let source = CSVFile(URL(filePath: "/nowhere/sales.csv"))
    let error = await #expect(throws: AugerError.self) { try await source.fields }
    #expect(error?.code == "fileNotFound")
  }

  @Test func filesAndRowsAreTablesOfOnePipeline() async throws {
    let url = try file("region,target\nEurope,5\nPacific,6\n")
    defer { try? FileManager.default.removeItem(at: url) }
    let pipeline = Pipeline(tables: ["Sales": try sales(), "Targets": CSVFile(url)], dashboards: [])
    let targets = try await pipeline.table(of: "Targets", arguments: ["region": "Pacific", "product": "Bikes"])
    #expect(try targets[column: "target"]?.values(as: Int.self) == [6])
    let bikes = try await pipeline.table(of: "Sales", arguments: ["region": "Pacific", "product": "Bikes"])
    #expect(bikes.rowCount == 1)
  }

  /// A source of a program: every table that can be scanned is one.
  private struct Numbers: ScannableTable {
    var name: String { "numbers" }

    func schema(_ control: RunControl) throws -> DataTable.Schema {
      DataTable.Schema([DataTable.Field("n", type: .int64)])
    }

    func scan(
      _ request: ScanRequest, _ control: RunControl, body: @Sendable (Int, borrowing Batch) throws -> Void
    ) throws -> ScanSummary {
      let column = DataTable.Column([1, 2, 3] as [Int?])
      try body(0, Batch(columns: request.columns.map { _ in column }, rowCount: 3, firstRow: 0))
      return ScanSummary(rowCount: 3)
    }
  }

  @Test func aTableOfAProgramIsASource() async throws {
    #expect(try await Numbers().fields == [DataTable.Field("n", type: .int64)])
    let chart = try await Numbers().chart(category: "n", values: "count()")
    #expect(chart.categoryCount == 3)
    #expect(try await Numbers().table().rowCount == 3)
  }
}
