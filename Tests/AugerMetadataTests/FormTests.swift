import AugerDiagnostics
import AugerDocuments
import AugerExpressions
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// The same tree in each file format.
@Suite struct FormTests {
  private func parse(_ bytes: [UInt8], _ name: String) throws -> AttributedNode {
    let collector = DiagnosticCollector()
    let root = AttributedDocument.parse(bytes: bytes, name: name, reporting: collector)
    let bad = collector.diagnostics.map { DiagnosticRenderer().text($0) }
    #expect(bad.isEmpty, "\(bad.joined(separator: "\n"))")
    return try #require(root)
  }

  @Test(
    .enabled(if: Shared.makit != nil, "the shared MAKit samples are not there"),
    arguments: ["documents", "fragments"])
  func guideFilesAreEqualInEveryFormat(folder: String) throws {
    for name in try Shared.names(in: folder) {
      let original = try XMLDocument.parse(bytes: try Shared.bytes("\(folder)/\(name)"), name: name)
      try FormRoundTrip.check(original, name)
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func generatedDashboardsAreEqualInEveryFormat(seed: UInt64) throws {
    // 500 dashboards in total in a release build.
    var generator = DashboardGenerator(seed: seed)
    for index in 0..<caseCount(debug: 25, release: 125) {
      try FormRoundTrip.check(generator.dashboard(), "\(seed)/\(index)")
    }
  }

  @Test func propertyListFollowsTheGuide() throws {
    let root = try XMLDocument.parse(
      SourceText(
        name: "s.xml",
        text: "<MobileAnalytic><Dashboard><Chart Name='A'/><DataGrid Name=' B '/><Chart/></Dashboard></MobileAnalytic>")
    )
    let text = String(decoding: try AttributedDocument.write(root, as: .propertyList), as: UTF8.self)
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
          <key>MetaName</key>
          <string>MobileAnalytic</string>
          <key>Dashboard</key>
          <dict>
            <key>MetaName</key>
            <string>Dashboard</string>
            <key>Chart1</key>
            <dict>
              <key>MetaName</key>
              <string>Chart</string>
              <key>Name</key>
              <string>A</string>
            </dict>
            <key>DataGrid2</key>
            <dict>
              <key>MetaName</key>
              <string>DataGrid</string>
              <key>Name</key>
              <string> B </string>
            </dict>
            <key>Chart3</key>
            <dict>
              <key>MetaName</key>
              <string>Chart</string>
            </dict>
          </dict>
        </dict>
        </plist>

        """)
  }

  @Test func childrenOfPropertyListAreSortedByNumber() throws {
    let text = """
      <plist version="1.0"><dict><key>MetaName</key><string>Values</string>
      <key>Value10</key><dict><key>MetaName</key><string>Value</string><key>E</key><string>c</string></dict>
      <key>Value2</key><dict><key>MetaName</key><string>Value</string><key>E</key><string>b</string></dict>
      <key>Value</key><dict><key>MetaName</key><string>Value</string><key>E</key><integer>1</integer></dict>
      </dict></plist>
      """
    let root = try parse(Array(text.utf8), "v.plist")
    #expect(root.children.map { $0["E"] } == ["1", "b", "c"])
  }

  @Test func foundationReadsWrittenPropertyLists() throws {
    var generator = DashboardGenerator(seed: 7)
    for form in [AttributedForm.propertyList, .binaryPropertyList] {
      let root = generator.dashboard()
      let data = Data(try AttributedDocument.write(root, as: form))
      let list = try PropertyListDecoder().decode([String: PropertyListValue].self, from: data)
      #expect(list["MetaName"] == .text("MobileAnalytic"))
      // Reading the output of Foundation also works. It does not preserve the order of attributes, only that of
      // children.
      let encoder = PropertyListEncoder()
      encoder.outputFormat = form == .propertyList ? .xml : .binary
      let rewritten = try encoder.encode(list)
      let read = try parse([UInt8](rewritten), "f.plist")
      // Foundation writes carriage returns into XML unescaped, and every reader treats them as line ends. In binary
      // lists, it merges strings that are canonically equivalent.
      let isXML = form == .propertyList
      let expected = lines(sorted(root)) { isXML ? lineEnds($0) : $0 }
      let found = lines(sorted(read)) { $0 }
      let difference = zip(found, expected).first { isXML ? !$0.utf8.elementsEqual($1.utf8) : $0 != $1 }
      #expect(difference == nil && found.count == expected.count, "\(form): \(String(describing: difference))")
    }
  }

  private func lineEnds(_ text: String) -> String {
    String(
      decoding: Array(text.utf8).split(separator: [0x0D, 0x0A], omittingEmptySubsequences: false)
        .joined(separator: [0x0A]).map { $0 == 0x0D ? 0x0A : $0 }, as: UTF8.self)
  }

  /// Returns the tree with attributes sorted by name, because Foundation dictionaries do not preserve their order.
  private func sorted(_ node: AttributedNode) -> AttributedNode {
    AttributedNode(
      name: node.name, nameSpan: node.nameSpan,
      attributes: node.attributes.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) },
      children: node.children.map { sorted($0) }, span: node.span, in: node.source)
  }

  /// Returns one line for each node and attribute, so that a failure shows only the lines that differ.
  private func lines(_ node: AttributedNode, _ change: (String) -> String) -> [String] {
    [node.name] + node.attributes.map { $0.name + "=" + change($0.value) }
      + node.children.flatMap { lines($0, change) }
  }

  @Test func yamlAndJSONAreWrittenInCommonStyle() throws {
    let root = try XMLDocument.parse(
      SourceText(
        name: "s.xml", text: "<Chart Name='A'><Values><Value Expression='a &lt; \"b\"'/><Value/></Values></Chart>"))
    #expect(
      String(decoding: try AttributedDocument.write(root, as: .yaml), as: UTF8.self) == #"""
        Chart:
          Name: "A"
          Values:
            Value:
              - Expression: "a < \"b\""
              - {}

        """#)
    #expect(
      String(decoding: try AttributedDocument.write(root, as: .json), as: UTF8.self) == #"""
        {
          "Chart": {
            "Name": "A",
            "Values": {
              "Value": [
                {
                  "Expression": "a < \"b\""
                },
                {}
              ]
            }
          }
        }

        """#)
  }

  @Test func everyFormatIsReadAsMetadata() throws {
    let text = chart(" ReferenceValue='1'", values: "<Value Expression='Sales * 2' Format='Rounded2'/>")
    let root = try XMLDocument.parse(SourceText(name: "s.xml", text: text))
    for form in AttributedForm.allCases {
      let bytes = try AttributedDocument.write(root, as: form)
      let (metadata, diagnostics) = MetadataReader.read(bytes: bytes, name: "s.file", form: form)
      #expect(diagnostics.isEmpty, "\(form): \(diagnostics.map { DiagnosticRenderer().text($0) })")
      #expect(metadata?.dashboard.charts.first?.values.first?.expression.columnNames == ["Sales"])
    }
  }

  /// The location of an error is that of the attribute, in every format that has lines.
  @Test(arguments: [
    (
      "a.yaml",
      "Chart: { Name: A, ChartType: ⟦Radar⟧, Query: Q, Category: {Column: C}, Values: {Value: {Expression: a}}}"
    ),
    (
      "a.yaml",
      "Chart:\n  Name: A\n  ChartType: Bar\n  Query: Q\n  Category: {Column: C}\n  Values:\n    Value:\n"
        + "      - Expression: \"a +⟦⟧\"\n"
    ),
    (
      "a.json",
      #"{"Chart": {"Name": "A", "ChartType": "⟦Rad\u0061r⟧", "Query": "Q", "Category": {"Column": "C"}, "#
        + #""Values": {"Value": [{"Expression": "a"}]}}}"#
    ),
    (
      "a.json",
      #"{"Chart": {"Name": "A", "ChartType": "Bar", "Query": "Q", "Category": {"Column": "C"}, "#
        + #""Values": {"Value": [{"Expression": "'\u00e4' + (⟦)⟧"}]}}}"#
    ),
    (
      "a.plist",
      "<plist><dict><key>MetaName</key><string>Chart</string><key>Name</key><string>A</string><key>ChartType</key>"
        + "<string>⟦Radar⟧</string><key>Query</key><string>Q</string><key>Category</key><dict><key>MetaName</key>"
        + "<string>Category</string><key>Column</key><string>C</string></dict><key>Values</key><dict>"
        + "<key>MetaName</key>"
        + "<string>Values</string><key>Value</key><dict><key>MetaName</key><string>Value</string>"
        + "<key>Expression</key><string>a</string></dict></dict></dict></plist>"
    ),
  ])
  func errorsAreLocatedAtTheAttribute(name: String, marked: String) throws {
    let text = MarkedText(marked, name: name)
    let diagnostics = MetadataReader.read(bytes: Array(text.source.text.utf8), name: name).diagnostics
    let shown = diagnostics.map { DiagnosticRenderer().text($0) }.joined(separator: "\n")
    #expect(diagnostics.map { $0.place?.span } == text.spans, "\(shown)")
  }

  @Test func binaryPropertyListsHaveKeyPaths() throws {
    let text = file(chart().replacing("'Column'", with: "'Radar'"), layout: "<Portrait/>")
    let root = try XMLDocument.parse(SourceText(name: "s.xml", text: text))
    let bytes = try AttributedDocument.write(root, as: .binaryPropertyList)
    let diagnostics = MetadataReader.read(bytes: bytes, name: "sales.plist").diagnostics
    #expect(diagnostics.map(\.code) == [.metadataAttributeWrongValue])
    #expect(
      diagnostics.first.map { DiagnosticRenderer().text($0) }?.split(separator: "\n").prefix(3).map(String.init) == [
        "sales.plist#Dashboard1/Chart/ChartType: error: metadataAttributeWrongValue: ChartType of Chart 'A' cannot be "
          + "'Radar'", "  Radar", "  ^^^^^",
      ])
  }

  @Test func contentThatAFormatCannotRepresentFails() throws {
    let json = Array(#"{"Chart": {"a b": "1"}}"#.utf8)
    let root = try parse(json, "s.json")
    #expect(throws: DiagnosticError.self) { try AttributedDocument.write(root, as: .xml) }
    let control = try parse(Array(#"{"Chart": {"a": "\u0000"}}"#.utf8), "s.json")
    #expect(throws: DiagnosticError.self) { try AttributedDocument.write(control, as: .xml) }
    let yaml = try AttributedDocument.write(control, as: .yaml)
    #expect(try parse(yaml, "s.yaml").hasSameContent(as: control))
  }

  /// Content that the reader of a format rejects is not written. Regression test for an error found by fuzzing.
  @Test(arguments: AttributedForm.allCases) func writtenFilesCanBeRead(_ form: AttributedForm) throws {
    let names = [1, 166, 167, 171, 200, 451, 1000, 1001].flatMap { count in
      ["\u{7F}", "\u{1}", "a", "\u{85}", "\u{1F600}"].map { String(repeating: $0, count: count) }
    }
    let depths = [1, 97, 98, 99, 100, 101, 102, 150, 190]
    var texts = [#"{"plist":{"a":"b"}}"#, #"{"":{}}"#]
    for depth in depths {
      let (open, close) = (String(repeating: #"{"a":"#, count: depth), String(repeating: "}", count: depth))
      texts.append(#"{"Chart":\#(open){}\#(close)}"#)
    }
    for name in names { texts.append(#"{"Chart":{\#(DiagnosticRenderer.quoted(name)):"x"}}"#) }
    var written = 0
    for text in texts {
      let root = try parse(Array(text.utf8), "s.json")
      do throws(DiagnosticError) {
        let bytes = try AttributedDocument.write(root, as: form)
        written += 1
        let again = AttributedDocument.parse(bytes: bytes, name: "x", form: form, reporting: DiagnosticCollector())
        #expect(again?.hasSameContent(as: root) == true, "\(text.shown)")
      } catch {
        #expect(error.diagnostics.map(\.code) == [.formCannotHold], "\(text.shown)")
      }
    }
    // JSON and binary property lists can represent all of these names. Each of the other formats can represent some of
    // them.
    let holdsAll = form == .json || form == .binaryPropertyList
    #expect(holdsAll ? written == texts.count : (8..<texts.count).contains(written), "\(written)")
  }

  @Test func errorExplainsWhyAFormatCannotRepresentADocument() throws {
    let deep = #"{"Chart":"# + String(repeating: #"{"a":"#, count: 110) + "{}" + String(repeating: "}", count: 111)
    let root = try parse(Array(deep.utf8), "s.json")
    let error = try #require(throws: DiagnosticError.self) { try AttributedDocument.write(root, as: .xml) }
    #expect(
      error.diagnostics.map(\.message) == [
        "the document cannot be written as xml: elements are nested more than 102 levels deep"
      ])
    let plist = try parse(Array(#"{"plist":{"a":"b"}}"#.utf8), "s.json")
    let other = try #require(throws: DiagnosticError.self) { try AttributedDocument.write(plist, as: .xml) }
    #expect(
      other.diagnostics.map(\.message) == ["the document cannot be written as xml: a property list holds one value"])
  }

  @Test func contentThatIsNotATreeIsReported() {
    for (name, text) in [
      ("a.json", "[]"), ("a.json", "{}"), ("a.json", #"{"a":1}"#), ("a.yaml", "- a"), ("a.yaml", "a"), ("a.yaml", ""),
      ("a.plist", "<plist/>"), ("a.plist", "<plist><array/></plist>"), ("a.plist", "bplist00"), ("a.json", "\u{0}"),
    ] {
      let (metadata, diagnostics) = MetadataReader.read(bytes: Array(text.utf8), name: name)
      #expect(metadata == nil)
      #expect(diagnostics.contains { $0.level == .error }, "\(name): \(text)")
    }
  }
}

/// The content of a property list of strings and dictionaries.
enum PropertyListValue: Codable, Equatable {
  case text(String)
  case dictionary([String: PropertyListValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .dictionary(try container.decode([String: PropertyListValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .dictionary(let entries): try container.encode(entries)
    }
  }
}

/// The conversions XML → plist → JSON → YAML → XML, with XML and binary property lists.
enum FormRoundTrip {
  static func check(
    _ original: AttributedNode, _ what: String, location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    var tree = original
    for form in [AttributedForm.propertyList, .json, .yaml, .binaryPropertyList, .xml] {
      let bytes = try AttributedDocument.write(tree, as: form)
      let collector = DiagnosticCollector()
      let read = AttributedDocument.parse(bytes: bytes, name: "x", form: form, reporting: collector)
      tree = try #require(
        read, "\(what) as \(form): \(collector.diagnostics.map { DiagnosticRenderer().text($0) })",
        sourceLocation: location)
      #expect(
        tree.hasSameContent(as: original), "\(what) as \(form):\n\(String(decoding: bytes, as: UTF8.self))",
        sourceLocation: location)
    }
  }
}
