import Auger
import Testing

/// The calls of a delegate: a question before each event, and a report after it.
@Suite struct DelegateTests {
  /// A delegate that allows all events except one, and records the events that occurred.
  private final class Recorder: DashboardDelegate {
    private let refused: DashboardEvent?
    private let calls = Locked<[(event: DashboardEvent, address: String)]>([])

    init(refusing refused: DashboardEvent? = nil) { self.refused = refused }

    var events: [DashboardEvent] { calls.withLock { $0.map(\.event) } }
    var addresses: [String] { calls.withLock { $0.map(\.address) } }

    func allows(_ event: DashboardEvent, in state: DashboardState) -> Bool { event != refused }

    func didOccur(_ event: DashboardEvent, in state: DashboardState) {
      calls.withLock { $0.append((event, state.address)) }
    }
  }

  /// A delegate without methods: all of them are optional.
  private struct Indifferent: DashboardDelegate {}

  private let dashboard: Dashboard
  private let pipeline: Pipeline

  init() throws {
    dashboard = try Dashboard(xml: StateTests.xml, name: "sales")
    pipeline = Pipeline(tables: [
      "Sales": try Table([
        "Region": ["Europe", "Pacific"], "Country": ["France", "Fiji"], "Product": ["Bikes", "Boats"],
        "Amount": [100, 200],
        "Date": Column([CivilDate(year: 2023, month: 2, day: 1), CivilDate(year: 2024, month: 5, day: 1)]),
      ]),
      "Plan": try Table(["Sales": [100.0], "Cost": [60.0]]),
    ])
  }

  @Test func eachMoveIsAnEvent() throws {
    let recorder = Recorder()
    let selection = Selection(categories: ["Bikes"])
    let state = try dashboard.initialState.applying(
      .select(selection, in: "Products"), .select(Selection(), in: "Products"),
      .drillDown(in: "Resellers", to: ["Region": "Europe"]), .drillUp(in: "Resellers"), .zoom("Years", to: "Quarter"),
      .set("hike", to: 3), .filter("Product", by: "Bikes"), .change("Amount", of: "Products", by: .percent(5)),
      .sort("Products", by: .value), .setNode("Cost", of: "Plan", to: 50), .setNode("Cost", of: "Plan", to: nil),
      delegate: recorder)
    #expect(
      recorder.events == [
        .select(item: "Products", selection: selection), .deselect(item: "Products"),
        .drill(item: "Resellers", level: 1), .drill(item: "Resellers", level: 0), .zoom(item: "Years", level: 1),
        .set(variable: "hike"), .filter("Product"), .change(item: "Products"), .sort(item: "Products"),
        .setNode(item: "Plan", node: "Cost", value: 50), .setNode(item: "Plan", node: "Cost", value: .null),
      ])
    #expect(recorder.addresses.allSatisfy { $0 == state.address })
  }

  @Test func vetoedMovesAreSkipped() throws {
    let drill = DashboardEvent.drill(item: "Resellers", level: 1)
    let recorder = Recorder(refusing: drill)
    let state = try dashboard.initialState.applying(
      .drillDown(in: "Resellers", to: ["Region": "Europe"]), .set("hike", to: 3), delegate: recorder)
    #expect(state.path(of: "Resellers").isEmpty && state.value(of: "hike") == 3)
    #expect(recorder.events == [.set(variable: "hike")])
  }

  @Test func vetoedSelectionIsEmpty() throws {
    let selection = Selection(categories: ["Bikes"])
    let recorder = Recorder(refusing: .select(item: "Products", selection: selection))
    let state = try dashboard.initialState.applying(.select(selection, in: "Products"), delegate: recorder)
    #expect(state == dashboard.initialState && recorder.events.isEmpty)
  }

  @Test func invalidMovesReportNothing() throws {
    let recorder = Recorder()
    #expect(throws: AugerError.self) {
      _ = try dashboard.initialState.applying(.set("hike", to: 3), .set("hike", to: 99), delegate: recorder)
    }
    #expect(recorder.events.isEmpty)
  }

  @Test func refreshesAreEvents() async throws {
    let recorder = Recorder()
    _ = try await pipeline.chart("Products", in: dashboard.initialState, delegate: recorder)
    _ = try await pipeline.model(of: dashboard.initialState, delegate: recorder)
    #expect(recorder.events == [.refresh(item: "Products"), .refresh(item: nil)])
  }

  @Test func vetoedRefreshThrows() async throws {
    let recorder = Recorder(refusing: .refresh(item: nil))
    do {
      _ = try await pipeline.model(of: dashboard.initialState, delegate: recorder)
      Issue.record("the refresh was allowed")
    } catch {
      #expect(error.code == "refreshVetoed")
    }
    #expect(recorder.events.isEmpty)
    _ = try await pipeline.chart("Products", in: dashboard.initialState, delegate: recorder)
    #expect(recorder.events == [.refresh(item: "Products")])
  }

  @Test func delegateWithoutMethodsAllowsEverything() throws {
    let state = try dashboard.initialState.applying(.set("hike", to: 3), delegate: Indifferent())
    #expect(state.value(of: "hike") == 3)
  }
}
