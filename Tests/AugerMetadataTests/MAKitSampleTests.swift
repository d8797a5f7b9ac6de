import AugerCharts
import AugerDiagnostics
import AugerDocuments
import AugerExpressions
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// The samples of MAKit's manual are read without changes.
@Suite(.enabled(if: Shared.makit != nil, "the shared MAKit samples are not there"))
struct MAKitSampleTests {
  private func errors(_ diagnostics: [Diagnostic]) -> [Diagnostic] { diagnostics.filter { $0.level == .error } }

  private func text(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { DiagnosticRenderer().text($0) }.joined(separator: "\n")
  }

  @Test func completeDocumentsAreReadWithoutErrors() throws {
    for name in try Shared.names(in: "documents") {
      let (metadata, diagnostics) = MetadataReader.read(bytes: try Shared.bytes("documents/\(name)"), name: name)
      #expect(metadata != nil, "\(name)")
      #expect(errors(diagnostics).isEmpty, "\(text(diagnostics))")
    }
  }

  private static let missing: [Diagnostic.Code] = [
    .metadataMissingNode, .metadataMissingAttribute, .metadataObjectUndefined,
  ]

  @Test func fragmentsAreReadWithoutErrors() throws {
    for name in try Shared.names(in: "fragments") {
      let root = try XMLDocument.parse(bytes: try Shared.bytes("fragments/\(name)"), name: name)
      let collector = DiagnosticCollector()
      let whole = completed(root)
      #expect(MetadataReader.read(whole.root, reporting: collector) != nil, "\(name)")
      let unexpected = errors(collector.inOrder).filter { diagnostic in
        // A fragment of a file may miss required parts. The manual prints a bubble chart without its category.
        if whole.isPartial, Self.missing.contains(diagnostic.code) { return false }
        // The guide shortened this diagram: it refers to nodes that are missing.
        if name == "dg-20-diagram-excerpt.xml" { return diagnostic.code != .metadataObjectUndefined }
        return name != "dg-16-bubble.xml" || diagnostic.code != .metadataMissingNode
      }
      #expect(unexpected.isEmpty, "\(text(unexpected))")
    }
  }

  /// Adds the parent nodes that a fragment needs.
  private func completed(_ root: AttributedNode) -> (root: AttributedNode, isPartial: Bool) {
    let roots = ["MobileAnalytic", "Dashboard", "Chart", "Diagram", "DataGrid", "DrillDownGroup"]
    if roots.contains(root.name) { return (root, false) }
    var parts = root.name == "Fragment" ? root.children : [root]
    if root.name == "Variable" { parts = [wrap("Variables", [root])] }
    if root.name == "Node" { parts = [wrap("Diagram", [root])] }
    let layouts = parts.filter { $0.name == "DashboardLayout" }
    let dashboard = wrap("Dashboard", parts.filter { $0.name != "DashboardLayout" })
    return (wrap("MobileAnalytic", [dashboard] + layouts), true)
  }

  private func wrap(_ name: String, _ children: [AttributedNode]) -> AttributedNode {
    AttributedNode(
      name: name, nameSpan: SourceSpan(0, 0), children: children, span: children.first?.span ?? SourceSpan(0, 0),
      in: children.first?.source ?? SourceText(name: "", text: ""))
  }

  @Test func firstDashboardHasItsContent() throws {
    let path = "documents/ce-01-dashboard-charttypes.xml"
    let metadata = try #require(MetadataReader.read(bytes: try Shared.bytes(path), name: path).metadata)
    let charts = metadata.dashboard.charts
    #expect(charts.map(\.name) == ["ColumnChart", "BarChart", "LineChart", "PieChart", "BubbleChart"])
    #expect(charts.map(\.type) == [.column, .bar, .line, .pie, .bubble])
    #expect(charts.map(\.query) == ["SalesOrder", "DeptSalary", "NumberOfOrders", "PrinterSales", "CrimeData"])
    #expect(charts.map(\.category.column) == ["Region", "Department", "Year", "SalesRep", "State"])
    #expect(charts.map { $0.series?.column } == ["Product", "Sex", "Region", "Product", "CrimeType"])
    #expect(charts[4].values.map(\.sequence) == [1, 2])
    #expect(charts[1].values[0].format == .rounded(2))
    #expect(charts[1].values[0].expression.columnNames == ["Salary"])
    let portrait = try #require(metadata.layout?.portrait)
    #expect(portrait.placements.map(\.item) == charts.map(\.name))
    #expect(portrait.placements[1].left == 51)
    #expect(metadata.layout?.scale == .percentage)
  }

  @Test func richTableIsRead() throws {
    let path = "documents/dg-04-rftable.xml"
    let metadata = try #require(MetadataReader.read(bytes: try Shared.bytes(path), name: path).metadata)
    let grid = try #require(metadata.dashboard.dataGrids.first)
    #expect(grid.columns.map(\.header) == ["KPI Name", "Past Trend", "Actual", "", "Target", "Variance Target"])
    #expect(grid.columns.map(\.kind) == [.data, .chart("Trendline"), .data, .data, .data, .variance])
    #expect(grid.columns[0].isHeader)
    let color = try #require(grid.columns[5].color)
    #expect(color.columnNames == ["actual", "target"])
    // Values that contain character references still have locations in the file.
    let written = Array(color.source.text.utf8)[color.root.span.lower..<color.root.span.upper]
    #expect(String(decoding: written, as: UTF8.self) == "if(actual &gt; target, 'green', 'red')")
  }

  @Test func errorsAreReportedAtTheirLocations() throws {
    /// The line number of each error.
    let expected: [(file: String, code: Diagnostic.Code, line: Int)] = [
      ("10-no-dashboard", .metadataMissingNode, 2), ("11-no-dashboardlayout", .metadataMissingNode, 2),
      ("12-no-values", .metadataMissingNode, 10), ("13-no-category", .metadataMissingNode, 10),
      ("30-unknown-charttype", .metadataAttributeWrongValue, 10),
      ("31-variable-name-without-dollar", .metadataAttributeWrongValue, 5),
      ("32-unknown-variabletype", .metadataAttributeWrongValue, 5),
      ("33-min-not-a-number", .metadataAttributeWrongValue, 5),
      ("34-unknown-filtertype", .metadataAttributeWrongValue, 8),
      ("36-boolean-value", .metadataAttributeWrongValue, 5), ("37-date-value", .metadataAttributeWrongValue, 5),
      ("38-enum-selection-out-of-range", .metadataAttributeWrongValue, 5),
      ("35-unknown-format", .metadataAttributeWrongValue, 14),
      ("50-unknown-element", .metadataUnrecognizedItem, 18), ("51-lowercase-element", .metadataUnrecognizedItem, 10),
    ]
    for (file, code, line) in expected {
      let name = "invalid/made/\(file).xml"
      let found = errors(MetadataReader.read(bytes: try Shared.bytes(name), name: name).diagnostics)
      #expect(found.map(\.code) == [code], "\(name): \(text(found))")
      #expect(found.map { $0.place?.position?.line } == [line], "\(name): \(text(found))")
    }
    for file in ["00-valid-base", "70-data-missing-column", "71-column-name-case", "72-data-table-empty"] {
      let name = "invalid/made/\(file).xml"
      let found = errors(MetadataReader.read(bytes: try Shared.bytes(name), name: name).diagnostics)
      #expect(found.isEmpty, "\(name): \(text(found))")
    }
  }

  /// The error codes in the shared list exist here.
  @Test func codesMatchTheSharedList() throws {
    let data = Data(try Shared.bytes("invalid/expected-dev.json"))
    let cases =
      try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])["cases"] as? [[String: Any]]
    let codes: [String: Diagnostic.Code] = [
      "MAError_MetadataInvalidXMLFormat": .metadataInvalidXMLFormat,
      "MAError_MetaDataMissingNode": .metadataMissingNode,
      "MAError_MetadataAttrWrongValue": .metadataAttributeWrongValue,
      "MAError_MetadataUnrecognizedItem": .metadataUnrecognizedItem,
      "MAError_MetadataObjUndefined": .metadataObjectUndefined,
    ]
    let keys: [String: Diagnostic.Detail.Key] = [
      "MAErrorKey_MetadataNodeName": .node, "MAErrorKey_MetadataAttrName": .attribute,
      "MAErrorKey_MetadataAttrValue": .value, "MAErrorKey_ChartName": .chart,
    ]
    var checked = 0
    for item in try #require(cases) {
      guard let path = item["file"] as? String, let named = item["expectedError"] as? String, let code = codes[named]
      else { continue }
      let found = errors(MetadataReader.read(bytes: try Shared.bytes(path), name: path).diagnostics)
      #expect(!found.isEmpty && found.allSatisfy { $0.code == code }, "\(path): \(text(found))")
      #expect(found.count == 1 || code == .metadataObjectUndefined, "\(path): \(text(found))")
      for (name, value) in item["details"] as? [String: Any] ?? [:] {
        guard let key = keys[name] else { continue }
        #expect(found.first?[key] == value as? String, "\(path): \(name)")
      }
      if let parsers = item["xmlParsers"] as? [String: [String: Any]] {
        let lines = parsers.values.compactMap { $0["line"] as? Int }
        let line = try #require(found.first?.place?.position?.line)
        #expect(lines.contains(line), "\(path): \(text(found))")
      }
      checked += 1
    }
    #expect(checked >= 30)
  }
}
