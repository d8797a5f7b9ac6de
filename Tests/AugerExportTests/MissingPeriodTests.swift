import AugerCharts
import AugerColumns
import AugerExport
import Testing

/// Lines end before a month without data, in every output that connects points.
@Suite struct MissingPeriodTests {
  private static let months = [1, 2, 3, 7, 8, 12].map { month in CivilDate(year: 2021, month: month, day: 1) }

  private func model(_ type: ChartType) throws -> ChartModel {
    let values: [Double?] = [5, 6, 7, 8, 3, 4]
    let dates = Column(Self.months.compactMap(\.self))
    return try ChartModel(
      type, "Amount", categories: dates, values: type == .band ? [values, values.map { $0.map { $0 + 2 } }] : [values])
  }

  @Test(arguments: [ChartType.line, .stepLine, .spline, .area, .stackedArea])
  func lineEndsBeforeMissingMonths(type: ChartType) throws {
    let elements = SVGElements(SVG(size: ChartSize(width: 640, height: 400)).data(for: try model(type)))
    let lines = elements.all.filter { $0.name == "path" && $0["fill"] == "none" }
    #expect(lines.count == 2, "January to March, and July to August")
    // December has no neighbors, so it has a dot.
    let dots = elements.all.filter { $0.name == "circle" && $0["fill"] != "none" }
    #expect(dots.contains { $0["data-category"] == "5" })
  }

  @Test func bandEndsBeforeMissingMonths() throws {
    var model = try ChartModel(
      .band, "Amount", categories: Column(Self.months.compactMap(\.self)), values: [[5, 6, 7, 8, 3, 4]])
    var high = model.dimensions[0]
    high.sequence = 2
    high.cells = Column([7, 8, 9, 9, 5, 6] as [Double])
    model.dimensions.append(high)
    let elements = SVGElements(SVG(size: ChartSize(width: 640, height: 400)).data(for: model))
    #expect(elements.all.count { $0.name == "path" && $0["fill-opacity"] != nil } == 3)
  }

  @Test func vegaLiteAndTerminalLinesEndBeforeMissingMonths() throws {
    let text = String(decoding: try VegaLite().data(for: model(.line)), as: UTF8.self)
    #expect(text.contains("\"detail\""))
    let dense = try ChartModel(
      .line, "Amount", categories: Column(Self.months.compactMap(\.self).prefix(3).map(\.self)), values: [[5, 6, 7]])
    #expect(!String(decoding: try VegaLite().data(for: dense), as: UTF8.self).contains("\"detail\""))
    // The middle of April to June has no dot.
    let lines = String(decoding: TerminalChart(width: 80).data(for: try model(.line)), as: UTF8.self)
      .split(separator: "\n").filter { $0.contains("│") || $0.contains("┤") }
    #expect(!lines.isEmpty)
    for line in lines {
      let plot = Array(line.drop { $0 != "│" && $0 != "┤" }.dropFirst())
      #expect(plot.dropFirst(22).prefix(10).allSatisfy { $0 == " " || $0 == "⠀" }, "\(line)")
    }
  }
}
