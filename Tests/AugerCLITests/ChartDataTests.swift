import Foundation
import TestSupport
import Testing

/// Well-known data sets as charts of a suitable type: prices, weather, demographics, movies, packages. The tests
/// compute the expected values independently.
@Suite(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
struct ChartDataTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func path(_ file: String) -> String { Shared.path("data/chartdata/vega-datasets/" + file) }

  private static func records(_ file: String) throws -> [[String: Any]] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path(file)))
    return try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
  }

  private static func rows(_ file: String) throws -> [[String]] {
    try String(contentsOfFile: path(file), encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  /// Writes some fields of records as CSV.
  private func write(_ records: [[String: Any]], _ fields: [String], to name: String) throws {
    func text(_ value: Any?) -> String {
      guard let value, !(value is NSNull) else { return "" }
      return "\"" + "\(value)".replacing("\"", with: "\"\"") + "\""
    }
    let lines = records.map { record in fields.map { text(record[$0]) }.joined(separator: ",") }
    _ = try folder.write(
      (["\"" + fields.joined(separator: "\",\"") + "\""] + lines).joined(separator: "\n") + "\n", to: name)
  }

  private struct Chart {
    var json: [String: Any]
    var categories: [String]
    var series: [String]

    /// Returns a value by dimension, series and category. Nil if it is missing.
    func value(_ dimension: Int = 0, _ series: Int = 0, _ category: Int) -> Double? {
      ((json["values"] as? [[[Any]]])?[dimension][series][category] as? NSNumber)?.doubleValue
    }
  }

  /// Returns the chart that a command creates, and checks the number of marks in its picture.
  private func chart(_ words: [String], marks: ClosedRange<Int>? = nil) throws -> Chart {
    for output in ["c.json", "c.svg"] {
      let run = try Auger(words + ["-o", output], in: folder.root)
      #expect(run.exitCode == 0, "\(words): \(run.errors)")
      #expect(!run.errors.contains("error"), "\(words): \(run.errors)")
    }
    let picture = try String(contentsOf: folder.url("c.svg"), encoding: .utf8)
    let drawn =
      picture.components(separatedBy: "data-category=").count + picture.components(separatedBy: "data-item=").count
    if let marks { #expect(marks.contains(drawn - 2), "\(words): \(drawn - 2) marks") }
    let data = try Data(contentsOf: folder.url("c.json"))
    let json = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let level = try #require((json["categories"] as? [[String: Any]])?.first)
    return Chart(
      json: json, categories: try #require(level["values"] as? [Any]).map { "\($0)" },
      series: try #require(json["series"] as? [[String: Any]]).map { "\($0["value"] ?? "")" })
  }

  private func areEqual(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return (a - b).magnitude <= 1e-9 * max(1, a.magnitude)
  }

  @Test(arguments: ["candlestick", "ohlc"]) func pricesAreCandlesticks(type: String) throws {
    let records = try Self.records("ohlc.json")
    let fields = ["open", "high", "low", "close"]
    try write(records, ["date"] + fields, to: "ohlc.csv")
    let chart = try chart(
      ["chart", "ohlc.csv", "--type", type, "--category", "date"] + fields.flatMap { ["--value", "sum(\($0))"] },
      marks: 44...44)
    #expect(chart.categories.count == 44)
    for (index, record) in records.enumerated() {
      #expect(chart.categories[index] == record["date"] as? String)
      for (dimension, field) in fields.enumerated() {
        #expect(areEqual(chart.value(dimension, 0, index), (record[field] as? NSNumber)?.doubleValue))
      }
    }
  }

  @Test func stocksAreLines() throws {
    let chart = try chart([
      "chart", Self.path("stocks.csv"), "--type", "line", "--category", "date", "--series", "symbol", "--value",
      "sum(price)",
    ])
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let rows = try Self.rows("stocks.csv")
    #expect(chart.series == ["AAPL", "AMZN", "GOOG", "IBM", "MSFT"])
    var seen = 0
    for row in rows {
      let parts = row[1].split(separator: " ")
      let month = try #require(months.firstIndex(of: String(parts[0]))) + 1
      let day = "\(parts[2])-\(month < 10 ? "0" : "")\(month)-0\(parts[1])"
      let category = try #require(chart.categories.firstIndex(of: day), "\(day)")
      let series = try #require(chart.series.firstIndex(of: row[0]))
      #expect(areEqual(chart.value(0, series, category), Double(row[2])), "\(row)")
      seen += 1
    }
    let all = (0..<5).reduce(0) { sum, s in sum + chart.categories.indices.count { chart.value(0, s, $0) != nil } }
    #expect(seen == rows.count && seen >= 559 && all == seen)
  }

  @Test func weatherIsABandAndAStack() throws {
    let rows = try Self.rows("seattle-weather.csv")
    let file = Self.path("seattle-weather.csv")
    let band = try chart([
      "chart", file, "--type", "band", "--category", "Month(date)", "--value", "avg(temp_min)", "--value",
      "avg(temp_max)",
    ])
    let kinds = try chart([
      "chart", file, "--type", "stackedColumn", "--category", "Month(date)", "--series", "weather", "--value",
      "count()",
    ])
    #expect(band.categories.count == 12 && kinds.categories.count == 12)
    #expect(kinds.series == ["drizzle", "fog", "rain", "snow", "sun"])
    for month in 1...12 {
      let ofMonth = rows.filter { Int($0[0].split(separator: "-")[1]) == month }
      let place = try #require(band.categories.firstIndex(of: "\(month)"))
      for (dimension, column) in [3, 2].enumerated() {
        let mean = ofMonth.reduce(0) { $0 + (Double($1[column]) ?? .nan) } / Double(ofMonth.count)
        #expect(areEqual(band.value(dimension, 0, place), mean), "\(month)")
      }
      for (series, kind) in kinds.series.enumerated() {
        let count = ofMonth.count { $0[5] == kind }
        #expect(kinds.value(0, series, place) == (count == 0 ? nil : Double(count)), "\(month) \(kind)")
      }
    }
  }

  @Test func peopleAreStackedByAge() throws {
    let records = try Self.records("population.json")
    try write(records, ["year", "age", "sex", "people"], to: "population.csv")
    let chart = try chart(
      [
        "chart", "population.csv", "--type", "stackedBar", "--where", "year == 2000", "--category", "age", "--series",
        "sex", "--value", "sum(people)",
      ], marks: 38...38)
    #expect(chart.categories.count == 19 && chart.series == ["1", "2"])
    for record in records where record["year"] as? Int == 2000 {
      let age = try #require(chart.categories.firstIndex(of: "\(record["age"] ?? "")"))
      let sex = try #require(chart.series.firstIndex(of: "\(record["sex"] ?? "")"))
      #expect(areEqual(chart.value(0, sex, age), (record["people"] as? NSNumber)?.doubleValue), "\(record)")
    }
  }

  @Test func moviesArePointsABoxPlotAndAHistogram() throws {
    let fields = ["Title", "Major Genre", "Rotten Tomatoes Rating", "IMDB Rating", "Production Budget"]
    let records = try Self.records("movies.json")
    try write(records, fields, to: "movies.csv")
    func number(_ record: [String: Any], _ field: String) -> Double? { (record[field] as? NSNumber)?.doubleValue }
    let rated = records.filter { number($0, "Rotten Tomatoes Rating") != nil && number($0, "IMDB Rating") != nil }
    let points = try chart(
      [
        "chart", "movies.csv", "--type", "scatter", "--category", "[Rotten Tomatoes Rating]", "--value",
        "[IMDB Rating]",
      ], marks: rated.count...rated.count)
    let named = try #require(points.json["chart"] as? [String: Any])
    #expect(named["title"] as? String == "IMDB Rating by Rotten Tomatoes Rating")
    let items = try #require(points.json["items"] as? [String: Any])
    let drawn = try #require((items["values"] as? [[Any]])?.first).compactMap { ($0 as? NSNumber)?.doubleValue }
    #expect(drawn.sorted() == records.compactMap { number($0, "IMDB Rating") }.sorted())

    let bins = try chart(["chart", "movies.csv", "--type", "histogram", "--value", "[IMDB Rating]", "--bins", "17"])
    let all = records.compactMap { number($0, "IMDB Rating") }
    #expect((0..<17).reduce(0) { $0 + (bins.value(0, 0, $1) ?? .nan) } == Double(all.count))
    for index in 0..<16 {
      let (low, high) = (try #require(Double(bins.categories[index])), try #require(Double(bins.categories[index + 1])))
      #expect(bins.value(0, 0, index) == Double(all.count { $0 >= low && $0 < high }), "bin \(index)")
    }

    let boxes = try chart([
      "chart", "movies.csv", "--type", "boxPlot", "--category", "[Major Genre]", "--value", "[IMDB Rating]",
    ])
    let genres = Set(records.compactMap { $0["Major Genre"] as? String })
    #expect(Set(boxes.categories).isSuperset(of: genres))
    for (place, genre) in boxes.categories.enumerated() where genres.contains(genre) {
      let ratings = records.filter { $0["Major Genre"] as? String == genre }.compactMap { number($0, "IMDB Rating") }
        .sorted()
      func quantile(_ share: Double) -> Double {
        let at = share * Double(ratings.count - 1)
        let low = Int(at)
        return ratings[low] + (ratings[min(low + 1, ratings.count - 1)] - ratings[low]) * (at - Double(low))
      }
      // The whiskers end at the last values within 1.5 interquartile ranges. Values outside are points.
      let (lower, upper) = (quantile(0.25), quantile(0.75))
      let within = ratings.filter { $0 >= lower - 1.5 * (upper - lower) && $0 <= upper + 1.5 * (upper - lower) }
      let expected: [Double?] = [within.first, lower, quantile(0.5), upper, within.last]
      for (dimension, value) in expected.enumerated() {
        #expect(areEqual(boxes.value(dimension, 0, place), value), "\(genre) \(dimension)")
      }
    }
  }

  /// Packages of classes as a zoomable treemap, and the links between parents and children as a graph.
  @Test func packagesAreATreemapAndAGraph() throws {
    let records = try Self.records("flare.json")
    let byID = Dictionary(records.map { ($0["id"] as? Int ?? 0, $0) }) { first, _ in first }
    func package(_ record: [String: Any]) -> String {
      var (record, name) = (record, "")
      while let parent = record["parent"] as? Int, parent != 1, let above = byID[parent] { record = above }
      name = record["name"] as? String ?? ""
      return name
    }
    let classes = records.filter { $0["size"] != nil }
    try write(
      classes.map {
        ["package": package($0), "class": "\($0["name"] ?? "") \($0["id"] ?? "")", "size": $0["size"] ?? 0]
      },
      ["package", "class", "size"], to: "classes.csv")
    _ = try folder.write(
      """
      sources: { files: { adapter: csv, path: "*.csv" } }
      queries:
        Packages: { source: files, from: classes, groupBy: [package], measures: { size: sum(size) } }
        Classes: { source: files, from: classes, groupBy: [package, class], measures: { size: sum(size) } }
      dashboards: { flare: flare.xml }
      """, to: "auger.yaml")
    _ = try folder.write(
      """
      <Dashboard Name="flare"><TreeMapGroup Name="Flare" Title="Flare">
        <TreeMapLevel Name="Packages" ChartSequence="1" Query="Packages"><Category Column="package"/>
          <Values><Value Expression="size"/></Values></TreeMapLevel>
        <TreeMapLevel Name="Classes" ChartSequence="2" Query="Classes"><Category Column="class"/>
          <Values><Value Expression="size"/></Values></TreeMapLevel>
      </TreeMapGroup></Dashboard>
      """, to: "flare.xml")
    let packages = try chart(["export", "flare/Flare"], marks: 10...10)
    for (place, name) in packages.categories.enumerated() {
      let size = classes.filter { package($0) == name }.reduce(0) { $0 + ($1["size"] as? Int ?? 0) }
      #expect(packages.value(0, 0, place) == Double(size), "\(name)")
    }
    let all = try chart(["export", "flare/Flare", "--explore", "Flare.zoom=2"], marks: 220...240)
    #expect(all.categories.count == classes.count)
    let inner = records.filter { $0["size"] == nil && $0["parent"] != nil }
    try write(
      inner.map { ["from": byID[$0["parent"] as? Int ?? 0]?["name"] ?? "", "to": $0["name"] ?? ""] }, ["from", "to"],
      to: "links.csv")
    let graph = try chart(["chart", "links.csv", "--type", "graph", "--value", "from", "--value", "to"])
    #expect(graph.categories.count == Set(inner.map { "\($0["name"] ?? "")" } + ["flare"]).count)
  }
}
