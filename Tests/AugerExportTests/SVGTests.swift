import AugerCharts
import AugerColumns
import AugerExport
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct SVGTests {
  @Test(arguments: SVGCase.all)
  func `A chart is drawn byte for byte as recorded`(chart: SVGCase) throws {
    let model = try chart.model()
    try model.validate()
    let bytes = SVG(size: chart.size).data(for: model)
    try Golden.check(bytes, against: "Fixtures/Cases/SVG/\(chart.name).svg")
    #expect(SVG(size: chart.size).data(for: try chart.model()) == bytes)
    if chart.isDark {
      let dark = SVG(theme: .dark, size: chart.size).data(for: model)
      try Golden.check(dark, against: "Fixtures/Cases/SVG/\(chart.name)-dark.svg")
    }
  }

  @Test(arguments: [ChartSize(width: 1024, height: 700), ChartSize(width: 768, height: 1400)])
  func `A dashboard is drawn byte for byte as recorded`(size: ChartSize) throws {
    let name = size.width > size.height ? "dashboard-landscape" : "dashboard-portrait"
    for theme in [Theme.light, .dark] {
      let bytes = try SVGCase.dashboard(theme, size).data()
      try Golden.check(bytes, against: "Fixtures/Cases/SVG/\(name)\(theme == .dark ? "-dark" : "").svg")
      #expect(SVGElements(bytes).isWellFormed)
    }
  }

  @Test(arguments: SVGCase.all)
  func `Every picture is well-formed XML`(chart: SVGCase) throws {
    let elements = SVGElements(SVG(size: chart.size).data(for: try chart.model()))
    #expect(elements.isWellFormed)
    #expect(elements.all.first?.name == "svg")
  }
}
