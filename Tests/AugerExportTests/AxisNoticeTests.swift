import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Testing

/// What axes leave out of a picture is counted, and what they do not have is said.
@Suite struct AxisNoticeTests {
  private func model(
    _ type: ChartType = .line, value: [(AxisOptions.Part, String)] = [], category: [(AxisOptions.Part, String)] = []
  ) throws -> ChartModel {
    var model = try ChartModel(
      type, "Days", categories: Column((0..<10).map { CivilDate(days: 19_723 + $0) }),
      values: [[1, 2, 3, 4, 5, 6, 7, 8, 9, 100]])
    SVGCase.set(&model.axes.value, value)
    SVGCase.set(&model.axes.category, category)
    return model
  }

  private func found(_ model: ChartModel) -> [String] {
    SVG.notices(for: model).map { "\($0.code) \($0.count)" }
  }

  @Test func `Values beyond the range, and in a gap, are counted`() throws {
    #expect(try found(model(value: [(.range, "2..9")])) == ["outsideAxis 2"])
    #expect(try found(model(value: [(.gaps, "3..6")])) == ["outsideAxis 2"])
    #expect(try found(model(value: [(.range, "0..200")])).isEmpty)
    let picture = SVGElements(SVG().data(for: try model(value: [(.gaps, "3..6")])))
    #expect(picture.marks.count == 8 && picture.isWellFormed)
  }

  @Test func `Categories beyond the range, and in a gap, are counted and not drawn`() throws {
    // The first day is a Monday.
    let weekdays = try model(category: [(.gaps, "weekends")])
    #expect(found(weekdays) == ["outsideAxis 2"])
    let marks = SVGElements(SVG().data(for: weekdays)).marks.compactMap { $0["data-category"] }
    #expect(marks == ["0", "1", "2", "3", "4", "7", "8", "9"])
    let some = try model(category: [(.range, "2024-01-03..2024-01-05")])
    #expect(found(some) == ["outsideAxis 7"])
    #expect(SVGElements(SVG().data(for: some)).marks.compactMap { $0["data-category"] } == ["2", "3", "4"])
    let description = String(decoding: SVG().data(for: some), as: UTF8.self)
    #expect(description.contains("Categories 3 to 5 of 10 are in view"))
    let none = try model(category: [(.range, "2030-01-01..2030-02-01")])
    #expect(found(none) == ["outsideAxis 10"])
    #expect(SVGElements(SVG().data(for: none)).marks.isEmpty)
  }

  @Test func `What an axis does not have is said`() throws {
    #expect(try found(model(value: [(.crossing, "2024-01-01")])) == ["axisNotApplied 1"])
    #expect(try found(model(category: [(.range, "0..5")])) == ["axisNotApplied 1"])
    #expect(try found(model(.stackedColumn, value: [(.gaps, "3..6")])).first == "axisNotApplied 1")
    #expect(try found(model(.pie, value: [(.range, "0..5")])) == ["axisNotApplied 1"])
    var names = try ChartModel.column(categories: ["a", "b"], values: [[1, 2]])
    SVGCase.set(&names.axes.category, [(.range, "0..1")])
    #expect(found(names) == ["axisNotApplied 1"])
  }

  @Test func `Points in a gap are not drawn, and no mark is lost unsaid`() throws {
    let items = ChartItems(category: Column([1, 5, 9] as [Double]), values: [Column([1, 2, 50] as [Double])])
    var model = ChartModel(
      name: "p", type: .scatter, levels: [CategoryLevel(column: "x", values: Column([] as [Double]))],
      dimensions: [ValueDimension(title: "y", cells: Column([] as [Double]))], items: items)
    SVGCase.set(&model.axes.category, [(.gaps, "4..6")])
    SVGCase.set(&model.axes.value, [(.range, "0..10")])
    #expect(found(model) == ["outsideAxis 1", "outsideAxis 1"])
    #expect(SVGElements(SVG().data(for: model)).marks.compactMap { $0["data-item"] } == ["0"])
  }
}
