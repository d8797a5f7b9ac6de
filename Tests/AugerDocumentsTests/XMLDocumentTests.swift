import AugerDiagnostics
import AugerDocuments
import Foundation
import Testing

@Suite struct XMLDocumentTests {
  private func read(_ text: String) throws -> AttributedNode {
    try XMLDocument.parse(SourceText(name: "a.xml", text: text))
  }

  /// Expects that parsing fails with this code at the marked location.
  private func expect(
    _ marked: String, fails code: Diagnostic.Code = .metadataInvalidXMLFormat,
    location: Testing.SourceLocation = #_sourceLocation
  ) {
    let text = MarkedText(marked, name: "a.xml")
    let error = #expect(throws: DiagnosticError.self, sourceLocation: location) {
      _ = try XMLDocument.parse(text.source)
    }
    #expect(error?.diagnostics.map(\.code) == [code], sourceLocation: location)
    #expect(error?.diagnostics.compactMap { $0.place?.span } == text.spans, sourceLocation: location)
  }

  private func written(_ span: SourceSpan, in source: SourceText) -> String {
    String(decoding: Array(source.text.utf8)[span.lower..<span.upper], as: UTF8.self)
  }

  @Test func attributeNamesAndValuesHaveLocations() throws {
    let root = try read("<é>\n  <Chart Name = 'Größe' Title=\"\"/>\n</é>")
    let chart = try #require(root.children.first)
    let name = try #require(chart.attribute("Name"))
    #expect(name.value == "Größe")
    #expect(written(name.valueSpan, in: root.source) == "Größe")
    #expect(name.place.position == SourcePosition(line: 2, column: 18))
    #expect(written(name.nameSpan, in: root.source) == "Name")
    #expect(written(chart.nameSpan, in: root.source) == "Chart")
    #expect(written(chart.span, in: root.source) == "<Chart Name = 'Größe' Title=\"\"/>")
    // An empty value has no text to point to, so the location is that of the attribute's name.
    #expect(chart.attribute("Title")?.place.position == SourcePosition(line: 2, column: 25))
  }

  @Test func attributesAndChildrenKeepTheirOrder() throws {
    let root = try read("<a z='1' b='2' y='3'><d/><c><f/></c><d/></a>")
    #expect(root.attributes.map(\.name) == ["z", "b", "y"])
    #expect(root.children.map(\.name) == ["d", "c", "d"])
    #expect(root.children[1].children.map(\.name) == ["f"])
  }

  @Test func valuesAreNormalized() throws {
    let root = try read("<a b='1\r\n2\r3\t4\n5&#10;6&lt;&#x1F600;&apos;'/>")
    #expect(root["b"] == "1 2 3 4 5\n6<😀'")
    #expect(root.attribute("b")?.isVerbatim == false)
  }

  @Test func partOfAValueWithReferencesIsFound() throws {
    let root = try read("<a b='x &lt;\r\n&amp;\ty'/>")
    let attribute = try #require(root.attribute("b"))
    #expect(attribute.value == "x < & y")
    func part(_ lower: Int, _ upper: Int) -> String {
      written(attribute.span(of: SourceSpan(lower, upper)), in: root.source)
    }
    #expect(part(0, 1) == "x")
    #expect(part(2, 3) == "&lt;")
    #expect(part(2, 5) == "&lt;\r\n&amp;")
    #expect(part(6, 7) == "y")
    #expect(part(0, 7) == "x &lt;\r\n&amp;\ty")
  }

  @Test func surroundingSpaceIsRemoved() throws {
    let root = try read("<a>\r\n  one &amp;\r\n<b/><![CDATA[<two>]]>\n</a>")
    #expect(root.text?.value == "one &\n<two>")
    #expect(root.source.position(atOffset: root.text?.span.lower ?? 0).line <= 2)
    #expect(root.children[0].text == nil)
  }

  @Test func malformedXMLHasALocation() {
    expect("<a><b></⟦a⟧></b>")
    expect("<a b=⟦1⟧/>")
    expect("<a b=⟦”⟧1”/>")
    expect("<a b='1' ⟦b⟧='2'/>")
    expect("<a b='1'⟦c⟧='2'/>")
    expect("<a b='x ⟦<⟧ 1'/>")
    expect("<a b='AT⟦&⟧T'/>")
    expect("<a>R ⟦&⟧ D</a>")
    expect("<a>⟦&nbsp;⟧</a>")
    expect("<a>⟦&#0;⟧</a>")
    expect("<a>⟦]]>⟧</a>")
    expect("<a><!-- ⟦--⟧ --></a>")
    expect("<a/>⟦<⟧b/>")
    expect("<a/>⟦x⟧")
    expect("⟦h⟧ello")
    expect("<a>⟦\u{7}⟧</a>")
    expect("<a b='⟦\u{0}⟧'/>")
    expect(" ⟦<?xml⟧ version='1.0'?><a/>")
    expect("<?xml ⟦encoding⟧='UTF-8'?><a/>")
    expect("⟦⟧")
    expect("<a><b/>⟦⟧")
    expect("<a b=⟦'⟧x")
    expect("<a>⟦<⟧!-- x ")
  }

  @Test func onlyPredefinedEntitiesAreSupported() {
    expect("<!DOCTYPE a ⟦[⟧<!ENTITY b 'c'>]><a>&b;</a>", fails: .xmlDocumentType)
    expect("<!DOCTYPE a SYSTEM 'a.dtd' ⟦[⟧<!ENTITY b SYSTEM 'file:///b'>]><a>&b;</a>", fails: .xmlDocumentType)
    expect("<!DOCTYPE a SYSTEM 'a.dtd'><a>⟦&b;⟧</a>", fails: .xmlEntity)
    expect("<!DOCTYPE a SYSTEM 'a.dtd'><a c='⟦&b;⟧'/>", fails: .xmlEntity)
    expect("<!DOCTYPE a><a>⟦&b;⟧</a>")
  }

  @Test func encodingsFollowMarkAndDeclaration() throws {
    let utf8 = try #require(try XMLFiles.files(in: XMLFiles.cases).first { $0.name == "dashboard.xml" })
    let expected = outline(try XMLDocument.parse(bytes: utf8.bytes, name: "a"))
    for name in ["utf16-little.xml", "utf16-big.xml"] {
      let file = try #require(try XMLFiles.files(in: XMLFiles.cases).first { $0.name == name })
      let read = outline(try XMLDocument.parse(bytes: file.bytes, name: name))
      #expect(read == expected.replacing("Name=Margin;", with: "Name=Margin 😀 é;"), "\(name)")
    }
    let latin1 = try #require(try XMLFiles.files(in: XMLFiles.cases).first { $0.name == "latin1.xml" })
    let root = try XMLDocument.parse(bytes: latin1.bytes, name: "latin1.xml")
    #expect(root.name == "Café")
    #expect(root["Größe"] == "£ 20 ÷ 2")
    #expect(root.attribute("Größe")?.place.position == SourcePosition(line: 2, column: 14))
    let marked = [0xEF, 0xBB, 0xBF] + Array("<a b='é'/>".utf8)
    #expect(try XMLDocument.parse(bytes: marked, name: "a").attribute("b")?.place.position?.column == 7)
  }

  @Test func wrongEncodingIsReported() {
    func code(_ bytes: [UInt8]) -> [Diagnostic.Code]? {
      #expect(throws: DiagnosticError.self) { try XMLDocument.parse(bytes: bytes, name: "a.xml") }?.diagnostics
        .map(\.code)
    }
    #expect(code(Array("<?xml version='1.0' encoding='UTF-16'?><a/>".utf8)) == [.metadataInvalidXMLFormat])
    #expect(code(Array("<?xml version='1.0' encoding='EBCDIC'?><a/>".utf8)) == [.xmlEncoding])
    #expect(code(Array("<?xml version='1.0' encoding='US-ASCII'?><a>é</a>".utf8)) == [.metadataInvalidXMLFormat])
    #expect(code(Array("<a b='".utf8) + [0xE9] + Array("'/>".utf8)) == [.metadataInvalidXMLFormat])
    #expect(code([0xFF, 0xFE, 0x3C, 0x00, 0x61, 0x00, 0x2F, 0x00, 0x3E]) == [.metadataInvalidXMLFormat])
  }

  private func outline(_ node: AttributedNode) -> String {
    let attributes = node.attributes.map { "\($0.name)=\($0.value);" }.joined()
    return "\(node.name)(\(attributes)\(node.children.map(outline).joined()))"
  }
}
