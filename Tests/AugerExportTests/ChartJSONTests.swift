import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Foundation
import TestSupport
import Testing

@Suite struct ChartJSONTests {
  @Test(arguments: ChartCase.all)
  func `A chart is written byte for byte as recorded`(chart: ChartCase) throws {
    let model = try chart.model()
    try model.validate()
    let bytes = ChartJSON(includesTexts: chart.includesTexts).data(for: model)
    #expect(try Golden.difference(bytes, from: "Fixtures/Cases/ChartJSON/\(chart.name).json") == nil)
    #expect(ChartJSON(includesTexts: chart.includesTexts).data(for: try chart.model()) == bytes)
  }

  @Test(arguments: ChartCase.all)
  func `Every number is at its documented position`(chart: ChartCase) throws {
    let model = try chart.model()
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(ChartJSON().data(for: model))) as? [String: Any])
    #expect(json["schema"] as? String == "auger.chart/1")
    if let items = model.items { return try check(items, against: json) }
    let values = try #require(json["values"] as? [[[Any]]])
    #expect(values.count == model.dimensions.count)
    for dimension in model.dimensions.indices {
      #expect(values[dimension].count == model.series.count)
      for series in model.series.indices {
        #expect(values[dimension][series].count == model.categoryCount)
        for category in 0..<model.categoryCount {
          let expected = model[dimension: dimension, series: series, category: category].doubleValue
          let written = values[dimension][series][category] as? Double
          #expect(written == expected.flatMap { $0.isFinite ? $0 : nil })
        }
      }
    }
  }

  private func check(_ items: ChartItems, against json: [String: Any]) throws {
    #expect(json["values"] == nil)
    let written = try #require(json["items"] as? [String: Any])
    #expect(written["series"] as? [Int32] == items.series)
    #expect((written["category"] as? [Any])?.count == items.count)
    let values = try #require(written["values"] as? [[Any]])
    #expect(values.map { $0.map { $0 as? Double } } == items.values.map { $0.scalars.map(\.doubleValue) })
  }

  @Test func `The keys are in the documented order`() throws {
    let text = String(decoding: ChartJSON().data(for: try ChartCase.drilled.model()), as: UTF8.self)
    let keys = text.split(separator: "\n").filter { $0.hasPrefix("  \"") }
      .compactMap { $0.split(separator: "\"").dropFirst().first }
    let skeleton = ["schema", "chart", "categories", "series", "dimensions", "values", "drill", "receipt"]
    #expect(keys.map(String.init).filter(skeleton.contains) == skeleton)
  }

  @Test func `The order of arguments does not change the bytes`() throws {
    func bytes(_ arguments: QueryArguments) throws -> [UInt8] {
      var model = try ChartModel(.column, categories: ["a"], values: [[1]])
      model.receipt.queries = [Receipt.Query(name: "q", arguments: arguments, rows: 1)]
      return ChartJSON().data(for: model)
    }
    let one = try bytes(["A": .scalar(.int(1)), "b": .scalar(.int(2))])
    let other = try bytes(["b": .scalar(.int(2)), "A": .scalar(.int(1))])
    #expect(one == other)
  }

  @Test func `Reusing a query result does not change the bytes`() throws {
    var model = try ChartModel(.column, categories: ["a"], values: [[1]])
    model.receipt.queries = [Receipt.Query(name: "q", rows: 1)]
    let ran = ChartJSON().data(for: model)
    model.receipt.queries[0].execution = .cached
    #expect(ChartJSON().data(for: model) == ran)
  }

  @Test(arguments: ChartCase.all)
  func `Every chart is valid for the published schema`(chart: ChartCase) throws {
    let schema = try JSONSchemaCheck(ChartJSON.schema)
    #expect(try schema.findings(in: ChartJSON(includesTexts: true).data(for: try chart.model())) == [])
  }

  @Test func `Frames are valid for their schema, which refers to that of charts`() throws {
    let frames = try ChartCase.all.enumerated().map { (Scalar.int(Int64($0)), try $1.model()) }
    let bytes = ChartFramesJSON().data(step: "$hike", frames: frames)
    let schema = try JSONSchemaCheck(ChartFramesJSON.schema, referringTo: [ChartJSON.schema])
    #expect(try schema.findings(in: bytes) == [])
    #expect(try Golden.difference(ChartFramesJSON.schema, from: "Schemas/auger.frames-1.schema.json") == nil)
  }

  @Test(arguments: [
    ("\"level\": 0", "\"level\": -1", "$.categories[0].level: is below 0.0"),
    ("\"type\": \"Column\"", "\"type\": \"Colum\"", "$.chart.type: is none of the choices"),
    ("\"display\":", "\"dispaly\":", "$: has 'dispaly'"),
  ])
  func `Invalid JSON is detected`(old: String, new: String, finding: String) throws {
    let text = String(decoding: ChartJSON().data(for: try ChartCase.column.model()), as: UTF8.self)
    let wrong = text.replacingOccurrences(of: old, with: new)
    #expect(try JSONSchemaCheck(ChartJSON.schema).findings(in: Array(wrong.utf8)).contains(finding))
  }

  @Test func `The published schema is the one in the program`() throws {
    #expect(try Golden.difference(Array(ChartJSON.schema.utf8), from: "Schemas/auger.chart-1.schema.json") == nil)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(ChartJSON.schema.utf8)) }
  }

  @Test func `The schema names every chart type and every key that is written`() throws {
    let schema = try #require(
      JSONSerialization.jsonObject(with: Data(ChartJSON.schema.utf8)) as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: Any])
    let chart = try #require(properties["chart"] as? [String: Any])
    let type = try #require((chart["properties"] as? [String: Any])?["type"] as? [String: Any])
    #expect(type["enum"] as? [String] == ChartType.allCases.map(\.rawValue))
    var written: Set<String> = []
    for chart in ChartCase.all + [.ofEverything] {
      let data = Data(ChartJSON(includesTexts: true).data(for: try chart.model()))
      written.formUnion(try #require(JSONSerialization.jsonObject(with: data) as? [String: Any]).keys)
    }
    #expect(written == Set(properties.keys))
  }
}
