import Auger
import AugerAnalysis
import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery
import Foundation
import TestSupport
import Testing

/// Cross-filters and underlying rows in generated states equal those of a reference evaluator, with and without a data
/// policy. `Scripts/rows-judge.py` compares larger data with DuckDB.
@Suite struct UnderlyingRowsTests {
  private struct Row {
    var region: String
    var year: Int
    var amount: Int
    var number: Int
  }

  private static let workspace = """
    sources: { files: { adapter: csv, path: data.csv } }
    queries:
      ByRegion:
        { source: files, from: data, where: ["[[ year in ($year) ]]"], groupBy: [region],
          measures: { amount: sum(amount) } }
      ByYear:
        { source: files, from: data, where: ["[[ region in ($region) ]]"], groupBy: [year],
          measures: { amount: sum(amount) } }
    dashboards: { board: board.xml }
    policy:
      - { for: { claim: role, is: chief }, dashboards: all }
      - { for: { claim: role, is: seller }, dashboards: all, rows: { files.data: amount > 40 } }
    """

  private static let board = """
    <MobileAnalytic><Dashboard Title="Board">
      <Chart Name="Regions" Query="ByRegion" ChartType="Column" CrossFilter="true"><Category Column="region" />
        <Values><Value Expression="sum(amount)" ValueSequence="1" /></Values></Chart>
      <Chart Name="Years" Query="ByYear" ChartType="Column" CrossFilter="true"><Category Column="year" />
        <Values><Value Expression="sum(amount)" ValueSequence="1" /></Values></Chart>
    </Dashboard><DashboardLayout><Landscape/></DashboardLayout></MobileAnalytic>
    """

  @Test func generatedStatesEqualTheReference() async throws {
    var chance = Chance(seed: 58)
    let rows = (0..<400).map { number in
      Row(
        region: chance.pick(["North", "South", "o'Neil", "日本", ""]), year: 2020 + chance.below(5),
        amount: chance.below(100), number: number)
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-rows-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let data =
      "region,year,amount,number\n"
      + rows.map { "\"\($0.region)\",\($0.year),\($0.amount),\($0.number)\n" }.joined()
    for (name, text) in [("data.csv", data), ("auger.yaml", Self.workspace), ("board.xml", Self.board)] {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let workspace = try Workspace(contentsOf: folder.path, adapters: [CSVAdapter()])
    let all = Pipeline(workspace, workers: 2)
    for number in 0..<40 {
      let role = chance.pick(["", "chief", "seller"])
      let claims: [Name: [Scalar]] = [Name("role"): [.string(role)]]
      let pipeline =
        role.isEmpty
        ? all : all.entitled(to: try #require(workspace.policy).entitlement(for: .init(name: "p", claims: claims)))
      let visible = rows.filter { role != "seller" || $0.amount > 40 }
      let regions = ["North", "o'Neil", "日本", ""].filter { _ in chance.isOneIn(2) } + ["South"]
      let years = (2020..<2025).filter { _ in chance.isOneIn(2) } + [2025]
      try await compare(pipeline, workspace.dashboards[0], visible, regions, years, "state \(number) of '\(role)'")
    }
  }

  private func compare(
    _ pipeline: Pipeline, _ dashboard: Dashboard, _ visible: [Row], _ regions: [String], _ years: [Int], _ name: String
  ) async throws {
    var state = Exploration()
    state[item: "Regions"].selection = Selection(categories: regions.map { .string($0) })
    let mark = Selection(categories: years.map { .int(Int64($0)) })
    let read = try Exploration(state.description)
    #expect(read == state, "\(name)")
    let selected = visible.filter { regions.contains($0.region) }
    let model = try await pipeline.chart("Years", of: dashboard, at: read)
    let sums = zip(model.levels[0].values.scalars, model.cells(dimension: 0, series: 0).scalars)
    for (year, sum) in sums {
      let expected = selected.filter { .int(Int64($0.year)) == year }.reduce(0) { $0 + $1.amount }
      #expect(sum == .int(Int64(expected)), "\(year) in \(name)")
    }
    #expect(model.categoryCount == Set(selected.map(\.year)).count, "\(name)")
    let behind = selected.filter { years.contains($0.year) }
    let answer = try await pipeline.rows(behind: "Years", of: dashboard, at: read, mark: mark, most: 10)
    #expect(answer.count == behind.count && answer.table.rowCount == min(10, behind.count), "\(name)")
    let whole = try await pipeline.rows(behind: "Years", of: dashboard, at: read, mark: mark)
    let amounts = try #require(whole.table["amount"])
    #expect(amounts.scalars == behind.map { .int(Int64($0.amount)) }, "\(name)")
    if pipeline.entitlement == .everything {
      let numbers = try #require(whole.table["number"])
      #expect(numbers.scalars == behind.map { .int(Int64($0.number)) }, "\(name)")
    } else {
      #expect(whole.table.schema.names == ["year", "amount"], "\(name)")
    }
  }

  @Test func queryWithoutKnownRowsFails() async throws {
    let dashboard = try Dashboard(
      parsing: """
        <Dashboard Name="board"><Chart Name="Bins" ChartType="Histogram" Query="Sales"><Category Column="Amount" />
        <Values><Value Expression="Amount" /></Values></Chart></Dashboard>
        """, name: "board")
    let table = try Table(["Amount": Column([1, 2, 3] as [Int64])])
    let pipeline = Pipeline(tables: ["Sales": table])
    let whole = try await pipeline.rows(behind: "Bins", of: dashboard, at: Exploration())
    #expect(whole.table.rowCount == 3)
    let error = await #expect(throws: DiagnosticError.self) {
      try await pipeline.rows(
        behind: "Bins", of: dashboard, at: Exploration(), mark: Selection(categories: [.int(1)]))
    }
    #expect(error?.diagnostics.map(\.code) == [.rowsNotAvailable])
  }
}
