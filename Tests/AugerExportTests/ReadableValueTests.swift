import AugerCharts
import AugerColumns
import AugerExport
import Testing

/// The numbers in tables, tooltips and descriptions match the picture.
@Suite struct ReadableValueTests {
  private func elements(_ model: ChartModel) -> SVGElements {
    SVGElements(SVG(size: ChartSize(width: 640, height: 400)).data(for: model))
  }

  private func overlay() throws -> ChartModel {
    var model = try ChartModel(
      .column, "Sales", categories: ["A", "B"], series: ["Sales", "Margin"], values: [[1200, 900], [0.3, 0.0025]],
      format: .currency("USD"))
    model.series[1].layer = 1
    model.layers = [
      ChartLayer(name: "Sales", title: "Sales", type: .column, format: .currency("USD")),
      ChartLayer(name: "Margin", title: "Margin", type: .line, axis: .secondary, format: .percentage),
    ]
    return model
  }

  @Test func overlayLayersHaveTheirOwnFormats() throws {
    let model = try overlay()
    #expect(model.valueTexts(dimension: 0) == ["$1,200.00", "$900.00", "30%", "0.25%"])
    #expect(model.inWords.contains("Sales from $900.00 to $1,200.00. Margin from 0.25% to 30%."), "\(model.inWords)")
    let table = String(decoding: TerminalChart(width: 80).data(for: model), as: UTF8.self)
    #expect(table.contains("$1,200.00") && table.contains("30%") && !table.contains("$0.30"), "\(table)")
    #expect(TableCells(model).columns.compactMap(\.texts).contains(["30%", "0.25%"]))
  }

  @Test func tooltipsOfPercentChartsShowPercentages() throws {
    var model = try ChartModel(
      .stackedColumn, "Shares", categories: ["A"], series: ["x", "y"], values: [[120], [280]])
    model.chosenStacking = .percent
    let titles = elements(model).all.filter { $0.name == "title" }.map(\.text)
    #expect(titles.contains("A, x: 30.0% (120)"), "\(titles)")
  }

  @Test func nonzeroValueIsNotShownAsZero() throws {
    var model = try ChartModel(
      .column, "Rates", categories: ["A", "B", "C"], values: [[0.0025, 0, 1.5]], format: .rounded(2))
    #expect(model.valueTexts(dimension: 0) == ["0.0025", "0.00", "1.50"])
    let titles = elements(model).all.filter { $0.name == "title" }.map(\.text)
    #expect(titles.contains("A: 0.0025") && titles.contains("B: 0.00"), "\(titles)")
    model.dimensions[0].format = .percentage
    #expect(model.valueTexts(dimension: 0)[0] == "0.25%")
    for (value, text) in [(0.005, "0.005"), (-0.0049, "-0.0049"), (0.0051, "0.01"), (1e-20, "1e-20")] {
      #expect(ValueFormatter(.rounded(2)).keepingSmall.text(.float(value)) == text, "\(value)")
    }
    #expect(ValueFormatter(.rounded(2)).text(.float(0.0025)) == "0.00", "ICU's text of the format")
  }
}
