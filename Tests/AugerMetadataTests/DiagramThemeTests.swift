import AugerCharts
import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import Testing

/// The keys of theme files for influence diagrams.
@Suite struct DiagramThemeTests {
  private func read(_ text: String) throws -> (theme: Theme, found: [Diagnostic]) {
    let collector = DiagnosticCollector()
    let theme = try ThemeReader.read(SourceText(name: "own.yaml", text: text), name: "own", reporting: collector)
    return (theme, collector.inOrder)
  }

  @Test func everyKeyIsRead() throws {
    let (theme, found) = try read(
      """
      diagramBackground: "#0E2233"
      diagramLink: "#5CC8A8"
      diagramLabel: "#C8D2DA"
      diagramValue: "#FFFFFF"
      diagramFill: "#F2A541"
      diagramAlert: "#FF6B6B"
      diagramLabelSize: 12
      diagramValueSize: 16
      """)
    var expected = Theme.Diagram()
    expected.background = Theme.Color(0x0E2233)
    expected.link = Theme.Color(0x5CC8A8)
    expected.label = Theme.Color(0xC8D2DA)
    expected.value = Theme.Color(0xFFFFFF)
    expected.fill = Theme.Color(0xF2A541)
    expected.alert = Theme.Color(0xFF6B6B)
    (expected.labelSize, expected.valueSize) = (12, 16)
    #expect(theme.diagram == expected && found.isEmpty, "\(found)")
    #expect(try read("").theme.diagram == Theme.Diagram())
  }

  @Test func errorsAndLowContrastAreReported() throws {
    let (_, found) = try read(
      """
      diagramBackground: "#202020"
      diagramLabel: "#303030"
      diagramLink: red
      diagramLabelSize: 3
      """)
    #expect(Set(found.map(\.code.rawValue)) == ["lowContrast", "unknownColor", "wrongValue"], "\(found)")
  }
}
