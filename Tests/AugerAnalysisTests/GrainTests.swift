import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Testing

@Suite struct GrainTests {
  private func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
    CivilDate(year: year, month: month, day: day) ?? CivilDate(days: 0)
  }

  private func model(
    _ grains: [AugerMetadata.Grain], zoom: Int, value: String = "amount", fiscal: Int = 1, fillsGaps: Bool = false
  ) throws -> ChartModel {
    var chart = ChartDefinition(
      name: "Time", type: .line, query: "Days", category: AxisDefinition(column: "sold"),
      values: [ValueDefinition(expression: try .parse(value))])
    chart.grains = GrainDefinition(grains, fiscalYearStart: fiscal, fillsGaps: fillsGaps)
    let dashboard = Dashboard(name: "d", charts: [chart])
    let place = try dashboard.zoom(dashboard.start, in: "Time", to: zoom)
    let table = Table([
      ("sold", Column([day(2002, 7, 1), day(2001, 1, 5), day(2001, 12, 31), day(2001, 1, 20), day(2002, 4, 2)])),
      ("amount", Column([16, 1, 4, 2, 8] as [Int64])),
    ])
    let plan = try ChartPlan("Time", of: dashboard, at: place)
    return try plan.model(from: [table], receipt: Receipt(), locale: ChartLocale())
  }

  @Test func aYearIsTheSumOfItsDays() throws {
    let model = try model([.year, .quarter, .month], zoom: 1)
    #expect(model.levels[0].values.scalars == [.int(2001), .int(2002)])
    #expect(model.dimensions[0].cells.scalars == [.int(7), .int(24)])
    #expect(model.zoom == ZoomState(level: 2, titles: ["Month", "Quarter", "Year"]))
  }

  @Test func monthsNestInQuartersAndYearsInTheOrderOfTime() throws {
    let model = try model([.year, .quarter, .month], zoom: 3)
    #expect(model.levels.map(\.column) == ["Month", "Quarter", "Year"])
    #expect(model.levels[0].values.scalars == [1, 12, 4, 7].map { .int($0) })
    #expect(model.dimensions[0].cells.scalars == [.int(3), .int(4), .int(8), .int(16)])
    #expect(model.levels[1].values.scalars == [.int(1), .int(4), .int(2), .int(3)])
    #expect(model.levels[1].firstChild == [0, 1, 2, 3])
    #expect(model.levels[2].firstChild == [0, 2])
    #expect(model.levels[2].cells?[0].scalars == [.int(7), .int(24)])
    #expect(
      model.levels.map(\.labels) == [["Jan", "Dec", "Apr", "Jul"], ["Q1", "Q4", "Q2", "Q3"], ["2001", "2002"]])
  }

  @Test func anAverageIsThatOfTheRowsNotOfTheParts() throws {
    let model = try model([.year, .month], zoom: 2, value: "avg(amount)")
    #expect(model.levels[1].cells?[0].scalars == [.float(7.0 / 3), .float(12)])
  }

  @Test func aCalendarShowsWhatHasNoRowsAsNull() throws {
    let model = try model([.year, .quarter], zoom: 2, fillsGaps: true)
    #expect(model.levels[0].values.scalars == [1, 2, 3, 4, 1, 2, 3].map { .int($0) })
    #expect(model.dimensions[0].cells.scalars == [.int(3), .null, .null, .int(4), .null, .int(8), .int(16)])
    #expect(model.levels[1].lastChild == [3, 6])
  }

  @Test func aFiscalYearBeginsWithItsMonthAndItsMonthsFollowIt() throws {
    let model = try model([.year, .month], zoom: 2, fiscal: 7)
    #expect(model.levels[1].values.scalars == [.int(2001), .int(2002), .int(2003)])
    #expect(model.levels[0].values.scalars == [1, 12, 4, 7].map { .int($0) })
    #expect(model.levels[1].cells?[0].scalars == [.int(3), .int(12), .int(16)])
  }

  @Test func aWeekBelongsToTheYearOfItsThursday() throws {
    let model = try model([.year, .week], zoom: 2)
    #expect(model.levels[1].values.scalars == [.int(2001), .int(2002)])
    #expect(model.levels[0].values.scalars == [.int(1), .int(3), .int(1), .int(14), .int(27)])
    #expect(model.levels[1].cells?[0].scalars == [.int(3), .int(28)])
  }

  @Test func textsHaveNoGrains() throws {
    var chart = ChartDefinition(
      name: "Time", type: .line, query: "Days", category: AxisDefinition(column: "sold"),
      values: [ValueDefinition(expression: try .parse("count()"))])
    chart.grains = GrainDefinition([.year])
    let plan = try ChartPlan("Time", of: Dashboard(name: "d", charts: [chart]), at: Exploration())
    let error = #expect(throws: DiagnosticError.self) {
      try plan.model(from: [Table([("sold", Column(["x"]))])], receipt: Receipt(), locale: ChartLocale())
    }
    #expect(error?.diagnostics.first?.code == .grainsNeedDates)
  }
}
