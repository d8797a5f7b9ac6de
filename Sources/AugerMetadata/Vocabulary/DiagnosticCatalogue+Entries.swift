import AugerDiagnostics
import AugerDocuments
import AugerExpressions

extension DiagnosticCatalogue {
  private static func entry(
    _ code: Diagnostic.Code, _ level: Diagnostic.Level = .error, makit: String? = nil, _ meaning: String, fix: String,
    _ text: String
  ) -> Entry {
    Entry(
      code: code, level: level, makit: makit.map { "MAError_\($0)" }, meaning: meaning, fix: fix,
      example: .file(name: "sales.xml", text: text))
  }

  private static func entry(
    makit: String, _ code: Diagnostic.Code, _ meaning: String, level: Diagnostic.Level = .error, fix: String,
    showing files: [File], _ transcript: String
  ) -> Entry {
    Entry(
      code: code, level: level, makit: "MAError_\(makit)", meaning: meaning, fix: fix,
      example: .run(files, transcript: transcript))
  }

  private static let sales = File(name: "sales.csv", text: "Region,Amount\nEurope,120\nAsia,80")

  private static func workspace(_ text: String) -> File { File(name: "auger.yaml", text: text) }

  /// Returns a workspace with a query of `sales.csv` and a dashboard.
  private static func board(_ query: String) -> File {
    workspace(
      """
      sources: { shop: { adapter: csv, path: sales.csv } }
      queries: { Q: \(query) }
      dashboards: { sales: sales.xml }
      """)
  }

  private static func chart(_ attributes: String = "", value: String = "Amount", more: String = "") -> String {
    """
    <Chart Name="Sales" ChartType="Column" Query="Q"\(attributes)>
      <Category Column="Region"/>
      <Values><Value Expression="\(value)"/></Values>\(more)
    </Chart>
    """
  }

  /// The codes of MAKit about dashboards.
  static let makit: [Entry] = [
    entry(
      makit: "MetadataPathNotSpecified", .metadataPathNotSpecified,
      "A dashboard of the workspace does not name a file.",
      fix: "Write the path of the dashboard file after the name: `sales: sales.xml`.",
      showing: [workspace("dashboards:\n  sales:")],
      """
      $ auger export --workspace auger.yaml -o charts
      auger.yaml:2:3: error: metadataPathNotSpecified: no metadata file is named
          sales:
          ^^^^^
        hint: Give the path of a file.
      (exit code 2)
      """),
    entry(
      makit: "MetadataFileNotFound", .metadataFileNotFound,
      "The file of a dashboard does not exist or cannot be read.",
      fix: "Correct the path, which starts at the folder of the workspace file, or check the permissions of the file.",
      showing: [workspace("dashboards:\n  sales: Dashboards/sales.xml")],
      """
      $ auger export --workspace auger.yaml -o charts
      auger.yaml:2:10: error: metadataFileNotFound: file 'Dashboards/sales.xml' does not exist or is not readable
          sales: Dashboards/sales.xml
                 ^^^^^^^^^^^^^^^^^^^^
      (exit code 2)
      """),
    entry(
      .metadataInvalidXMLFormat, makit: "MetadataInvalidXMLFormat", "The file is not well-formed XML.",
      fix: "Correct the file at the marked position. Write `&amp;` for the character &.",
      "<Chart Name=\"SAP & Son\"/>"),
    entry(
      .metadataMissingNode, makit: "MetaDataMissingNode", "A required node is missing.",
      fix: "Add the node that the message names. The dashboard language reference lists the required nodes.",
      "<Chart Name=\"Sales\" ChartType=\"Bar\" Query=\"Q\">\n  <Category Column=\"Region\"/>\n</Chart>"),
    entry(
      .metadataMissingAttribute, makit: "MetaDataMissingAttr", "A required attribute is missing or empty.",
      fix: "Add the attribute that the message names.",
      chart().replacingFirst(" Query=\"Q\"", with: "")),
    entry(
      .metadataAttributeWrongValue, makit: "MetadataAttrWrongValue", "The value of an attribute is invalid.",
      fix: "Use a value that the message or the hint lists.",
      chart().replacingFirst("\"Column\"", with: "\"Colum\"")),
    entry(
      .metadataOutOfSequence, makit: "MetadataOutOfSequence",
      "The numbers of a sequence attribute have a duplicate or a gap, or do not start with 1. They may be in "
        + "any order.",
      fix: "Number the nodes from 1 without gaps.",
      chart().replacingFirst("\"Amount\"", with: "\"Amount\" ValueSequence=\"2\"")),
    entry(
      .metadataUnrecognizedItem, makit: "MetadataUnrecognizedItem",
      "A node or attribute does not belong to the language.",
      fix: "Correct the spelling. The hint suggests a name.",
      chart(" Titel=\"Sales\"")),
    entry(
      .metadataObjectUndefined, makit: "MetadataObjUndefined", "A name refers to an object that does not exist.",
      fix: "Use a name that the hint lists, or define the object.",
      chart(more: "\n  <Filters><FilterName Name=\"Regoin\"/></Filters>")),
    entry(
      makit: "DataMissingColumn", Diagnostic.Code("dataMissingColumn"),
      "A column that a chart names is missing from the result of its query.",
      fix: "Correct the name in the chart, or add the column to the query. The hint lists the columns.",
      showing: [
        board("{ source: shop, from: sales }"), sales,
        File(name: "sales.xml", text: chart().replacingFirst("Region", with: "Regoin")),
      ],
      """
      $ auger export --workspace auger.yaml -o charts
      sales.xml:2:21: error: dataMissingColumn: the result of query 'Q' has no column 'Regoin'
          <Category Column="Regoin"/>
                            ^^^^^^
        hint: Did you mean 'Region'?
      (exit code 2)
      """),
    entry(
      makit: "DataTableEmpty", Diagnostic.Code("dataTableEmpty"),
      "A query returns no rows. The chart has a warning and no categories.", level: .warning,
      fix: "Check the conditions and the arguments of the query. No action is needed if the source has no such rows.",
      showing: [board("{ source: shop, from: sales, where: [\"Amount > 1000\"] }"), sales],
      """
      $ auger export --workspace auger.yaml -o charts
      warning: dataTableEmpty: Sales: query 'Q' has no rows; the chart has no categories
      wrote 4 files to charts
      (exit code 0)
      """),
  ]

  /// Codes of MAKit about the evaluation of queries.
  static let evaluation: [Entry] = [
    entry(
      makit: "LowMemory", .lowMemory, "A result exceeds the memory limit.",
      fix: "Select fewer columns, filter or aggregate in the query, or raise `--memory-limit`.",
      showing: [board("{ source: shop, from: sales }")],
      """
      $ auger query Q --workspace auger.yaml --memory-limit 16B
      error: lowMemory: it needs more than the 16 bytes of memory that it may have (could not execute query 'Q')
        hint: Select fewer columns, filter or aggregate in the query, or raise the memory limit.
      (exit code 2)
      """),
    entry(
      makit: "ExpressionEvalation", .expressionEvaluation, "An expression cannot be evaluated for a row.",
      fix: "Correct the expression, or exclude the row with a condition.",
      showing: [sales, File(name: "sales.xml", text: chart(value: "Fact(Amount)"))],
      """
      $ auger export --workspace auger.yaml -o charts
      sales.xml:3:30: error: expressionEvaluation: the result does not fit an int, first in row 1
          <Values><Value Expression="Fact(Amount)"/></Values>
                                     ^^^^^^^^^^^^
        hint: Use a value up to 20.
      (exit code 2)
      """),
  ]

  /// MAKit's code for errors without a code.
  static let unforeseen: [Entry] = [
    Entry(
      code: .other, level: .error, makit: "MAError_Other",
      meaning: "An error without a specific code, such as an error of a program's own delegate.",
      fix: "Read the message. Report an error of Auger itself to its authors.",
      example: .report(Diagnostic(.other, "the service of the rates is closed")))
  ]

  /// The additional codes of Auger, in the same style.
  static let ours: [Entry] = [
    entry(
      .duplicateName, .error,
      "Two objects have the same name. For items it is a warning, and only the first one is placed.",
      fix: "Rename one of the objects.",
      """
      <Diagram Name="D" Query="Q">
        <Node Name="EVA" Text="EVA" Default="1"/><Node Name="EVA" Text="Sales"/>
      </Diagram>
      """),
    entry(
      .oldSpelling, .note, "A spelling of an earlier version. It is read as the current spelling.",
      fix: "Write the current spelling. The message contains it.",
      chart().replacingFirst(" Query=", with: " Table=")),
    entry(
      .looseNumber, .note, "A whole number is written with a decimal point.",
      fix: "Write the number without a decimal point.",
      chart(more: "\n  <WhatIfColumns><Column Name=\"n\" VariableType=\"integer\" Min=\"0.0\"/></WhatIfColumns>")),
    entry(
      .whatIfRefused, .warning, "A chart with zooming levels has what-if columns, which it ignores.",
      fix: "Remove the what-if columns, or the zooming levels.",
      """
      <Chart Name="Sales" ChartType="Column">
        <Category/><Values><Value Expression="Amount"/></Values>
        <ZoomingLevels><ZoomingLevel Query="Q" CategoryColumn="Year"/></ZoomingLevels>
        <WhatIfColumns><Column Name="n" VariableType="float"/></WhatIfColumns>
      </Chart>
      """),
    entry(
      .zoomingQueryUnused, .note,
      "A chart names a query that it does not use, because its zooming levels have their own queries.",
      fix: "Remove the query of the chart.",
      """
      <Chart Name="Sales" ChartType="Column" Query="Q">
        <Category/><Values><Value Expression="Amount"/></Values>
        <ZoomingLevels><ZoomingLevel Query="ByYear" CategoryColumn="Year"/></ZoomingLevels>
      </Chart>
      """),
    entry(
      .parentsDisagree, .note, "ParentNode and NodeTo of a node differ. Both apply.",
      fix: "Remove one of them if only the other one is correct. Otherwise, no action is needed.",
      """
      <Diagram Name="D" Query="Q">
        <Node Name="EVA" Text="EVA" Default="1"/><Node Name="Costs" Text="Costs" ParentNode="EVA"/>
        <Node Name="Sales" Text="Sales" ParentNode="EVA"><NodeTo Name="Costs"/></Node>
      </Diagram>
      """),
    entry(
      .rootAssumed, .note,
      "No node of a diagram is the Default. The only node that is not part of another becomes the root.",
      fix: "Write `Default=\"1\"` at the root node.",
      """
      <Diagram Name="D" Query="Q">
        <Node Name="EVA" Text="EVA"/>
      </Diagram>
      """),
    entry(
      .diagramCycle, .error, "The expressions of a diagram depend on each other in a loop.",
      fix: "Change one of the expressions so that no node depends on itself.",
      """
      <Diagram Name="D" Query="Q">
        <Node Name="EVA" Text="EVA" Default="1" Expression="Sales * 2"/>
        <Node Name="Sales" Text="Sales" ParentNode="EVA" Expression="EVA + 1"><NodeTo Name="EVA"/></Node>
      </Diagram>
      """),
    entry(
      .thresholdsNotShown, .warning, "A chart has thresholds or a forecast, which its type does not show.",
      fix: "Choose another chart type, or remove the thresholds or the forecast.",
      chart(" PredictiveStartCategory=\"North\"")),
    entry(
      .unknownTheme, .warning,
      "The theme does not exist, so the picture uses the colors that apply without it. It is an error for `--theme`.",
      fix: "Use a theme that the hint lists, or define it in the workspace.",
      chart(" Theme=\"Drak\"")),
    entry(
      .displayNameMissing, .note, "A variable has no DisplayName. Its name is shown instead.",
      fix: "Add a DisplayName to the variable.",
      """
      <Dashboard>
        <Variables><Variable Name="$hike" VariableType="float" Value="0"/></Variables>
        <Chart ChartType="Bar" Query="Q">
          <Category Column="Region"/><Values><Value Expression="Amount + $hike"/></Values>
        </Chart>
      </Dashboard>
      """),
    entry(
      .layoutOutside, .warning, "An item crosses the edge of the page. Up to 102 percent it is a note.",
      fix: "Reduce the position or the size of the item until their sum is at most 100.",
      layout("<Layout Name=\"Sales\" Top=\"0\" Left=\"0\" Width=\"100\" Height=\"120\"/>")),
    entry(
      .xmlDocumentType, .error, "The document type contains declarations, which are not supported.",
      fix: "Remove the declarations, and replace their entities with the characters.",
      "<!DOCTYPE Chart [ <!ENTITY a \"b\"> ]><Chart/>"),
    entry(
      .xmlEncoding, .error, "The file declares an encoding that is not supported.",
      fix: "Save the file as UTF-8, and write `encoding=\"UTF-8\"` in its first line.",
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
