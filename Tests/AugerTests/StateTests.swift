import Auger
import Testing

/// States and the public functions of a pipeline that take them.
@Suite struct StateTests {
  static let xml = """
    <Dashboard Name="sales">
      <Variables>
        <Variable Name="$hike" DisplayName="Hike" VariableType="integer" Value="0" Min="0" Max="18" Step="3" />
      </Variables>
      <Filters>
        <Filter Name="Product" Sequence="1" SourceQuery="Sales" FilterType="picklist" Column="Product" />
      </Filters>
      <DrillDownGroup Name="Resellers" Title="Resellers">
        <Chart Name="Regions" Title="Regions" ChartType="Bar" ChartSequence="1" Query="Sales">
          <Category Column="Region" />
          <Values><Value Expression="sum(Amount * (1 + $hike / 100))" ValueSequence="1" /></Values>
          <Filters><FilterName Name="Product" /></Filters>
        </Chart>
        <Chart Name="Countries" Title="Countries" ChartType="Bar" ChartSequence="2" Query="Sales">
          <Category Column="Country" />
          <Values><Value Expression="sum(Amount * (1 + $hike / 100))" ValueSequence="1" /></Values>
          <Filters><FilterName Name="Product" /></Filters>
        </Chart>
      </DrillDownGroup>
      <Chart Name="Products" Title="Products" ChartType="Column" Query="Sales">
        <Category Column="Product" />
        <Values><Value Expression="sum(Amount)" ValueSequence="1" /></Values>
        <WhatIfColumns><Column Name="Amount" VariableType="float" Value="1" /></WhatIfColumns>
      </Chart>
      <Chart Name="Years" Title="Years" ChartType="Line" Query="Sales">
        <Category Column="Date" Grains="Year,Quarter,Month" />
        <Values><Value Expression="sum(Amount)" ValueSequence="1" /></Values>
      </Chart>
      <Diagram Name="Plan" Query="Plan">
        <Node Name="Profit" Text="Profit" Default="true" Expression="Sales - Cost" />
        <Node Name="Sales" Text="Sales" ParentNode="Profit" />
        <Node Name="Cost" Text="Cost" ParentNode="Profit" />
      </Diagram>
    </Dashboard>
    """

  private let dashboard: Dashboard
  private let pipeline: Pipeline

  init() throws {
    dashboard = try Dashboard(xml: Self.xml, name: "sales")
    pipeline = Pipeline(tables: [
      "Sales": try Table([
        "Region": ["Europe", "Pacific", "Europe"], "Country": ["France", "Fiji", "Spain"],
        "Product": ["Bikes", "Bikes", "Boats"], "Amount": [100, 200, 300],
        "Date": Column([
          CivilDate(year: 2023, month: 2, day: 1), CivilDate(year: 2024, month: 5, day: 1),
          CivilDate(year: 2024, month: 6, day: 1),
        ]),
      ]),
      "Plan": try Table(["Sales": [100.0], "Cost": [60.0]]),
    ])
  }

  private var start: DashboardState { dashboard.initialState }

  private func json(_ model: ChartModel) -> [UInt8] { ChartJSON().data(for: model) }

  // MARK: Moves

  @Test func movesGiveStatesWithTheirAddresses() throws {
    let state = try start.applying(
      .drillDown(in: "Resellers", to: ["Region": "Europe"]), .set("hike", to: 6), .filter("Product", by: ["Bikes"]))
    #expect(state.address == "Resellers.drill=Region:Europe&filter.Product=Bikes&$hike=6")
    #expect(start.address.isEmpty && "\(state)" == state.address)
    #expect(state.path(of: "Resellers").map(\.title) == ["Regions"])
    #expect(state.path(of: "Resellers").map(\.selection) == [["Region": "Europe"]])
    #expect(start.path(of: "Resellers").isEmpty && state.path(of: "Products").isEmpty)
    #expect(state.value(of: "hike") == 6 && start.value(of: "hike") == 0 && state.value(of: "hik") == nil)
    #expect(state.selection(of: "Product") == ["Bikes"] && start.selection(of: "Product") == nil)
    #expect(try state.applying(.drillUp(in: "Resellers"), .filter("Product", by: nil), .set("hike", to: nil)) == start)
  }

  @Test(arguments: [
    (Move.zoom("Years", to: 2), "Years.zoom=3"), (.zoom("Years", to: "Month"), "Years.zoom=3"),
    (.zoom("Years", to: 0), ""),
    (
      .change("Amount", of: "Products", category: "Bikes", by: .percent(-10)),
      "Products.whatif.Amount[Bikes]=-10%25"
    ),
    (.sort("Products", by: .value, order: .descending, top: 1), "Products.sort=-value;top:1"),
    (.sort("Products", by: nil), ""),
    (
      .select(Selection(categories: ["Bikes"]), in: "Products"),
      "Products.select=categories:Bikes"
    ),
    (.hide(["Bikes"], in: "Products"), "Products.hide=Bikes"),
    (.setNode("Cost", of: "Plan", to: 50), "Plan.node[Cost]=50"),
    (.reset("Products"), ""),
  ])
  func aMoveHasOneAddress(_ move: Move, _ address: String) throws {
    let state = try start.applying(move)
    #expect(state.address == address)
    #expect(try dashboard.state(address: state.address) == state)
  }

  @Test(arguments: [
    (Move.drillDown(in: "Reseller", to: ["Region": "Europe"]), "metadataObjectUndefined"),
    (.drillDown(in: "Resellers", to: ["Regoin": "Europe"]), "drillUnknownColumn"),
    (.drillDown(in: "Resellers", to: ["Region": .range(lower: "A", upper: "Z")]), "drillRangePicked"),
    (.drillUp(in: "Resellers"), "drillLevelUnknown"), (.zoom("Years", to: "Mont"), "zoomOutOfRange"),
    (.zoom("Years", to: 3), "zoomOutOfRange"), (.zoom("Years", to: .max), "zoomOutOfRange"),
    (.set("hike", to: 99), "outOfBounds"), (.set("hike", to: 4), "offStep"), (.filter("Product", by: []), "filterKind"),
    (.change("Price", of: "Products", by: .value(1)), "notChangeable"),
  ])
  func anInvalidMoveThrowsAndTheStateStays(_ move: Move, _ code: String) {
    let before = start
    let error = #expect(throws: AugerError.self) { _ = try before.applying(.set("hike", to: 3), move) }
    #expect(error?.code.rawValue == code, "\(move)")
    #expect(before == start)
  }

  @Test func movesAreWrittenByTheTableOfMoves() {
    #expect("\(Move.set("hike", to: 10))" == "set(variable: hike, value: 10)")
    #expect(
      "\(Move.drillDown(in: "Resellers", to: ["Region": ["Europe", "Pacific"]]))"
        == "drill(item: Resellers, picks: Region:[Europe, Pacific])")
    #expect("\(Move.zoom("Years", to: "Month"))" == "zoom(item: Years, level: Month)")
  }

  @Test func anArrayOfStatesIsAnUndoHistory() throws {
    var history = [start]
    for move in [Move.drillDown(in: "Resellers", to: ["Region": "Europe"]), .set("hike", to: 3)] {
      let last = try #require(history.last)
      history.append(try last.applying(move))
    }
    history.removeLast()
    #expect(history.last?.address == "Resellers.drill=Region:Europe")
    history.removeLast()
    #expect(history == [start])
    #expect(Set([start, history[0], try start.applying(.set("hike", to: 0))]).count == 1)
  }

  @Test func anInvalidAddressThrowsAllItsProblems() throws {
    let error = #expect(throws: AugerError.self) {
      _ = try dashboard.state(address: "$hike=99&filter.Nothing=a")
    }
    #expect(error?.diagnostics.map(\.code.rawValue).sorted() == ["metadataObjectUndefined", "outOfBounds"])
  }

  @Test func aScenarioReplacesAssumptionsAndNothingElse() throws {
    let good = Scenario("good", from: try start.applying(.set("hike", to: 6), .filter("Product", by: ["Boats"])))
    let state = try start.applying(.drillDown(in: "Resellers", to: ["Region": "Europe"]), .set("hike", to: 3))
    #expect(try state.assuming(good).address == "Resellers.drill=Region:Europe&$hike=6")
  }

  // MARK: Charts

  @Test func theFunctionsOfStatesEqualThoseOfPlaces() async throws {
    let state = try start.applying(.drillDown(in: "Resellers", to: ["Region": "Europe"]), .set("hike", to: 6))
    let place = try Exploration(state.address)
    let chart = try await pipeline.chart("Resellers", in: state)
    #expect(json(chart) == json(try await pipeline.chart("Resellers", of: dashboard, at: place)))
    let rows = try await pipeline.rows(behind: "Resellers", in: state)
    #expect(rows["Country"].map { column in (0..<column.count).map { column[$0] } } == ["France", "Spain"])
    #expect(try await pipeline.table(of: QueryRequest("Sales", arguments: ["Product": "Boats"])).rowCount == 1)
    let good = Scenario("good", from: try start.applying(.set("hike", to: 12)))
    #expect(
      json(try await pipeline.comparison(of: "Resellers", in: state, with: good))
        == json(
          try await pipeline.comparison(
            of: "Resellers", of: dashboard, at: place, Scenario("now", of: place), with: good)))
    let steps = try Steps("$hike=0..18 step 6")
    let sweep = Sweep.variable("hike", from: 0, through: 18, by: 6)
    #expect(
      json(try await pipeline.sweep("Resellers", in: state, over: sweep))
        == json(try await pipeline.sweep(of: "Resellers", of: dashboard, at: place, steps)))
    let frames = try await pipeline.frames(of: "Resellers", in: state, over: sweep)
    #expect(frames.map(\.value) == [0, 6, 12, 18])
    #expect(json(frames[1].chart) == json(chart))
  }

  @Test func theModelOfAStateHasItsChartsAndFiltersByName() async throws {
    let state = try start.applying(.drillDown(in: "Resellers", to: ["Region": "Europe"]))
    let model = try await pipeline.model(of: state)
    #expect(model.state == state)
    #expect(model.charts.map(\.name) == ["Countries", "Products", "Years", "Plan"])
    #expect(model["Resellers"]?.name == "Countries" && model["Countries"] != nil && model["Regions"] == nil)
    #expect(model.filters.map(\.name) == ["Product"])
    #expect(model.filters[0].choices.map(\.label) == ["Bikes", "Boats"])
    let alone = try await pipeline.chart("Products", in: state)
    #expect(model["Products"].map(json) == json(alone))
  }

  @Test func aGoalIsSoughtAndItsStateHasTheDriver() async throws {
    let goal = Goal.node("Profit", of: "Plan", equals: 70)
    let solution = try await pipeline.seek(goal, varying: "Cost", within: 0...100, from: start)
    #expect(abs(solution.value - 30) < 1e-6)
    #expect(solution.state.address.hasPrefix("Plan.node[Cost]="))
  }

  @Test func aStateIsValidatedAgainstTheData() async throws {
    try await pipeline.validate(try start.applying(.drillDown(in: "Resellers", to: ["Region": "Europe"])))
    let state = try start.applying(.drillDown(in: "Resellers", to: ["Region": "Mars"]))
    let error = await #expect(throws: AugerError.self) { try await pipeline.validate(state) }
    #expect(error?.code == "valueNotPresent")
  }

  @Test func eachStateGivesItsUpdate() async throws {
    let (states, moves) = AsyncStream.makeStream(of: DashboardState.self)
    var updates = pipeline.charts("Resellers", following: states).makeAsyncIterator()
    moves.yield(start)
    #expect(try await updates.next()?.result.get().name == "Regions")
    let last = try start.applying(.drillDown(in: "Resellers", to: ["Region": "Europe"]))
    moves.yield(last)
    moves.finish()
    let end = await updates.next()
    #expect(end?.state == last)
    #expect(try end?.result.get().name == "Countries")
    #expect(await updates.next() == nil)
  }

  @Test func eventsAreLoggedWithTheirLevels() async throws {
    let entries = Locked<[Pipeline.LogEntry]>([])
    let table = try Table(["Region": ["Europe"], "Amount": [1]])
    let pipeline = Pipeline(
      tables: ["Sales": table],
      options: Pipeline.Options {
        $0.arguments = ["Regoin": "Europe"]
        $0.log = { entry in entries.withLock { $0.append(entry) } }
      })
    let chart = """
      <Dashboard><Chart Name="c" ChartType="Bar" Query="Sales"><Category Column="Region" />
      <Values><Value Expression="sum(Amount)" ValueSequence="1" /></Values></Chart></Dashboard>
      """
    let start = try Dashboard(xml: chart).initialState
    for _ in 0..<2 { _ = try await pipeline.chart("c", in: start) }
    await #expect(throws: AugerError.self) { _ = try await pipeline.chart("d", in: start) }
    #expect(entries.withLock { $0.map(\.level) } == [.debug, .warning, .warning, .error])
    #expect(entries.withLock { $0.first?.message } == "query answered: 'Sales', 1 rows")
  }

  @Test func optionsReachQueriesAndLabels() async throws {
    let table = try Table(["Region": ["Europe", "Pacific"], "Amount": [1, 2]])
    let dashboard = try Dashboard(
      xml: """
        <Dashboard><Chart Name="c" ChartType="Bar" Query="Sales"><Category Column="Region" />
        <Values><Value Expression="sum(Amount) + year(today())" ValueSequence="1" /></Values></Chart></Dashboard>
        """)
    let moment = Timestamp(microseconds: 86_400_000_000 * 365)
    let pipeline = Pipeline(
      tables: ["Sales": table],
      options: Pipeline.Options {
        $0.arguments = ["Region": "Europe"]
        $0.now = moment
        $0.locale = "de_CH"
      })
    let chart = try await pipeline.chart("c", in: dashboard.initialState)
    #expect(chart.categoryCount == 1)
    #expect(chart[dimension: 0, series: 0, category: 0].doubleValue == 1972)
    #expect(pipeline.locale.identifier == "de_CH")
  }
}
