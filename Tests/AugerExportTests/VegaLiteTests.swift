import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Foundation
import TestSupport
import Testing

@Suite struct VegaLiteTests {
  private static let cases = SVGCase.all.filter {
    (try? $0.model()).map { (try? VegaLite().data(for: $0)) != nil } == true
  }

  /// Returns all objects of a specification that have a member with this name.
  private static func objects(_ value: Any, with name: String) -> [[String: Any]] {
    if let list = value as? [Any] { return list.flatMap { objects($0, with: name) } }
    guard let object = value as? [String: Any] else { return [] }
    return (object[name] == nil ? [] : [object]) + object.values.flatMap { objects($0, with: name) }
  }

  private static func spec(_ model: ChartModel) throws -> [String: Any] {
    let bytes = try VegaLite().data(for: model)
    return try #require(try JSONValue(Data(bytes)).plain as? [String: Any])
  }

  /// Returns the rows of all data in a specification.
  private static func rows(_ spec: Any) -> [[String: Any]] {
    objects(spec, with: "values").compactMap { $0["values"] as? [[String: Any]] }.flatMap { $0 }
      .filter { $0["series"] != nil }
  }

  @Test func `Tables, treemaps, graphs and diagrams fail, and all others are written`() throws {
    for chart in SVGCase.all {
      let model = try chart.model()
      let isDrawn: Bool
      switch model.type {
      case .dataGrid, .treeMap, .graph: isDrawn = false
      default: isDrawn = model.table == nil && model.diagram == nil
      }
      if isDrawn {
        #expect(try !VegaLite().data(for: model).isEmpty, "\(chart.name)")
      } else {
        let error = #expect(throws: AugerError.self, "\(chart.name)") { try VegaLite().data(for: model) }
        #expect(error?.code == .noVegaLite)
      }
    }
    #expect(Self.cases.count > 100)
  }

  @Test(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
  func `Specifications are valid for the Vega-Lite schema`() throws {
    let file = "data/vega-lite/schema/vega-lite-schema-v6.4.1-uri-safe.json"
    let schema = try #require(Shared.existing(file))
    let check = try JSONSchemaCheck(String(contentsOf: schema, encoding: .utf8))
    for chart in Self.cases {
      let findings = try check.findings(in: VegaLite().data(for: chart.model()))
      #expect(findings == [], "\(chart.name)")
    }
    // Verify that the check detects an error.
    let wrong = #"{"$schema": "", "data": {"values": []}, "mark": "no mark", "encoding": {}}"#
    #expect(try !check.findings(in: Array(wrong.utf8)).isEmpty)
  }

  @Test(arguments: cases)
  func `The numbers in a specification equal those of the model`(chart: SVGCase) throws {
    let model = try chart.model()
    var compared = 0
    for (own, spec) in try Self.parts(model) {
      let rows = Self.rows(spec)
      guard own.items == nil, own.type != .scatter, own.type != .bubble, own.visibleLevel == 0 else {
        compared += try Self.compareItems(own, rows)
        continue
      }
      // The corners of an ellipse are not values.
      for row in rows where row["outlier"] == nil && row["ring"] == nil {
        let series = try #require((row["seriesIndex"] as? Double).map { Int($0) })
        let category = try #require((row["categoryIndex"] as? Double).map { Int($0) })
        for (name, dimension) in Self.fields(own) where row[name] != nil {
          // A mark with several values, or one series for each value.
          let (step, place) = series.quotientAndRemainder(dividingBy: own.series.count)
          let expected = own[dimension: dimension + step, series: place, category: category].doubleValue
          #expect(row[name] as? Double == expected?.finite, "\(chart.name) \(name)")
          compared += expected == nil ? 0 : 1
        }
      }
    }
    #expect(compared > 0 || Self.isEmpty(model), "\(chart.name)")
  }

  private static func isEmpty(_ model: ChartModel) -> Bool {
    let columns = model.items.map { $0.values } ?? model.dimensions.map(\.cells)
    return columns.allSatisfy { $0.scalars.allSatisfy { $0.isNull } }
  }

  /// Returns the small multiples of a model with their parts of the specification, or the whole chart.
  private static func parts(_ model: ChartModel) throws -> [(ChartModel, Any)] {
    let spec = try spec(model)
    if model.multiples.isEmpty { return [(model, spec)] }
    let charts = try #require(spec["concat"] as? [Any])
    #expect(charts.count == model.multiples.count)
    return zip(model.multiples, charts).map { ($0.model, $1) }
  }

  /// Returns the names of values in rows.
  private static func fields(_ model: ChartModel) -> [(String, Int)] {
    guard model.layers.isEmpty else { return [("value", 0)] }
    switch model.type {
    case .band, .region, .rangeColumn: return [("low", 0), ("high", 1)]
    case .candlestick, .ohlc: return [("open", 0), ("high", 1), ("low", 2), ("close", 3)]
    case .horizontalBullet, .verticalBullet: return [("actual", 0), ("bad", 1), ("satisfactory", 2), ("target", 3)]
    case .boxPlot:
      let names = ["lowerWhisker", "lowerQuartile", "median", "upperQuartile", "upperWhisker"]
      return names.enumerated().map { ($1, $0) }
    case .errorBar: return [("value", 0), ("error", 1)]
    default: return [("value", 0)]
    }
  }

  private static func compareItems(_ model: ChartModel, _ rows: [[String: Any]]) throws -> Int {
    let columns = model.items.map { $0.values } ?? (model.visibleLevel == 0 ? model.dimensions.map(\.cells) : [])
    guard !columns.isEmpty else { return 1 }
    for row in rows {
      guard let item = (row["item"] as? Double).map({ Int($0) }) else { continue }
      #expect(row["value"] as? Double == columns[0][item].doubleValue)
      if let size = row["size"] as? Double { #expect(size == columns[1][item].doubleValue?.magnitude) }
    }
    return rows.count
  }

  @Test(arguments: cases)
  func `All values are in the domain of their axis`(chart: SVGCase) throws {
    let model = try chart.model()
    // Values outside an axis range or a window are outside the domain.
    let isCut = model.state.verticalRange != nil || model.state.horizontalRange != nil
    guard model.axes.isEmpty, !isCut, model.layers.isEmpty else { return }
    for (own, spec) in try Self.parts(model) {
      let rows = Self.rows(spec)
      for name in ["x", "y"] {
        for encoding in Self.objects(spec, with: name) {
          guard let channel = encoding[name] as? [String: Any], channel["type"] as? String == "quantitative",
            let field = channel["field"] as? String, let scale = channel["scale"] as? [String: Any],
            let domain = scale["domain"] as? [Double]
          else { continue }
          let isLogarithmic = scale["type"] as? String == "log"
          for value in rows.compactMap({ $0[field] as? Double }) where !isLogarithmic || value > 0 {
            #expect(value >= domain[0] && value <= domain[1], "\(chart.name) \(field) of \(own.name)")
          }
        }
      }
    }
  }

  @Test(arguments: [
    "column", "stacked-column", "bar", "line-hours", "line-thresholds", "area", "pie-series", "scatter", "bubble",
    "candlestick", "histogram", "box-plot", "heatmap", "waterfall", "error-bar", "overlay", "multiples", "forecast",
    "horizontal-bullet",
  ])
  func `A specification is byte for byte as recorded`(name: String) throws {
    let model = try #require(SVGCase.all.first { $0.name == name }).model()
    let bytes = try VegaLite().data(for: model)
    #expect(try Golden.difference(bytes, from: "Fixtures/Cases/VegaLite/\(name).vl.json") == nil)
    #expect(try VegaLite().data(for: model) == bytes)
  }

  @Test func `Values outside a window are clipped`() throws {
    for name in ["window-scatter", "window-values"] {
      guard let chart = SVGCase.all.first(where: { $0.name == name }) else { continue }
      let marks = Self.objects(try Self.spec(try chart.model()), with: "mark").compactMap {
        $0["mark"] as? [String: Any]
      }
      #expect(marks.contains { $0["clip"] as? Bool == true }, "\(name)")
    }
  }

  @Test func `Losses are listed`() throws {
    func losses(_ name: String) throws -> [String] {
      let spec = try Self.spec(try #require(SVGCase.all.first { $0.name == name }).model())
      return try #require((spec["usermeta"] as? [String: Any])?["exportLoss"] as? [String])
    }
    #expect(try losses("column") == [])
    #expect(try losses("axis-gap").contains("gaps of axes are drawn at full length"))
    #expect(try losses("annotations") == ["annotations are left out"])
    #expect(try losses("pie").contains("labels of slices are left out"))
    #expect(try losses("forecast") == [])
    #expect(try losses("line-thresholds") == ["items outside a threshold have no outline"])
  }

  /// The interval is an area, which requires two points to be visible.
  @Test func `The interval of a forecast starts at the last value`() throws {
    let model = try #require(SVGCase.all.first { $0.name == "forecast" }).model()
    let rows = Self.rows(try Self.spec(model))
    #expect(rows.map { $0["low"] as? Double } == [nil, 2, 2.5])
    #expect(rows.map { $0["high"] as? Double } == [nil, 2, 3.5])
  }

  @Test func `The target of a drilldown is included`() throws {
    var model = try ChartModel(.column, "Sales", categories: ["Europe", "Pacific"], values: [[1, 2]])
    let picks = ["Europe", "Pacific"].map { QueryArguments(["Region": .scalar(.string($0))]) }
    model.drill = DrillInfo(next: "Countries", categoryPicks: picks)
    let own = try #require((try Self.spec(model)["usermeta"] as? [String: Any])?["auger"] as? [String: Any])
    let drill = try #require(own["drill"] as? [String: Any])
    #expect(drill["next"] as? String == "Countries")
    #expect((drill["categories"] as? [[String: String]]) == [["Region": "Europe"], ["Region": "Pacific"]])
  }

  @Test func `Categories with equal names are distinct, and hostile strings stay strings`() throws {
    let names = ["A", "A", "\"],alert(1),[\"", "\u{2028}", "</script>"]
    let model = try ChartModel(.line, "Names", categories: names, values: [[1, 2, nil, .infinity, 5]])
    let rows = Self.rows(try Self.spec(model))
    #expect(rows.compactMap { $0["category"] as? String } == ["A", "A (2)"] + names[2...])
    #expect(rows.map { $0["value"] is NSNull } == [false, false, true, true, false])
  }
}

extension Double {
  fileprivate var finite: Double? { isFinite ? self : nil }
}
