import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import Testing

/// Overlays drill down, treemaps zoom, and diagrams and charts in cells respond to filters.
@Suite struct ComposedItemTests {
  /// Sales of two regions with countries and cities. Every query filters by the arguments that match its columns.
  private struct Shop: QueryDelegate {
    func version(of query: String) async throws -> String? { "1" }

    static let rows: [(region: String, country: String, city: String, sales: Int64)] = [
      ("Europe", "Spain", "Vigo", 5), ("Europe", "Spain", "Bilbao", 7), ("Europe", "Norway", "Oslo", 11),
      ("Asia", "Japan", "Kobe", 13), ("Asia", "Japan", "Nara", 17), ("Asia", "India", "Pune", 19),
    ]

    func table(for request: QueryRequest) async throws -> Table {
      let (name, arguments) = (request.query, request.arguments)
      func passes(_ column: String, _ value: String) -> Bool {
        switch arguments[column] ?? arguments[column + "s"] {
        case nil: true
        case .scalar(let picked)?: picked == .string(value)
        case .list(let picked)?: picked.contains(.string(value))
        case .range?: false
        }
      }
      let rows = Self.rows.filter { passes("Region", $0.region) && passes("Country", $0.country) }
      if name == "Totals" {
        return Table([
          ("Sales", Column([Double(rows.reduce(0) { $0 + $1.sales })])), ("Cost", Column([Double(rows.count)])),
        ])
      }
      return Table([
        ("Region", Column(rows.map(\.region))), ("Country", Column(rows.map(\.country))),
        ("City", Column(rows.map(\.city))), ("Sales", Column(rows.map(\.sales))),
        ("Plan", Column(rows.map { $0.sales + 1 })),
      ])
    }
  }

  private static let text = """
    <MobileAnalytic><Dashboard>
      <Filters><Filter Name="Regions" FilterType="picklist" SourceQuery="All" Column="Region"/></Filters>
      <DrillDownGroup Name="Markets">
        <OverlayGroup Name="World" Title="World" ChartSequence="1">
          <Category Column="Region"/>
          <Layer Name="Done" ChartType="Column" ChartSequence="1" Query="All">
            <Values><Value Expression="Sales"/></Values>
            <Filters><FilterName Name="Regions"/></Filters>
          </Layer>
          <Layer Name="Planned" ChartType="Line" ChartSequence="2" Query="Plans">
            <Values><Value Expression="Plan"/></Values>
          </Layer>
        </OverlayGroup>
        <OverlayGroup Name="Countries" ChartSequence="2">
          <Category Column="Country"/>
          <Layer Name="DoneThere" ChartType="Column" ChartSequence="1" Query="ByRegion">
            <Values><Value Expression="Sales"/></Values>
          </Layer>
          <Layer Name="PlannedThere" ChartType="Line" ChartSequence="2" Query="PlansByRegion">
            <Values><Value Expression="Plan"/></Values>
          </Layer>
        </OverlayGroup>
        <Chart Name="Cities" ChartType="Bar" ChartSequence="3" Query="ByCountry">
          <Category Column="City"/><Values><Value Expression="Sales"/></Values>
        </Chart>
      </DrillDownGroup>
      <TreeMapGroup Name="Map">
        <TreeMapLevel Name="Regions" Title="Region" ChartSequence="1" Query="All">
          <Category Column="Region"/><Values><Value Expression="Sales"/></Values>
          <Filters><FilterName Name="Regions"/></Filters>
        </TreeMapLevel>
        <TreeMapLevel Name="Lands" Title="Country" ChartSequence="2" Query="All">
          <Category Column="Country"/><Values><Value Expression="Sales"/></Values>
        </TreeMapLevel>
      </TreeMapGroup>
      <Diagram Name="Profit" Query="Totals">
        <Node Name="Profit" Text="Profit" Default="1" Expression="Sales - Cost"/>
        <Node Name="Sales" Text="Sales" ParentNode="Profit"/>
        <Node Name="Cost" Text="Cost" ParentNode="Profit"/>
        <Filters><FilterName Name="Regions"/></Filters>
      </Diagram>
      <DataGrid Name="Grid" Query="All">
        <Columns>
          <Column Type="Data" Value="City" IsHeaderColumn="1"/>
          <Column Type="Chart" Value="Trend" ChartName="Line" ColumnSequence="1"/>
        </Columns>
        <Charts><Chart Name="Line" ChartType="Line">
          <Category Column="City"/><Values><Value Expression="Sales"/></Values>
        </Chart></Charts>
        <Filters><FilterName Name="Regions"/></Filters>
      </DataGrid>
    </Dashboard><DashboardLayout><Landscape/></DashboardLayout></MobileAnalytic>
    """

  private let dashboard: Dashboard
  private let pipeline: Pipeline

  init() throws {
    let (metadata, diagnostics) = MetadataReader.read(bytes: Array(Self.text.utf8), name: "shop.xml")
    try #require(diagnostics.filter { $0.level != .note }.isEmpty, "\(diagnostics)")
    dashboard = try #require(metadata).dashboard
    pipeline = Pipeline(delegate: Shop(), dashboards: [dashboard])
  }

  private func model(_ item: String, _ address: String = "") async throws -> ChartModel {
    let place = try await pipeline.checked(try Exploration(address), of: dashboard)
    return try await pipeline.chart(item, of: dashboard, at: place)
  }

  private func values(_ model: ChartModel, series: Int) -> [Double?] {
    model.cells(dimension: 0, series: series).scalars.map(\.doubleValue)
  }

  @Test func overlayDrillsIntoAnOverlayAndThenIntoAChart() async throws {
    let world = try await model("Markets")
    #expect(world.name == "World" && world.layers.map(\.name) == ["Done", "Planned"])
    #expect(values(world, series: 0) == [49, 23] && values(world, series: 1) == [52, 26])
    #expect(world.drill?.next == "Countries" && world.drill?.seriesPicks == nil)
    #expect(world.drill?.categoryPicks?[0] == ["Region": .scalar(.string("Asia"))])
    let asia = try await model("Markets", "Markets.drill=Region:Asia")
    #expect(asia.levels[0].labels == ["India", "Japan"])
    #expect(values(asia, series: 0) == [19, 30] && values(asia, series: 1) == [20, 32])
    #expect(asia.receipt.queries.allSatisfy { $0.arguments == ["Region": .scalar(.string("Asia"))] })
    let japan = try await model("Markets", "Markets.drill=Region:Asia/Country:Japan")
    #expect(japan.layers.isEmpty && japan.levels[0].labels == ["Kobe", "Nara"])
    // After drilling up, the model is equal byte for byte.
    let place = try await pipeline.checked(try Exploration("Markets.drill=Region:Asia/Country:Japan"), of: dashboard)
    let up = try dashboard.drillUp(place, in: "Markets", to: 1)
    let again = try await pipeline.chart("Markets", of: dashboard, at: up)
    #expect(again.drill?.level == 1)
    #expect(values(again, series: 1) == values(asia, series: 1) && again.levels[0].labels == asia.levels[0].labels)
  }

  @Test func missingValueCannotBeSelectedInAnOverlay() async throws {
    await #expect(throws: DiagnosticError.self) { try await model("Markets", "Markets.drill=Region:Africa") }
    await #expect(throws: DiagnosticError.self) { try await model("Markets", "Markets.drill=Planned:x") }
  }

  @Test func contractNamesTheArgumentsOfEachLayer() {
    let contract = DrillContract(dashboard)
    let paths = contract.paths().paths
    let countries = paths.first { $0.chart == "Countries" }
    #expect(countries?.queries == ["ByRegion", "PlansByRegion"] && countries?.arguments.map(\.name) == ["Region"])
    #expect(countries?.filters.map(\.name) == ["Regions"], "a level inherits the filters of the first")
    #expect(paths.first { $0.item == "Profit" }?.filters.map(\.name) == ["Regions"])
    #expect(paths.first { $0.item == "Grid" }?.filters.map(\.name) == ["Regions"])
  }

  @Test func onlyLayersWithAFilterApplyIt() async throws {
    let world = try await model("Markets", "filter.Regions=Europe")
    #expect(world.levels[0].labels == ["Asia", "Europe"])
    #expect(values(world, series: 0) == [nil, 23] && values(world, series: 1) == [52, 26])
  }

  @Test func treemapZoomKeepsTheSums() async throws {
    let coarse = try await model("Map")
    #expect(coarse.type == .treeMap && coarse.levels[0].labels == ["Asia", "Europe"])
    let fine = try await model("Map", "Map.zoom=2")
    #expect(
      fine.levels[0].labels == ["India", "Japan", "Norway", "Spain"] && fine.levels[1].labels == ["Asia", "Europe"])
    #expect(fine.levels[1].cells?[0].scalars == coarse.dimensions[0].cells.scalars)
    let parts = values(fine, series: 0).compactMap(\.self)
    #expect([parts[0] + parts[1], parts[2] + parts[3]] == values(coarse, series: 0))
    await #expect(throws: DiagnosticError.self) { try await model("Map", "Map.zoom=3") }
    let asia = try await model("Map", "filter.Regions=Asia")
    #expect(asia.levels[0].labels == ["Asia"])
  }

  @Test func diagramRespondsToFilters() async throws {
    func profit(_ address: String) async throws -> [Double?] {
      try await model("Profit", address).diagram?.nodes.map(\.value.doubleValue) ?? []
    }
    #expect(try await profit("") == [66, 72, 6])
    #expect(try await profit("filter.Regions=Europe") == [20, 23, 3])
    #expect(try await profit("filter.Regions=Europe&Profit.node[Cost]=13") == [10, 23, 13])
    let goal = try GoalSeek("Profit=50 by Sales")
    let place = try await pipeline.place(
      reaching: goal, of: "Profit", in: dashboard, at: try Exploration("filter.Regions=Europe"))
    #expect(try await profit(place.description) == [50, 53, 3])
  }

  @Test func gridAndItsCellChartsRespondToFilters() async throws {
    let all = try await model("Grid")
    #expect(all.table?.rowCount == 6)
    let asia = try await model("Grid", "filter.Regions=Asia")
    #expect(asia.table?.rowCount == 3)
    #expect(asia.receipt.queries.count == 4)
    #expect(asia.receipt.queries.allSatisfy { $0.arguments["Regions"] == .list([.string("Asia")]) })
    #expect(asia.receipt.queries.dropFirst().map { $0.arguments["City"] }.contains(.scalar(.string("Kobe"))))
    // The order of moves does not matter: the same state has the same bytes.
    #expect(ChartJSON().data(for: try await model("Grid")) == ChartJSON().data(for: all))
  }

  @Test(arguments: [
    "", "EVA", "EVA=50", "EVA=x by WACC", "=50 by WACC", "EVA=50 by ", "EVA=50 by WACC within 3",
    "EVA=50 by W within 3..2",
  ])
  func invalidGoalFails(_ text: String) {
    #expect(throws: DiagnosticError.self) { try GoalSeek(text) }
  }

  @Test func goalIsReadWithItsBounds() throws {
    #expect(try GoalSeek("EVA=50 by WACC") == GoalSeek("EVA", reaching: 50, by: "WACC"))
    #expect(
      try GoalSeek("Net profit = -5e3 by Cost of sales within 0.01..0.2")
        == GoalSeek("Net profit", reaching: -5000, by: "Cost of sales", within: Bounds(0.01...0.2)))
  }
}
