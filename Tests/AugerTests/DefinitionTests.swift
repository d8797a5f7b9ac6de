import Auger
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerExpressions
import AugerMetadata
import Foundation
import Testing

/// A part in Swift means the same as its node in XML.
@Suite struct DefinitionTests {
  /// A dashboard in Swift, and the content of its node in XML.
  struct Pair: Sendable, CustomTestStringConvertible {
    let name: String
    let swift: Dashboard
    let xml: String

    init(_ name: String, _ xml: String, @ListBuilder<any DashboardPart> content: () -> [any DashboardPart]) {
      self.name = name
      self.xml = xml
      swift = Dashboard("sales", content: content)
    }

    var testDescription: String { name }
  }

  @Test(arguments: chartPairs + groupPairs) func swiftEqualsXML(_ pair: Pair) throws {
    try pair.swift.validate()
    let read = try Dashboard(parsing: "<Dashboard>\(pair.xml)</Dashboard>", name: "sales")
    #expect(pair.swift == read)
    #expect(pair.swift.items == read.items)
    #expect(pair.swift.hashValue == read.hashValue)
    #expect(pair.swift.findings.isEmpty)
    for format in Dashboard.MetadataFormat.allCases {
      let text = try pair.swift.text(as: format)
      #expect(try Dashboard(parsing: text, as: format, name: "sales") == pair.swift, "\(format): \(text)")
    }
  }

  private static let values = "<Values><Value Expression='sum(Amount)'/></Values>"

  private static let chartPairs: [Pair] = [
    Pair(
      "channels",
      """
      <Chart Name='A' ChartType='Column' Query='Q' Title='Sales'><Category Column='Region' DisplayName='Area'/>
      <Series Column='Product'/><Values>
        <Value ValueSequence='1' Expression='sum(Amount)' Format='Currency' CurrencyCode='EUR' DisplayName='S'/>
        <Value ValueSequence='2' Expression='avg([Net Price])'/><Value ValueSequence='3' Expression='count()'/>
        <Value ValueSequence='4' Expression='max(a) / 2' Unit='kg' Format='Rounded2'/>
      </Values></Chart>
      """
    ) {
      ChartDefinition(
        "A", type: .column, query: "Q", category: .column("Region", title: "Area"), series: "Product",
        values: .sum("Amount", title: "S", format: .currency("EUR")), .average("Net Price"), .count(),
        .value("max(a) / 2", format: .rounded(2), unit: "kg")
      ).title("Sales")
    },
    Pair(
      "order and appearance",
      """
      <Filters><Filter Name='F' FilterType='picklist' SourceQuery='Q' Column='F'/></Filters>
      <Chart Name='A' ChartType='Line' Query='Q' Sort='-value' Limit='10' UpperThreshold='120' LowerThreshold='-1.5'
        ReferenceValue='100' ByCategory='true' ShowsLegend='no' ShowsTitle='0' ShowsVerticalAxisTitle='yes'
        Forecast='holt-winters' ForecastCount='3' Season='12' Axis='logarithmic' ValueRange='1..100' ValueTicks='1,10'
        Unit='k€' Aggregate='avg'><Category Column='Day' Ticks='every 2 days'/>\(values)
        <Filters><FilterName Name='F'/></Filters><Multiples Column='Shop'/></Chart>
      """
    ) {
      Filter("F", query: "Q")
      ChartDefinition("A", type: .line, query: "Q", category: "Day", values: .sum("Amount"))
        .sorted(by: .value, order: .descending).limited(to: 10).filtered(by: "F").drillable(by: .category)
        .thresholds(lower: -1.5, upper: 120, reference: 100).forecast(.holtWinters, count: 3, season: 12)
        .valueAxis(ChartDefinition.Axis(.logarithmic, range: "1..100", ticks: "1,10"))
        .categoryAxis(ChartDefinition.Axis(ticks: "every 2 days")).multiples(by: "Shop")
        .hiding(.legend, .title).showing(.verticalAxisTitle)
        .attribute("Unit", to: "k€").attribute("Aggregate", to: "avg")
    },
    Pair(
      "stacking",
      "<Chart Name='A' ChartType='Column' Query='Q' Stacking='percent'><Category Column='R'/>\(values)</Chart>"
    ) {
      ChartDefinition("A", type: .column, query: "Q", category: "R", values: "sum(Amount)").stacked(.percent)
    },
    Pair(
      "dates",
      """
      <Chart Name='A' ChartType='Area' Query='Q'><Category Column='Date' Grains='Year,Month' FiscalYearStart='4'
        TimeZone='Europe/Berlin' FillGaps='false' GapsAreZero='1'/>\(values)</Chart>
      """
    ) {
      ChartDefinition(
        "A", type: .area, query: "Q",
        category: .dates(
          "Date", by: [.year, .month], fiscalYearStart: 4, timeZone: "Europe/Berlin", fillsGaps: false
        ).attribute("GapsAreZero", to: "true"), values: .sum("Amount"))
    },
    Pair(
      "zooming levels",
      """
      <Chart Name='A' ChartType='Area'><Category Column='Ignored' Format='Rounded0'/><ZoomingLevels>
        <ZoomingLevel Query='ByYear' CategoryColumn='Year'/>
        <ZoomingLevel Query='ByMonth' CategoryColumn='Month' Title='Months' Format='ShortMonth'/>
      </ZoomingLevels>\(values)</Chart>
      """
    ) {
      ChartDefinition(
        "A", type: .area,
        category: .levels(
          ZoomingLevel("Year", query: "ByYear"),
          ZoomingLevel("Month", query: "ByMonth", title: "Months", format: .shortMonth), format: .rounded(0)),
        values: .sum("Amount"))
    },
    Pair(
      "annotations and what-if columns",
      """
      <Chart Name='A' ChartType='Line' Query='Q'><Category Column='Day'/>\(values)<Annotations>
        <Annotation Text='T' Value='100' Color='red'/><Annotation Category='2024-03-01' EndCategory='2024-04-15'/>
        <Annotation Value='1' EndValue='2' Category='a' EndCategory='b'/></Annotations>
        <WhatIfColumns><Column Name='P' VariableType='float' DisplayName='Price' Value='2' Min='0' Max='10' Step='.5'/>
        <Column Name='U' VariableType='integer' Value='3'/></WhatIfColumns></Chart>
      """
    ) {
      ChartDefinition("A", type: .line, query: "Q", category: "Day", values: .sum("Amount")) {
        ChartAnnotation("T", at: .value(100), color: "red")
        ChartAnnotation(at: .category("2024-03-01"), through: .category("2024-04-15"))
        ChartAnnotation(at: .point(category: "a", value: 1), through: .point(category: "b", value: 2))
        WhatIfColumn("P", title: "Price", value: 2.0, in: 0...10, step: 0.5)
        WhatIfColumn("U", value: 3)
      }
    },
    Pair("histogram", "<Chart Name='A' ChartType='Histogram' Query='Q' Bins='5'>\(values)</Chart>") {
      ChartDefinition("A", type: .histogram, query: "Q", category: .automatic, values: .sum("Amount"))
        .attribute("Bins", to: "5")
    },
  ]

  private static let groupPairs: [Pair] = [
    Pair(
      "controls",
      """
      <Variables><Variable Name='$hike' VariableType='float' Value='0' Min='0' Max='18' Step='0.5' DisplayName='H'/>
      <Variable Name='$n' VariableType='integer' Value='5' Decimals='0'/>
      <Variable Name='$b' VariableType='boolean' Value='Yes'/>
      <Variable Name='$d' VariableType='date' Value='date(2000,12,30)' Max='date(2001,1,1)' Min='date(2000,1,1)'/>
      <Variable Name='$t' VariableType='datetime' Value='date(2000,12,30,23,59,1)'/>
      <Variable Name='$e' VariableType='enum' Selection='1'><Choices><Choice Value='n'/>
        <Choice Value='s' Display='South'/></Choices></Variable></Variables>
      <Filters><Filter Name='A' FilterType='picklist' SourceQuery='Q' Column='A'/>
      <Filter Name='B' FilterType='range' SourceQuery='Q' Column='C' DisplayName='D' DependsOn='A'/></Filters>
      <DAPanel Name='P' Title='T'><VariableName Name='$n'/><VariableName Name='$hike'/></DAPanel>
      """
    ) {
      Panel("P", variables: ["n", "hike"], title: "T")
      Filter("A", query: "Q")
      Variable("hike", value: 0.0, in: 0...18, step: 0.5, title: "H")
      Variable("n", value: 5).attribute("Decimals", to: "0")
      Variable("b", value: true)
      if let day = CivilDate(year: 2000, month: 12, day: 30), let first = CivilDate(year: 2000, month: 1, day: 1),
        let last = CivilDate(year: 2001, month: 1, day: 1)
      {
        Variable("d", value: day, in: first...last)
        Variable("t", value: Timestamp(day, hour: 23, minute: 59, second: 1))
      }
      Variable("e", choices: ["n": "n", "s": "South"], selected: "s")
      Filter("B", query: "Q", column: "C", kind: .range, title: "D", dependsOn: ["A"])
    },
    Pair(
      "groups",
      """
      <DrillDownGroup Name='G' Title='T' Query='Q' ChartType='Bar'>
        <Chart Name='A' ChartSequence='1'><Category Column='a'/>\(values)</Chart>
        <OverlayGroup Name='O' ChartSequence='2'><Category Column='b'/>
          <Layer Name='L' ChartSequence='2' ChartType='Line' Query='Q' Axis='secondary'>\(values)</Layer>
          <Layer Name='M' ChartSequence='1' ChartType='Column' Query='Q'>\(values)</Layer></OverlayGroup>
      </DrillDownGroup>
      <TreeMapGroup Name='M' Query='Q'><TreeMapLevel Name='X' ChartSequence='1'><Category Column='x'/>\(values)
      </TreeMapLevel><TreeMapLevel Name='Y' ChartSequence='2'><Category Column='y'/>\(values)</TreeMapLevel>
      </TreeMapGroup>
      """
    ) {
      DrillDownGroup("G", title: "T", query: "Q", type: .bar) {
        ChartDefinition("A", category: "a", values: .sum("Amount"))
        OverlayGroup("O", query: "Q", category: "b") {
          ChartDefinition("M", type: .column, category: .automatic, values: .sum("Amount"))
          ChartDefinition("L", type: .line, category: .automatic, values: .sum("Amount")).onSecondaryAxis()
        }
      }
      TreeMapGroup("M", query: "Q") {
        for level in ["X", "Y"] {
          ChartDefinition(level, category: .column(level.lowercased()), values: .sum("Amount"))
        }
      }
    },
    Pair(
      "grid",
      """
      <DataGrid Name='G' Query='Q' Title='T'><Columns>
        <Column ColumnSequence='2' Type='Variance' Value='a - b' Color="'red'" Header='D'/>
        <Column ColumnSequence='1' Type='Data' Value='a' Format='Rounded1'/>
        <Column ColumnSequence='3' Type='Chart' Value='t' ChartName='C'/>
        <Column IsHeaderColumn='true' Type='Data' Value='r'/></Columns>
        <Charts><Chart Name='C' ChartType='Line'><Category Column='m'/>\(values)</Chart></Charts></DataGrid>
      """
    ) {
      DataGrid(
        "G", query: "Q", title: "T", columns: .header("r"), .data("a", format: .rounded(1)),
        .variance("a - b", color: "'red'", title: "D"),
        .chart(ChartDefinition("C", type: .line, category: "m", values: .sum("Amount")), value: "t"))
    },
    Pair(
      "diagram",
      """
      <Diagram Name='D' Query='Q' Title='T'><Node Name='P' Text='Profit' Expression='R - C' Default='true'/>
      <Node Name='R' Text='Revenue' ParentNode='P' Charts='A, B'/><Node Name='C' Text='Cost'><NodeTo Name='P'/></Node>
      <Node Name='X' Text='Other' ParentNode='R'/></Diagram>
      """
    ) {
      Diagram("D", query: "Q", title: "T") {
        DiagramNode("P", title: "Profit", expression: "R - C")
        DiagramNode("R", title: "Revenue", charts: ["A", "B"])
        DiagramNode("C", title: "Cost")
        DiagramNode("X", title: "Other", partOf: ["R"])
      }
    },
  ]

  // MARK: Dashboards

  private static let chart = ChartDefinition("A", type: .bar, query: "Q", category: "R", values: .sum("Amount"))

  @Test func aLayoutEqualsThatInXML() throws {
    let board = Dashboard("sales", title: "Sales", theme: "dark") { Self.chart }
    let placed = board.layout(
      .landscape, scale: .points, contentHeight: 300,
      frames: ["A": ItemFrame(left: 1, top: 2.5, width: 30, height: 40)]
    ).layout(.portrait, scale: .points, frames: ["A": ItemFrame(left: 0, top: 0, width: 9, height: 9)])
    let read = try Dashboard(
      parsing: """
        <MobileAnalytic><Dashboard Title='Sales' Theme='dark'>
        <Chart Name='A' ChartType='Bar' Query='Q'><Category Column='R'/>\(Self.values)</Chart></Dashboard>
        <DashboardLayout Scale='Points'>
        <Landscape ContentHeight='300'><Layout Name='A' Top='2.5' Left='1' Width='30' Height='40'/></Landscape>
        <Portrait><Layout Name='A' Top='0' Left='0' Width='9' Height='9'/></Portrait>
        </DashboardLayout></MobileAnalytic>
        """, name: "sales")
    #expect(placed == read)
    #expect(placed != board)
    #expect(try Dashboard(parsing: placed.text(as: .yaml), as: .yaml, name: "sales") == placed)
    #expect(
      board.layout(.portrait, frames: ["B": ItemFrame(left: 0, top: 0, width: 1, height: 1)]).errorCodes == [
        .metadataObjectUndefined
      ])
  }

  @Test func otherValuesAreNotEqual() {
    func board(_ chart: ChartDefinition) -> Dashboard { Dashboard("sales") { chart } }
    let plain = board(Self.chart)
    #expect(plain == board(Self.chart.attribute("Sort", to: "")))
    #expect(plain != board(Self.chart.limited(to: 3)))
    #expect(plain != board(Self.chart.title("x")))
    #expect(plain != Dashboard("other") { Self.chart })
    #expect(
      plain != board(ChartDefinition("A", type: .bar, query: "Q", category: "R", values: "sum(Amount) + 1")))
  }

  @Test func aDictionaryIsReadLikeAPropertyList() throws {
    let dictionary: [String: Any] = [
      "Dashboard": [
        "Chart2": [
          "Name": "B", "ChartType": "Bar", "Query": "Q", "Limit": 3, "Category": ["Column": "R"],
          "Values": ["Value": ["Expression": "sum(Amount)"]],
        ],
        "Chart1": [
          "MetaName": "Chart", "Name": "A", "ChartType": "Bar", "Query": "Q", "Category": ["Column": "R"],
          "Values": ["Value": [["Expression": "sum(Amount)"]]],
        ],
      ]
    ]
    let board = Dashboard("sales") {
      Self.chart
      ChartDefinition("B", type: .bar, query: "Q", category: "R", values: .sum("Amount")).limited(to: 3)
    }
    #expect(try Dashboard(dictionary: dictionary, name: "sales") == board)
    let error = #expect(throws: AugerError.self) {
      try Dashboard(dictionary: ["Dashboard": ["Chart": ["Name": "A"]]])
    }
    #expect(error?.code == .metadataMissingAttribute)
    #expect(error?.place == "dashboard#Dashboard/Chart")
  }

  @Test func aFileGivesTheNameAndThePlacesOfErrors() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("sales.yaml")
    let missing = #expect(throws: AugerError.self) { try Dashboard(contentsOf: file) }
    #expect(missing?.code == "metadataFileNotFound")
    try Dashboard("other") { Self.chart }.text(as: .yaml).write(to: file, atomically: true, encoding: .utf8)
    #expect(try Dashboard(contentsOf: file) == Dashboard("sales") { Self.chart })
    try Data("Dashboard:\n  Chart: { Name: A, ChartType: Ba }\n".utf8).write(to: file)
    let wrong = #expect(throws: AugerError.self) { try Dashboard(contentsOf: file) }
    #expect(wrong?.code == "metadataMissingNode")
    #expect(wrong?.place == "\(file.path):2:3")
    #expect(wrong?.diagnostics.contains { $0.message == "ChartType of Chart 'A' cannot be 'Ba'" } == true)
  }

  @Test func aDashboardOfDefinitionsHasNoText() {
    let error = #expect(throws: AugerError.self) { try Dashboard(name: "x", items: []).text(as: .xml) }
    #expect(error?.code == .formCannotHold)
  }

  // MARK: Errors

  @Test func mistakesAreThoseOfTheReader() {
    func codes(@ListBuilder<any DashboardPart> _ content: () -> [any DashboardPart]) -> [Diagnostic.Code] {
      Dashboard("sales", content: content).errorCodes
    }
    #expect(codes {} == [.metadataMissingNode])
    #expect(codes { Self.chart.filtered(by: "Products") } == [.metadataObjectUndefined])
    #expect(codes { Self.chart.attribute("Unti", to: "kg") } == [.metadataUnrecognizedItem])
    #expect(codes { Self.chart.attribute("Limit", to: "0") } == [.metadataAttributeWrongValue])
    #expect(codes { Panel("P", variables: ["x"]) } == [.metadataObjectUndefined])
    #expect(codes { Diagram("D", query: "Q") {} } == [.metadataMissingNode])
    #expect(codes { ChartDefinition("A", type: .bar, query: "Q", category: "R") } == [.metadataMissingNode])
    #expect(
      codes {
        Variable("e", choices: ["a": "A"], selected: "b")
        Self.chart
      } == [.metadataAttributeWrongValue])
    #expect(
      codes {
        Diagram("D", query: "Q") {
          DiagramNode("P", title: "P", expression: "R - C")
          DiagramNode("R", title: "R", partOf: ["S"])
        }
      } == [.metadataObjectUndefined, .metadataObjectUndefined])
  }

  @Test func anErrorNamesTheChartThePartAndTheExpression() {
    let board = Dashboard("sales") {
      DrillDownGroup("Resellers", query: "Q", type: .bar) {
        ChartDefinition("Regions", category: "R", values: .sum("Amount"), "sum(Amount")
      }
    }
    let error = #expect(throws: AugerError.self) { try board.validate() }
    #expect(error?.code == .syntaxError)
    #expect(error?.place == "sales#DrillDownGroup 'Resellers'/Chart 'Regions'/Values/Value 2/Expression")
    #expect(error?.details.first { $0.key == .chart }?.value == "Regions")
    #expect(error?.details.first { $0.key == .expression }?.value == "sum(Amount")
  }

  @Test func aDashboardWithMistakesIsNotComputed() async throws {
    let board = Dashboard("sales") { Self.chart.filtered(by: "Products") }
    let table = try Table(["R": Column(["a"]), "Amount": Column([1])])
    let pipeline = Pipeline(tables: ["Q": table], dashboards: [board])
    let error = await #expect(throws: DiagnosticError.self) { try await pipeline.chart("A", of: board) }
    #expect(error?.diagnostics.map(\.code) == [.metadataObjectUndefined])
  }

  @Test func aDashboardWithoutLayoutIsComputedAndDrawn() async throws {
    let board = Dashboard("sales") {
      Self.chart
      ChartDefinition("B", type: .line, query: "Q", category: "R", values: .sum("Amount"))
    }
    let table = try Table(["R": Column(["a", "b"]), "Amount": Column([1, 2])])
    let pipeline = Pipeline(tables: ["Q": table], dashboards: [board])
    let models = try await pipeline.charts(of: board)
    #expect(models.map(\.name) == ["A", "B"])
    let layout = board.resolvedLayout(.landscape, width: 800, height: 600)
    #expect(layout.frames.map(\.x) == [0, 0])
    #expect(layout.frames[1].y >= layout.frames[0].y + layout.frames[0].height)
    #expect(!DashboardPicture().data(for: board, models).isEmpty)
    let page = try await DashboardPage().data(for: board, models, from: pipeline)
    #expect(!page.bytes.isEmpty)
  }

  /// Words of the language that Swift repeats as cases.
  @Test func casesAreTheWordsOfTheLanguage() {
    #expect(ChartDefinition.Axis.Scale.allCases.map(\.rawValue) == AxisKind.allCases.map(\.rawValue))
    #expect(Filter.Kind.allCases.map(\.rawValue) == FilterDefinition.Kind.allCases.map(\.rawValue))
    #expect(Dashboard.LayoutScale.allCases.map(\.rawValue) == DashboardLayout.Scale.allCases.map(\.rawValue))
  }
}

extension Dashboard {
  fileprivate var errorCodes: [Diagnostic.Code] {
    findings.filter { $0.level == .error }.map(\.code)
  }
}
