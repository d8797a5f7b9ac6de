import AugerDiagnostics
import AugerMetadata
import Testing

/// Violations of the language's rules are reported once, at their locations.
@Suite struct RuleTests {
  private let layout = "<Portrait><Layout Name='A' Top='0' Left='0' Width='1' Height='1'/></Portrait>"

  private func with(_ declarations: String, more: String = "") -> String {
    file(declarations + chart(more: more), layout: layout)
  }

  @Test func variableValuesMustMatchTheirTypes() {
    func variable(_ attributes: String) -> String {
      with("<Variables><Variable Name='$x' DisplayName='x' \(attributes)/></Variables>")
    }
    expect(variable("VariableType='⟦money⟧' Value='1'"), reports: .metadataAttributeWrongValue)
    expect(variable("VariableType='float' Value='⟦much⟧'"), reports: .metadataAttributeWrongValue)
    expect(variable("VariableType='integer' Value='⟦1.5⟧'"), reports: .metadataAttributeWrongValue)
    expect(variable("VariableType='integer' Value='⟦2.0⟧'"), reports: .looseNumber)
    expect(variable("VariableType='boolean' Value='⟦maybe⟧'"), reports: .metadataAttributeWrongValue)
    expect(variable("VariableType='date' Value='⟦2000-12-30⟧'"), reports: .metadataAttributeWrongValue)
    expect(variable("VariableType='date' Value='⟦date(2000,13,1)⟧'"), reports: .metadataAttributeWrongValue)
    expect(variable("VariableType='float' Value='9' Min='5' Max='⟦4⟧'"), reports: .metadataAttributeWrongValue)
    expect(variable("VariableType='float' Value='⟦9⟧' Min='5' Max='7'"), reports: .metadataAttributeWrongValue)
    expect(variable("VariableType='float' Value='1' Step='⟦0⟧'"), reports: .metadataAttributeWrongValue)
    expect(
      with("<Variables><⟦Variable⟧ Name='$x' DisplayName='x' VariableType='float'/></Variables>"),
      reports: .metadataMissingAttribute)
    expect(
      with("<Variables><⟦Variable⟧ Name='$x' DisplayName='x' VariableType='enum'/></Variables>"),
      reports: .metadataMissingNode)
    expect(
      with("<Variables><Variable Name='⟦x⟧' DisplayName='x' VariableType='float' Value='1'/></Variables>"),
      reports: .metadataAttributeWrongValue)
  }

  @Test func selectedValueMustBeAChoice() {
    let choices = "<Choices><Choice Value='1'/><Choice Value='2'/></Choices></Variable></Variables>"
    expect(
      with("<Variables><Variable Name='$x' DisplayName='x' VariableType='enum' Selection='⟦2⟧'>" + choices),
      reports: .metadataAttributeWrongValue)
  }

  @Test func variableNamesMustBeUnique() {
    let one = "<Variable Name='$x' DisplayName='x' VariableType='float' Value='1'/>"
    expect(
      with("<Variables>\(one)\(one.replacing("'$x'", with: "'⟦$x⟧'"))</Variables>"), reports: .duplicateName)
  }

  @Test func variableWithoutDisplayNameCausesANote() {
    let found = expect(
      with("<Variables><Variable Name='⟦$x⟧' VariableType='float' Value='1'/></Variables>"),
      reports: .displayNameMissing)
    #expect(found.first?.level == .note)
  }

  @Test func undeclaredNamesAreReported() {
    expect(
      chart(values: "<Value Expression='if(⟦$hike⟧ &gt; 1, a, b)'/>"), reports: .metadataObjectUndefined)
    let filter = expect(
      with(
        "<Filters><Filter Name='Region' SourceQuery='Q' FilterType='picklist' Column='C'/></Filters>",
        more: "<Filters><FilterName Name='⟦Regoin⟧'/></Filters>"), reports: .metadataObjectUndefined)
    #expect(filter.first?.hint == "Did you mean 'Region'?")
    #expect(filter.first?[.value] == "Regoin")
    #expect(filter.first?[.chart] == "A")
    expect(
      with(
        "<Filters><Filter Name='R' SourceQuery='Q' FilterType='picklist' Column='C' DependsOn='⟦S⟧'/></Filters>"),
      reports: .metadataObjectUndefined)
    expect(
      file(
        "<DAPanel Name='P'><VariableName Name='⟦$x⟧'/></DAPanel>",
        layout: "<Portrait><Layout Name='P' Top='0' Left='0' Width='1' Height='1'/></Portrait>"),
      reports: .metadataObjectUndefined)
  }

  @Test func levelsRequireASequence() {
    func group(_ first: String, _ second: String) -> String {
      "<DrillDownGroup Name='G'>"
        + chart(" ChartSequence='\(first)'") + chart(" ChartSequence='\(second)'").replacing("'A'", with: "'B'")
        + "</DrillDownGroup>"
    }
    expect(group("2", "1"))
    expect(group("1", "⟦1⟧"), reports: .metadataOutOfSequence)
    expect(group("1", "⟦3⟧"), reports: .metadataOutOfSequence)
    expect(
      "<DrillDownGroup Name='G'>\(chart(" ChartSequence='1'"))"
        + chart().replacing("'A'", with: "'B'").replacing("<Chart ", with: "<⟦Chart⟧ ") + "</DrillDownGroup>",
      reports: .metadataMissingAttribute)
  }

  @Test func diagramHasOneRootAndKnownNodes() {
    expect(
      "<Diagram Name='D' Query='Q'><Node Name='A' Text='a' Default='1'/><Node Name='B' Text='b' Default='⟦1⟧'/>"
        + "</Diagram>", reports: .metadataAttributeWrongValue)
    expect(
      "<Diagram Name='⟦D⟧' Query='Q'><Node Name='A' Text='a'/><Node Name='B' Text='b'/></Diagram>",
      reports: .metadataMissingAttribute)
    let found = expect(
      "<Diagram Name='D' Query='Q'><Node Name='Sales' Text='a' Default='1' Expression='1 + ⟦Sale⟧'/></Diagram>",
      reports: .metadataObjectUndefined)
    #expect(found.first?.hint == "Did you mean 'Sales'?")
    expect(
      "<Diagram Name='D' Query='Q'><Node Name='A' Text='a' Default='1'/><Node Name='B' Text='b' ParentNode='A,⟦X⟧'>"
        + "<NodeTo Name='A'/><NodeTo Name='X'/></Node></Diagram>",
      reports: .metadataObjectUndefined)
    expect(
      "<⟦⟦Diagram⟧⟧><Node Name='A' Text='a' Default='1'/></Diagram>",
      reports: .metadataMissingAttribute, .metadataMissingAttribute)
  }

  @Test func whatIfColumnsAreNumbersAndDoNotZoom() {
    expect(
      chart(more: "<WhatIfColumns><Column Name='a' VariableType='⟦date⟧'/></WhatIfColumns>"),
      reports: .metadataAttributeWrongValue)
    let found = expect(
      "<Chart Name='Z' ChartType='Bar'><Category/><Values><Value Expression='V'/></Values>"
        + "<ZoomingLevels><ZoomingLevel Query='Q' CategoryColumn='C'/></ZoomingLevels>"
        + "<⟦WhatIfColumns⟧><Column Name='a' VariableType='float'/></WhatIfColumns></Chart>",
      reports: .whatIfRefused)
    #expect(found.first?.level == .warning)
  }

  @Test func additionalChartTypesRequireTheirValues() {
    expect(
      chart().replacing("'Column'", with: "'Candlestick'").replacing("'A'", with: "'⟦A⟧'"),
      reports: .metadataMissingNode)
  }

  @Test func diagnosticsNameTheirSubject() {
    let found = expect(chart().replacing("'Column'", with: "'⟦Radar⟧'"), reports: .metadataAttributeWrongValue)
    #expect(found[0][.node] == "Chart")
    #expect(found[0][.attribute] == "ChartType")
    #expect(found[0][.value] == "Radar")
    #expect(found[0][.chart] == "A")
    let missing = expect(
      "<⟦Chart⟧ Name='A' ChartType='Bar' Query='Q'><Category Column='C'/></Chart>", reports: .metadataMissingNode)
    #expect(missing[0][.node] == "Values")
    let gap = expect(
      chart(values: "<Value Expression='V' ValueSequence='⟦2⟧'/>"), reports: .metadataOutOfSequence)
    #expect(gap[0][.sequence] == "2")
  }
}
