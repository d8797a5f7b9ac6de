import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Foundation
import Testing

/// Notices about axes: they count the values that a picture omits and report axis options that do not apply.
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

  @Test func `Values outside the range or in a gap are counted`() throws {
    #expect(try found(model(value: [(.range, "2..9")])) == ["outsideAxis 2"])
    #expect(try found(model(value: [(.gaps, "3..6")])) == ["outsideAxis 2"])
    #expect(try found(model(value: [(.range, "0..200")])).isEmpty)
    let picture = SVGElements(SVG().data(for: try model(value: [(.gaps, "3..6")])))
    #expect(picture.marks.count == 8 && picture.isWellFormed)
  }

  @Test func `Categories outside the range or in a gap are counted and not drawn`() throws {
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

  @Test func `Axis options that do not apply are reported`() throws {
    #expect(try found(model(value: [(.crossing, "2024-01-01")])) == ["axisNotApplied 1"])
    #expect(try found(model(category: [(.range, "0..5")])) == ["axisNotApplied 1"])
    #expect(try found(model(.pie, value: [(.range, "0..5")])) == ["axisNotApplied 1"])
    var names = try ChartModel(.column, categories: ["a", "b"], values: [[1, 2]])
    SVGCase.set(&names.axes.category, [(.range, "0..1")])
    #expect(found(names) == ["axisNotApplied 1"])
  }

  @Test func `Annotations and colors that cannot be drawn are reported`() throws {
    var chart = try model(.column)
    chart.annotations = [
      ChartModel.Annotation("there", category: .date(CivilDate(days: 19_725))), ChartModel.Annotation(value: 5),
    ]
    #expect(found(chart).isEmpty)
    #expect(String(decoding: SVG().data(for: chart), as: UTF8.self).contains(">there</text>"))
    SVGCase.set(&chart.axes.value, [(.range, "0..200")])
    chart.annotations.append(ChartModel.Annotation(value: 500))
    #expect(found(chart) == ["annotationNotDrawn 1"])
    var names = try ChartModel(.column, categories: ["a", "b"], values: [[1, 2]])
    names.annotations = [ChartModel.Annotation(category: .string("c")), ChartModel.Annotation(category: .string("b"))]
    #expect(found(names) == ["annotationNotDrawn 1"])
    names.type = .pie
    #expect(found(names) == ["annotationNotDrawn 2"])
    names.annotations = []
    names.colors = ["red", nil]
    #expect(found(names).isEmpty)
    for type in ChartType.allCases {
      names.type = type
      let noticed = found(names).contains { $0.hasPrefix("colorNotDrawn") }
      #expect(noticed == !type.has(.itemColors) || type == .dataGrid, "\(type)")
    }
  }

  @Test(arguments: [
    ChartType.column, .stackedColumn, .bar, .line, .area, .pie, .waterfall, .horizontalBullet, .verticalBullet,
    .candlestick, .ohlc, .band, .boxPlot, .errorBar, .scatter, .bubble,
  ])
  func `An item with its own color is drawn in it`(type: ChartType) throws {
    var model = try ChartModel(type, "Colours", categories: Column(["a", "b"]), values: [[4, 5]])
    let cells = model.dimensions[0].cells
    model.dimensions = (1...(type == .boxPlot ? 5 : 4)).map { number in
      ValueDimension(
        sequence: number, title: "v\(number)",
        cells: Column((0..<cells.count).map { (cells[$0].doubleValue ?? 0) + Double(number) }))
    }
    #expect(type.has(.itemColors))
    model.colors = [nil, "#123456"]
    let marks = SVGElements(SVG().data(for: model)).all.filter { $0["fill"] == "#123456" || $0["stroke"] == "#123456" }
    #expect(!marks.isEmpty)
  }

  @Test func `Gaps split stacks and waterfalls without losing values`() throws {
    func rects(_ type: ChartType, _ gaps: String?) throws -> [[String]] {
      var model = try ChartModel(
        type, "Stack", categories: Column(["a", "b"]), series: type == .waterfall ? ["A"] : ["A", "B"],
        values: type == .waterfall ? [[100, 900]] : [[10, 900], [50, 80]])
      if let gaps { SVGCase.set(&model.axes.value, [(.gaps, gaps)]) }
      let picture = SVGElements(SVG().data(for: model))
      #expect(picture.all.contains { $0["class"] == "auger-breaks" } == (gaps != nil))
      #expect(found(model).isEmpty, "\(found(model))")
      return picture.marks.map { [$0["data-series"] ?? "", $0["data-category"] ?? ""] }
    }
    for type in [ChartType.stackedColumn, .stackedBar, .stackedArea, .waterfall] {
      #expect(try rects(type, "200..800") == rects(type, nil), "\(type)")
    }
    // Bars that end in a gap are counted: 10 + 50 and 900 + 80.
    var model = try ChartModel(
      .stackedColumn, categories: ["a", "b"], series: ["A", "B"], values: [[10, 900], [50, 80]])
    SVGCase.set(&model.axes.value, [(.gaps, "40..70, 950..1000")])
    #expect(found(model) == ["outsideAxis 2"])
    // Percentages can have gaps too.
    model.chosenStacking = .percent
    SVGCase.set(&model.axes.value, [(.gaps, "0.2..0.8")])
    #expect(found(model).isEmpty)
    // The steps of the waterfall reach 60. None of its values is 50.
    var waterfall = try ChartModel(.waterfall, "W", categories: Column(["a", "b", "c"]), values: [[10, 40, 10]])
    SVGCase.set(&waterfall.axes.value, [(.gaps, "30..45")])
    #expect(found(waterfall).isEmpty)
    SVGCase.set(&waterfall.axes.value, [(.gaps, "45..55"), (.range, "0..55")])
    #expect(found(waterfall) == ["outsideAxis 1", "outsideAxis 1"])
  }

  @Test(arguments: ChartType.allCases)
  func `A chart with missing values is drawn and reports them`(type: ChartType) throws {
    var model = try ChartModel(.column, "Few", categories: Column(["a", "b"]), values: [[4, 5]])
    model.type = type
    let needed = type == .boxPlot ? 5 : type.kind.leastValueCount
    for count in 1...max(needed, 1) {
      #expect(SVGElements(SVG().data(for: model)).isWellFormed)
      let lacks = found(model).contains("valueMissing 1")
      #expect(lacks == (count < needed && !type.has(.ofMAKit)), "\(type) of \(count)")
      model.dimensions.append(ValueDimension(sequence: count + 1, title: "v", cells: Column([Double(count), 7])))
    }
  }

  @Test func `Errors and sizes are not positions on an axis`() throws {
    var model = try ChartModel(.errorBar, "Errors", categories: Column(["a"]), values: [[100]])
    model.dimensions.append(ValueDimension(sequence: 2, title: "±", cells: Column([5.0])))
    SVGCase.set(&model.axes.value, [(.gaps, "3..8")])
    #expect(found(model).isEmpty)
    // A vertical line with two end marks.
    let picture = String(decoding: SVG().data(for: model), as: UTF8.self)
    #expect(picture.components(separatedBy: "<line").count > 5)
  }

  @Test func `Each axis of an overlay has its own notices`() throws {
    let overlay = try #require(SVGCase.axes.first { $0.name == "axis-second" })
    var model = try overlay.model()
    #expect(found(model).isEmpty, "\(found(model))")
    let picture = SVGElements(SVG(size: overlay.size).data(for: model))
    let right = picture.texts(in: "auger-second-axis")
    #expect(right == ["0%", "10%", "20%", "90%", "100%"])
    #expect(picture.texts(in: "auger-value-axis").contains("700"))
    // Values outside an axis are counted for the layers of that axis.
    SVGCase.set(&model.axes.secondValue, [(.range, "0..0.19"), (.crossing, "2024-01-01")])
    #expect(found(model) == ["axisNotApplied 1", "outsideAxis 4"])
    SVGCase.set(&model.axes.value, [(.range, "0..505")])
    #expect(found(model).dropFirst() == ["outsideAxis 7", "outsideAxis 6", "outsideAxis 4"])
    // Without layers on the first axis, no second axis exists.
    for index in model.layers.indices { model.layers[index].axis = .secondary }
    #expect(found(model).first == "outsideAxis 7")
  }

  @Test func `The layers of an overlay have the colors of their items`() throws {
    var model = try #require(SVGCase.composed.first { $0.name == "overlay" }).model()
    model.colors = [String?](repeating: nil, count: 24)
    model.colors?[1] = "#123456"
    model.colors?[17] = "#654321"
    let picture = SVGElements(SVG().data(for: model))
    #expect(picture.marks.filter { $0["fill"] == "#123456" }.map { $0["data-category"] } == ["1"])
    #expect(picture.marks.filter { $0["fill"] == "#654321" }.map { $0["data-category"] } == ["1"])
    #expect(found(model).isEmpty)
    model.layers[2].type = .region
    #expect(found(model) == ["colorNotDrawn 1"])
  }

  /// Only a waterfall has a category axis that omits no names.
  @Test(arguments: [ChartType.column, .line, .waterfall, .area, .scatter, .bar, .horizontalBullet])
  func `The layers of an overlay have the categories of its axis`(type: ChartType) throws {
    var model = try #require(SVGCase.composed.first { $0.name == "overlay" }).model()
    model.levels[0].values = Column([1, 2, 3, 4, 5, 6, 7, 8] as [Int64])
    for index in model.layers.indices { model.layers[index].type = type }
    model.axes.category.gaps = [.range(.int(2), .int(6))]
    let picture = SVGElements(SVG().data(for: model))
    let drawn = Set(picture.marks.compactMap { $0["data-category"] })
    #expect(drawn.isSubset(of: ["0", "1", "5", "6", "7"]), "\(drawn)")
    _ = try VegaLite().data(for: model)
    model.type = type
    model.state.horizontalRange = Bounds(0, 0.5)
    model.state.verticalRange = Bounds(0.4, 0.6)
    let part = SVGElements(SVG().data(for: model))
    #expect(Set(part.marks.compactMap { $0["data-category"] }).isSubset(of: ["0", "1", "5"]))
  }

  @Test func `Small charts share their axes`() throws {
    let chart = try #require(SVGCase.looks.first { $0.name == "multiples" })
    let picture = String(decoding: SVG(size: chart.size).data(for: try chart.model()), as: UTF8.self)
    // The largest value of the first chart gives all charts the same top label.
    #expect(picture.components(separatedBy: ">1.2M</text>").count == 6)
    #expect(picture.contains("5 small charts: North America, Europe, Pacific, Asia, Africa."))
    // Notices count the drawn values outside an axis.
    var beyond = try chart.model()
    for index in beyond.multiples.indices {
      SVGCase.set(&beyond.multiples[index].model.axes.value, [(.range, "0..1100000")])
    }
    #expect(found(beyond) == ["outsideAxis 1"])
    let table = try chart.model().tabulated()
    #expect(table.schema.names == ["Region", "Month", "Bikes", "Clothing"] && table.rowCount == 60)
  }

  @Test func `Points in a gap are not drawn, and every omitted mark is reported`() throws {
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
