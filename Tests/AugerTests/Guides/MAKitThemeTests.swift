import Auger
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// Custom themes: the colors of parts, fonts and shapes of MAKit's chart and dashboard themes.
@Suite struct MAKitThemeTests {
  /// A theme with another color for each part: `#1000nn`.
  private var colored: Theme {
    var theme = Theme.light
    for (number, part) in Theme.Part.allCases.enumerated() { theme[part] = Theme.Color(0x100000 + UInt32(number)) }
    return theme
  }

  private func svg(_ model: ChartModel, _ theme: Theme, _ size: ChartSize? = nil) -> String {
    String(decoding: SVG(theme: theme, size: size).data(for: model), as: UTF8.self)
  }

  private func columns() throws -> ChartModel {
    var model = try ChartModel(
      .column, "Columns", categories: ["a", "b"], series: ["s", "t"], values: [[1, 5], [2, 9]])
    model.display.horizontalAxisTitle = true
    model.thresholds = ChartThresholds(upper: 8, lower: 2)
    model.state.highlightedCategory = 0
    return model
  }

  @Test func everyPartOfAThemeIsDrawn() async throws {
    let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Guides/MAKitCharts")
    let workspace = try Workspace(contentsOf: folder.path, adapters: [CSVAdapter()], environment: [:])
    let dashboard = try #require(workspace.dashboards.first { $0.name == "theme" })
    let models = try await Pipeline(workspace).charts(of: dashboard).map { model -> ChartModel? in
      var model = model
      model.theme = nil
      return model
    }
    let bars = try ChartModel(.bar, "Bars", categories: ["a", "b"], values: [[1, 4.2]])
    let pictures =
      svg(try columns(), colored) + svg(bars, colored)
      + String(decoding: DashboardPicture(theme: colored).data(for: dashboard, models), as: UTF8.self)
    let missing = Theme.Part.allCases.filter { !pictures.contains("\"\(colored[$0])\"") }
    #expect(missing.isEmpty, "\(missing.map(\.rawValue))")
  }

  @Test func partsHaveTheColorsOfTheThemeByDefault() throws {
    var theme = Theme.dark
    theme.ink = "#123456"
    theme.axis = "#654321"
    #expect(theme[.title] == theme.ink && theme[.itemTitle] == theme.ink)
    #expect(theme[.valueAxis] == theme.axis && theme[.sliderFill] == theme.palette[0])
    theme[.title] = "#abcdef"
    #expect(theme[.itemTitle] == "#abcdef" && theme[.legendText] == theme.ink)
    // The built-in themes do not change: parts with the default colors draw the same bytes.
    var same = Theme.light
    same[.title] = same.ink
    #expect(svg(try columns(), same) == svg(try columns(), .light))
  }

  @Test func themeIsParsedFromTextLikeFromAFile() throws {
    let file = Shared.repository.appendingPathComponent("Fixtures/Cases/Guides/MAKitCharts/pencils.yaml")
    var read = try Theme(contentsOf: file)
    let parsed = try Theme(parsing: String(contentsOf: file, encoding: .utf8))
    #expect(parsed.name == "theme")
    read.name = parsed.name
    #expect(read == parsed)
    #expect(read.style.colors.count == Theme.Part.allCases.count)
    #expect(read.style.fonts.count == ThemeStyle.FontRole.allCases.count)
    #expect(throws: AugerError.self) { try Theme(parsing: "shapes: { bad: \"M0,0 L2,1 Z\" }") }
  }

  /// A triangle over the whole column, as in MAKit's sample of custom drawing.
  @Test func columnsHaveTheShapeOfTheTheme() throws {
    let theme = try Theme(parsing: "columns: triangle")
    let model = try ChartModel(.column, "Columns", categories: ["a", "b"], values: [[1, 5]])
    let picture = svg(model, theme)
    let plain = svg(model, .light)
    let bar = try #require(
      plain.firstMatch(of: #/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" data/#))
    let (x, y, width, height) = (bar.output.1, bar.output.2, bar.output.3, bar.output.4)
    let path = try #require(
      picture.firstMatch(of: #/<path d="M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)L([\d.]+),([\d.]+)Z" data/#)?.output)
    func number(_ text: Substring) -> Double { Double(String(text)) ?? .nan }
    let corners = [path.1, path.2, path.3, path.4, path.5, path.6].map(number)
    let (left, top, right, base) = (
      number(x), number(y), number(x) + number(width), number(y) + number(height)
    )
    let expected = [left, base, right, base, (left + right) / 2, top]
    for (corner, wanted) in zip(corners, expected) { #expect(abs(corner - wanted) < 0.02) }
    #expect(!picture.contains("<rect x=\"\(x)\" y=\"\(y)\""))
  }

  @Test func markersRepeatForEachSeries() throws {
    let theme = try Theme(parsing: "{ markers: [circle, square], borders: [\"#101010\", \"#202020\"] }")
    let model = try ChartModel(
      .line, "Lines", categories: ["a", "b"], series: ["s", "t", "u"], values: [[1, 2], [3, 4], [5, 6]])
    let picture = svg(model, theme)
    func shape(_ series: Int) -> Set<Int> {
      let marks = picture.matches(of: #/<path d="([^"]*)"[^>]*data-series="(\d)"/#)
        .filter { $0.output.2 == "\(series)" }
      return Set(marks.map { $0.output.1.count { "MLC".contains($0) } })
    }
    // A circle has a start and four curves, a square four corners.
    #expect(shape(0) == [5] && shape(1) == [4] && shape(2) == [5])
    #expect(picture.contains("#101010") && picture.contains("#202020"))
  }

  @Test func fontsAndWidthsAreApplied() throws {
    let theme = try Theme(
      parsing: """
        itemWidth: 12
        categoryBackgrounds: ["#eeeeee", "#dddddd"]
        categoryLabels: ["#111111", "#222222"]
        fonts:
          title: { family: "Georgia, serif", weight: normal, size: 20 }
          legend: { size: 14 }
          categoryLabels: { weight: bold }
          valueLabels: { style: italic }
        """)
    let picture = svg(try columns(), theme)
    #expect(picture.contains("<g class=\"auger-title\" font-family=\"Georgia, serif\" font-weight=\"normal\">"))
    #expect(picture.contains("font-size=\"20\" fill=\"#1d2630\">Columns"))
    #expect(picture.contains("<g class=\"auger-legend\" font-size=\"14\""))
    #expect(picture.contains("<g class=\"auger-category-axis\" fill=\"#586673\" font-weight=\"bold\">"))
    #expect(picture.contains("<g class=\"auger-value-axis\" fill=\"#586673\" font-style=\"italic\">"))
    for color in ["#eeeeee", "#dddddd", "#111111", "#222222"] { #expect(picture.contains("fill=\"\(color)\"")) }
    let plain = svg(try ChartModel(.column, "C", categories: ["a", "b"], values: [[1, 5]]), theme)
    let widths = plain.matches(of: #/<rect [^>]*width="([\d.]+)"[^>]*data-category/#).map { String($0.output.1) }
    #expect(widths == ["12", "12"])
  }

  @Test func lossesOfVegaLiteNameTheStyle() throws {
    let theme = try Theme(parsing: "{ markers: [star], categoryBackgrounds: [\"#eeeeee\"], title: \"#123456\" }")
    let model = try ChartModel(.line, "Lines", categories: ["a", "b"], values: [[1, 2]])
    let spec = String(decoding: try VegaLite(theme: theme).data(for: model), as: UTF8.self)
    #expect(spec.contains("shapes of the theme are left out") && spec.contains("areas behind categories are left out"))
    #expect(spec.contains("#123456"))
    let plain = String(decoding: try VegaLite().data(for: model), as: UTF8.self)
    #expect(!plain.contains("of the theme"))
  }
}
