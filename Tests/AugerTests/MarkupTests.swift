import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Testing

/// Marks of a sender in the library and in chart JSON.
@Suite struct MarkupTests {
  private func chart() throws -> ChartModel {
    let cells = Column([1.0, 2.0])
    return ChartModel(
      name: "Sales", title: "Sales", type: .column,
      levels: [CategoryLevel(column: "region", values: Column(["North", "South"]))],
      dimensions: [ValueDimension(title: "Amount", cells: cells)])
  }

  @Test func markedChartReadsBackFromJSON() throws {
    let marked = try chart().adding(markup: "arrow 0.2,0.3 0.5,0.6 color=red: Peak", "draw 0,0 1,0.5 0.25,1")
    let json = ChartJSON().data(for: marked)
    let again = try ChartJSON().model(from: json)
    #expect(again.markup == marked.markup && again.markup.count == 2)
    #expect(again.markup[0].text == "Peak" && again.markup[0].color == "red")
    #expect(again.markup[1].points.map(\.x) == [0, 1, 0.25])
  }

  @Test(arguments: ["text 0.5,0.5: a: b", "circle 0,0 1,1", "line 0.1234,0 1,0.5 color=#00ff00: c", "draw 0,0 0.1,0.1"])
  func textFormIsStable(form: String) throws {
    #expect(try ChartMarkup(form).description == form)
  }

  @Test func marksAreLimited() throws {
    let mark = try ChartMarkup("line 0,0 1,1")
    let many = [ChartMarkup](repeating: mark, count: 50)
    let full = try chart().adding(many)
    #expect(throws: AugerError.self) { try full.adding(markup: "line 0,0 1,1") }
    let points = [String](repeating: "0,0", count: 501).joined(separator: " ")
    #expect(throws: DiagnosticError.self) { try ChartMarkup("draw \(points)") }
  }

  @Test func descriptionForScreenReadersContainsTheTexts() throws {
    let marked = try chart().adding(markup: "text 0.5,0.5: Preliminary")
    #expect(marked.spoken.text.hasSuffix("Notes in the picture: Preliminary."))
  }

  @Test func vegaLiteListsTheLoss() throws {
    let marked = try chart().adding(markup: "line 0,0 1,1")
    #expect(
      String(decoding: try VegaLite().data(for: marked), as: UTF8.self).contains("the marks of the sender are left out")
    )
  }

  /// A value axis of all frames: the largest value of the second frame also determines the axis of the first.
  @Test func framesHaveCommonAxesCategoriesAndSeries() throws {
    var later = try chart()
    later.levels[0] = CategoryLevel(column: "region", values: Column(["South", "West"]))
    later.dimensions[0].cells = Column([40.0, 80.0])
    let animation = ChartAnimation(title: "Year", [(.int(1), try chart()), (.int(2), later)], interval: 500)
    #expect(animation.labels == ["1", "2"] && animation.models.map(\.title) == ["Sales – 1", "Sales – 2"])
    #expect(animation.models.allSatisfy { $0.levels[0].labels == ["North", "South", "West"] })
    let cells = animation.models.map { $0.dimensions[0].cells.scalars.map(\.doubleValue) }
    #expect(cells == [[1, 2, nil], [nil, 40, 80]])
    var svg = SVG()
    svg.compared = animation.models
    #expect(String(decoding: svg.data(for: animation.models[0]), as: UTF8.self).contains(">80<"))
    #expect(!String(decoding: SVG().data(for: animation.models[0]), as: UTF8.self).contains(">80<"))
  }
}
