import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Foundation
import TestSupport
import Testing

@Suite struct ChartJSONReadingTests {
  @Test(arguments: ChartCase.all)
  func `A recorded chart reads back as an equal model`(chart: ChartCase) throws {
    let model = try chart.model()
    let json = ChartJSON(includesTexts: chart.includesTexts)
    let bytes = json.data(for: model)
    let read = try json.model(from: bytes)
    #expect(read == model)
    #expect(json.data(for: read) == bytes)
    #expect(SVG().data(for: read) == SVG().data(for: model))
  }

  @Test(arguments: SVGCase.all)
  func `A chart with a recorded picture reads back as an equal model with the same picture`(chart: SVGCase) throws {
    let model = try chart.model()
    let bytes = ChartJSON().data(for: model)
    let read = try ChartJSON().model(from: bytes)
    #expect(read == model)
    #expect(ChartJSON().data(for: read) == bytes)
    #expect(SVG(size: chart.size).data(for: read) == SVG(size: chart.size).data(for: model))
  }

  @Test(arguments: 1...Inputs.count(200))
  func `A generated chart reads back as an equal model`(seed: Int) throws {
    let model = try DataSourceLawTests.generated(seed)
    let bytes = ChartJSON().data(for: model)
    let read = try ChartJSON().model(from: bytes)
    #expect(read == model)
    #expect(ChartJSON().data(for: read) == bytes)
  }

  @Test(arguments: ChartCase.all + [.ofEverything])
  func `Any encoder and decoder preserve a chart`(chart: ChartCase) throws {
    let model = try chart.model()
    let data = try JSONEncoder().encode(model)
    #expect(try JSONDecoder().decode(ChartModel.self, from: data) == model)
    // JSONEncoder writes chart JSON with keys in another order.
    #expect(try ChartJSON().model(from: Array(data)) == model)
  }

  @Test func `A chart of every kind of value reads back as an equal model`() throws {
    let model = try ChartCase.ofEverything.model()
    let bytes = ChartJSON().data(for: model)
    #expect(try JSONSchemaCheck(ChartJSON.schema).findings(in: bytes) == [])
    let read = try ChartJSON().model(from: bytes)
    #expect(read == model)
    #expect(ChartJSON().data(for: read) == bytes)
  }

  @Test func `Keys may be in any order`() throws {
    for chart in ChartCase.all {
      let model = try chart.model()
      let object = try JSONSerialization.jsonObject(with: Data(ChartJSON().data(for: model)))
      let sorted = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .prettyPrinted])
      #expect(try ChartJSON().model(from: Array(sorted)) == model, "\(chart.name)")
    }
  }

  @Test(arguments: [
    ("\"auger.chart/1\"", "\"auger.chart/2\"", "schema: 'auger.chart/2' cannot be read", "2:13"),
    ("\"locale\": \"en_US\", ", "", "chart: key 'locale' is missing", "3:12"),
    ("\"name\"", "\"nome\"", "chart.nome: the key does not exist in chart JSON", "3:13"),
    ("\"title\": \"Sales by Region\", ", "\"name\": \"again\", ", "chart.name: the key occurs twice", "3:40"),
    ("\"level\": 0", "\"level\": 1", "categories[0].level: must be 0, its index in the list", "5:15"),
    ("\"level\": 0", "\"level\": \"0\"", "categories[0].level: must be an integer of at least 0", "5:15"),
    ("\"Column\"", "\"Colum\"", "chart.type: choice 'Colum' does not exist", "3:76"),
    ("[120.5, null]", "[120.5]", "values[0][0]: has 1 items instead of 2", "17:7"),
    ("[120.5, null]", "[120.5, \"1\"]", "values[0][0][1]: must be a number", "17:15"),
    ("[120.5, null]", "[120.5, 1e999]", "values[0][0][1]: must be a number", "17:15"),
    ("[\"Europe\", \"Pacific\"]", "[\"Europe\", 1]", "categories[0].values[1]: must be a string", "6:28"),
    ("\"values\": [\n", "\"values\" [\n", "it is not JSON: expected ':'", "15:12"),
    ("\"float\"", "\"flaot\"", "dimensions[0].type: type 'flaot' does not exist", "13:42"),
    ("\"float\"", "\"string\"", "dimensions[0].type: values are numbers: int, float or decimal(…)", "13:42"),
  ])
  func `Invalid chart JSON is reported with path and location`(
    old: String, new: String, message: String, place: String
  ) throws {
    let text = String(decoding: ChartJSON().data(for: try ChartCase.column.model()), as: UTF8.self)
    let range = try #require(text.range(of: old))
    let wrong = text.replacingCharacters(in: range, with: new)
    let error = try #require(throws: AugerError.self) { try ChartJSON().model(from: Array(wrong.utf8)) }
    #expect(error.code == .chartJSONInvalid)
    #expect(error.message == message)
    #expect(error.place == place)
  }

  @Test func `An invalid chart is rejected`() throws {
    let text = String(decoding: ChartJSON().data(for: try ChartCase.pie.model()), as: UTF8.self)
    let wrong = text.replacingOccurrences(of: "[0.5, 0.25, 0.25]", with: "[0.5, -0.25, 0.25]")
    let error = try #require(throws: AugerError.self) { try ChartJSON().model(from: Array(wrong.utf8)) }
    #expect(error.code == .chartJSONInvalid)
    #expect(error.message == "a pie has no negative slices")
  }

  @Test func `Values nested too deeply are rejected`() throws {
    let deep = Array(repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(throws: AugerError.self) { try ChartJSON().model(from: deep) }
  }

  /// Truncated or changed bytes are either rejected with a location, or are a valid chart that reads back as itself.
  @Test(arguments: ChartCase.all + [.ofEverything])
  func `Damaged chart JSON is rejected or read, but never traps`(chart: ChartCase) throws {
    let bytes = ChartJSON(includesTexts: true).data(for: try chart.model())
    #if DEBUG
      let tries = Inputs.count(60)
    #else
      let tries = Inputs.count(2000)
    #endif
    let alphabet = Array("0123456789-+.eE\"\\[]{},:truefalsn \u{0}".utf8) + [0xC3, 0xFF]
    var dice = Chance(seed: UInt64(bytes.count))
    for _ in 0..<tries {
      var damaged = bytes
      if dice.isOneIn(4) { damaged.removeLast(dice.below(bytes.count)) }
      for _ in 0..<dice.below(4) where !damaged.isEmpty {
        let place = dice.below(damaged.count)
        switch dice.below(3) {
        case 0: damaged[place] = dice.pick(alphabet)
        case 1: damaged.insert(dice.pick(alphabet), at: place)
        default: damaged.removeSubrange(place..<min(damaged.count, place + 1 + dice.below(12)))
        }
      }
      do throws(AugerError) {
        let model = try ChartJSON().model(from: damaged)
        let again = ChartJSON().data(for: model)
        #expect(try ChartJSON().model(from: again) == model)
        _ = SVG().data(for: model)
      } catch {
        #expect(error.code == .chartJSONInvalid && error.place != nil)
      }
    }
  }
}

extension ChartCase {
  /// Properties that the other cases do not cover: values that JSON numbers cannot represent, and types without other
  /// examples.
  static let ofEverything = ChartCase(name: "everything") {
    var model = ChartModel(
      name: "Everything", title: "Everything", type: .column,
      levels: [
        CategoryLevel(
          column: "At", values: try Column(.timestamp(zone: "Europe/Berlin"), [.timestamp(Timestamp(microseconds: 7))]))
      ], series: [ChartLabel(value: .float(2)), ChartLabel(value: .date(CivilDate(days: 3)), layer: 1)],
      seriesTitle: "Mixed", dimensions: [ValueDimension(cells: Column([.nan, .infinity]))])
    model.levels.append(
      CategoryLevel(
        column: "Number", values: Column([Double.nan]), firstChild: [0], lastChild: [0],
        cells: [Column([Int64.max, 3])]))
    model.seriesType = .string
    model.chosenStacking = Stacking.none
    model.theme = "dark"
    let long = Decimal128(unscaled: 1_234_567_890_123_456_789, scale: 2)
    model.baselineCells = [try Column(.decimal(precision: 20, scale: 2), [.decimal(long), .null])]
    model.forecast = ChartForecast(
      method: "linear", confidence: 0.5, low: Column([-.infinity, 1]), high: Column([1, 2] as [Int64]),
      errors: [.nan, nil])
    model.annotations = [
      ChartModel.Annotation(category: .timestamp(Timestamp(microseconds: 1)), endCategory: .float(3))
    ]
    model.thresholds = ChartThresholds(reference: .nan, upper: .infinity)
    model.summary = ChartSummary(
      whole: [[.int(.max), .decimal(Decimal128(unscaled: 12, scale: 1))]], addsUp: [false])
    model.outliers = ChartOutliers(categories: [0], series: [1], values: Column([Int64.min]))
    model.multiplesTitle = "Small"
    model.outlines = ["red", nil]
    model.style.divisions = ["A", ""]
    model.plot.legendPosition = .insideTopRight
    model.markup = [ChartMarkup(.arrow, [ChartMarkup.Point(0.25, 0.5), ChartMarkup.Point(1, 0)], text: "Peak")]
    model.content = ChartContent("text")
    model.state.hasEmptySelection = true
    model.receipt = Receipt(
      queries: [
        Receipt.Query(
          name: "q",
          arguments: [
            "int": .scalar(.int(.max)), "float": .scalar(.float(2)), "half": .scalar(.float(0.5)),
            "nan": .scalar(.float(.nan)), "date": .scalar(.date(CivilDate(days: 1))),
            "text": .scalar(.string("2024-01-01")),
            "list": .list([.date(CivilDate(days: 1)), .null, .date(CivilDate(days: 2))]),
            "mixed": .list([.int(1), .float(1), .string("1"), .bool(true), .null, .binary([1, 255])]),
            "range": .range(lower: .date(CivilDate(days: 1)), upper: .timestamp(Timestamp(microseconds: 5))),
            "decimal": .scalar(.decimal(Decimal128(unscaled: 1_234_567_890_123_456_789, scale: 3))),
            "time": .scalar(.time(TimeOfDay(microseconds: 1))), "": .scalar(.null), "none": .list([]),
          ], rows: 0)
      ], now: Timestamp(microseconds: -1))
    model.drill = DrillInfo(
      level: 1, path: [DrillStep(chart: "a", selection: ["d": .scalar(.date(CivilDate(days: 1)))])],
      arguments: ["d": .scalar(.date(CivilDate(days: 1)))],
      categoryPicks: [["d": .list([.date(CivilDate(days: 1)), .float(2)])]],
      seriesPicks: [["f": .scalar(.float(1))], ["f": .scalar(.date(CivilDate(days: 1)))]])
    model.warnings = [Warning(.notFinite, "made up")]
    return model
  }
}
