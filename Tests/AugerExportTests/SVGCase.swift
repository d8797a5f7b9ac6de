import AugerCharts
import AugerColumns
import AugerExport
import Testing

/// The charts whose pictures are recorded in `Fixtures/Cases/SVG`.
struct SVGCase: Sendable, CustomTestStringConvertible {
  let name: String
  var size = ChartSize(width: 640, height: 400)
  /// True if the dark theme is recorded too.
  var isDark = false
  let model: @Sendable () throws -> ChartModel

  var testDescription: String { name }

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  static let countries = ["Germany", "France", "United Kingdom", "United States", "Canada", "Australia"]

  /// Returns a number of a plausible series, the same on every platform.
  static func wave(_ index: Int, _ series: Int) -> Double {
    let parts = [3.1, 4.4, 5.2, 6.9, 6.1, 7.4, 8.8, 8.1, 7.0, 7.7, 9.4, 11.2]
    return parts[(index + 3 * series) % 12] * 100_000 * (1 - Double(series) * 0.22) + Double(index * 7919 % 1000) + 0.5
  }

  static func waves(_ categories: Int, _ series: Int) -> [[Double?]] {
    (0..<series).map { series in (0..<categories).map { wave($0, series) } }
  }

  static func titled(_ model: ChartModel, category: String = "", values: [String]) -> ChartModel {
    var model = model
    if !category.isEmpty { model.levels[0].title = category }
    for (index, title) in values.enumerated() { model.dimensions[index].title = title }
    return model
  }

  static let all: [SVGCase] =
    basic + [bulletSeries] + items + special + explored + windows + kinds + statistics + composed + graphs + axes
    + looks

  static let basic = [
    SVGCase(name: "column", isDark: true) {
      titled(
        try ChartModel(
          .column, "Sales by country and product", categories: countries, series: ["Bikes", "Components", "Clothing"],
          values: waves(6, 3), format: .currency("USD")), category: "Country", values: ["Sales"])
    },
    SVGCase(name: "column-single") {
      var model = titled(
        try ChartModel(
          .column, "Orders by month", categories: months, values: [[12, 15, 9, 22, 31, 18, 25, 27, 30, 12, 8, 5]]),
        category: "Month", values: ["Orders"])
      model.display.verticalAxisTitle = true
      model.display.horizontalAxisTitle = true
      return model
    },
    SVGCase(name: "stacked-column", isDark: true) {
      titled(
        try ChartModel(
          .stackedColumn, "Sales by quarter",
          categories: ["Q1 2024", "Q2 2024", "Q3 2024", "Q4 2024", "Q1 2025", "Q2 2025"],
          series: ["Bikes", "Components", "Clothing", "Accessories"], values: waves(6, 4),
          format: .currency("EUR")), category: "Quarter", values: ["Sales"])
    },
    SVGCase(name: "bar", isDark: true) {
      var model = titled(
        try ChartModel(
          .bar, "Revenue by reseller",
          categories: [
            "Brakes and Gears", "Excellent Riding Supplies", "Vigorous Exercise Company", "Totes & Baskets Company",
            "Retail Mall", "Corner Bicycle Supply", "Thorough Parts and Repair Services",
          ], values: [[877_107.19, 853_849.18, 841_908.77, 816_755.58, 799_277.9, 787_773.04, 746_317.53]],
          format: .currency(nil)), category: "Reseller", values: ["Revenue"])
      model.display.horizontalAxisTitle = true
      return model
    },
    SVGCase(name: "line", isDark: true) {
      var values = waves(12, 3)
      values[1][5] = nil
      return titled(
        try ChartModel(
          .line, "Monthly sales", categories: months, series: ["Bikes", "Components", "Clothing"], values: values,
          format: .rounded(0)), category: "Month", values: ["Sales"])
    },
    SVGCase(name: "area", isDark: true) {
      let days = Column((0..<60).map { CivilDate(days: Int32(19_724 + $0)) })
      return titled(
        try ChartModel(
          .area, "Visits a day", categories: days, series: ["Shop", "Web"],
          values: (0..<2).map { series in (0..<60).map { wave($0 % 7, series) / 1000 + Double($0) } }),
        category: "Day", values: ["Visits"])
    },
    SVGCase(name: "pie", isDark: true) {
      titled(
        try ChartModel(
          .pie, "Share of sales",
          categories: ["Mountain Bikes", "Road Bikes", "Touring Bikes", "Helmets", "Gloves", "Caps"],
          values: [[480_000, 351_000.5, 120_250, 22_400, 12_100, 3_050]], format: .currency("USD")),
        category: "Product", values: ["Sales"])
    },
    SVGCase(name: "pie-series", isDark: true) {
      titled(
        try ChartModel(
          .pie, "Printer sales by representative",
          categories: ["Ann Beebe", "Juan Pereira", "Marc Dill", "Li Wei", "Ola"],
          series: ["Laser", "Inkjet", "Label"],
          values: [[12, 8, 15, nil, 0], [5, 11, 4, nil, 7], [2, 6, 1, nil, 0]]), category: "Representative",
        values: ["Units"])
    },
    SVGCase(name: "horizontal-bullet", isDark: true) {
      try bullet(.horizontalBullet)
    },
    SVGCase(name: "vertical-bullet", isDark: true) {
      try bullet(.verticalBullet)
    },
  ]

  static func bullet(_ type: ChartType) throws -> ChartModel {
    func dimension(_ sequence: Int, _ title: String, _ values: [Double?]) -> ValueDimension {
      ValueDimension(sequence: sequence, title: title, format: .currency("USD"), cells: Column(values))
    }
    var model = ChartModel(
      name: "Performance", title: "Sales performance by region", type: type,
      levels: [CategoryLevel(column: "Region", values: Column(["North", "South", "East", "West"]))],
      dimensions: [
        dimension(1, "Actual", [275_000, 190_000, 132_000, nil]),
        dimension(2, "Bad", [150_000, 120_000, 140_000, 90_000]),
        dimension(3, "Satisfactory", [225_000, 180_000, 200_000, 160_000]),
        dimension(4, "Target", [250_000, 210_000, 220_000, 190_000]),
      ])
    model.display.legend = true
    return model
  }

  static let bulletSeries = SVGCase(name: "bullet-series") {
    func dimension(_ sequence: Int, _ title: String, _ values: [Double?]) -> ValueDimension {
      ValueDimension(sequence: sequence, title: title, cells: Column(values))
    }
    var model = ChartModel(
      name: "Performance", title: "Performance by region and team", type: .horizontalBullet,
      levels: [CategoryLevel(column: "Region", values: Column(["North", "South", "East"]))],
      series: [ChartLabel(value: .string("Field")), ChartLabel(value: .string("Inside"))], seriesColumn: "Team",
      dimensions: [
        dimension(1, "Actual", [27, 19, -4, 22, 31, 12]), dimension(2, "Bad", [15, 12, 14, 9, 20, 10]),
        dimension(3, "Satisfactory", [22, 18, 20, 16, 28, 15]), dimension(4, "Target", [25, 21, 22, 19, 30, nil]),
      ])
    model.display.legend = true
    return model
  }

  static let items = [
    SVGCase(name: "scatter", isDark: true) {
      var ages: [Int64] = []
      var sexes: [Int32] = []
      var values: [Double] = []
      for index in 0..<90 {
        ages.append(Int64(18 + index * 37 % 61))
        sexes.append(Int32(index % 2))
        values.append(19 + Double(index * 53 % 97) / 9 + Double(ages[index]) / 14 + Double(index % 2) * 1.5)
      }
      var model = ChartModel(
        name: "BMI", title: "BMI by age", type: .scatter,
        levels: [CategoryLevel(column: "age", title: "Age", values: Column([] as [Int64]))],
        series: [ChartLabel(value: .string("female")), ChartLabel(value: .string("male"))], seriesColumn: "sex",
        seriesTitle: "Sex",
        dimensions: [ValueDimension(title: "BMI", format: .rounded(2), cells: Column([] as [Double]))],
        items: ChartItems(category: Column(ages), series: sexes, values: [Column(values)]))
      model.display.horizontalAxisTitle = true
      model.display.verticalAxisTitle = true
      return model
    },
    SVGCase(name: "scatter-dates") {
      let moments = (0..<40).map { Timestamp(CivilDate(days: 19_000 + Int32($0 * $0 / 4)), hour: $0 % 24) }
      return ChartModel(
        name: "Readings", title: "Readings", type: .scatter,
        levels: [CategoryLevel(column: "at", values: Column([] as [Timestamp]))],
        dimensions: [ValueDimension(title: "Level", cells: Column([] as [Double]))],
        items: ChartItems(
          category: Column(moments), values: [Column((0..<40).map { Double($0 * 31 % 17) - 4.5 })]),
        thresholds: ChartThresholds(reference: 2, upper: 10, lower: -3))
    },
    SVGCase(name: "bubble", isDark: true) {
      var model = try ChartModel(
        .bubble, "Crime by state", categories: Column(["Ohio", "Texas", "Nevada", "Oregon", "Maine", "Utah"]),
        series: ["Burglary", "Larceny"], values: [[4.2, 5.1, 7.4, 3.9, 2.2, 3.1], [6.6, 8.2, 5.9, 7.7, 4.4, nil]])
      model.dimensions.append(
        ValueDimension(
          sequence: 2, title: "Cases",
          cells: Column([310, 920, 240, 150, 40, 90, 480, 1_400, 260, 330, 80, 70] as [Int64])))
      return titled(model, category: "State", values: ["Ratio"])
    },
    SVGCase(name: "data-grid", isDark: true) {
      let names = ["Road-150 Red", "Mountain-200 Black", "Touring-1000 Blue", "Sport-100 Helmet", "Water Bottle 30 oz"]
      let amounts: [Double?] = [1_847_818.63, 1_741_160.2, 1_363_000, nil, 12.5]
      return ChartModel(
        name: "Grid", title: "Best products", type: .dataGrid,
        levels: [CategoryLevel(column: "Product", values: Column(names))],
        dimensions: [ValueDimension(title: "Sales", cells: Column(amounts))],
        table: ChartTable(columns: [
          ChartTable.Column(title: "Product", isHeader: true, cells: Column(names)),
          ChartTable.Column(
            title: "Category", cells: Column(["Bikes", "Bikes", "Bikes", "Accessories", "Accessories"])),
          ChartTable.Column(title: "Orders", cells: Column([664, 1_084, 521, 3_083, 4_244] as [Int64])),
          ChartTable.Column(
            title: "Sales", cells: Column(amounts),
            texts: ["$1,847,818.63", "$1,741,160.20", "$1,363,000.00", "", "$12.50"], format: .currency(nil)),
        ]))
    },
  ]

  static let special = [
    SVGCase(name: "line-thresholds", isDark: true) {
      var model = titled(
        try ChartModel(
          .line, "Forecast with thresholds", categories: months,
          values: [[80, 95, 132, 120, 101, 64, 35, 52, 77, 96, 118, 127]]), category: "Month", values: ["Orders"])
      model.thresholds = ChartThresholds(reference: 90, upper: 120, lower: 40, predictiveStart: 9)
      return model
    },
    SVGCase(name: "column-thresholds", isDark: true) {
      var model = titled(
        try ChartModel(.column, "Forecast", categories: months, series: ["Plan", "Actual"], values: waves(12, 2)),
        category: "Month", values: ["Sales"])
      model.thresholds = ChartThresholds(reference: 500_000, upper: 1_000_000, predictiveStart: 10)
      return model
    },
    SVGCase(name: "negative") {
      try ChartModel(
        .column, "Profit and loss", categories: ["2019", "2020", "2021", "2022", "2023"], series: ["North", "South"],
        values: [[12.5, -8.25, -3, 4, 9], [-2, -11, 1.5, 6, -0.25]])
    },
    SVGCase(name: "negative-stacked") {
      try ChartModel(
        .stackedColumn, "Cash flow", categories: ["2019", "2020", "2021", "2022", "2023"],
        series: ["Operating", "Investing", "Other"],
        values: [[12.5, 8.25, 3, 4, 9], [-2, -11, -1.5, -6, -0.25], [1, nil, -2, 0, 3]])
    },
    SVGCase(name: "negative-bar") {
      try ChartModel(
        .bar, "Change", categories: ["Bikes", "Bells", "Caps"], values: [[0.12, -0.07, 0.035]], format: .percentage)
    },
    SVGCase(name: "long-labels") {
      try ChartModel(
        .column,
        "Labels that are too long to stand beside each other and a title that takes more than one line of the picture",
        categories: (0..<18).map { "Department \($0 + 1) of Something" },
        values: [(0..<18).map { Double($0 * 13 % 17) + 1 }])
    },
    SVGCase(name: "wrapped-labels", size: ChartSize(width: 400, height: 300)) {
      try ChartModel(
        .column, "Wrapped",
        categories: ["Research and Development", "Sales and Marketing", "Quality Assurance", "Production"],
        values: [[4, 3, 8, 5]])
    },
    SVGCase(name: "many-categories") {
      try ChartModel(.column, categories: (0..<150).map { "SKU-\(1000 + $0)" }, values: [(0..<150).map { wave($0, 0) }])
    },
    SVGCase(name: "many-series") {
      try ChartModel(
        .line, "Sixteen series", categories: months, series: (1...16).map { "Series \($0)" },
        values: (0..<16).map { s in (0..<12).map { wave($0, s % 4) / 1000 + Double(s) * 40 } })
    },
    SVGCase(name: "one-category") { try ChartModel(.column, "One", categories: ["Only"], values: [[5]]) },
    SVGCase(name: "one-point") { try ChartModel(.line, "One point", categories: ["Only"], values: [[5]]) },
    SVGCase(name: "all-null") {
      try ChartModel(.line, "Nothing measured", categories: ["a", "b", "c"], values: [[nil, nil, nil]])
    },
    SVGCase(name: "empty") { try ChartModel(.column, "Nothing", categories: [], values: [[]]) },
    SVGCase(name: "strange") {
      try ChartModel(
        .bar, "<Quotes> \"&\" bell \u{7} é 🚲 日本", categories: ["", "<b>", "Ωμέγα", "Привет", "日本語", "line\nbreak"],
        values: [[.nan, 1e300, -1e300, .infinity, 0, -0.0]])
    },
    SVGCase(name: "small", size: ChartSize(width: 200, height: 120)) {
      try ChartModel(.column, "Small picture", categories: countries, series: ["a", "b"], values: waves(6, 2))
    },
    SVGCase(name: "data-grid-narrow", size: ChartSize(width: 290, height: 190)) {
      let values = waves(4, 6).map { $0.map { $0.map { $0 * 31.7 } } }
      return titled(
        try ChartModel(
          .dataGrid, "Sales", categories: Column(["2021", "2022", "2023", "2024"]),
          series: ["Asia Pacific", "Europe", "North America", "South America", "Africa", "Antarctica"], values: values,
          format: .currency("USD")), category: "Year", values: [])
    },
    SVGCase(name: "german") {
      var model = titled(
        try ChartModel(
          .column, "Umsatz", categories: ["Jänner", "Feber", "März"], values: [[1_500_000, 2_250_000, 900_000]],
          format: .currency("EUR")), values: ["Umsatz"])
      model.locale = ChartLocale("de_AT")
      return model
    },
    SVGCase(name: "instants") {
      let noon = try #require(CivilDate(year: 2024, month: 3, day: 29))
      let moments = (0..<24).map { Scalar.timestamp(Timestamp(noon, hour: 4 * $0)) }
      var model = try ChartModel(
        .line, "Load", categories: Column(.timestamp(zone: "UTC"), moments), values: [(0..<24).map { wave($0, 0) }])
      model.locale = ChartLocale("en_GB", timeZone: "America/New_York")
      return model
    },
    SVGCase(name: "zoomed") {
      var model = try ChartModel(
        .column, "By year", categories: Column([1, 2, 1, 2] as [Int64]), values: [[10, 20, 15, nil]])
      model.levels.append(
        CategoryLevel(
          column: "Year", values: Column([2024, 2025] as [Int64]), firstChild: [0, 2], lastChild: [1, 3],
          cells: [Column([30, 15] as [Double?])]))
      model.visibleLevel = 1
      return model
    },
  ]

  static let dashboard: @Sendable (Theme, ChartSize) throws -> DashboardSVG = { theme, size in
    let isLandscape = size.width > size.height
    func model(_ name: String) throws -> ChartModel {
      try #require(all.first { $0.name == name }).model()
    }
    let frames =
      isLandscape
      ? [(1.0, 1.0, 48.5, 48.5), (50.5, 1, 48.5, 48.5), (1, 51, 32, 48), (34, 51, 32, 48), (67, 51, 32, 48)]
      : [(1, 1, 98, 24), (1, 26, 98, 24), (1, 51, 98, 22), (1, 74, 48.5, 25), (50.5, 74, 48.5, 25)]
    let names = ["column", "line-thresholds", "bar", "pie", "scatter"]
    return DashboardSVG(
      title: "Sales overview", size: size,
      items: try zip(names, frames).map { name, frame in
        DashboardSVG.Item(
          try model(name), frame: ChartFrame(x: frame.0, y: frame.1, width: frame.2, height: frame.3))
      }, theme: theme)
  }
}
