import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerExpressions
import AugerMetadata
import Testing

/// Reading turns every node of the language into a definition with the same content.
@Suite struct DefinitionTests {
  private let layout = "<Portrait><Layout Name='A' Top='0' Left='0' Width='1' Height='1'/></Portrait>"

  private func dashboard(_ items: String) throws -> Dashboard {
    try read(file(items, layout: layout)).dashboard
  }

  @Test func variablesHaveTypesBoundsAndChoices() throws {
    let variables = try dashboard(
      """
      <Variables>
        <Variable Name='$n' VariableType='integer' DisplayName='N' Value='5' Min='0' Max='10' Step='5'/>
        <Variable Name='$f' VariableType='float' DisplayName='F' Value='1.5' Decimals='1'/>
        <Variable Name='$b' VariableType='boolean' DisplayName='B' Value='Yes'/>
        <Variable Name='$d' VariableType='date' DisplayName='D' Value='date(2000, 12, 30)' Max='DATE(2001,1,1)'/>
        <Variable Name='$t' VariableType='datetime' DisplayName='T' Value='datetime(2000,12,30,23,59,0)'/>
        <Variable Name='$u' VariableType='datetime' DisplayName='U' Value='date(2000,12,30,10,0,0)'/>
        <Variable Name='$e' VariableType='enum' DisplayName='E' Selection='1'><Choices>
          <Choice Value='north'/><Choice Value='south' Display='The South'/>
        </Choices></Variable>
      </Variables>\(chart())
      """
    ).variables
    #expect(variables.map(\.name) == ["n", "f", "b", "d", "t", "u", "e"])
    #expect(variables[0].value == .int(5))
    #expect(variables[0].bounds == ControlBounds(min: .int(0), max: .int(10), step: 5))
    #expect(variables[1].value == .float(1.5))
    #expect(variables[1].bounds == ControlBounds(decimals: 1))
    #expect(variables[2].value == .bool(true))
    #expect(variables[3].value.description == "2000-12-30")
    #expect(variables[3].bounds.max?.description == "2001-01-01")
    #expect(variables[4].value.type == .timestamp(zone: nil))
    #expect(variables[5].value.description == "2000-12-30T10:00:00")
    #expect(variables[6].value == .string("south"))
    #expect(variables[6].choices.map(\.title) == ["north", "The South"])
    #expect(variables[6].place?.position?.line == 8)
  }

  @Test func firstChoiceIsTheInitialValue() throws {
    let variable = try dashboard(
      "<Variables><Variable Name='$e' DisplayName='E' VariableType='enum'><Choices><Choice Value='a'/></Choices>"
        + "</Variable></Variables>" + chart()
    ).variables[0]
    #expect(variable.selection == 0)
  }

  @Test func filtersAreSortedBySequence() throws {
    let filters = try dashboard(
      """
      <Filters>
        <Filter Name='Country' Sequence='2' SourceQuery='Q' FilterType='picklist' Column='C' DependsOn='Region'/>
        <Filter Name='Region' Sequence='1' SourceQuery='R' FilterType='range' Column='X' Format='Rounded1'/>
      </Filters>\(chart(more: "<Filters><FilterName Name='Region'/></Filters>"))
      """)
    #expect(filters.filters.map(\.name) == ["Region", "Country"])
    #expect(filters.filters.map(\.kind) == [.range, .picklist])
    #expect(filters.filters[1].dependsOn.map(\.name) == ["Region"])
    #expect(filters.charts[0].filters.map(\.name) == ["Region"])
  }

  @Test func zoomableChartStartsAtItsFirstLevel() throws {
    let chart = try #require(
      try read(
        """
        <Chart Name='Z' ChartType='Column'><Category Format='Rounded0' DisplayName=''/>
          <Values><Value Expression='V'/></Values>
          <ZoomingLevels>
            <ZoomingLevel Query='ByYear' CategoryColumn='Year' Title='Years'/>
            <ZoomingLevel Query='ByMonth' CategoryColumn='Month' Format='Month'/>
          </ZoomingLevels></Chart>
        """
      ).dashboard.charts.first)
    #expect(chart.query == "ByYear")
    #expect(chart.category.column == "Year")
    #expect(chart.zoomingLevels.map(\.query) == ["ByYear", "ByMonth"])
    #expect(chart.zoomingLevels.map(\.category.shownTitle) == ["Years", "Month"])
    #expect(chart.zoomingLevels.map(\.category.format) == [.rounded(0), .month])
  }

  @Test func dateColumnCanProvideAllLevels() throws {
    let category = "<Category Column='Day' Grains='Year, Quarter,Month' FiscalYearStart='4' FillGaps='1'/>"
    let text = chart().replacing("<Category Column='Region'/>", with: category)
    let grains = try read(text).dashboard.charts[0].grains
    #expect(grains == GrainDefinition([.year, .quarter, .month], fiscalYearStart: 4, fillsGaps: true))
    expect(
      text.replacing("Year, Quarter,Month", with: "Month,⟦Year⟧"), reports: .metadataAttributeWrongValue)
    expect(text.replacing("Year, Quarter,Month", with: "Year,⟦Moon⟧"), reports: .metadataAttributeWrongValue)
    func zoned(_ zone: String) -> String { text.replacing("FillGaps", with: "TimeZone='\(zone)' FillGaps") }
    #expect(try read(zoned("Asia/Tokyo")).dashboard.charts[0].grains?.timeZone == "Asia/Tokyo")
    #expect(try read(zoned("+05:30")).dashboard.charts[0].grains?.timeZone == "+05:30")
    expect(zoned("⟦Asia/Tokio⟧"), reports: .metadataAttributeWrongValue)
  }

  @Test func attributesRestrictDrillSelections() throws {
    func picks(_ attributes: String) throws -> [Bool] {
      let chart = try read(chart(attributes)).dashboard.charts[0]
      return [chart.drillsByCategory, chart.drillsBySeries]
    }
    #expect(try picks("") == [true, true])
    #expect(try picks(" ByCategory='1'") == [true, false])
    #expect(try picks(" BySeries='yes'") == [false, true])
    #expect(try picks(" ByCategory='1' BySeries='1'") == [true, true])
  }

  @Test func whatIfValuesMayStartOutsideTheirBounds() throws {
    let chart = try read(
      chart(
        more: "<WhatIfColumns><Column Name='Price' VariableType='float' Value='0.0' Min='1.0' Max='110' Step='1.0'"
          + " Decimals='2'/><Column Name='Count' VariableType='integer' Min='0.0' DisplayName='N'/></WhatIfColumns>")
    ).dashboard.charts[0]
    #expect(chart.whatIfColumns.map(\.column) == ["Price", "Count"])
    #expect(chart.whatIfColumns[0].value == .float(0))
    #expect(
      chart.whatIfColumns[0].bounds == ControlBounds(min: .float(1), max: .float(110), step: 1, decimals: 2))
    #expect(chart.whatIfColumns[1].bounds.min == .int(0))
  }

  @Test func additionalAttributesAreRead() throws {
    let text = chart(
      " Forecast='holt-winters' ForecastCount='6' Season='12' Axis='logarithmic' Theme='dark' Unit='EUR' Summary='true'"
        + " ChartSequence='3'")
    let chart = try read(text.replacing("'Column'", with: "'Line'")).dashboard.charts[0]
    #expect(chart.forecastCount == 6 && chart.season == 12)
    #expect(chart.forecast == .holtWinters)
    #expect(chart.valueAxis == .logarithmic)
    #expect(chart.theme == "dark")
    #expect(chart.unit == "EUR")
    #expect(chart.showsSummary)
    #expect(chart.sequence == 3)
  }

  @Test func chartKindsHaveTheirOwnAttributes() throws {
    #expect(try read(chart(" Stacking='percent'")).dashboard.charts[0].stacking == .percent)
    expect(chart(" ⟦Bins⟧='5'"), reports: .metadataUnrecognizedItem)
    expect(
      chart(" ⟦Stacking⟧='percent'").replacing("'Column'", with: "'Line'"), reports: .metadataUnrecognizedItem)
    let histogram = try read(
      "<Chart Name='A' ChartType='Histogram' Query='Q' Bins='5'><Values><Value Expression='Age'/></Values></Chart>"
    ).dashboard.charts[0]
    #expect(histogram.binCount == 5 && !histogram.drillsByCategory)
    let boxes = try read(chart().replacing("'Column'", with: "'BoxPlot'")).dashboard.charts[0]
    #expect(boxes.values.map(\.expression.description).count == 5)
  }

  @Test func axesHaveRangesTicksGapsAndCrossings() throws {
    let text = chart(
      " ValueRange='0..100' ValuePadding='0.1' ValueTicks='every 25' ValueCrossing='10' ValueGaps='40..60'"
    )
    .replacing("Column='Region'", with: "Column='Region' Range='2024-01-01..' Ticks='every month' Gaps='weekends'")
    let found = try read(text)
    let definition = found.dashboard.charts[0]
    #expect(
      definition.valueOptions.upper == .float(100) && definition.valueOptions.ticks == .every(.number(25), anchor: nil))
    #expect(definition.valueOptions.padding == 0.1 && definition.valueOptions.crossing == .float(10))
    #expect(definition.valueOptions.gaps == [.range(.float(40), .float(60))])
    #expect(definition.category.options.gaps == [.weekends] && definition.category.options.lower != nil)
    expect(chart(" ValueRange='⟦100..0⟧'"), reports: .metadataAttributeWrongValue)
    expect(chart(" ValueTicks='⟦often⟧'"), reports: .metadataAttributeWrongValue)
    expect(chart(" ⟦ValueRange⟧='0..1'").replacing("'Column'", with: "'Pie'"), reports: .metadataUnrecognizedItem)
    expect(
      chart().replacing("Column='Region'", with: "Column='Region' Gaps='⟦1..⟧'"), reports: .metadataAttributeWrongValue)
    expect(
      chart().replacing("Column='Region'", with: "Column='Region' ⟦Range⟧='1..2'").replacing("'Column'", with: "'Pie'"),
      reports: .metadataUnrecognizedItem)
  }

  @Test func annotationsColorsAndSmallMultiplesAreRead() throws {
    let text = chart(
      " ItemColor=\"if(sum(Sales) &gt; 5, 'red', null)\"",
      more: "<Annotations><Annotation Text='Target' Value='5' Color='red'/>"
        + "<Annotation Category='A' EndCategory='C'/></Annotations><Multiples Column='Year' DisplayName='Y'/>")
    let found = try read(text).dashboard.charts[0]
    #expect(
      found.annotations == [
        AnnotationDefinition("Target", value: 5, color: "red"), AnnotationDefinition(category: "A", endCategory: "C"),
      ])
    #expect(found.itemColor != nil && found.multiples?.column == "Year" && found.multiples?.title == "Y")
    func annotation(_ attributes: String) -> String {
      chart(more: "<Annotations><Annotation \(attributes)/></Annotations>")
    }
    expect(annotation("Value='⟦much⟧'"), reports: .metadataAttributeWrongValue)
    expect(annotation("Value='1' Color='⟦rde⟧'"), reports: .metadataAttributeWrongValue)
    expect(
      chart(more: "<Annotations><⟦Annotation⟧ EndValue='1'/></Annotations>"), reports: .metadataMissingAttribute)
    expect(chart(more: "<Annotations><⟦Annotation⟧ Text='x'/></Annotations>"), reports: .metadataMissingAttribute)
    expect(chart(" ItemColor='⟦$x⟧'"), reports: .metadataObjectUndefined)
    expect(
      chart(" ⟦ItemColor⟧=\"'red'\"").replacing("'Column'", with: "'Heatmap'"), reports: .metadataUnrecognizedItem)
    expect(chart(more: "<⟦Multiples⟧/>"), reports: .metadataMissingAttribute)
  }

  @Test func chartsInheritMissingAttributesFromDrilldownGroup() throws {
    let group = try #require(
      try read(
        """
        <DrillDownGroup Name='G' Title='T' Query='Q' ChartType='Pie'>
          <Chart Name='B' ChartSequence='2' ChartType='Bar' Query='R'><Category Column='C'/>
            <Values><Value Expression='V'/></Values></Chart>
          <Chart Name='A' ChartSequence='1'><Category Column='C'/><Values><Value Expression='V'/></Values></Chart>
        </DrillDownGroup>
        """
      ).dashboard.drillDownGroups.first)
    #expect(group.levels.map(\.name) == ["A", "B"])
    #expect(group.levels.map(\.type) == [.pie, .bar])
    #expect(group.levels.map(\.query) == ["Q", "R"])
    #expect(group.title == "T")
  }

  @Test func layersUseTheCategoryOfTheOverlay() throws {
    let item = try #require(
      try read(
        """
        <OverlayGroup Name='O'><Category Column='Year' DisplayName='Y'/>
          <Layer Name='L' ChartType='Line' ChartSequence='2' Query='Q' Axis='secondary'>
            <Values><Value Expression='V'/></Values></Layer>
          <Layer Name='C' ChartType='Column' ChartSequence='1' Query='Q'><Category Column='Own'/>
            <Values><Value Expression='V'/></Values></Layer>
        </OverlayGroup>
        """
      ).dashboard.items.first)
    guard case .overlayGroup(let group) = item else {
      Issue.record("it is no overlay: \(item.nodeName)")
      return
    }
    #expect(group.layers.map(\.chart.name) == ["C", "L"])
    #expect(group.layers.map(\.axis) == [.primary, .secondary])
    #expect(group.layers.map(\.chart.category.column) == ["Own", "Year"])
  }

  @Test func layersUseTheDateGrainOfTheOverlay() throws {
    func overlay(_ grains: String, layer: String = "") -> String {
      """
      <OverlayGroup Name='O'><Category Column='Day' \(grains)/>
        <Layer Name='A' ChartType='Line' ChartSequence='1' Query='Q'><Values><Value Expression='V'/></Values></Layer>
        <Layer Name='B' ChartType='Line' ChartSequence='2' Query='Q'>\(layer)
          <Values><Value Expression='V'/></Values></Layer>
      </OverlayGroup>
      """
    }
    func grains(_ text: String) throws -> [GrainDefinition?] {
      guard case .overlayGroup(let group)? = try read(text).dashboard.items.first else { return [] }
      return group.layers.map(\.chart.grains)
    }
    let months = GrainDefinition([.month], fiscalYearStart: 4)
    #expect(try grains(overlay("Grains='Month' FiscalYearStart='4'")) == [months, months])
    let own = "<Category Column='Day' Grains='Quarter'/>"
    let (month, quarter) = (GrainDefinition([.month]), GrainDefinition([.quarter]))
    #expect(try grains(overlay("Grains='Month'", layer: own)) == [month, quarter])
    let days = "<Category Column='Day'/>"
    #expect(try grains(overlay("Grains='Month'", layer: days)) == [month, nil])
    // Neither an overlay nor its layers can zoom.
    expect(overlay("⟦Grains⟧='Year,Month'"), reports: .metadataUnrecognizedItem)
    let zooming = "<Category Column='Day' ⟦Grains⟧='Year,Month'/>"
    expect(overlay("Grains='Year'", layer: zooming), reports: .metadataUnrecognizedItem)
  }

  /// Returns an overlay of two layers.
  private func overlay(
    _ attributes: String = "", type: String = "Line", _ first: String = "", _ second: String = "", more: String = ""
  ) -> String {
    """
    <OverlayGroup Name='O' Query='Q' ChartType='\(type)' \(attributes)><Category Column='C'/>
      <Layer Name='A' ChartSequence='1'>\(first)<Values><Value Expression='V'/></Values></Layer>
      <Layer Name='B' ChartSequence='2'>\(second)<Values><Value Expression='V'/></Values></Layer>\(more)
    </OverlayGroup>
    """
  }

  @Test func overlayHasASummary() throws {
    func group(_ text: String) throws -> OverlayGroupDefinition? {
      if case .overlayGroup(let group)? = try read(text).dashboard.items.first { group } else { nil }
    }
    let ranges = "<SummaryRanges><SummaryRange From='a' To='b' Title='t'/></SummaryRanges>"
    let full = try #require(
      try group(
        overlay(
          "Subtitle='S' Status='T' Summary='true' SummaryTitle='TTM' Polarity='up' KeepsTrendHeight='true' "
            + "ShowsHorizontalAxisTitle='true'", more: ranges)))
    var summary = SummaryDefinition()
    (summary.title, summary.polarity, summary.keepsTrendHeight) = ("TTM", .up, true)
    summary.ranges = [SummaryRangeDefinition(from: "a", to: "b", title: "t")]
    #expect(full.summary == summary)
    #expect(full.subtitle == "S" && full.status == "T" && full.shownParts == [.horizontalAxisTitle: true])
    #expect(full.layers.map(\.chart.showsSummary) == [true, true])
    #expect(try group(overlay())?.summary == nil)
    expect(overlay("⟦Summary⟧='true'", type: "BoxPlot"), reports: .metadataUnrecognizedItem)
    expect(
      overlay(more: ranges.replacing("<SummaryRanges>", with: "<⟦SummaryRanges⟧>")),
      reports: .metadataUnrecognizedItem)
  }

  @Test func firstLayerSetsTextsAndLabels() {
    let styles = "<TextStyles><TextStyle Role='title' Color='red'/></TextStyles>"
    let category = "<Category Column='C' LabelLayout='range' Divisions='a,b'/>"
    expect(overlay("", styles + category))
    expect(
      overlay("", "", styles.replacing("<TextStyles>", with: "<⟦TextStyles⟧>")), reports: .metadataUnrecognizedItem)
    expect(
      overlay("", "", "<Category Column='C' ⟦LabelLayout⟧='range' ⟦Divisions⟧='a,b'/>"),
      reports: .metadataUnrecognizedItem, .metadataUnrecognizedItem)
  }

  @Test func grainsOfTreemapsAndGridsAreReported() {
    expect(
      """
      <TreeMapGroup Name='T'><TreeMapLevel Name='L' Query='Q'><Category Column='Day' ⟦Grains⟧='Month'/>
        <Values><Value Expression='V'/></Values></TreeMapLevel></TreeMapGroup>
      """, reports: .metadataUnrecognizedItem)
  }

  @Test func firstLayerOfAnAxisDefinesTheAxis() throws {
    func overlay(_ first: String, _ second: String, _ third: String, category: String = "") -> String {
      func layer(_ name: String, _ attributes: String, _ category: String) -> String {
        "<Layer Name='\(name)' ChartType='Line' Query='Q' \(attributes)>\(category)"
          + "<Values><Value Expression='V'/></Values></Layer>"
      }
      return "<OverlayGroup Name='O'><Category Column='Year' Range='2000..2020'/>" + layer("A", first, "")
        + layer("B", second, "") + layer("C", third, category) + "</OverlayGroup>"
    }
    let second = " Axis='secondary' ChartSequence='2' ValueRange='0..1' ValueGaps='0.2..0.8'"
    let text = overlay("ChartSequence='1' ValueRange='0..10'", second, "ChartSequence='3' ValueTicks='every 5'")
    guard case .overlayGroup(let group)? = try read(text).dashboard.items.first else {
      Issue.record("it is no overlay")
      return
    }
    let axes = group.axes.said
    #expect(axes.value.upper == .float(10) && axes.value.ticks == .every(.number(5), anchor: nil))
    #expect(axes.secondValue.upper == .float(1) && axes.secondValue.gaps == [.range(.float(0.2), .float(0.8))])
    #expect(axes.category.upper == .float(2020) && group.axes.refused.isEmpty)
    expect(
      overlay("ChartSequence='1' ValueRange='0..10'", second, "ChartSequence='3' ⟦ValueRange⟧='0..5'"),
      reports: .metadataUnrecognizedItem)
    expect(
      overlay(
        "ChartSequence='1'", second, "ChartSequence='3'", category: "<Category Column='Y' ⟦Range⟧='1..2'/>"),
      reports: .metadataUnrecognizedItem)
  }

  @Test func treemapLevelsAreNested() throws {
    let item = try #require(
      try read(
        """
        <TreeMapGroup Name='T'>
          <TreeMapLevel Name='Year' ChartSequence='1' Query='Y'><Category Column='Y'/>
            <Values><Value Expression='V' ValueSequence='1'/><Value Expression='W' ValueSequence='2'/></Values>
          </TreeMapLevel>
        </TreeMapGroup>
        """
      ).dashboard.items.first)
    guard case .treeMapGroup(let group) = item else {
      Issue.record("it is no treemap: \(item.nodeName)")
      return
    }
    #expect(group.levels.map(\.type) == [.treeMap])
    #expect(group.levels[0].values.count == 2)
  }

  @Test func panelsShowVariablesInSequence() throws {
    let dashboard = try read(
      file(
        "<Variables><Variable Name='$a' DisplayName='A' VariableType='float' Value='1'/>"
          + "<Variable Name='$b' DisplayName='B' VariableType='float' Value='1'/></Variables>"
          + "<DAPanel Name='P' Title='T'><VariableName Name='$b' Sequence='2'/><VariableName Name='$a' Sequence='1'/>"
          + "</DAPanel>",
        layout: "<Portrait><Layout Name='P' Top='0' Left='0' Width='1' Height='1'/></Portrait>")
    ).dashboard
    guard case .panel(let panel) = dashboard.items[0] else {
      Issue.record("it is no panel: \(dashboard.items[0].nodeName)")
      return
    }
    #expect(panel.variables.map(\.name) == ["a", "b"])
  }

  @Test func parentDeclaredOnceCausesNoWarning() {
    for parent in ["<Node Name='B' Text='b' ParentNode='A'/>", "<Node Name='B' Text='b'><NodeTo Name='A'/></Node>"] {
      let root = "<Node Name='A' Text='a' Expression='B' Default='true'/>"
      #expect(expect("<Diagram Name='D' Query='Q'>\(root)\(parent)</Diagram>").isEmpty)
    }
  }

  @Test func parentDeclarationsOfDiagramsAreMerged() throws {
    let diagnostics = expect(
      """
      <Diagram Name='D' Query='Q'>
        <Node Name='A' Text='a' Expression='B + C' Default='true' Chart='x, y'/>
        <Node Name='B' Text='b' ParentNode='A'><NodeTo Name='A'/></Node>
        <Node Name='C' Text='c' ParentNode='A,⟦B⟧'><NodeTo Name='A'/></Node>
      </Diagram>
      """.replacing("Chart=", with: "⟦Chart⟧="), reports: .oldSpelling, .parentsDisagree)
    #expect(diagnostics.allSatisfy { $0.level == .note })
    let text = MarkedText(
      "<Diagram Name='D' Query='Q'><Node Name='A' Text='a' Expression='B' Charts='x, y'/>"
        + "<Node Name='B' Text='b'><NodeTo Name='A'/></Node></Diagram>")
    let diagram = try #require(MetadataReader.read(text.source).metadata?.dashboard.diagrams.first)
    #expect(diagram.root?.name == "A")
    #expect(diagram.nodes[0].charts.map(\.name) == ["x", "y"])
    #expect(diagram.nodes[1].parents.map(\.name) == ["A"])
    #expect(diagram.nodes[0].expression?.columnNames == ["B"])
  }

  @Test func chartTypesUnknownToMAKitAreRead() throws {
    for type in ChartType.allCases {
      let values = (1...type.kind.leastValueCount).map { "<Value Expression='v\($0)' ValueSequence='\($0)'/>" }.joined()
      let text = chart(values: values).replacing("'Column'", with: "'\(type.rawValue)'")
      #expect(try read(text).dashboard.charts[0].type == type)
    }
  }
}
