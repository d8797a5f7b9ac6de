import AugerCharts
import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import Foundation
import Testing

/// Theme files: the settings that they change, and the locations of their errors.
@Suite struct ThemeReaderTests {
  private func read(_ text: String) throws -> (theme: Theme, found: [String]) {
    let collector = DiagnosticCollector()
    let theme = try ThemeReader.read(SourceText(name: "own.yaml", text: text), name: "own", reporting: collector)
    return (
      theme,
      collector.inOrder.map { found in
        DiagnosticRenderer().text(found).components(separatedBy: ": ").prefix(3).joined(separator: " ")
          .replacing("own.yaml:", with: "")
      }
    )
  }

  @Test func themeOverridesItsBase() throws {
    let (theme, found) = try read(
      """
      name: corporate
      base: dark
      background: "#101820"
      palette: ["#4FA3E0", "#F2A541"]
      """)
    var expected = Theme.dark
    expected.name = "corporate"
    expected.background = Theme.Color(0x101820)
    expected.palette = [Theme.Color(0x4FA3E0), Theme.Color(0xF2A541)]
    #expect(theme == expected && found.isEmpty, "\(found)")
    #expect(try read("").theme.name == "own")
    #expect(try read("base: high-contrast").theme.palette == Theme.highContrast.palette)
  }

  @Test func errorsAreReportedAtTheirLocations() throws {
    let (_, found) = try read(
      """
      base: drak
      backgruond: "#101820"
      ink: #101820
      grid: "#10182"
      axis: red
      palette: []
      alert: { a: 1 }
      """)
    #expect(
      found == [
        "1:7 error wrongValue", "2:1 error unknownKey", "3:5 error wrongValue", "4:7 error unknownColor",
        "5:7 error unknownColor", "6:10 error wrongValue", "7:8 error wrongKind",
      ], "\(found)")
  }

  @Test func lowContrastCausesWarnings() throws {
    let (theme, found) = try read(
      """
      ink: "#999999"
      mutedInk: "#777777"
      alert: "#ffaaaa"
      palette: ["#2F6FB7", "#ffff00"]
      """)
    #expect(theme.palette[1] == Theme.Color(0xFFFF00))
    #expect(
      found == [
        "1:6 warning lowContrast", "1:6 warning lowContrast", "2:11 warning lowContrast", "3:8 warning lowContrast",
        "4:22 warning lowContrast",
      ], "\(found)")
    // A new background alone can give colors of the base theme a low contrast.
    #expect(try read("background: \"#202020\"").found.contains("1:13 warning lowContrast"))
    for base in Theme.builtIn { #expect(try read("base: \(base.name)").found.isEmpty) }
  }
}
