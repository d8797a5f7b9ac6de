import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerExpressions
import AugerMetadata
import AugerQuery
import Testing

@Suite struct ScenarioTests {
  private final class Salaries: QueryDelegate {
    func version(of query: String) async throws -> String? { "1" }

    let asked = Locked(0)

    func table(for request: QueryRequest) async throws -> Table {
      let arguments = request.arguments
      asked.withLock { $0 += 1 }
      var scale: Int64 = 1
      if case .scalar(.int(let year))? = arguments["Year"] { scale = year - 2000 }
      if case .range(.int(let year), _)? = arguments["Years"] { scale = year - 2000 }
      return Table([
        ("dept", Column(["Sales", "Sales", "IT"])), ("sex", Column(["f", "m", "f"])),
        ("salary", Column([100 * scale, 200 * scale, 400 * scale])),
      ])
    }
  }

  private let dashboard: Dashboard
  private let pipeline: Pipeline
  private let salaries = Salaries()

  init() throws {
    var plain = ParsedChart(
      name: "Raise", type: .column, query: "Salaries", category: AxisDefinition(column: "dept"),
      values: [ValueDefinition(expression: try .parse("salary + salary * $hike / 100"), title: "Salary")])
    plain.filters = [NameReference("Years")]
    plain.whatIfColumns = [WhatIfColumnDefinition("salary", type: .integer)]
    var withSeries = plain
    withSeries.name = "BySex"
    withSeries.series = AxisDefinition(column: "sex")
    dashboard = Dashboard(
      name: "d",
      variables: [
        VariableDefinition(
          "hike", type: .integer, value: .int(0), bounds: ControlBounds(min: .int(0), max: .int(18), step: 3))
      ], filters: [FilterDefinition("Years", kind: .range, sourceQuery: "Salaries", column: "salary")],
      items: [.chart(plain), .chart(withSeries)])
    pipeline = Pipeline(delegate: salaries, dashboards: [dashboard])
  }

  private func cells(_ model: ChartModel) -> [[Double?]] {
    model.dimensions.map { $0.cells.scalars.map(\.doubleValue) }
  }

  @Test func scenarioIsComparedWithTheStart() async throws {
    let good = try Scenario("good", "$hike=15")
    let model = try await pipeline.comparison(of: "Raise", of: dashboard, nil, with: good)
    #expect(
      model.dimensions.map(\.title) == [
        "Salary: start", "Salary: good", "Salary: difference", "Salary: percent",
      ])
    #expect(model.levels[0].labels == ["IT", "Sales"])
    #expect(cells(model) == [[400, 300], [460, 345], [60, 45], [15, 15]])
  }

  @Test func twoScenariosAreComparedWithOneQuery() async throws {
    let good = try Scenario("good", "$hike=15")
    let bad = try Scenario("bad", "BySex.whatif.salary[IT]=100")
    let model = try await pipeline.comparison(of: "BySex", of: dashboard, good, with: bad)
    #expect(model.series.map(\.text) == ["f", "m"])
    #expect(cells(model)[2] == [-360, -15, nil, -30])
    #expect(model.receipt.queries.map(\.name) == ["Salaries"] && salaries.asked.withLock { $0 } == 1)
    // A second comparison with cached answers gives the same chart.
    let again = try await pipeline.comparison(of: "BySex", of: dashboard, good, with: bad)
    #expect(ChartJSON().data(for: again) == ChartJSON().data(for: model))
    #expect(Scenario("x", of: try good.applied(to: dashboard.start, in: dashboard)).address == good.address)
  }

  @Test func integersAreSubtractedExactly() throws {
    func chart(_ value: Int64) throws -> ChartModel {
      ChartModel(
        name: "c", type: .column, levels: [CategoryLevel(column: "x", values: Column(["a"]))],
        dimensions: [ValueDimension(cells: Column([value]))])
    }
    let model = try chart(.max).compared(with: try chart(.max - 1), names: ("a", "b"))
    #expect(model.dimensions[2].cells[0] == .int(-1))
  }

  @Test func scenarioContainsOnlyAssumptions() throws {
    let error = #expect(throws: DiagnosticError.self) { try Scenario("x", "$hike=3&filter.Years=1..2") }
    #expect(error?.diagnostics.first?.code == .scenarioPart)
  }

  @Test func sweepHasOneSeriesPerValue() async throws {
    let model = try await pipeline.sweep(of: "Raise", of: dashboard, try Steps("$hike=0..18 step 9"))
    #expect(model.series.map(\.value) == [.int(0), .int(9), .int(18)])
    #expect(model.seriesColumn == "$hike")
    #expect(model.series.map(\.text) == ["$hike = 0", "$hike = 9", "$hike = 18"])
    #expect(cells(model) == [[400, 300, 436, 327, 472, 354]])
    let both = try await pipeline.sweep(of: "BySex", of: dashboard, try Steps("$hike=0,18"))
    #expect(both.series.map(\.text) == ["f, $hike = 0", "m, $hike = 0", "f, $hike = 18", "m, $hike = 18"])
  }

  @Test func comparisonPictureHasOneSeriesPerScenario() async throws {
    let good = try Scenario("good", "$hike=15")
    let model = try await pipeline.beside(of: "Raise", of: dashboard, nil, with: good)
    #expect(model.series.map(\.text) == ["start", "good"])
    #expect(cells(model) == [[400, 300, 460, 345]])
    let both = try await pipeline.beside(of: "BySex", of: dashboard, nil, with: good)
    #expect(both.series.map(\.text) == ["f, start", "m, start", "f, good", "m, good"])
  }

  @Test func scenarioErrorNamesTheScenario() async throws {
    let wild = try Scenario("wild", "$hike=99")
    let error = await #expect(throws: DiagnosticError.self) {
      try await pipeline.comparison(of: "Raise", of: dashboard, nil, with: wild)
    }
    #expect(error?.diagnostics.first?.message == "scenario 'wild': variable '$hike' cannot be 99")
  }

  @Test func stepsOfUnrelatedVariablesFail() async throws {
    var fixed = try #require(dashboard.allCharts.first)
    fixed.values[0].expression = try .parse("salary")
    fixed.filters = []
    var other = dashboard
    other.items = [.chart(fixed)]
    for text in ["$hike=0..18 step 3", "filter.Years=2001..2003"] {
      let error = await #expect(throws: DiagnosticError.self) {
        try await pipeline.sweep(of: "Raise", of: other, try Steps(text))
      }
      #expect(error?.diagnostics.first?.code == .stepsUnused)
    }
  }

  @Test func framesOfAFilterOrAnArgumentRunNewQueries() async throws {
    for text in ["filter.Years=2001..2003", "argument.Year=2001..2003"] {
      let frames = try await pipeline.frames(of: "Raise", of: dashboard, try Steps(text))
      #expect(frames.map(\.value) == [.int(2001), .int(2002), .int(2003)])
      #expect(frames.map { $0.model.dimensions[0].cells[0].doubleValue } == [400, 800, 1200])
      #expect(frames.allSatisfy { $0.model.receipt.queries[0].execution == .executed })
      pipeline.forget()
    }
  }

  @Test func framesAreWrittenToOneFile() async throws {
    let frames = try await pipeline.frames(of: "Raise", of: dashboard, try Steps("$hike=0..3 step 3"))
    let text = String(decoding: ChartFramesJSON().data(step: "$hike", frames: frames), as: UTF8.self)
    #expect(text.hasPrefix("{\n\"schema\": \"auger.frames/1\",\n\"step\": \"$hike\",\n\"values\": [0, 3],"))
    #expect(text.split(separator: "\"auger.chart/1\"").count == 3)
  }

  @Test(arguments: [
    "hike", "hike=1", "$hike=", "$hike=3..1", "$hike=1..x", "$hike=0..9 step 0", "$=1", "filter.=1",
    "$since=2024-01-02..2024-01-01",
  ])
  func invalidStepsReportTheSyntax(_ text: String) {
    let error = #expect(throws: DiagnosticError.self) { try Steps(text) }
    #expect(error?.diagnostics.first?.code == .stepsSyntax)
  }

  @Test func tooManyOrInvalidStepsFail() async throws {
    #expect(throws: DiagnosticError.self) { try Steps("$hike=0..1000") }
    #expect(try Steps("$hike=1..2 step 0.25").values.count == 5)
    #expect(
      try Steps("$since=2024-01-01..2024-01-10 step 7").values.map(\.description) == ["2024-01-01", "2024-01-08"])
    let error = await #expect(throws: DiagnosticError.self) {
      try await pipeline.frames(of: "Raise", of: dashboard, try Steps("$hike=0..4"))
    }
    #expect(error?.diagnostics.first?.code == .offStep)
  }
}
