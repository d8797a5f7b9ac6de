import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery
import Testing

@Suite struct MoveTests {
  private let dashboard: Dashboard

  init() throws {
    func chart(_ name: String, _ category: String, series: String?, type: ChartType = .bar) throws -> ParsedChart {
      ParsedChart(
        name: name, type: type, query: name, category: AxisDefinition(column: category),
        series: series.map { AxisDefinition(column: $0) }, values: [ValueDefinition(expression: try .parse("Amount"))])
    }
    var first = try chart("ByRegion", "Region", series: "Product")
    first.filters = [NameReference("Years")]
    var second = try chart("ByCountry", "Country", series: "Product")
    second.drillsBySeries = false
    let third = try chart("ByCity", "City", series: nil)
    var zooming = try chart("Time", "Year", series: nil, type: .line)
    zooming.zoomingLevels = ["Year", "Quarter", "Month"].map {
      ZoomingLevelDefinition(query: "By\($0)", category: AxisDefinition(column: $0))
    }
    var whatIf = try chart("Income", "Region", series: "Product")
    whatIf.whatIfColumns = [
      WhatIfColumnDefinition(
        "Price", type: .float, bounds: ControlBounds(min: .int(1), max: .int(110), step: 0.5, decimals: 2)),
      WhatIfColumnDefinition("Units", type: .integer, bounds: ControlBounds()),
    ]
    let variables = [
      VariableDefinition(
        "hike", type: .integer, value: .int(0), bounds: ControlBounds(min: .int(0), max: .int(18), step: 3)),
      VariableDefinition("drive", type: .boolean, value: .bool(false)),
      VariableDefinition("since", type: .date, value: .date(CivilDate(days: 0))),
      VariableDefinition("region", choices: [.init("North"), .init("South")]),
    ]
    dashboard = Dashboard(
      name: "sales", variables: variables,
      filters: [
        FilterDefinition("Regions", kind: .picklist, sourceQuery: "All", column: "Region"),
        FilterDefinition("Years", kind: .range, sourceQuery: "All", column: "Year"),
      ],
      items: [
        .drillDownGroup(DrillDownGroupDefinition("Sales", levels: [first, second, third])), .chart(zooming),
        .chart(whatIf),
      ])
  }

  private func expect(
    _ code: Diagnostic.Code, hint: String? = nil, from text: String = "", _ move: StateChange,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let place = try dashboard.checked(try Exploration(text))
    let error = #expect(throws: DiagnosticError.self, sourceLocation: sourceLocation) {
      try dashboard.place(after: move, from: place)
    }
    #expect(error?.diagnostics.first?.code == code, sourceLocation: sourceLocation)
    if let hint { #expect(error?.diagnostics.first?.hint == hint, sourceLocation: sourceLocation) }
  }

  @Test func drillingUpRemovesSelections() throws {
    let start = dashboard.start
    let europe = try dashboard.drill(start, in: "Sales", picking: ["Region": .scalar(.string("Europe"))])
    #expect(europe.description == "Sales.drill=Region:Europe")
    let france = try dashboard.drill(europe, in: "Sales", picking: ["Country": .scalar(.string("France"))])
    #expect(france.description == "Sales.drill=Region:Europe/Country:France")
    #expect(try dashboard.drillUp(france, in: "Sales", to: 1) == europe)
    #expect(try dashboard.drillUp(france, in: "Sales", to: 0) == start)
  }

  @Test func rangeIsNotASelection() throws {
    let error = #expect(throws: DiagnosticError.self) {
      try dashboard.drill(
        dashboard.start, in: "Sales", picking: ["Region": .range(lower: .int(2010), upper: .int(2020))])
    }
    #expect(error?.diagnostics.first?.code == .drillRangePicked)
  }

  /// Tests the bounds and steps of variables with extreme values. Values are accepted or rejected, without a trap.
  @Test(arguments: [
    "infinity", "-infinity", "0001-01-01", "9999-12-31", "99999999999999999999999999999999999999.0",
    "-99999999999999999999999999999999999999.0", "340282366920938463463374607431768211456",
    "-170141183460469231731687303715884105728", "9223372036854775807", "-9223372036854775808", "1e308", "-1e308",
    "5e-324", "NaN", "Infinity", "0.00000000000000000000000000000000000001",
  ])
  func extremeVariableValuesDoNotTrap(_ value: String) throws {
    let day = { (year: Int) in Scalar.date(CivilDate(year: year, month: 1, day: 1) ?? CivilDate(days: 0)) }
    let bounds: [(VariableType, ControlBounds)] = [
      (.date, ControlBounds(min: day(1960), step: 1)), (.date, ControlBounds(max: day(2020), step: 7)),
      (.date, ControlBounds(step: 1e308)), (.datetime, ControlBounds(min: day(1960), step: 1)),
      (.float, ControlBounds(step: 1e-7, decimals: 2)), (.float, ControlBounds(min: .float(-1e30), step: 3e29)),
      (
        .float,
        ControlBounds(
          min: .float(.leastNonzeroMagnitude), max: .float(1e308), step: .leastNonzeroMagnitude, decimals: 15)
      ),
      (.integer, ControlBounds(min: .int(.min), max: .int(.max), step: 9e18)),
    ]
    for (type, bounds) in bounds {
      let start = type == .date || type == .datetime ? day(1960) : Scalar.int(0)
      let dashboard = Dashboard(
        name: "d", variables: [VariableDefinition("v", type: type, value: start, bounds: bounds)], items: [])
      _ = try? dashboard.checked(try Exploration("$v=\(value)"))
    }
  }

  @Test(arguments: [Scalar.null, .bool(true), .string("a"), .date(.infinity), .interval(Interval(months: 1))])
  func percentageMustBeANumber(_ share: Scalar) throws {
    try expect(.variableType, .change(item: "Income", WhatIfChange("Price", .percent(share))))
    // `true` and `false` are valid whole numbers.
    if case .bool = share { return }
    try expect(.variableType, .change(item: "Income", WhatIfChange("Units", .value(share))))
  }

  @Test func largestDecimalsSurviveARoundTrip() throws {
    let nines = "99999999999999999999999999999999999999.0"
    for number in [nines, "-" + nines, "5.0", "0.5"] {
      let address = "Income.select=rectangles:~\(number)..\(number)"
      #expect(try Exploration(address).description == address)
    }
  }

  private static let thirtyNineDigits = [
    "170141183460469231731687303715884105728", "340282366920938463463374607431768211456",
    "-170141183460469231731687303715884105728", "-340282366920938463463374607431768211456",
  ]

  /// Numbers too large for a decimal, in every position of a query string: never read as another number, and never a
  /// trap.
  @Test(arguments: thirtyNineDigits)
  func numberWith39DigitsKeepsItsValueOrFails(_ number: String) throws {
    let addresses = [
      "Income.highlight=\(number)", "filter.Regions=\(number)", "filter.Years=\(number)..\(number)",
      "Income.select=categories:\(number)", "Sales.drill=Region:\(number)", "$region=\(number)", "$hike=\(number)",
      "$since=\(number)", "Income.whatif.Price[North]=\(number)", "Income.range=\(number)..\(number)",
    ]
    for address in addresses {
      guard let place = try? dashboard.checked(try Exploration(address)) else { continue }
      #expect(place.description == address)
      #expect(try Exploration(place.description) == place)
    }
  }

  @Test(arguments: thirtyNineDigits)
  func stepsDoNotLeadToANumberWith39Digits(_ number: String) throws {
    let texts = [
      "$whole=0..\(number) step 1", "$whole=\(number)..0 step 1", "$whole=0..5 step \(number)",
      "$whole=\(number)..\(number) step 1", "filter.when=\(number)..\(number)",
    ]
    for text in texts {
      let error = #expect(throws: DiagnosticError.self, "\(text)") { try Steps(text) }
      #expect(error?.diagnostics.first?.code == .stepsSyntax, "\(text)")
    }
  }

  @Test func infiniteDateDoesNotMatchSteps() throws {
    let first = Scalar.date(try #require(CivilDate(year: 1960, month: 1, day: 1)))
    let dashboard = Dashboard(
      name: "d",
      variables: [VariableDefinition("since", type: .date, value: first, bounds: ControlBounds(min: first, step: 1))],
      items: [])
    let error = #expect(throws: DiagnosticError.self) { try dashboard.checked(try Exploration("$since=infinity")) }
    #expect(error?.diagnostics.first?.code == .offStep)
    #expect(try dashboard.checked(try Exploration("$since=date(2011,1,1)")).description == "$since=2011-01-01")
    #expect(
      try dashboard.checked(try Exploration("$since=date(2011,1,1,10,30,0)")).description
        == "$since=2011-01-01T10:30:00")
  }

  @Test func invalidDrillsReportTheReason() throws {
    let region = Pick("Region", [.string("Europe")])
    try expect(.metadataObjectUndefined, hint: "Did you mean 'Sales'?", .drillDown(item: "Sale", picks: [region]))
    try expect(.notDrillable, .drillDown(item: "Time", picks: [region]))
    try expect(.drillNothingPicked, .drillDown(item: "Sales", picks: []))
    try expect(
      .drillUnknownColumn, hint: "Did you mean 'Region'?", .drillDown(item: "Sales", picks: [Pick("Regoin", [.int(1)])])
    )
    try expect(.drillNullPicked, .drillDown(item: "Sales", picks: [Pick("Region", [.null])]))
    try expect(
      .drillNotBySeries, from: "Sales.drill=Region:Europe",
      .drillDown(item: "Sales", picks: [Pick("Product", [.string("Bikes")])]))
    try expect(
      .drillAtLastLevel, from: "Sales.drill=Region:Europe/Country:France",
      .drillDown(item: "Sales", picks: [Pick("City", [.string("Lyon")])]))
    try expect(.drillLevelUnknown, .drillUp(item: "Sales", toLevel: 1))
  }

  @Test func invalidZoomsReportTheReason() throws {
    try expect(.zoomOutOfRange, hint: "Levels: 1 Year, 2 Quarter, 3 Month.", .zoom(item: "Time", level: 4))
    try expect(.notZoomable, .zoom(item: "Income", level: 1))
    let place = try dashboard.zoom(dashboard.start, in: "Time", to: 3)
    #expect(place.description == "Time.zoom=3")
    #expect(try dashboard.zoom(place, in: "Time", to: 1) == dashboard.start)
  }

  @Test func variablesCheckTypesBoundsAndSteps() throws {
    try expect(.metadataObjectUndefined, hint: "Did you mean '$hike'?", .set(variable: "hik", to: .int(3)))
    try expect(.variableType, .set(variable: "hike", to: .string("much")))
    try expect(.outOfBounds, hint: "at least 0 and at most 18", .set(variable: "hike", to: .int(21)))
    try expect(.offStep, hint: "Use the nearest valid value, 6.", .set(variable: "hike", to: .int(5)))
    try expect(.notAmongChoices, hint: "Did you mean 'North'?", .set(variable: "region", to: .string("Nort")))
    try expect(.variableType, .set(variable: "drive", to: .string("perhaps")))
    var place = try dashboard.checked(try Exploration("$hike=6&$drive=1&$since=2024-05-01&$region=South"))
    #expect(place.variables["drive"] == .bool(true))
    #expect(place.variables["since"] == .date(try #require(CivilDate(year: 2024, month: 5, day: 1))))
    for name in ["hike", "drive", "since", "region"] {
      place = try dashboard.place(after: .set(variable: name, to: nil), from: place)
    }
    #expect(place == dashboard.start)
    #expect(try dashboard.set(place, "hike", to: .int(0)) == dashboard.start)
  }

  @Test func whatIfChangesCheckTheirSteps() throws {
    func change(_ value: Scalar, column: String = "Price") -> StateChange {
      .change(item: "Income", WhatIfChange(column, category: .string("North"), .value(value)))
    }
    try expect(.notChangeable, hint: "Did you mean 'Price'?", change(.int(5), column: "Prise"))
    try expect(.outOfBounds, change(.int(0)))
    try expect(.offStep, hint: "Use the nearest valid value, 9.5.", change(.decimal(try #require(Decimal128("9.6")))))
    try expect(.whatIfNotPossible, .change(item: "Time", WhatIfChange("Price", .value(.int(5)))))
    let once = try dashboard.place(after: change(.int(5)), from: dashboard.start)
    let twice = try dashboard.place(after: change(.int(7)), from: once)
    #expect(twice.description == "Income.whatif.Price[North]=7")
    #expect(try dashboard.place(after: .reset(item: "Income"), from: twice) == dashboard.start)
  }

  @Test func filtersCheckTheirKind() throws {
    try expect(.metadataObjectUndefined, hint: "Did you mean 'Regions'?", .filter("Region", .picks([.int(1)])))
    try expect(.filterKind, .filter("Regions", .range(lower: .int(1), upper: .int(2))))
    try expect(.filterKind, .filter("Years", .picks([.int(1)])))
    try expect(.filterRange, .filter("Years", .range(lower: .int(2), upper: .int(1))))
    try expect(.filterRange, .filter("Years", .range(lower: .int(2), upper: .string("x"))))
  }

  @Test func filtersCommute() throws {
    let one = StateChange.filter("Regions", .picks([.string("Europe")]))
    let other = StateChange.filter("Years", .range(lower: .int(2001), upper: .int(2003)))
    let start = dashboard.start
    let a = try dashboard.place(after: other, from: try dashboard.place(after: one, from: start))
    let b = try dashboard.place(after: one, from: try dashboard.place(after: other, from: start))
    #expect(a == b)
  }

  @Test func allInvalidPartsAreReported() throws {
    let error = #expect(throws: DiagnosticError.self) {
      try dashboard.checked(try Exploration("Time.zoom=9&$hike=5&filter.Regoins=a"))
    }
    #expect(error?.diagnostics.map(\.code) == [.zoomOutOfRange, .metadataObjectUndefined, .offStep])
  }

  @Test func deeperSelectionReplacesArguments() throws {
    let place = try dashboard.checked(
      try Exploration("Sales.drill=Region:Europe,Asia;Product:Bikes/Country:France&filter.Years=2001..2003"))
    let plan = try ChartPlan("Sales", of: dashboard, at: place)
    #expect(
      plan.requests == [
        QueryRequest(
          "ByCity",
          arguments: [
            "Region": .list([.string("Europe"), .string("Asia")]), "Product": .scalar(.string("Bikes")),
            "Country": .scalar(.string("France")), "Years": .range(lower: .int(2001), upper: .int(2003)),
          ])
      ])
    let second = try ChartPlan("ByCountry", of: dashboard, at: place)
    #expect(second.requests[0].query == "ByCountry")
    #expect(second.requests[0].arguments["Country"] == nil)
  }

  @Test func unreachedChartReportsItsPath() throws {
    let error = #expect(throws: DiagnosticError.self) { try ChartPlan("ByCity", of: dashboard, at: dashboard.start) }
    #expect(error?.diagnostics.first?.message == "chart 'ByCity' is reached only by drilling down in 'ByRegion'")
  }

  @Test func zoomedChartQueriesAllCoarserLevels() throws {
    let place = try dashboard.zoom(dashboard.start, in: "Time", to: 2)
    #expect(try ChartPlan("Time", of: dashboard, at: place).requests.map(\.query) == ["ByYear", "ByQuarter"])
    #expect(try ChartPlan("Time", of: dashboard, at: dashboard.start).requests.map(\.query) == ["ByYear"])
  }

  // MARK: States that a query string cannot express

  @Test func repeatedValuesAreMerged() throws {
    let north = Scalar.string("North")
    var place = try dashboard.place(after: .hide(item: "Income", series: [.null, north, .null]), from: dashboard.start)
    place = try dashboard.place(after: .filter("Regions", .picks([north, north])), from: place)
    place = try dashboard.place(
      after: .select(item: "Income", Selection(categories: [north, north], series: [.null, .null])), from: place)
    place = try dashboard.place(after: .drillDown(item: "Sales", picks: [Pick("Region", [north, north])]), from: place)
    #expect(
      place.description == "Income.select=categories:North;series:null&Income.hide=null,North"
        + "&Sales.drill=Region:North&filter.Regions=North")
    #expect(try Exploration(place.description) == place)
  }

  @Test(arguments: [0, -1, Int.min, Int(Int32.max) + 1, Int.max]) func wrongNumberOfCategoriesFails(_ top: Int)
    throws
  {
    try expect(.outOfBounds, .sort(item: "Income", SortState(.value, top: top)))
  }

  @Test(arguments: [0.5...0.5, -1.0...1.0, 0.0...1.5, -Double.infinity...Double.infinity])
  func partOutsideTheAxisFails(_ part: ClosedRange<Double>) throws {
    try expect(.outOfBounds, .show(item: "Income", VisibleRange(horizontal: part)))
    try expect(.outOfBounds, .show(item: "Income", VisibleRange(horizontal: 0...1, vertical: part)))
  }

  @Test func rectangleWithoutNumbersFails() throws {
    let spans: [Selection.Span?] = [
      nil, Selection.Span(.float(.nan), .float(1)), Selection.Span(.int(0), .null),
      Selection.Span(.string("a"), .string("b")),
    ]
    for span in spans {
      var selection = Selection()
      selection.rectangles = [Selection.Rectangle(values: span)]
      try expect(.outOfBounds, .select(item: "Income", selection))
    }
  }
}
