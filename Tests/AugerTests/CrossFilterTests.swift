import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery
import Testing

/// Selections in charts with `CrossFilter`, which filter the other items of a dashboard.
@Suite struct CrossFilterTests {
  private let dashboard: Dashboard
  private let pipeline: Pipeline

  init() throws {
    dashboard = try Self.dashboard()
    pipeline = Pipeline(tables: [
      "Sales": try Table([
        "Region": ["Europe", "Asia", "Europe", "Asia"], "Country": ["France", "Japan", "Spain", "India"],
        "Product": ["Bikes", "Bikes", "Boats", "Boats"], "Year": Column([2021, 2022, 2023, 2024] as [Int64]),
        "Amount": Column([1, 20, 300, 4000] as [Int64]),
      ])
    ])
  }

  private static func dashboard(_ attribute: String = "CrossFilter=\"true\"") throws -> Dashboard {
    func chart(_ name: String, _ column: String, _ more: String = "") -> String {
      """
      <Chart Name="\(name)" ChartType="Column" Query="Sales" \(more)><Category Column="\(column)" />
        <Values><Value Expression="sum(Amount)" /></Values>
        <Filters><FilterName Name="Region" /></Filters></Chart>
      """
    }
    return try Dashboard(
      parsing: """
        <Dashboard Name="board">
          <Filters><Filter Name="Region" SourceQuery="Sales" FilterType="picklist" Column="Region" /></Filters>
          \(chart("Regions", "Region", attribute))
          \(chart("Products", "Product", attribute))
          \(chart("Years", "Year", attribute))
          <DataGrid Name="Rows" Query="Sales"><Columns>
            <Column Type="Data" Value="Country" IsHeaderColumn="true" />
            <Column Type="Data" Value="Amount" /></Columns></DataGrid>
        </Dashboard>
        """, name: "board")
  }

  private func values(_ chart: String, _ address: String) async throws -> [String: Scalar] {
    let model = try await pipeline.chart(chart, of: dashboard, at: try Exploration(address))
    return Dictionary(uniqueKeysWithValues: zip(model.levels[0].labels, model.cells(dimension: 0, series: 0).scalars))
  }

  @Test func selectionFiltersTheOtherChartsOnly() async throws {
    let address = "Regions.select=categories:Europe"
    #expect(try await values("Products", address) == ["Bikes": .int(1), "Boats": .int(300)])
    #expect(try await values("Regions", address) == ["Europe": .int(301), "Asia": .int(4020)])
  }

  @Test func selectionsOfSeveralChartsAreCombined() async throws {
    let address = "Products.select=categories:Boats&Regions.select=categories:Europe,Asia"
    #expect(try await values("Years", address) == ["2023": .int(300), "2024": .int(4000)])
    #expect(try await values("Regions", address) == ["Europe": .int(300), "Asia": .int(4000)])
  }

  @Test func rangeOfCategoriesIsARangeOfValues() async throws {
    let address = "Years.select=rectangles:2022..2023~"
    #expect(try await values("Products", address) == ["Bikes": .int(20), "Boats": .int(300)])
  }

  @Test func gridReceivesTheSelection() async throws {
    let state = try Exploration("Products.select=categories:Boats")
    let grid = try await pipeline.chart("Rows", of: dashboard, at: state)
    #expect(grid.table?.columns.first?.texts == ["Spain", "India"])
    #expect(grid.context.text == "Product: Boats")
  }

  @Test func chartNamesTheSelection() async throws {
    let state = try Exploration("Regions.select=categories:Europe")
    let model = try await pipeline.chart("Products", of: dashboard, at: state)
    #expect(model.context.parts.map(\.kind) == [.selection])
    #expect(model.context.text == "Region: Europe")
    #expect(model.receipt.queries.map(\.arguments) == [["Region": .scalar(.string("Europe"))]])
  }

  @Test func filterAndSelectionAcceptTheirCommonValues() async throws {
    let address = "filter.Region=Asia,Europe&Regions.select=categories:Asia"
    #expect(try await values("Products", address) == ["Bikes": .int(20), "Boats": .int(4000)])
    let error = await #expect(throws: DiagnosticError.self) {
      try await values("Products", "filter.Region=Asia&Regions.select=categories:Europe")
    }
    #expect(error?.diagnostics.map(\.code) == [.crossFilterEmpty])
  }

  @Test func selectionWithoutArgumentsIsReported() async throws {
    let state = try Exploration("Regions.select=rectangles:~100..500")
    let model = try await pipeline.chart("Regions", of: dashboard, at: state)
    #expect(model.warnings.map(\.code) == [.crossFilterNotExact])
    #expect(try await values("Products", state.description) == ["Bikes": .int(21), "Boats": .int(4300)])
  }

  @Test func chartWithoutTheAttributeFiltersNothing() async throws {
    let dashboard = try Self.dashboard("")
    let state = try Exploration("Regions.select=categories:Europe")
    let model = try await pipeline.chart("Products", of: dashboard, at: state)
    #expect(model.cells(dimension: 0, series: 0).scalars == [.int(21), .int(4300)])
  }

  @Test func intersectionOfArgumentsIsExact() {
    let list = QueryArgument.list([.int(1), .int(5), .int(9)])
    let range = QueryArgument.range(lower: .int(4), upper: .int(7))
    #expect(list.intersection(range) == .list([.int(5)]))
    #expect(range.intersection(list) == .list([.int(5)]))
    #expect(range.intersection(.range(lower: .int(6), upper: .int(20))) == .range(lower: .int(6), upper: .int(7)))
    #expect(range.intersection(.range(lower: .int(8), upper: .int(20))) == nil)
    #expect(QueryArgument.scalar(.int(2)).intersection(list) == nil)
  }

  @Test func unusedCrossFilterIsAWarning() throws {
    let signatures = [
      QuerySignature("Sales", parameters: [.init("Country", isRequired: false)])
    ]
    var check = DashboardCheck(try Self.dashboard(), queries: signatures)
    let codes = check.run().map(\.code).filter { $0 == .crossFilterUnused }
    #expect(codes.count == 3)
  }

  @Test func parameterForOneValueIsAWarning() throws {
    func kinds(_ use: QuerySignature.Use) throws -> [Diagnostic] {
      let signatures = [QuerySignature("Sales", parameters: [.init("Year", isRequired: false, uses: [use])])]
      var check = DashboardCheck(try Self.dashboard(), queries: signatures)
      return check.run().filter { $0.code == .argumentKind }
    }
    #expect(try kinds(.soleValue).map(\.hint) == ["Write in ($Year)."])
    #expect(try kinds(.soleValue).map(\.level) == [.warning])
    #expect(try kinds(.anything).isEmpty)
  }
}
