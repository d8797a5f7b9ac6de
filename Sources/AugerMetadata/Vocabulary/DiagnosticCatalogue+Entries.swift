import AugerDiagnostics
import AugerDocuments
import AugerExpressions

extension DiagnosticCatalogue {
  package static let entries: [Entry] = makit + ours + checks

  private static func entry(
    _ code: Diagnostic.Code, _ level: Diagnostic.Level = .error, makit: String? = nil, _ meaning: String, _ text: String
  ) -> Entry {
    Entry(
      code: code, level: level, makit: makit.map { "MAError_\($0)" }, meaning: meaning,
      example: .file(name: "sales.xml", text: text))
  }

  private static func entry(
    makit: String, _ code: Diagnostic.Code, _ meaning: String, level: Diagnostic.Level = .error,
    showing files: String...
  ) -> Entry {
    Entry(code: code, level: level, makit: "MAError_\(makit)", meaning: meaning, example: .run(showing: files))
  }

  private static func chart(_ attributes: String = "", value: String = "Amount", more: String = "") -> String {
    """
    <Chart Name="Sales" ChartType="Column" Query="Q"\(attributes)>
      <Category Column="Region"/>
      <Values><Value Expression="\(value)"/></Values>\(more)
    </Chart>
    """
  }

  /// MAKit's fourteen.
  private static let makit: [Entry] = [
    entry(
      makit: "MetadataPathNotSpecified", .metadataPathNotSpecified, "A dashboard names no file.",
      showing: "auger.yaml"),
    entry(
      makit: "MetadataFileNotFound", .metadataFileNotFound,
      "The file that a dashboard names is not there, or cannot be read.", showing: "auger.yaml"),
    entry(
      .metadataInvalidXMLFormat, makit: "MetadataInvalidXMLFormat", "The file is not well-formed XML.",
      "<Chart Name=\"SAP & Son\"/>"),
    entry(
      .metadataMissingNode, makit: "MetaDataMissingNode", "A node that must be there is not.",
      "<Chart Name=\"Sales\" ChartType=\"Bar\" Query=\"Q\">\n  <Category Column=\"Region\"/>\n</Chart>"),
    entry(
      .metadataMissingAttribute, makit: "MetaDataMissingAttr", "An attribute that must be there is not, or is empty.",
      chart().replacingFirst(" Query=\"Q\"", with: "")),
    entry(
      .metadataAttributeWrongValue, makit: "MetadataAttrWrongValue", "An attribute holds what it may not.",
      chart().replacingFirst("\"Column\"", with: "\"Colum\"")),
    entry(
      .metadataOutOfSequence, makit: "MetadataOutOfSequence",
      "The numbers of a sequence attribute have a duplicate or a gap, or do not begin with 1; their order is free.",
      chart().replacingFirst("\"Amount\"", with: "\"Amount\" ValueSequence=\"2\"")),
    entry(
      .metadataUnrecognizedItem, makit: "MetadataUnrecognizedItem", "A node or attribute is none of the language.",
      chart(" Titel=\"Sales\"")),
    entry(
      .metadataObjectUndefined, makit: "MetadataObjUndefined", "A name refers to nothing.",
      chart(more: "\n  <Filters><FilterName Name=\"Regoin\"/></Filters>")),
    entry(
      makit: "DataMissingColumn", Diagnostic.Code("dataMissingColumn"),
      "The result of a query lacks a column that a chart names.", showing: "auger.yaml", "sales.csv", "sales.xml"),
    entry(
      makit: "DataTableEmpty", Diagnostic.Code("dataTableEmpty"),
      "A query has no rows: a warning on the chart, which has no categories.", level: .warning,
      showing: "auger.yaml", "sales.csv"),
    entry(
      makit: "LowMemory", .lowMemory, "A result needs more memory than it may have.", showing: "auger.yaml"),
    entry(
      makit: "ExpressionEvalation", .expressionEvaluation, "An expression has no value for a row.",
      showing: "sales.csv", "sales.xml"),
    Entry(
      code: .other, level: .error, makit: "MAError_Other",
      meaning: "An error that has no code of its own, such as one that a program's own delegate throws.",
      example: .report(Diagnostic(.other, "the service of the rates is closed"))),
  ]

  /// Ours, in the same style.
  private static let ours: [Entry] = [
    entry(
      .duplicateName, .error,
      "Two things have one name. Of items only the first is placed, which is a warning.",
      """
      <Diagram Name="D" Query="Q">
        <Node Name="EVA" Text="EVA" Default="1"/><Node Name="EVA" Text="Sales"/>
      </Diagram>
      """),
    entry(
      .oldSpelling, .note, "A spelling of an earlier version, read as what it became.",
      chart().replacingFirst(" Query=", with: " Table=")),
    entry(
      .looseNumber, .note, "A whole number is written with a point.",
      chart(more: "\n  <WhatIfColumns><Column Name=\"n\" VariableType=\"integer\" Min=\"0.0\"/></WhatIfColumns>")),
    entry(
      .whatIfRefused, .warning, "A chart that zooms has what-if columns, which it does not take.",
      """
      <Chart Name="Sales" ChartType="Column">
        <Category/><Values><Value Expression="Amount"/></Values>
        <ZoomingLevels><ZoomingLevel Query="Q" CategoryColumn="Year"/></ZoomingLevels>
        <WhatIfColumns><Column Name="n" VariableType="float"/></WhatIfColumns>
      </Chart>
      """),
    entry(
      .zoomingQueryUnused, .note, "A chart states a query, and its zooming levels have their own.",
      """
      <Chart Name="Sales" ChartType="Column" Query="Q">
        <Category/><Values><Value Expression="Amount"/></Values>
        <ZoomingLevels><ZoomingLevel Query="ByYear" CategoryColumn="Year"/></ZoomingLevels>
      </Chart>
      """),
    entry(
      .parentsDisagree, .note, "ParentNode and NodeTo of a node say different things; both count.",
      """
      <Diagram Name="D" Query="Q">
        <Node Name="EVA" Text="EVA" Default="1"/><Node Name="Costs" Text="Costs" ParentNode="EVA"/>
        <Node Name="Sales" Text="Sales" ParentNode="EVA"><NodeTo Name="Costs"/></Node>
      </Diagram>
      """),
    entry(
      .rootAssumed, .note, "No node of a diagram is Default, and one alone is part of no other.",
      """
      <Diagram Name="D" Query="Q">
        <Node Name="EVA" Text="EVA"/>
      </Diagram>
      """),
    entry(
      .diagramCycle, .error, "The expressions of a diagram depend on each other in a loop.",
      """
      <Diagram Name="D" Query="Q">
        <Node Name="EVA" Text="EVA" Default="1" Expression="Sales * 2"/>
        <Node Name="Sales" Text="Sales" ParentNode="EVA" Expression="EVA + 1"><NodeTo Name="EVA"/></Node>
      </Diagram>
      """),
    entry(
      .thresholdsNotShown, .warning, "Thresholds or a predicted part are set for a chart that shows none.",
      chart(" PredictiveStartCategory=\"North\"")),
    entry(
      .unknownTheme, .warning, "A theme that there is not; the picture has the colours that it would have without it.",
      chart(" Theme=\"Drak\"")),
    entry(
      .displayNameMissing, .note, "A variable has no DisplayName; people read its name.",
      """
      <Dashboard>
        <Variables><Variable Name="$hike" VariableType="float" Value="0"/></Variables>
        <Chart ChartType="Bar" Query="Q">
          <Category Column="Region"/><Values><Value Expression="Amount + $hike"/></Values>
        </Chart>
      </Dashboard>
      """),
    entry(
      .layoutOutside, .warning, "An item reaches over the edge of the page; up to 102 percent it is a note.",
      layout("<Layout Name=\"Sales\" Top=\"0\" Left=\"0\" Width=\"100\" Height=\"120\"/>")),
    entry(
      .xmlDocumentType, .error, "A document type with declarations, which are not read.",
      "<!DOCTYPE Chart [ <!ENTITY a \"b\"> ]><Chart/>"),
    entry(
      .xmlEncoding, .error, "The file declares an encoding that is not read.",
      "<?xml version=\"1.0\" encoding=\"EBCDIC\"?><a/>"
    ),
  ]

  private static func layout(_ layout: String) -> String {
    """
    <MobileAnalytic>
      <Dashboard>
        <Chart Name="Sales" ChartType="Bar" Query="Q">
          <Category Column="Region"/><Values><Value Expression="Amount"/></Values>
        </Chart>
      </Dashboard>
      <DashboardLayout><Landscape>
        \(layout)
      </Landscape></DashboardLayout>
    </MobileAnalytic>
    """
  }
}

extension String {
  fileprivate func replacingFirst(_ text: String, with replacement: String) -> String {
    guard let range = firstRange(of: text) else { return self }
    return String(self[..<range.lowerBound]) + replacement + String(self[range.upperBound...])
  }
}
