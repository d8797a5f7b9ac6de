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

  @Test func styleKeysSetPartsFontsAndShapes() throws {
    let (theme, found) = try read(
      """
      title: "#102030"
      borders: ["#102030"]
      fonts: { title: { family: Georgia, weight: bold, style: italic, size: 20 } }
      shapes: { pencil: "M0,0 V0.8 L0.5,1 L1,0.8 V0 Z" }
      markers: [circle, pencil]
      columns: pencil
      itemWidth: 20
      """)
    #expect(found.isEmpty, "\(found)")
    #expect(theme[.title] == Theme.Color(0x102030) && theme.style.borders == [Theme.Color(0x102030)])
    let font = try #require(theme.style.fonts[.title])
    #expect(font.family == "Georgia" && font.weight == .bold && font.slant == .italic && font.size == 20)
    #expect(theme.style.markers.count == 2 && theme.style.columns == theme.style.markers[1])
    #expect(theme.style.columns?.steps.count == 6 && theme.style.itemWidth == 20)
  }

  @Test func errorsOfStyleKeysAreReported() throws {
    let (_, found) = try read(
      """
      shapes: { wide: "M0,0 L2,1 Z", star: "M0,0 L1,1 Z", curve: "M0,0 C0,1 1,1 1,0 Z" }
      markers: [curve, crircle]
      columns: none
      itemWidth: 0
      fonts: { axis: {}, dataGrid: { size: 12 }, title: { family: "a;b", size: 100 } }
      """)
    #expect(
      found == [
        "1:17 error invalidShape", "1:32 error duplicateName", "2:18 error wrongValue", "3:10 error wrongValue",
        "4:12 error wrongValue", "5:10 error unknownKey", "5:32 error unknownKey", "5:61 error wrongValue",
        "5:74 error wrongValue",
      ], "\(found)")
  }

  @Test func outlineHasCommandsAndNumbersFromZeroToOne() {
    for text in ["M0,0 L1,1", "M0 0L1 .5 0 1Z", "M0,0H1V1H0Z", "M0,0Q0.5,1 1,0Z", "M0,0 1,1 1,0Z"] {
      #expect(ThemeShape(parsing: text) != nil, "\(text)")
    }
    for text in [
      "", "M0,0", "L0,0 1,1", "M0,0 L1", "M0,0 L-1,1", "M0,0 l1,1", "M0,0 L1,1 Z1", "M0,0 A1,1", "0,0 L1,1", "M L1,1",
      "M0,0 C0,0 1,1", "M0,0 L1e0,1", String(repeating: "M0,0 L1,1 ", count: 200),
    ] {
      #expect(ThemeShape(parsing: text) == nil, "\(text.prefix(40))")
    }
  }

  @Test func lowContrastOfPartsCausesWarnings() throws {
    let (_, found) = try read(
      """
      title: "#999999"
      legendText: "#1d2630"
      legendBackground: "#1d2630"
      chartBorder: "#eeeeee"
      """)
    #expect(found == ["1:8 warning lowContrast", "2:13 warning lowContrast"], "\(found)")
  }
}
