import AugerCharts
import AugerDiagnostics
import AugerDocuments
import AugerExpressions
import AugerMetadata
import Foundation
import Testing

@Suite struct MetadataReaderTests {
  @Test func singleChartIsADashboard() throws {
    let metadata = try read(
      """
      <Chart ChartType="Line" Query="Sales" Title="All">
        <Category Column="Year" DisplayName="Sales year" Format="Rounded0"/>
        <Series Column="Product" DisplayName="Product"/>
        <Values>
          <Value Expression="Target" ValueSequence="2" Format="Currency" CurrencyCode="eur"/>
          <Value Expression="Amount * 1.1" ValueSequence="1" DisplayName="Amount"/>
        </Values>
      </Chart>
      """)
    let chart = try #require(metadata.dashboard.charts.first)
    #expect(chart.name == "All")
    #expect(chart.category.title == "Sales year")
    #expect(chart.category.format == .rounded(0))
    #expect(chart.category.place?.position == SourcePosition(line: 2, column: 21))
    #expect(chart.series?.column == "Product")
    #expect(chart.values.map(\.sequence) == [1, 2])
    #expect(chart.values[1].format == .currency("EUR"))
    let place = chart.values[0].expression.root.span
    #expect(chart.values[0].expression.source.position(atOffset: place.lower) == SourcePosition(line: 6, column: 24))
  }

  @Test func dashboardOfXMLCasesIsRead() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try Data(contentsOf: root.appendingPathComponent("Fixtures/Cases/XML/dashboard.xml"))
    let (metadata, diagnostics) = MetadataReader.read(bytes: [UInt8](data), name: "dashboard.xml")
    #expect(diagnostics.isEmpty, "\(diagnostics.map { DiagnosticRenderer().text($0) }.joined(separator: "\n"))")
    #expect(metadata?.dashboard.charts.map(\.title) == ["Turnover by 'Region' & Product", ""])
    #expect(metadata?.dashboard.charts[1].thresholds.reference == 20)
  }

  @Test func additionalAttributesAreRead() throws {
    let text = chart(
      " ReferenceValue='12.5' UpperThreshold='20' LowerThreshold='-1e2' PredictiveStartCategory='2014'"
        + " Aggregate='avg' Sort='-value' Limit='10'"
    ).replacing("Column' Query", with: "Line' Query")
    let definition = try #require(try read(text).dashboard.charts.first)
    #expect(
      definition.thresholds == ThresholdDefinition(reference: 12.5, upper: 20, lower: -100, predictiveStart: "2014"))
    #expect(definition.aggregate == .avg)
    #expect(definition.sort == ChartSort(.value, isDescending: true))
    #expect(definition.categoryLimit == 10)
  }

  @Test func emptySeriesColumnMeansNoSeries() throws {
    #expect(try read(chart(more: "<Series Column='' DisplayName='x'/>")).dashboard.charts[0].series == nil)
  }

  @Test func namesAreTrimmed() throws {
    let metadata = try read(
      file(
        "<Chart Name=' A ' ChartType='Bar' Query=' Q '><Category Column=' Region '/>"
          + "<Values><Value Expression=' Sales '/></Values></Chart>",
        layout: "<Landscape><Layout Name='A ' Top='0' Left='0' Width='100' Height='100'/></Landscape>"))
    #expect(metadata.dashboard.charts[0].name == "A")
    #expect(metadata.dashboard.charts[0].query == "Q")
    #expect(metadata.dashboard.charts[0].category.column == "Region")
    #expect(metadata.layout?.landscape?.placements[0].item == "A")
  }

  @Test func rootAttributesArePreserved() throws {
    let metadata = try read(
      "<MobileAnalytic MAKitVersion='1.1' xmlns:xsi='x' xsi:noNamespaceSchemaLocation='y'><Dashboard>\(chart())"
        + "</Dashboard></MobileAnalytic>")
    #expect(metadata.rootAttributes.map(\.value) == ["1.1", "x", "y"])
  }

  @Test func oldSpellingsCauseNotes() {
    let diagnostics = expect(
      "<Chart Name='A' ⟦Type⟧='Bar' ⟦Table⟧='Q'><Category Column='C' ⟦Description⟧='D'/><⟦Serie⟧ Column='S'/>"
        + "<Values><Value Expression='V' ⟦Label⟧='L'/></Values></Chart>",
      reports: .oldSpelling, .oldSpelling, .oldSpelling, .oldSpelling, .oldSpelling)
    #expect(diagnostics.allSatisfy { $0.level == .note })
  }

  @Test func allErrorsAreReportedTogether() {
    expect(
      """
      <MobileAnalytic><Dashboard>
        <Chart Name='A' ChartType='⟦Colum⟧' Query='Q' ⟦Titel⟧='x' ReferenceValue='⟦much⟧'>
          <Category Column='C' Format='⟦Roundet2⟧'/>
          <Values><Value Expression='a *⟦⟧' ValueSequence='1'/><⟦Valeu⟧/></Values>
        </Chart>
        <⟦⟦Chart⟧⟧ Name='B' ChartType='Pie'>
          <⟦Category⟧/>
        </Chart>
      </Dashboard><DashboardLayout Scale='⟦Pixel⟧'>
        <Landscape><Layout Name='⟦AA⟧' Top='1' Left='1' Width='⟦wide⟧' Height='1'/></Landscape>
      </DashboardLayout></MobileAnalytic>
      """,
      reports: .metadataAttributeWrongValue, .metadataUnrecognizedItem, .metadataAttributeWrongValue,
      .metadataAttributeWrongValue, .syntaxError, .metadataUnrecognizedItem, .metadataMissingAttribute,
      .metadataMissingNode, .metadataMissingAttribute, .metadataAttributeWrongValue, .metadataObjectUndefined,
      .metadataAttributeWrongValue)
  }

  @Test func hintsSuggestCorrections() {
    let type = expect(
      chart().replacing("'Column'", with: "'⟦Colum⟧'"),
      reports: .metadataAttributeWrongValue)
    #expect(type.first?.hint == "Did you mean 'Column'?")
    let attribute = expect(chart(" ⟦Titel⟧='x'"), reports: .metadataUnrecognizedItem)
    #expect(attribute.first?.hint == "Did you mean 'Title'?")
    let node = expect(chart(more: "<⟦Serries⟧ Column='S'/>"), reports: .metadataUnrecognizedItem)
    #expect(node.first?.hint == "Did you mean 'Series'?")
  }

  @Test func expressionErrorsAreLocatedDespiteReferences() {
    expect(chart(values: "<Value Expression='a &lt; b ⟦&amp;&#x26;⟧ c &gt; d'/>"), reports: .syntaxError)
    expect(chart(values: "<Value Expression='a +\r\n  (b ) ⟦)⟧'/>"), reports: .syntaxError)
  }

  @Test func sequencesStartAtOneWithoutGaps() {
    func values(_ numbers: String...) -> String {
      numbers.map { "<Value Expression='V' ValueSequence='\($0)'/>" }.joined()
    }
    expect(chart(values: values("2", "1", "3")))
    expect(chart(values: values("1", "⟦1⟧")), reports: .metadataOutOfSequence)
    expect(chart(values: values("1", "⟦3⟧")), reports: .metadataOutOfSequence)
    expect(chart(values: values("⟦2⟧")), reports: .metadataOutOfSequence)
    expect(chart(values: values("⟦0⟧")), reports: .metadataAttributeWrongValue)
    expect(
      chart(values: "<Value Expression='V' ValueSequence='1'/><⟦Value⟧ Expression='W'/>"),
      reports: .metadataMissingAttribute)
  }

  @Test func missingAttributesOfRichTableAreReported() {
    expect(
      """
      <DataGrid Name='T' Query='Q'><Columns>
        <Column Type='Data' Value='kpi' IsHeaderColumn='1'/>
        <⟦Column⟧ Type='Variance' Value='a-b' ColumnSequence='1'/>
        <⟦Column⟧ Type='Chart' Value='c' ColumnSequence='2'/>
        <Column Type='Chart' Value='c' ColumnSequence='3' ChartName='⟦Trent⟧'/>
        <Column Type='⟦Picture⟧' Value='c' ColumnSequence='4' IsHeaderColumn='⟦maybe⟧'/>
      </Columns><Charts>
        <Chart Name='Trend' ChartType='Line'>
          <Category Column='Month'/><Values><Value Expression='Amount'/></Values>
        </Chart>
      </Charts></DataGrid>
      """,
      reports: .metadataMissingAttribute, .metadataMissingAttribute, .metadataObjectUndefined,
      .metadataAttributeWrongValue, .metadataAttributeWrongValue)
  }

  @Test func severalItemsRequireALayout() {
    let items =
      chart() + "<Chart Name='B' ChartType='Bar' Query='Q'><Category Column='C'/>"
      + "<Values><Value Expression='V'/></Values></Chart>"
    expect("<⟦MobileAnalytic⟧><Dashboard>\(items)</Dashboard></MobileAnalytic>", reports: .metadataMissingNode)
    expect("<MobileAnalytic><Dashboard>\(chart())</Dashboard></MobileAnalytic>")
    expect("<⟦MobileAnalytic⟧></MobileAnalytic>", reports: .metadataMissingNode)
    expect("<MobileAnalytic><⟦Dashboard⟧/></MobileAnalytic>", reports: .metadataMissingNode)
  }

  @Test func duplicateItemNamesAreReported() {
    let second = chart().replacing("Name='A'", with: "Name='⟦A⟧'")
    let layout = "<Portrait><Layout Name='A' Top='0' Left='0' Width='1' Height='1'/></Portrait>"
    #expect(expect(file(chart() + second, layout: layout), reports: .duplicateName).first?.level == .warning)
  }

  @Test func layoutsBeyondThePageAreReported() {
    func layout(_ attributes: String) -> String {
      file(chart(), layout: "<Portrait><Layout Name='A' \(attributes)/></Portrait>")
    }
    let near = expect(layout("Top='61' Left='0' Width='100' Height='⟦40⟧'"), reports: .layoutOutside)
    #expect(near.first?.level == .note)
    let far = expect(layout("Top='61' Left='0' Width='100' Height='⟦60⟧'"), reports: .layoutOutside)
    #expect(far.first?.level == .warning)
    expect(layout("Top='0' Left='0' Width='⟦-1⟧' Height='1'"), reports: .metadataAttributeWrongValue)
  }

  @Test func pointLayoutHasContentSize() throws {
    let metadata = try read(
      "<MobileAnalytic><Dashboard>\(chart())</Dashboard><DashboardLayout Scale = 'Points'>"
        + "<Landscape ContentWidth='1300' ContentHeight='1200.5'>"
        + "<Layout Name='A' Top='10' Left='20' Width='1000' Height='300'/></Landscape>"
        + "</DashboardLayout></MobileAnalytic>"
    )
    let landscape = try #require(metadata.layout?.landscape)
    #expect(metadata.layout?.scale == .points)
    #expect(landscape.contentWidth == 1300)
    #expect(landscape.contentHeight == 1200.5)
    #expect(landscape.placements.map { [$0.top, $0.left, $0.width, $0.height] } == [[10, 20, 1000, 300]])
    #expect(metadata.layout?.portrait == nil)
  }

  @Test func otherRootElementsAreReported() {
    expect("<⟦Charts⟧/>", reports: .metadataUnrecognizedItem)
    expect("<⟦html⟧/>", reports: .metadataUnrecognizedItem)
    expect("<Chart>⟦⟧", reports: .metadataInvalidXMLFormat)
  }
}
