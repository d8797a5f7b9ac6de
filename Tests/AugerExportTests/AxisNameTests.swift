import AugerCharts
import AugerColumns
import AugerExport
import Testing

/// Axis labels are complete, and a note counts the omitted ones.
@Suite struct AxisNameTests {
  private func elements(_ model: ChartModel, _ width: Double = 480, _ height: Double = 320) -> SVGElements {
    SVGElements(SVG(size: ChartSize(width: width, height: height)).data(for: model))
  }

  @Test(arguments: [ChartType.column, .bar]) func axisCountsOmittedNames(type: ChartType) throws {
    func notes(_ count: Int) throws -> [String] {
      var model = try ChartModel(
        .column, "Cities", categories: (0..<count).map { "City number \($0)" }, values: [(0..<count).map { Double($0) }]
      )
      model.type = type
      return elements(model).all.filter { $0.name == "text" && $0.text.hasSuffix(" names") }.map(\.text)
    }
    #expect(try notes(6) == [])
    let note = try #require(try notes(120).first)
    #expect(note.hasSuffix(" of 120 names"))
  }

  @Test func axisNumbersHaveNoRoundingErrors() throws {
    let numbers = (0..<40).map { 5.55 + Double($0) * 0.0003 }
    var model = try ChartModel(.errorBar, "Errors", categories: Column(numbers), values: [numbers.map { $0 }])
    model.dimensions.append(ValueDimension(sequence: 2, cells: Column(numbers.map { _ in 0.001 })))
    let texts = elements(model).all.filter { $0.name == "text" }.map(\.text)
    #expect(texts.contains("5.555"), "\(texts)")
    #expect(texts.allSatisfy { $0.utf8.count < 12 }, "\(texts)")
  }

  @Test func logarithmicAxesHaveMinorTicks() throws {
    var model = try ChartModel(.column, "Log", categories: ["a", "b"], values: [[1, 900]])
    model.valueAxis = .logarithmic
    func ticks() -> Int {
      elements(model).all.drop { $0["class"] != "auger-minor-ticks" }.dropFirst().prefix { $0.name == "line" }.count
    }
    #expect(ticks() >= 16)
    model.valueAxis = .linear
    #expect(ticks() == 0)
  }

  @Test func bandLabelsAreNotMerged() throws {
    var model = try ChartModel(.band, "Pay", categories: Column(["Cook", "Clerk", "Pilot"]), values: [[1, 2, 5]])
    model.dimensions.append(ValueDimension(sequence: 2, cells: Column([2, 4, 9] as [Double])))
    let bars = elements(model).marks
    #expect(bars.count == 3 && bars.allSatisfy { $0.name == "rect" })
    #expect(!elements(model).all.contains { $0.name == "path" && $0["fill-opacity"] != nil })
  }

  @Test func summaryOfSeveralSeriesFitsIntoAPanel() throws {
    let names = (0..<6).map { "Series \($0)" }
    var model = try ChartModel(
      .column, "Sales", categories: ["a", "b"], series: names, values: names.map { _ in [1, 2] })
    model.summary = ChartSummary(whole: [names.map { _ in .int(3) }], addsUp: [true])
    for height in [200.0, 240, 400] {
      let all = elements(model, 360, height).all
      #expect(all.contains { $0["class"] == "auger-summary" }, "\(height)")
      #expect(all.contains { $0.text.hasPrefix("+") && $0.text.hasSuffix(" more") }, "\(height)")
    }
  }
}
