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
    _ grains: [AugerMetadata.Grain], zoom: Int, value: String = "amount", fiscal: Int = 1,
    fillsGaps: Bool? = false, type: ChartType = .line, gapsAreZero: Bool = false
  ) throws -> ChartModel {
    var chart = ParsedChart(
      name: "Time", type: type, query: "Days", category: AxisDefinition(column: "sold"),
      values: [ValueDefinition(expression: try .parse(value))])
    chart.grains = GrainDefinition(grains, fiscalYearStart: fiscal, fillsGaps: fillsGaps)
    chart.grains?.gapsAreZero = gapsAreZero
    let dashboard = Dashboard(name: "d", charts: [chart])
    let place = try dashboard.zoom(dashboard.start, in: "Time", to: zoom)
    let table = Table([
      ("sold", Column([day(2002, 7, 1), day(2001, 1, 5), day(2001, 12, 31), day(2001, 1, 20), day(2002, 4, 2)])),
      ("amount", Column([16, 1, 4, 2, 8] as [Int64])),
    ])
    let plan = try ChartPlan("Time", of: dashboard, at: place)
    return try plan.model(from: [table], receipt: Receipt(), locale: ChartLocale())
  }

  @Test func yearIsTheSumOfItsDays() throws {
    let model = try model([.year, .quarter, .month], zoom: 1)
    #expect(model.levels[0].values.scalars == [.int(2001), .int(2002)])
    #expect(model.dimensions[0].cells.scalars == [.int(7), .int(24)])
    #expect(model.zoom == ZoomInfo(level: 2, titles: ["Month", "Quarter", "Year"]))
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

  @Test func overlayOfDaysHasOneColumnPerMonth() throws {
    let source = SourceText(
      name: "days.xml",
      text: """
        <OverlayGroup Name='Year'><Category Column='day' Grains='Month'/>
          <Layer Name='Sales' ChartType='Column' ChartSequence='1' Query='A'>
            <Values><Value Expression='amount'/></Values></Layer>
          <Layer Name='Rows' ChartType='Line' ChartSequence='2' Query='B'>
            <Values><Value Expression='count()'/></Values></Layer>
        </OverlayGroup>
        """)
    let dashboard = try #require(MetadataReader.read(source).metadata).dashboard
    let days = (Int32(0)..<366).map { CivilDate(days: day(2024, 1, 1).days + $0) }
    let table = Table([("day", Column(days)), ("amount", Column(days.map { _ in Int64(2) }))])
    let plan = try ChartPlan("Year", of: dashboard, at: dashboard.start)
    let model = try plan.model(from: [table, table], receipt: Receipt(), locale: ChartLocale())
    #expect(model.levels[0].values.scalars == (1...12).map { .int($0) })
    #expect(model.levels[0].labels.prefix(3) == ["Jan", "Feb", "Mar"] && model.levels[0].title == "Month")
    let lengths: [Int64] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    #expect(model.dimensions[0].cells.scalars == (lengths.map { $0 * 2 } + lengths).map { .int($0) })
    #expect(model.series.map(\.layer) == [0, 1])
  }

  @Test func categoryPathSelectsOneCategory() throws {
    var chart = ParsedChart(
      name: "Time", type: .column, query: "Days", category: AxisDefinition(column: "sold"),
      values: [ValueDefinition(expression: try .parse("count()"))])
    chart.grains = GrainDefinition([.year, .month])
    let dashboard = Dashboard(name: "d", charts: [chart])
    let dates = Column([day(2010, 3, 1), day(2011, 3, 1), day(2011, 4, 1)])
    func selected(_ address: String) throws -> [Int] {
      let place = try Exploration("Time.zoom=2&Time.select=" + address)
      #expect("\(place)" == "Time.zoom=2&Time.select=" + address)
      let plan = try ChartPlan("Time", of: dashboard, at: place)
      let model = try plan.model(from: [Table([("sold", dates)])], receipt: Receipt(), locale: ChartLocale())
      return model.state.selectedCategories
    }
    // The categories are March 2010 to April 2011.
    #expect(try selected("categories:3") == [0, 12])
    #expect(try selected("paths:2011/3") == [12])
    #expect(try selected("paths:2010/3,2011/4") == [0, 13])
    #expect(try selected("paths:2009/3") == [])
  }

  @Test func averagesAreComputedFromRows() throws {
    let model = try model([.year, .month], zoom: 2, value: "avg(amount)")
    #expect(model.levels[1].cells?[0].scalars == [.float(7.0 / 3), .float(12)])
  }

  @Test func calendarShowsMissingPeriodsAsNull() throws {
    let model = try model([.year, .quarter], zoom: 2, fillsGaps: true)
    #expect(model.levels[0].values.scalars == [1, 2, 3, 4, 1, 2, 3].map { .int($0) })
    #expect(model.dimensions[0].cells.scalars == [.int(3), .null, .null, .int(4), .null, .int(8), .int(16)])
    #expect(model.levels[1].lastChild == [3, 6])
  }

  @Test func emptyPeriodsAreShownByDefault() throws {
    for type in [ChartType.line, .column] {
      let model = try model([.year, .quarter], zoom: 2, fillsGaps: nil, type: type)
      #expect(model.levels[0].values.scalars == [1, 2, 3, 4, 1, 2, 3].map { .int($0) })
      #expect(model.dimensions[0].cells.scalars == [.int(3), .null, .null, .int(4), .null, .int(8), .int(16)])
    }
    // Days are filled only on request, because many data have no weekends. A pie chart has no axis to fill.
    #expect(try model([.year, .day], zoom: 2, fillsGaps: nil).levels[0].count == 5)
    #expect(try model([.year, .quarter], zoom: 2, fillsGaps: nil, type: .pie).levels[0].count == 4)
  }

  @Test func emptyPeriodsCanBeZero() throws {
    func cells(_ value: String) throws -> [Scalar] {
      try model([.year, .quarter], zoom: 2, value: value, fillsGaps: nil, gapsAreZero: true).dimensions[0].cells.scalars
    }
    #expect(try cells("amount") == [3, 0, 0, 4, 0, 8, 16].map { .int($0) })
    #expect(try cells("count()") == [2, 0, 0, 1, 0, 1, 1].map { .int($0) })
    #expect(try cells("max(amount)") == [.int(2), .null, .null, .int(4), .null, .int(8), .int(16)])
  }

  @Test func fiscalYearStartsWithItsFirstMonth() throws {
    let model = try model([.year, .month], zoom: 2, fiscal: 7)
    #expect(model.levels[1].values.scalars == [.int(2001), .int(2002), .int(2003)])
    #expect(model.levels[0].values.scalars == [1, 12, 4, 7].map { .int($0) })
    #expect(model.levels[1].cells?[0].scalars == [.int(3), .int(12), .int(16)])
  }

  @Test func weekBelongsToTheYearOfItsThursday() throws {
    let model = try model([.year, .week], zoom: 2)
    #expect(model.levels[1].values.scalars == [.int(2001), .int(2002)])
    #expect(model.levels[0].values.scalars == [.int(1), .int(3), .int(1), .int(14), .int(27)])
    #expect(model.levels[1].cells?[0].scalars == [.int(3), .int(28)])
  }

  private func incomplete(
    _ grains: [AugerMetadata.Grain], _ dates: [CivilDate], fiscal: Int = 1, sort: ChartSort? = nil
  ) throws -> IncompletePeriod? {
    var chart = ParsedChart(
      name: "Time", type: .line, query: "Days", category: AxisDefinition(column: "sold"),
      values: [ValueDefinition(expression: try .parse("count()"))], sort: sort)
    chart.grains = GrainDefinition(grains, fiscalYearStart: fiscal)
    let dashboard = Dashboard(name: "d", charts: [chart])
    let zoomed = grains.count > 1 ? try dashboard.zoom(dashboard.start, in: "Time", to: grains.count) : dashboard.start
    let plan = try ChartPlan("Time", of: dashboard, at: zoomed)
    return try plan.model(
      from: [Table([("sold", Column(dates))])], receipt: Receipt(), locale: ChartLocale()
    ).incompletePeriod
  }

  @Test func incompletePeriodIsMarked() throws {
    let days = [day(2001, 3, 5), day(2002, 1, 1), day(2002, 5, 14)]
    #expect(
      try incomplete([.year], days) == IncompletePeriod(category: 1, lastDay: day(2002, 5, 14), end: day(2002, 12, 31)))
    #expect(
      try incomplete([.year, .quarter], days)
        == IncompletePeriod(category: 5, lastDay: day(2002, 5, 14), end: day(2002, 6, 30)))
    #expect(try incomplete([.year, .month], days)?.end == day(2002, 5, 31))
    // Tuesday, May 14 is in a week that ends on Sunday. The year of weeks ends two days earlier.
    #expect(try incomplete([.year, .week], days)?.end == day(2002, 5, 19))
    #expect(try incomplete([.year, .month, .day], days) == nil)
    // Fiscal year 2002 is July 2001 to June 2002, and May is in its fourth quarter.
    #expect(try incomplete([.year], days, fiscal: 7)?.end == day(2002, 6, 30))
    #expect(try incomplete([.year, .quarter], days, fiscal: 3)?.end == day(2002, 5, 31))
    #expect(try incomplete([.year], days, sort: ChartSort(.category, isDescending: true))?.category == 0)
    #expect(try incomplete([.year], []) == nil)
  }

  @Test func periodIsCompleteOnItsLastDay() throws {
    let days = [day(2001, 3, 5), day(2002, 6, 30)]
    #expect(try incomplete([.year, .month], days) == nil)
    #expect(try incomplete([.year, .quarter], days) == nil)
    #expect(try incomplete([.year], days)?.lastDay == day(2002, 6, 30))
    #expect(try incomplete([.year], [day(2001, 3, 5), day(2002, 12, 31)]) == nil)
  }

  @Test func oneRowPerMonthCoversTheMonth() throws {
    // First days of months, quarters and years, and Mondays.
    let months = (1...12).map { day(2001, $0, 1) }
    #expect(try incomplete([.year, .month], months) == nil)
    #expect(try incomplete([.year], months) == nil)
    #expect(try incomplete([.year], Array(months.prefix(11)))?.lastDay == day(2001, 11, 30))
    #expect(try incomplete([.year], [1, 4, 7, 10].map { day(2001, $0, 1) }) == nil)
    #expect(try incomplete([.year], [day(2000, 1, 1), day(2001, 1, 1)]) == nil)
    let mondays = [day(2001, 5, 28), day(2001, 6, 18), day(2001, 6, 25)]
    #expect(try incomplete([.year, .month], mondays) == nil)
    #expect(try incomplete([.year, .month], mondays + [day(2001, 6, 26)])?.lastDay == day(2001, 6, 26))
  }

  @Test func textsHaveNoGrains() throws {
    var chart = ParsedChart(
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
