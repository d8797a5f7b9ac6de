import AugerCharts
import AugerColumns
import Testing

/// Charts of statistics, prices and parts of wholes.
extension SVGCase {
  static let statistics: [SVGCase] = prices + spreads + periods + matrices + trees + spaced + points

  /// Returns a chart of several values without series.
  private static func several(
    _ type: ChartType, _ title: String, category: CategoryLevel, _ values: [(title: String, cells: [Double?])]
  ) -> ChartModel {
    ChartModel(
      name: title, title: title, type: type, levels: [category],
      dimensions: values.enumerated().map { index, value in
        ValueDimension(sequence: index + 1, title: value.title, cells: Column(value.cells))
      })
  }

  private static func days(_ count: Int, every: (Int) -> Int = { $0 }) -> CategoryLevel {
    CategoryLevel(column: "Day", values: Column((0..<count).map { CivilDate(days: Int32(19_724 + every($0))) }))
  }

  /// Returns a market chart of working days. Weekends leave gaps.
  private static func market(_ type: ChartType) -> ChartModel {
    var open: [Double?] = []
    var (high, low, close) = (open, open, open)
    var price = 100.0
    for index in 0..<40 {
      let move = Double(index * 7919 % 17) / 4 - 1.9
      open.append(price)
      close.append(price + move)
      high.append(max(price, price + move) + Double(index * 31 % 7) / 5)
      low.append(min(price, price + move) - Double(index * 53 % 5) / 4)
      price += move
    }
    close[20] = nil
    return several(
      type, "Share price", category: days(40) { $0 / 5 * 7 + $0 % 5 },
      [("Open", open), ("High", high), ("Low", low), ("Close", close)])
  }

  private static let prices: [SVGCase] = [
    SVGCase(name: "candlestick", isDark: true) { market(.candlestick) },
    SVGCase(name: "ohlc", isDark: true) { market(.ohlc) },
    SVGCase(name: "band", isDark: true) {
      func curve(_ factor: Int, _ start: Double) -> [Double?] {
        (0..<45).map { (day: Int) -> Double? in Double(day * factor % 11) / 2 + Double(day) / 6 + start }
      }
      var low = curve(37, -6)
      low[20] = nil
      low[22] = nil
      return several(
        .band, "Temperatures of a day", category: days(45),
        [("Low", low), ("High", curve(53, 4))])
    },
    SVGCase(name: "range-column") {
      let low: [Double?] = [52, 55, 50, 61, nil, 48, 51]
      let high: [Double?] = [110, 125, 96, 61, nil, 132, 118]
      return several(.rangeColumn, "Heart rate by day", category: days(7), [("Low", low), ("High", high)])
    },
    SVGCase(name: "polygon", isDark: true) {
      let x: [Double] = [0, 10, 10, 0, 12, 18, 12, 14]
      let y: [Double] = [0, 0, 10, 10, 2, 5, 8, 5]
      return corners(
        .polygon, "Regions of any shape", series: ["Square", "Arrow"], of: (0..<8).map { Int32($0 / 4) }, x: x,
        [("y", y)])
    },
    SVGCase(name: "contour", isDark: true) {
      let x = (0..<30).map { (n: Int) -> Double in Double(n % 6) }
      let y = (0..<30).map { (n: Int) -> Double in Double(n / 6) }
      let heights = zip(x, y).map { x, y -> Double in 20 - 2 * (x - 2.5) * (x - 2.5) - 3 * (y - 2) * (y - 2) }
      return corners(.contour, "Heights of a hill", x: x, [("y", y), ("Height", heights)])
    },
    SVGCase(name: "waterfall", isDark: true) {
      titled(
        try ChartModel(
          .waterfall, "From revenue to profit",
          categories: Column(["Revenue", "Cost of goods", "Salaries", "Marketing", "Subsidies", "Interest", "Taxes"]),
          values: [[1_240_000, -520_000, -310_500, -96_000, 45_000, nil, -88_200]], format: .currency("EUR")),
        category: "Item", values: ["Amount"])
    },
  ]

  private static let spreads: [SVGCase] = [
    SVGCase(name: "box-plot", isDark: true) {
      let series = ["female", "male"]
      let medians: [Double] = [22.1, 24.3, 25.8, 26.4, 23.9, 25.7, 27.1, 27.5]
      func cells(_ offset: (Int) -> Double) -> Column { Column(medians.enumerated().map { $1 + offset($0) }) }
      var model = ChartModel(
        name: "BMI", title: "BMI by age", type: .boxPlot,
        levels: [CategoryLevel(column: "Age", values: Column(["18-29", "30-44", "45-59", "60+"]))],
        series: series.map { ChartLabel(value: .string($0)) }, seriesColumn: "Sex", seriesTitle: "Sex",
        dimensions: [
          ValueDimension(sequence: 1, title: "Lower whisker", cells: cells { -5 - Double($0 % 3) }),
          ValueDimension(sequence: 2, title: "First quartile", cells: cells { -2 - Double($0 % 2) / 2 }),
          ValueDimension(sequence: 3, title: "Median", cells: cells { _ in 0 }),
          ValueDimension(sequence: 4, title: "Third quartile", cells: cells { 2 + Double($0 % 4) / 3 }),
          ValueDimension(sequence: 5, title: "Upper whisker", cells: cells { 6 + Double($0 * 7 % 5) }),
        ])
      model.outliers = ChartOutliers(
        categories: [0, 0, 1, 3, 3, 3], series: [0, 1, 0, 1, 1, 1], values: Column([33.5, 12, 41.25, 44, 47.5, 47.5]))
      return model
    },
    SVGCase(name: "error-bar", isDark: true) {
      several(
        .errorBar, "Measured decay",
        category: CategoryLevel(column: "x", values: Column([0.5, 1, 2, 3.5, 5, 8])),
        [
          ("Counts", [98, 84, 66, 41, nil, 12]), ("Error", [6, 5.5, 5, 4, 3, 2.5]),
          ("Error of x", [0.2, 0.3, 0.3, 0.4, 0.4, 0.6]), ("Correlation", [0, 0.6, -0.8, 0.3, 0, nil]),
        ])
    },
    SVGCase(name: "error-bar-names") {
      several(
        .errorBar, "Survey", category: CategoryLevel(column: "Group", values: Column(["A", "B", "C"])),
        [("Mean", [4.2, 3.1, 5]), ("Error", [0.4, nil, 0.9])])
    },
    SVGCase(name: "region", isDark: true) {
      several(
        .region, "BMI classes",
        category: CategoryLevel(column: "Class", values: Column(["Underweight", "Normal", "Overweight", "Obese"])),
        [("From", [15, 18.5, 25, 30]), ("To", [18.5, 25, 30, 40])])
    },
  ]

  /// Incomplete periods: the last year has data for six months, and the last quarter for one month.
  private static let periods: [SVGCase] = [
    SVGCase(name: "incomplete-year", isDark: true) {
      var model = titled(
        try ChartModel(
          .column, "Revenue by year", categories: Column([2021, 2022, 2023, 2024] as [Int64]),
          series: ["Bikes", "Clothing"],
          values: [[4.1, 4.9, 5.6, 2.7], [1.2, 1.1, 1.6, 0.9]].map { $0.map { $0 * 1e6 } },
          format: .currency("USD")), category: "Year", values: ["Revenue"])
      model.incompletePeriod = IncompletePeriod(category: 3, lastDay: date(2024, 6, 30), end: date(2024, 12, 31))
      return model
    },
    SVGCase(name: "incomplete-quarter") {
      var model = titled(
        try ChartModel(
          .line, "Orders by quarter", categories: ["Q1 2023", "Q2 2023", "Q3 2023", "Q4 2023", "Q1 2024", "Q2 2024"],
          values: [[310, 342, 355, 402, 338, 121]]),
        category: "Quarter", values: ["Orders"])
      model.status = "As of May 2"
      model.incompletePeriod = IncompletePeriod(category: 5, lastDay: date(2024, 5, 1), end: date(2024, 6, 30))
      return model
    },
  ]

  private static func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
    CivilDate(year: year, month: month, day: day) ?? CivilDate(days: 0)
  }

  private static func orders(day: Int) -> [Double?] {
    (0..<12).map { (month: Int) -> Double? in
      day == 4 && month == 7 ? nil : Double((month * 37 + day * 53) % 90 + 10 * day)
    }
  }

  private static let matrices: [SVGCase] = [
    SVGCase(name: "heatmap", isDark: true) {
      titled(
        try ChartModel(
          .heatmap, "Orders by month and weekday", categories: Column(months),
          series: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
          values: (0..<5).map(orders)), category: "Month", values: ["Orders"])
    },
    SVGCase(name: "heatmap-diverging") {
      titled(
        try ChartModel(
          .heatmap, "Correlation", categories: Column(["a", "b", "c", "d"]), series: ["a", "b", "c", "d"],
          values: [[1, 0.4, -0.7, 0], [0.4, 1, -0.2, 0.1], [-0.7, -0.2, 1, -0.5], [0, 0.1, -0.5, 1]],
          format: .rounded(1)), values: ["r"])
    },
  ]

  private static let trees: [SVGCase] = [
    SVGCase(name: "treemap", isDark: true) {
      var model = titled(
        try ChartModel(
          .treeMap, "Sales by product",
          categories: Column([
            "Road Bikes", "Mountain Bikes", "Touring Bikes", "Helmets", "Tires", "Bottles", "Racks", "Jerseys",
            "Shorts", "Gloves",
          ]), values: [[510, 480, 215, 96, 74, 22, 18, 88, 61, 30]], format: .currency("USD")),
        category: "Product", values: ["Sales"])
      model.levels.append(
        CategoryLevel(
          column: "Category", values: Column(["Bikes", "Accessories", "Clothing"]), firstChild: [0, 3, 7],
          lastChild: [2, 6, 9], cells: [Column([1205.0, 210, 179])]))
      model.visibleLevel = 0
      return model
    },
    SVGCase(name: "treemap-color") {
      var model = try ChartModel(
        .treeMap, "Sales and growth", categories: Column(countries), values: [[880, 640, 512, 1_310, 402, -230]])
      model.dimensions.append(
        ValueDimension(
          sequence: 2, title: "Growth", format: .percentage, cells: Column([0.12, -0.04, 0.01, 0.2, nil, 0])))
      return titled(model, category: "Country", values: ["Sales", "Growth"])
    },
    SVGCase(name: "treemap-series") {
      titled(
        try ChartModel(
          .treeMap, "Sales by country and product", categories: Column(countries),
          series: ["Bikes", "Components", "Clothing"], values: waves(6, 3), format: .currency("USD")),
        category: "Country", values: ["Sales"])
    },
  ]

  private static func numbers(_ factor: Int, _ modulus: Int) -> [Double] {
    (0..<40).map { (index: Int) -> Double in Double(1 + index * factor % modulus) }
  }

  private static func people(_ type: ChartType, _ values: [(String, [Double])]) -> ChartModel {
    ChartModel(
      name: "People", title: "Income and age", type: type,
      levels: [CategoryLevel(column: "income", title: "Income", values: Column([] as [Double]))],
      dimensions: values.enumerated().map {
        ValueDimension(sequence: $0 + 1, title: $1.0, cells: Column([] as [Double]))
      },
      items: ChartItems(
        category: Column((0..<40).map { (index: Int) -> Double in Double(10 * (1 << (index % 14)) + index) }),
        values: values.map { Column($0.1) }))
  }

  /// Points on several kinds of axes, and bins.
  private static let points: [SVGCase] = [
    SVGCase(name: "scatter-log") {
      var model = people(.scatter, [("Age", numbers(1, 40))])
      model.levels[0].axis = .logarithmic
      model.valueAxis = .logarithmic
      return model
    },
    SVGCase(name: "bubble-numbers", isDark: true) {
      var model = people(
        .bubble,
        [("Age", numbers(37, 50)), ("Visits", numbers(53, 90))])
      model.levels[0].axis = .logarithmic
      return model
    },
    SVGCase(name: "histogram", isDark: true) {
      var model = titled(
        try ChartModel(
          .histogram, "Rows by age", categories: Column([18.0, 26, 34, 42, 50, 58, 66]), series: ["female", "male"],
          values: [[12, 18, 31, 40, 22, 9, 4], [10, 21, 28, 37, 25, 0, 6]]), category: "Age", values: ["Rows"])
      model.levels[0].upperEdges = Column([26.0, 34, 42, 50, 58, 66, 74])
      return model
    },
    SVGCase(name: "column-log") {
      var model = try ChartModel(
        .column, "Populations", categories: countries, values: [[12, 450, 38_000, 900_000, 5, 70]])
      model.valueAxis = .logarithmic
      return model
    },
  ]

  /// Categories that are numbers or times, spaced proportionally.
  private static let spaced: [SVGCase] = [
    SVGCase(name: "column-dates", isDark: true) {
      let days = Column([0, 1, 2, 5, 6, 7, 8, 13, 14, 15].map { CivilDate(days: 19_724 + $0) })
      return titled(
        try ChartModel(
          .column, "Orders by day", categories: days, series: ["Shop", "Web"],
          values: [[3, 5, 2, 6, 7, 4, 3, 8, 2, 5], [1, 2, 2, 4, 1, 2, 5, 3, 3, 1]]), category: "Day", values: ["Orders"]
      )
    },
    SVGCase(name: "bar-dates") {
      let months = try (0..<9).map { try #require(CivilDate(year: 2024, month: 1 + $0 + ($0 > 4 ? 2 : 0), day: 1)) }
      return titled(
        try ChartModel(.bar, "Orders by month", categories: Column(months), values: [[3, 5, 2, 6, 7, 4, 3, 8, 2]]),
        category: "Month", values: ["Orders"])
    },
    SVGCase(name: "column-years") {
      titled(
        try ChartModel(
          .column, "Editions by year", categories: Column([1990, 1992, 1994, 1996, 1998, 2002, 2004, 2008] as [Int64]),
          values: [[3, 5, 2, 6, 7, 4, 3, 8]]), category: "Year", values: ["Editions"])
    },
    SVGCase(name: "line-hours") {
      titled(
        try ChartModel(
          .line, "Load by hour", categories: Column([0, 1, 2, 3, 4, 7, 8, 9, 10, 14, 18, 20, 22, 23] as [Int64]),
          values: [(0..<14).map { wave($0 % 12, 0) / 1000 }]), category: "Hour", values: ["Load"])
    },
    SVGCase(name: "column-keys") {
      titled(
        try ChartModel(
          .column, "Sales by product number", categories: Column([3, 17, 210, 4_411] as [Int64]),
          values: [[3, 5, 2, 6]]),
        category: "Product", values: ["Sales"])
    },
  ]

  /// Composed charts: layers, nodes and cells.
  static let composed: [SVGCase] = [
    SVGCase(name: "overlay", isDark: true) {
      var model = try ChartModel(
        .column, "Sales and margin", categories: Array(months.prefix(8)), series: ["Sales", "Plan", "Margin"],
        values: [
          [510, 480, 520, 610, 590, 640, 700, 690], [500, 500, 550, 600, 600, 650, 650, 700],
          [0.12, 0.1, 0.14, 0.2, 0.18, nil, 0.22, 0.24],
        ])
      for index in 0..<3 { model.series[index].layer = index }
      model.layers = [
        ChartLayer(name: "Sales", title: "Sales", type: .column),
        ChartLayer(name: "Plan", title: "Plan", type: .column),
        ChartLayer(name: "Margin", title: "Margin", type: .line, axis: .secondary, format: .percentage),
      ]
      return model
    },
    SVGCase(name: "diagram", isDark: true) {
      var model = try ChartCase.diagram.model()
      model.title = "Economic value added"
      return model
    },
    SVGCase(name: "forecast", isDark: true) {
      var model = try ChartCase.forecast.model()
      model.valueAxis = .linear
      return model
    },
    SVGCase(name: "grid-charts", isDark: true) { try ChartCase.grid.model() },
  ]

  /// Returns a chart of points, or of corners, at numbers.
  private static func corners(
    _ type: ChartType, _ title: String, series: [String] = [], of numbers: [Int32]? = nil, x: [Double],
    _ values: [(title: String, numbers: [Double])]
  ) -> ChartModel {
    let empty = Column([] as [Double])
    return ChartModel(
      name: title, title: title, type: type, levels: [CategoryLevel(column: "x", title: "x", values: empty)],
      series: series.isEmpty ? [ChartLabel(value: .null)] : series.map { ChartLabel(value: .string($0)) },
      seriesTitle: series.isEmpty ? "" : "Region",
      dimensions: values.map { ValueDimension(title: $0.title, cells: empty) },
      items: ChartItems(category: Column(x), series: numbers, values: values.map { Column($0.numbers) }))
  }
}
