import AugerCharts
import AugerColumns
import AugerExport

/// Charts with axis options.
extension SVGCase {
  static let axes: [SVGCase] = [
    SVGCase(name: "axis-range") {
      try with(
        ChartModel(.line, "Temperature", categories: months, values: [[3, 4, 8, 12, 17, 21, 24, 23, 18, 12, 7, 33]])
      ) {
        set(&$0.axes.value, [(.range, "0..25"), (.ticks, "every 5")])
      }
    },
    SVGCase(name: "axis-gap", isDark: true) {
      try with(
        ChartModel(
          .column, "Orders by region", categories: Column(["North", "East", "South", "West"]),
          series: ["Shop", "Web"], values: [[120, 95, 4200, 150], [88, 140, 3900, nil]])
      ) {
        set(&$0.axes.value, [(.gaps, "200..3800"), (.range, "0..4300")])
      }
    },
    SVGCase(name: "axis-weekends", isDark: true) {
      let days = (0..<42).map { CivilDate(days: Int32(19_722 + $0)) }.filter {
        ![5, 6].contains((Int($0.days) + 3) % 7)
      }
      let closes = days.indices.map { 40 + Double($0 * 37 % 11) / 2 + Double($0) / 6 }
      var model = try ChartModel(.candlestick, "Share price on weekdays", categories: Column(days), values: [closes])
      func dimension(_ sequence: Int, _ title: String, _ change: (Int) -> Double) -> ValueDimension {
        ValueDimension(
          sequence: sequence, title: title, cells: Column(closes.indices.map { closes[$0] + change($0) }))
      }
      model.dimensions = [
        dimension(1, "Open") { Double($0 * 7 % 5) / 2 - 1 }, dimension(2, "High") { _ in 1.75 },
        dimension(3, "Low") { -1.5 - Double($0 % 2) / 2 }, dimension(4, "Close") { _ in 0 },
      ]
      return with(model) { set(&$0.axes.category, [(.gaps, "weekends"), (.ticks, "every 2 weeks")]) }
    },
    SVGCase(name: "axis-dates") {
      let days = (0..<120).map { CivilDate(days: Int32(19_722 + $0)) }
      let values = days.indices.map { wave($0 % 30, 0) / 1000 + Double($0) }
      return try with(ChartModel(.line, "Visits without the holidays", categories: Column(days), values: [values])) {
        set(
          &$0.axes.category,
          [
            (.range, "2024-01-15..2024-04-15"), (.gaps, "2024-02-10..2024-02-25"),
            (.ticks, "2024-01-15, 2024-02-01, 2024-03-01, 2024-04-01"), (.crossing, "2024-03-15"),
          ])
      }
    },
    SVGCase(name: "axis-crossing") {
      try with(
        ChartModel(
          .bar, "Index, 2015 = 100", categories: Column([2019, 2020, 2021, 2022, 2023] as [Int64]),
          values: [[104, 91.5, 98, 110, 117.25]])
      ) {
        set(&$0.axes.value, [(.crossing, "100"), (.padding, "0.1"), (.ticks, "90, 100, 110, 120")])
      }
    },
    SVGCase(name: "axis-second", isDark: true) {
      var model = try ChartModel(
        .column, "Orders and complaints", categories: Array(months.prefix(8)),
        series: ["Orders", "Returns", "Complaints"],
        values: [
          [510, 480, 520, 610, 590, 640, 700, 690], [500, 500, 550, 600, 600, 650, 650, 700],
          [0.12, 0.1, 0.94, 0.2, 0.18, nil, 0.98, 0.24],
        ])
      for index in 0..<3 { model.series[index].layer = index }
      model.layers = [
        ChartLayer(name: "Orders", title: "Orders", type: .column),
        ChartLayer(name: "Returns", title: "Returns", type: .line),
        ChartLayer(name: "Complaints", title: "Complaints", type: .column, axis: .secondary, format: .percentage),
      ]
      return with(model) {
        set(&$0.axes.value, [(.range, "0..700")])
        set(&$0.axes.secondValue, [(.range, "0..1"), (.ticks, "0, 0.1, 0.2, 0.9, 1"), (.gaps, "0.3..0.85")])
      }
    },
    SVGCase(name: "axis-second-crossing") {
      var model = try ChartModel(
        .line, "Temperature and rain", categories: Array(months.prefix(6)), series: ["Temperature", "Rain"],
        values: [[3, 4, 8, 12, 17, 21], [120, 90, 70, 105, 130, 99]])
      model.series[1].layer = 1
      model.layers = [
        ChartLayer(name: "T", title: "Temperature", type: .line),
        ChartLayer(name: "R", title: "Rain, usual 100", type: .column, axis: .secondary),
      ]
      return with(model) {
        set(&$0.axes.secondValue, [(.crossing, "100"), (.padding, "0.1"), (.ticks, "every 10")])
      }
    },
    SVGCase(name: "axis-gap-stacked", isDark: true) {
      try with(
        ChartModel(
          .stackedColumn, "Orders by region", categories: ["North", "East", "South", "West"],
          series: ["Shop", "Web", "Phone"],
          values: [[120, 95, 4200, 150], [88, 140, 900, nil], [20, 33, 80, 41]])
      ) {
        set(&$0.axes.value, [(.gaps, "300..3900"), (.range, "0..5200")])
      }
    },
    SVGCase(name: "axis-gap-stacked-bar") {
      try with(
        ChartModel(
          .stackedBar, "Orders by region", categories: Column(["North", "East", "South"]), series: ["Shop", "Web"],
          values: [[120, -95, 2200], [88, 140, 900]])
      ) {
        set(&$0.axes.value, [(.gaps, "300..1900")])
      }
    },
    SVGCase(name: "axis-gap-stacked-area") {
      let days = Column((0..<12).map { CivilDate(days: Int32(19_724 + $0)) })
      return try with(
        ChartModel(
          .stackedArea, "Visits", categories: days, series: ["Web", "Shop"],
          values: [
            [20, 30, 25, 40, 900, 950, 910, 35, 30, 42, 38, 20], [10, 12, 9, 14, 40, 60, 35, 12, 10, 9, 11, 8],
          ])
      ) {
        set(&$0.axes.value, [(.gaps, "100..850")])
      }
    },
    SVGCase(name: "axis-logarithmic-large") {
      let model = ChartModel(
        name: "Bodies", title: "Mass and radius", type: .bubble,
        levels: [CategoryLevel(column: "m", title: "Mass", values: Column([] as [Double]))],
        dimensions: [
          ValueDimension(title: "Radius", cells: Column([] as [Double])),
          ValueDimension(sequence: 2, title: "Moons", cells: Column([] as [Double])),
        ],
        items: ChartItems(
          category: Column([1.0, 50, 4_000, 90_000, 2_000_000, 30_000_000]),
          values: [
            Column([0.02, 1, 600, 40_000, 9_000_000, 1_500_000_000]),
            Column([5_000.0, 20_000, 60_000, 90_000, 140_000, 180_000]),
          ]))
      return with(model) {
        $0.valueAxis = .logarithmic
        $0.levels[0].axis = .logarithmic
      }
    },
    SVGCase(name: "axis-logarithmic") {
      let ages = (0..<40).map { (n: Int) -> Double in Double(1 + n * n * 13 % 997) }
      let times = (0..<40).map { (n: Int) -> Double in Double(2 + n * 31 % 400) }
      let model = ChartModel(
        name: "Points", title: "Points on two logarithmic axes", type: .scatter,
        levels: [CategoryLevel(column: "n", title: "n", values: Column([] as [Double]))],
        dimensions: [ValueDimension(title: "time", cells: Column([] as [Double]))],
        items: ChartItems(
          category: Column(ages), values: [Column(times)]))
      return with(model) {
        $0.valueAxis = .logarithmic
        $0.levels[0].axis = .logarithmic
        set(&$0.axes.value, [(.range, "1..1000"), (.ticks, "1, 10, 100, 1000")])
        set(&$0.axes.category, [(.range, "1..1000"), (.crossing, "10")])
      }
    },
  ]

  private static func with(_ model: ChartModel, _ change: (inout ChartModel) -> Void) -> ChartModel {
    var model = model
    change(&model)
    return model
  }

  static func set(_ axis: inout AxisOptions, _ parts: [(AxisOptions.Part, String)]) {
    for (part, text) in parts where !axis.set(part, text) { axis.padding = .nan }
  }
}
