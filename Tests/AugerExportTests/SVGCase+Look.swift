import AugerCharts
import AugerColumns
import AugerExport
import Testing

/// Annotations, colors of items, and small multiples.
extension SVGCase {
  private static func inContext(_ title: String, _ parts: [ChartContext.Part], sources: [String]) throws -> ChartModel {
    var model = titled(
      try ChartModel(.column, title, categories: months, values: [[12, 15, 9, 22, 31, 18, 25, 27, 30, 12, 8, 5]]),
      category: "Month", values: ["Orders"])
    model.context.parts = parts
    model.receipt.queries = sources.map { Receipt.Query(name: $0, rows: 12, source: $0) }
    return model
  }

  static let looks: [SVGCase] = [
    SVGCase(name: "pie-many", isDark: true) {
      let names = (1...105).map { "Station \($0)" }
      return titled(
        try ChartModel(
          .pie, "Trips by station", categories: names, values: [names.indices.map { 1000 / Double($0 * 7 % 105 + 1) }]),
        category: "Station", values: ["Trips"])
    },
    SVGCase(name: "context", isDark: true) {
      var model = try inContext(
        "Orders by month",
        [
          .init(.drill, title: "Region", text: "Europe"), .init(.filter, title: "Year", text: "2010 – 2012"),
          .init(.variable, title: "Growth", text: "5"), .init(.whatIf, title: "What if", text: "price of Snow -10%"),
        ], sources: ["shop.orders", "targets.csv"])
      model.subtitle = "Cancelled orders are counted"
      model.receipt.asOf = Timestamp(microseconds: 1_700_000_000_000_000)
      return model
    },
    SVGCase(name: "context-narrow", size: ChartSize(width: 300, height: 220)) {
      try inContext(
        "Orders", [.init(.filter, title: "Country", text: countries.joined(separator: ", "))],
        sources: ["a-very-long-name-of-a-file-that-somebody-exported-from-a-shop.csv"])
    },
    SVGCase(name: "context-small", size: ChartSize(width: 240, height: 120)) {
      try inContext("Orders", [.init(.filter, title: "Country", text: "France")], sources: ["orders.csv"])
    },
    SVGCase(name: "annotations", isDark: true) {
      var model = titled(
        try ChartModel(
          .column, "Orders by month", categories: months, values: [[12, 15, 9, 22, 31, 18, 25, 27, 30, 12, 8, 5]]),
        category: "Month", values: ["Orders"])
      model.annotations = [
        ChartModel.Annotation("Holidays", category: .string("June"), endCategory: .string("August")),
        ChartModel.Annotation("Usual", value: 10, endValue: 20, color: "green"),
        ChartModel.Annotation("Target", value: 28, color: "red"),
        ChartModel.Annotation("New shop", value: 31, category: .string("May")),
        ChartModel.Annotation("Closed", category: .string("November")),
      ]
      return model
    },
    SVGCase(name: "annotations-dates") {
      let days = Column((0..<60).map { CivilDate(days: Int32(19_724 + $0)) })
      var model = try ChartModel(
        .line, "Visits", categories: days, values: [(0..<60).map { wave($0 % 7, 0) / 1000 + Double($0) }])
      model.annotations = [
        ChartModel.Annotation(
          "Outage", category: .timestamp(Timestamp(CivilDate(days: 19_740), hour: 12)),
          endCategory: .date(CivilDate(days: 19_744)), color: "red"),
        ChartModel.Annotation("Release 2.0", category: .date(CivilDate(days: 19_760))),
        ChartModel.Annotation(
          "Box", value: 600, endValue: 800, category: .date(CivilDate(days: 19_765)),
          endCategory: .date(CivilDate(days: 19_775)), color: "purple"),
      ]
      return model
    },
    SVGCase(name: "annotations-bar") {
      var model = try ChartModel(.bar, "Change", categories: ["Bikes", "Bells", "Caps"], values: [[12, -7, 3.5]])
      model.annotations = [
        ChartModel.Annotation("Plan", value: 10), ChartModel.Annotation("", value: -5, endValue: 0, color: "red"),
        ChartModel.Annotation("Weak", category: .string("Bells")),
      ]
      return model
    },
    SVGCase(name: "item-colors", isDark: true) {
      var model = titled(
        try ChartModel(
          .bar, "Margin by product", categories: ["Bikes", "Helmets", "Gloves", "Bells", "Caps"],
          values: [[24, 11, -6, 3, -12]]), category: "Product", values: ["Margin"])
      model.colors = ["green", nil, "red", nil, "#7f1d1d"]
      return model
    },
    SVGCase(name: "item-colors-line") {
      var model = try ChartModel(.line, "Orders", categories: months, values: [[1, 4, 2, 8, 5, 7, 1, 8, 2, 8, 1, 8]])
      model.colors = (0..<12).map { $0 % 5 == 3 ? "red" : nil }
      return model
    },
    SVGCase(name: "item-colors-waterfall") {
      var model = try ChartModel(
        .waterfall, "Profit", categories: Column(["Sales", "Goods", "Wages", "Freight", "Grant"]),
        values: [[820, -410, -180, -60, 45]])
      model.colors = ["blue", nil, nil, "orange", nil]
      return model
    },
    SVGCase(name: "item-colors-bullet") {
      var model = try bullet(.horizontalBullet)
      model.colors = ["green", nil, "red", nil]
      return model
    },
    SVGCase(name: "item-colors-candlestick") {
      var model = try #require(Self.axes.first { $0.name == "axis-weekends" }).model()
      model.colors = (0..<model.categoryCount).map { $0 == 7 ? "purple" : $0 == 8 ? "orange" : nil }
      return model
    },
    SVGCase(name: "item-colors-band") {
      var model = try ChartModel(
        .band, "Temperature by month", categories: Column(months),
        values: [[-3, -2, 1, 4, 8, 11, 14, 13, 10, 6, 2, -1]])
      model.dimensions.append(
        ValueDimension(sequence: 2, title: "High", cells: Column([3.0, 4, 8, 12, 17, 21, 24, 23, 18, 12, 7, 4])))
      model.colors = (0..<12).map { $0 == 6 ? "red" : $0 == 0 ? "blue" : nil }
      return model
    },
    SVGCase(name: "multiples", size: ChartSize(width: 720, height: 480), isDark: true) {
      var model = titled(
        try ChartModel(
          .line, "Sales by month", categories: months, series: ["Bikes", "Clothing"], values: waves(12, 2)),
        category: "Month", values: ["Sales"])
      model.multiplesTitle = "Region"
      model.multiples = (0..<5).map { number in
        var part = model
        part.title = ["North America", "Europe", "Pacific", "Asia", "Africa"][number]
        part.display.legend = false
        part.dimensions[0].cells = Column((0..<24).map { wave($0 % 12, $0 / 12) / Double(number + 1) })
        return ChartMultiple(value: .string(part.title), label: part.title, model: part)
      }
      return model
    },
    SVGCase(name: "multiples-scatter", size: ChartSize(width: 720, height: 320)) {
      guard var model = try items.first(where: { $0.name == "scatter" })?.model(), let all = model.items else {
        return try ChartModel(.line, categories: [], values: [[]])
      }
      model.multiplesTitle = "Half"
      model.multiples = (0..<2).map { half in
        var part = model
        part.title = "Half \(half + 1)"
        part.display.legend = false
        let rows = (0..<all.count).filter { $0 % 2 == half }.map { Int32($0) }
        part.items = ChartItems(
          category: all.category.gathered(rows), series: rows.map { all.series[Int($0)] },
          values: all.values.map { $0.gathered(rows) })
        return ChartMultiple(value: .int(Int64(half)), label: part.title, model: part)
      }
      return model
    },
  ]
}
