import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Testing

/// A model that is read by index, as a view reads it, and then rebuilt equals the original.
@Suite struct DataSourceLawTests {
  /// Compares two models, including the properties that chart JSON omits.
  private func expectSame(_ a: ChartModel, _ b: ChartModel, _ name: String) {
    #expect(ChartJSON(includesTexts: true).data(for: a) == ChartJSON(includesTexts: true).data(for: b), "\(name)")
    #expect(a.visibleLevel == b.visibleLevel && a.seriesType == b.seriesType && a.theme == b.theme, "\(name)")
    #expect(a.display == b.display && a.warnings == b.warnings && a.receipt == b.receipt, "\(name)")
    for (mine, other) in zip(a.levels, b.levels) {
      #expect(mine.values.type == other.values.type && mine.format == other.format, "\(name)")
      #expect((mine.cells ?? []).map(\.type) == (other.cells ?? []).map(\.type), "\(name)")
    }
    #expect(a.dimensions.map(\.cells.type) == b.dimensions.map(\.cells.type), "\(name)")
  }

  @Test(arguments: ChartCase.all) func `A rebuilt model is equal`(chart: ChartCase) throws {
    let model = try chart.model()
    expectSame(try ChartModel(name: model.name, model, rest: model), model, chart.name)
  }

  @Test(arguments: SVGCase.all) func `A rebuilt model of every recorded picture is equal`(chart: SVGCase) throws {
    let model = try chart.model()
    let again = try ChartModel(name: model.name, model, rest: model)
    expectSame(again, model, chart.name)
    #expect(SVG(size: chart.size).data(for: again) == SVG(size: chart.size).data(for: model))
  }

  @Test(arguments: 1...60) func `A rebuilt generated model is equal`(seed: Int) throws {
    let model = try Self.generated(seed)
    let again = try ChartModel(name: model.name, model, rest: model)
    expectSame(again, model, "\(seed)")
    for dimension in model.dimensions.indices {
      for layer in 0..<model.layerCount {
        #expect(
          again.statistics(dimension: dimension, layer: layer) == model.statistics(dimension: dimension, layer: layer))
      }
    }
    // The child ranges of a level divide the categories of level zero without gaps.
    for level in model.levels.indices {
      var next = 0
      for category in 0..<model.levels[level].count {
        let range = model.finestCategories(ofCategory: category, level: level)
        #expect(range.lowerBound == next)
        next = range.upperBound
      }
      #expect(next == model.categoryCount)
    }
  }

  @Test(arguments: 1...40) func `Appending equals building the whole chart`(seed: Int) throws {
    var dice = Chance(UInt64(seed) &+ 1000)
    let count = dice.below(12) + 2
    let cut = dice.below(count + 1)
    let names = dice.below(2) == 0 ? [] : ["x", "y", "z"]
    let values = (0..<max(1, names.count)).map { _ in
      (0..<count).map { _ -> Double? in dice.below(5) == 0 ? nil : Double(dice.below(2000)) / 8 - 100 }
    }
    func chart(_ range: Range<Int>) throws -> ChartModel {
      try ChartModel(
        .line, "Live", categories: Column(range.map { Int64($0) }), series: names,
        values: values.map { Array($0[range]) }, format: .rounded(1))
    }
    let whole = try chart(0..<count)
    expectSame(try chart(0..<cut).appending(try chart(cut..<count)), whole, "\(seed)")
    expectSame(try whole.droppingFirst(cut), try chart(cut..<count), "\(seed)")
    #expect(try whole.droppingFirst(count + 5).categoryCount == 0)
  }

  @Test func `Data that does not fit cannot be appended`() throws {
    let chart = try ChartModel(.line, categories: ["a"], values: [[1]])
    let others: [ChartModel] = [
      try ChartModel(.line, categories: ["b"], series: ["x"], values: [[1]]),
      try ChartModel(.line, categories: Column([CivilDate(days: 1)]), values: [[1]]),
      try ChartCase.zoomed.model(), try ChartCase.graph.model(), try ChartCase.summary.model(),
    ]
    for other in others { #expect(throws: AugerError.self) { try chart.appending(other) } }
    #expect(throws: AugerError.self) { try ChartCase.graph.model().droppingFirst(1) }
  }

  /// A random generator with the same numbers on every platform.
  struct Chance {
    var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
    mutating func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
  }

  /// Returns a model with random levels, series, dimensions of several types, nulls, formats, thresholds and
  /// selections, or with data items.
  static func generated(_ seed: Int) throws -> ChartModel {
    var dice = Chance(UInt64(seed))
    func column(_ count: Int, _ dice: inout Chance) throws -> Column {
      let kind = dice.below(3)
      let scalars = (0..<count).map { _ -> Scalar in
        if dice.below(4) == 0 { return .null }
        let number = dice.below(100_000) - 30_000
        return switch kind {
        case 0: .int(Int64(number))
        case 1: .float(Double(number) / 16)
        default: .decimal(Decimal128(unscaled: Int128(number), scale: 2))
        }
      }
      return try Column([.int64, .float64, .decimal(precision: 20, scale: 2)][kind], scalars)
    }
    let series =
      dice.below(3) == 0 ? [ChartLabel()] : (0...dice.below(3)).map { ChartLabel(value: .string("s\($0)")) }
    let dimensions = 1 + dice.below(3)
    let isItems = dice.below(5) == 0
    var counts = [dice.below(9) + 1]
    while !isItems, dice.below(2) == 0, counts.count < 3 { counts.append(dice.below(4) + 1) }
    var levels: [CategoryLevel] = []
    for (index, count) in counts.enumerated() {
      var level = CategoryLevel(
        column: "c\(index)", title: "Level \(index)",
        values: index == 0
          ? Column((0..<count).map { CivilDate(days: Int32($0 * 30)) }) : Column((0..<count).map { "g\($0)" }),
        format: index == 0 ? .longDate : nil)
      if index > 0 {
        // Split points of the finer level. A category may have no children.
        var cuts = (1..<count).map { _ in dice.below(counts[index - 1] + 1) }.sorted()
        cuts = [0] + cuts + [counts[index - 1]]
        level.firstChild = (0..<count).map { Int32(cuts[$0]) }
        level.lastChild = (0..<count).map { Int32(cuts[$0 + 1]) - 1 }
        level.cells =
          dice.below(4) == 0 ? nil : try (0..<dimensions).map { _ in try column(series.count * count, &dice) }
      }
      levels.append(level)
    }
    var values: [ValueDimension] = []
    var items: [Column] = []
    let itemCount = dice.below(20)
    for index in 0..<dimensions {
      let cells = try column(isItems ? itemCount : series.count * counts[0], &dice)
      items.append(cells)
      values.append(
        ValueDimension(
          sequence: index + 1, title: "v\(index)", format: dice.below(2) == 0 ? .currency("EUR") : nil,
          unit: dice.below(2) == 0 ? "kg" : "", cells: isItems ? try Column(cells.type, [Scalar]()) : cells))
    }
    var model = ChartModel(
      name: "generated \(seed)", title: "T", type: isItems ? .scatter : .column, levels: levels,
      visibleLevel: dice.below(levels.count), series: series, seriesColumn: series.count > 1 ? "s" : nil,
      seriesTitle: series.count > 1 ? "Series" : "", dimensions: values,
      items: isItems
        ? ChartItems(
          category: Column((0..<itemCount).map { Double($0) }),
          series: (0..<itemCount).map { Int32($0 % series.count) }, values: items) : nil,
      thresholds: ChartThresholds(reference: 5, upper: dice.below(2) == 0 ? 9 : nil, predictiveStart: isItems ? nil : 0)
    )
    model.valueAxis = dice.below(3) == 0 ? .logarithmic : .linear
    model.chosenStacking = dice.below(3) == 0 ? .percent : nil
    model.theme = dice.below(2) == 0 ? "dark" : nil
    model.status = dice.below(2) == 0 ? "now" : ""
    model.state.selectedSeries = dice.below(2) == 0 ? [0] : []
    model.display.gridLabels = dice.below(2) == 0
    model.locale = ChartLocale("de_DE", timeZone: "Europe/Berlin")
    model.receipt.queries = [Receipt.Query(name: "q", arguments: ["a": .scalar(.int(1))], rows: 3)]
    model.warnings = [Warning(.formatMismatch, "one", count: 2)]
    if !isItems, dice.below(2) == 0 { model.baselineCells = try items.map { try Column($0.type, $0.scalars) } }
    try model.validate()
    return model
  }
}
