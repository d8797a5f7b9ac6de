import AugerCharts
import AugerColumns
import Testing

/// Chart kinds that MAKit does not have, and their stacking modes.
extension SVGCase {
  static let kinds: [SVGCase] = stacks + lines + rings

  private static let products = ["Bikes", "Components", "Clothing", "Accessories"]
  private static let quarters = ["Q1 2024", "Q2 2024", "Q3 2024", "Q4 2024", "Q1 2025", "Q2 2025"]

  private static func stacked(_ type: ChartType, _ title: String, _ stacking: Stacking? = nil) throws -> ChartModel {
    var model = titled(
      try ChartModel(
        type, title, categories: Column(quarters), series: products, values: waves(6, 4),
        format: .currency("EUR")), category: "Quarter", values: ["Sales"])
    if let stacking { model.chosenStacking = stacking }
    return model
  }

  private static let stacks: [SVGCase] = [
    SVGCase(name: "stacked-bar", isDark: true) { try stacked(.stackedBar, "Sales by quarter") },
    SVGCase(name: "percent-bar") { try stacked(.bar, "Shares of sales by quarter", .percent) },
    SVGCase(name: "percent-column", isDark: true) { try stacked(.percentColumn, "Shares of sales by quarter") },
    SVGCase(name: "percent-negative") {
      var model = try ChartModel(
        .column, "Shares of cash flow", categories: ["2019", "2020", "2021", "2022"],
        series: ["Operating", "Investing"],
        values: [[12.5, 8.25, 0, 4], [-2, -11, nil, -6]])
      model.chosenStacking = .percent
      return model
    },
    SVGCase(name: "stacked-area", isDark: true) {
      let days = Column((0..<60).map { CivilDate(days: Int32(19_724 + $0)) })
      var values: [[Double?]] = (0..<3).map { series in (0..<60).map { wave($0 % 7, series) / 1000 + Double($0) } }
      values[1][30] = nil
      return titled(
        try ChartModel(
          .stackedArea, "Visits a day", categories: days, series: ["Shop", "Web", "Telephone"], values: values),
        category: "Day", values: ["Visits"])
    },
    SVGCase(name: "percent-area") { try stacked(.area, "Shares of sales by quarter", .percent) },
    SVGCase(name: "values-as-series") {
      var model = try ChartModel(
        .column, "Sales and cost", categories: countries, values: [[880, 640, 512, 1_310, 402, 230]])
      model.dimensions.append(
        ValueDimension(sequence: 2, title: "Cost", cells: Column([510, 420, 318, 790, 251.5, 160])))
      return titled(model, category: "Country", values: ["Sales", "Cost"])
    },
  ]

  private static let lines: [SVGCase] = [
    SVGCase(name: "step-line", isDark: true) {
      titled(
        try ChartModel(
          .stepLine, "Interest rate", categories: Column(months), series: ["Deposit", "Loan"],
          values: [
            [2, 2, 2.5, 2.5, 3, 3, 3, 3.25, 3.25, nil, 3, 2.75],
            [3, 3, 3.5, 3.5, 4.25, 4.25, 4.5, 4.5, 4.5, 4.5, 4, 4],
          ]), category: "Month", values: ["Rate"])
    },
    SVGCase(name: "spline", isDark: true) {
      var model = titled(
        try ChartModel(
          .spline, "Temperature", categories: Column(months), series: ["Vienna", "Sydney"],
          values: [
            [0.5, 2, 6.5, 11, 15.5, 19, 21, 20.5, 16, 10.5, 5.5, 1.5],
            [23.5, 23.4, 22, 19.5, 16, 13.5, 13, 14, 16.5, 19, 20.5, 22.5],
          ]), category: "Month", values: ["Degrees"])
      model.thresholds.predictiveStart = 9
      return model
    },
  ]

  private static let rings: [SVGCase] = [
    SVGCase(name: "donut", isDark: true) {
      titled(
        try ChartModel(
          .donut, "Share of sales",
          categories: Column(["Mountain Bikes", "Road Bikes", "Touring Bikes", "Helmets", "Gloves"]),
          values: [[480_000, 351_000.5, 120_250, 22_400, 12_100]], format: .currency("USD")),
        category: "Product", values: ["Sales"])
    },
    SVGCase(name: "donut-series") {
      titled(
        try ChartModel(
          .donut, "Printer sales by representative",
          categories: Column(["Ann Beebe", "Juan Pereira", "Marc Dill", "Li Wei"]),
          series: ["Laser", "Inkjet", "Label"], values: [[12, 8, 15, nil], [5, 11, nil, nil], [2, 6, nil, 7]]),
        category: "Representative", values: ["Units"])
    },
  ]
}
