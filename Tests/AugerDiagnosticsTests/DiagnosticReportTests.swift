import AugerDiagnostics
import Testing

@Suite struct DiagnosticReportTests {
  private let report: DiagnosticReport = {
    let source = SourceText(name: "my sales.xml", text: "<Chart\n  ChartType='Radar'/>\n")
    return DiagnosticReport([
      Diagnostic(
        .init("metadataAttributeWrongValue"), "ChartType cannot be 'Radar'",
        at: Diagnostic.Place(source, SourceSpan(20, 25)), hint: "Did you mean 'Bar'?",
        details: [.init(.attribute, "ChartType"), .init(.value, "Radar")]),
      Diagnostic(
        .init("oldSpelling"), level: .note, "100% \"old\"",
        at: Diagnostic.Place(SourceText(name: "s.plist", text: "Q", keyPath: "Chart1/Table"), SourceSpan(0, 1))),
      Diagnostic(.other, level: .warning, "nowhere"),
    ])
  }()

  @Test func textListsDiagnosticsInOrder() {
    #expect(
      report.text(.text) == """
        my sales.xml:2:14: error: metadataAttributeWrongValue: ChartType cannot be 'Radar'
            ChartType='Radar'/>
                       ^^^^^
          hint: Did you mean 'Bar'?
        s.plist#Chart1/Table: note: oldSpelling: 100% "old"
          Q
          ^
        warning: other: nowhere

        """)
  }

  @Test func jsonCountsTheLevels() {
    #expect(
      report.text(.json) == #"""
        {
          "diagnostics": [
            {"code":"metadataAttributeWrongValue","level":"error","message":"ChartType cannot be 'Radar'",\#
        "file":"my sales.xml","line":2,"column":14,"endLine":2,"endColumn":19,"hint":"Did you mean 'Bar'?",\#
        "details":{"attribute":"ChartType","value":"Radar"}},
            {"code":"oldSpelling","level":"note","message":"100% \"old\"","file":"s.plist","keyPath":"Chart1/Table"},
            {"code":"other","level":"warning","message":"nowhere"}
          ],
          "errors": 1, "warnings": 1, "notes": 1
        }

        """#)
    #expect(DiagnosticReport([]).text(.json).contains(#""diagnostics": [],"#))
  }

  @Test func gitHubFormatUsesWorkflowCommands() {
    #expect(
      report.text(.github) == """
        ::error file=my sales.xml,line=2,col=14,endLine=2,endColumn=19,title=metadataAttributeWrongValue::ChartType \
        cannot be 'Radar'%0ADid you mean 'Bar'?
        ::notice file=s.plist#Chart1/Table,title=oldSpelling::100%25 "old"
        ::warning title=other::nowhere

        """)
  }

  @Test func sarifHasARuleForEachCode() {
    let text = report.text(.sarif)
    #expect(text.contains(#""version": "2.1.0""#))
    #expect(
      text.contains(
        #""rules": [{ "id": "metadataAttributeWrongValue" }, { "id": "oldSpelling" }, { "id": "other" }]"#))
    #expect(
      text.contains(
        #""locations": [{ "physicalLocation": { "artifactLocation": { "uri": "my%20sales.xml" }, "region": "#
          + #"{ "startLine": 2, "startColumn": 14, "endLine": 2, "endColumn": 19 } } }]"#))
    #expect(text.contains(#""logicalLocations": [{ "fullyQualifiedName": "Chart1/Table" }]"#))
  }
}
