import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerColumns
import AugerExpressions
import AugerMetadata
import AugerSQLite
import Foundation
import TestSupport
import Testing

/// Every document of MAKit's manual over the sample database. The displayed values must equal the results recorded in
/// `queries.json`, which the tests recompute from the rows.
@Suite(.enabled(if: MAKitSamples.folder != nil, "the shared MAKit samples are not there"))
struct MAKitValueTests {
  /// A recorded result.
  struct Answer {
    var columns: [String]
    var rows: [[Any]]

    func value(_ row: [Any], _ column: String) throws -> Any {
      row[try #require(columns.firstIndex(of: column), "\(column) among \(columns)")]
    }

    func number(_ row: [Any], _ column: String) throws -> Double {
      (try value(row, column) as? NSNumber)?.doubleValue ?? .nan
    }
  }

  private static func answers() -> [String: [String: Any]] {
    guard let folder = MAKitSamples.folder,
      let data = try? Data(contentsOf: folder.appendingPathComponent("sample-db/queries.json")),
      let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return [:] }
    return json["queries"] as? [String: [String: Any]] ?? [:]
  }

  private static func answer(_ query: String) throws -> Answer {
    let found = try #require(answers()[query], "query \(query)")
    return Answer(
      columns: try #require(found["columns"] as? [String]), rows: try #require(found["rows"] as? [[Any]]))
  }

  private static func text(_ value: Any) -> String {
    if value is NSNull { return "null" }
    guard let number = value as? NSNumber else { return "\(value)" }
    return number.doubleValue == number.doubleValue.rounded() ? "\(number.int64Value)" : "\(number.doubleValue)"
  }

  private static func text(_ value: Scalar) -> String {
    guard let number = value.doubleValue else { return value.isNull ? "null" : value.description }
    return number == number.rounded() ? "\(Int64(clamping: number))" : "\(number)"
  }

  private static func areEqual(_ a: Double, _ b: Double) -> Bool {
    a.isNaN ? b.isNaN : (a - b).magnitude <= 1e-9 * max(1, a.magnitude)
  }

  /// Returns the value of one of the documents' expressions for a row, with variables at their initial values.
  private static func value(_ expression: String, _ answer: Answer, _ row: [Any], _ start: [String: Scalar]) throws
    -> Double
  {
    func number(_ column: String) throws -> Double { try answer.number(row, column) }
    // Parentheses appear only if they are necessary.
    let expression = expression.filter { !" ()".contains($0) }
    if answer.columns.contains(expression) { return try number(expression) }
    if expression.hasPrefix("if$"), expression.contains("==1,") {
      let name = expression.contains("SalesAmount") ? "SalesAmount" : "OrderCount"
      let (all, one) = name == "SalesAmount" ? (1.3, 1.8) : (2.0, 6.0)
      let switches = start.filter { $0.key == "salesdrive" || $0.key == "globalpromotion" }
      if switches.values.contains(.bool(true)) { return try number(name) * all }
      let region = start["region"] ?? start["regionalsalesdrive"] ?? .null
      return try number(name) * (text(try answer.value(row, "Region")) == text(region) ? one : 1)
    }
    switch expression {
    case "ifDepartment==$dept,Salary+Salary*$hike/100,Salary":
      let isChosen = text(try answer.value(row, "Department")) == text(start["dept"] ?? .null)
      return try number("Salary") * (isChosen ? 1 + (start["hike"]?.doubleValue ?? 0) / 100 : 1)
    case "ifProbability<$prob,Amount,0":
      return try number("Probability") < start["prob"]?.doubleValue ?? .nan ? number("Amount") : 0
    case "Revenue-Costs/Assets*100":
      return (try number("Revenue") - number("Costs")) / (try number("Assets")) * 100
    default:
      #expect(expression.hasPrefix("UnitPrice*Quantity-Cost_Of_Revenue*Quantity"), "\(expression)")
      let costs = try ["Cost_Of_Revenue", "RD_Cost", "Mkt_Cost", "Admin_Cost"].reduce(0) { try $0 + number($1) }
      return (try number("UnitPrice") - costs) * (try number("Quantity"))
    }
  }

  /// Compares the values of some series with sums over the rows of a query. Returns the number of compared values.
  private static func compare(
    _ model: ChartModel, series shown: [Int], _ query: String, _ category: String, _ series: String?,
    _ values: [String], _ start: [String: Scalar], _ what: String
  ) throws -> Int {
    let answer = try answer(query)
    var count = 0
    for (dimension, expression) in values.enumerated() {
      var expected: [String: Double] = [:]
      for row in answer.rows {
        let key =
          text(try answer.value(row, category)) + "\n"
          + (try series.map { text(try answer.value(row, $0)) } ?? "null")
        let value = try value(expression, answer, row, start)
        if !value.isNaN { expected[key, default: 0] += value }
      }
      if let items = model.items {
        // Points are not summed.
        let drawn = try answer.rows.map { try self.value(expression, answer, $0, start) }.sorted()
        let found = items.values[dimension].scalars.map { $0.doubleValue ?? .nan }.sorted()
        #expect(found.count == drawn.count && zip(found, drawn).allSatisfy(areEqual), "\(what) \(expression)")
        count += found.count
        continue
      }
      let names = model.levels[0].values.scalars.map(text)
      var seen = 0
      for place in shown {
        for (index, name) in names.enumerated() {
          let found = model[dimension: dimension, series: place, category: index].doubleValue ?? .nan
          let wanted = expected[name + "\n" + (series == nil ? "null" : text(model.series[place].value))] ?? .nan
          #expect(
            areEqual(wanted, found), "\(what) \(expression) \(name) \(model.series[place].text): \(found), \(wanted)")
          seen += wanted.isNaN ? 0 : 1
        }
      }
      #expect(seen == expected.count, "\(what) \(expression): pairs are missing")
      count += seen
    }
    return count
  }

  private static func compare(_ model: ChartModel, _ item: ParsedItem, _ start: [String: Scalar], _ file: String)
    throws -> Int
  {
    let what = "\(file) \(item.name)"
    let all = Array(model.series.indices)
    func expressions(_ chart: ParsedChart) -> [String] { chart.values.map(\.expression.description) }
    switch item {
    case .chart(let chart):
      let level = chart.zoomingLevels.first
      return try compare(
        model, series: all, level?.query ?? chart.query, level?.category.column ?? chart.category.column,
        chart.series?.column, expressions(chart), start, what)
    case .drillDownGroup(let group):
      let chart = group.levels[0]
      return try compare(
        model, series: all, chart.query, chart.category.column, chart.series?.column, expressions(chart), start, what)
    case .treeMapGroup(let group):
      let chart = group.levels[0]
      return try compare(
        model, series: all, chart.query, chart.category.column, nil, expressions(chart), start, what)
    case .overlayGroup(let group):
      return try group.layers.enumerated().reduce(0) { sum, layer in
        let chart = layer.element.chart
        return try sum
          + compare(
            model, series: all.filter { model.series[$0].layer == layer.offset }, chart.query, chart.category.column,
            chart.series?.column, expressions(chart), start, what)
      }
    case .dataGrid(let grid):
      let answer = try answer(grid.query)
      let table = try #require(model.table)
      var count = 0
      for (shown, column) in zip(table.columns, grid.columns) {
        guard case .data = column.kind, answer.columns.contains(column.value.description) else { continue }
        let wanted = try answer.rows.map { text(try answer.value($0, column.value.description)) }
        #expect(shown.cells.scalars.map(text) == wanted, "\(what) \(column.value)")
        count += wanted.count
      }
      return count
    case .diagram(let diagram):
      let answer = try answer(diagram.query)
      let row = try #require(answer.rows.first)
      let nodes = try #require(model.diagram).nodes.filter { answer.columns.contains($0.name) }
      for node in nodes {
        #expect(areEqual(try answer.number(row, node.name), node.value.doubleValue ?? .nan), "\(what) \(node.name)")
      }
      return nodes.count
    case .panel, .custom: return 0
    }
  }

  @Test func documentsShowTheValuesOfTheirQueries() async throws {
    var (charts, values, asked) = (0, 0, Set<String>())
    for file in try MAKitCheckTests.wholeFiles() where !file.hasPrefix("invalid") {
      try await MAKitCheckTests.inFolder { folder in
        let path = try MAKitCheckTests.workspace([("board", try MAKitCheckTests.path(file))], in: folder)
        let workspace = try Workspace(contentsOf: path, adapters: [CSVAdapter(), SQLiteAdapter()], environment: [:])
        let pipeline = Pipeline(workspace)
        let board = try pipeline.dashboard("board")
        let start = Dictionary(board.variables.map { ($0.name, $0.value) }) { first, _ in first }
        for item in board.chartItems {
          let model = try await pipeline.chart(item.name, of: board)
          let compared = try Self.compare(model, item, start, file)
          #expect(compared > 0, "\(file) \(item.name) shows nothing that is recorded")
          charts += 1
          values += compared
          asked.formUnion(model.receipt.queries.map(\.name))
        }
      }
    }
    #expect(charts >= 30 && values >= 600, "\(charts) charts, \(values) values")
    #expect(asked.count >= 20, "\(asked.sorted())")
  }

  @Test func queriesReturnTheRecordedResults() async throws {
    try await MAKitCheckTests.inFolder { folder in
      let path = try MAKitCheckTests.workspace([], in: folder)
      let workspace = try Workspace(contentsOf: path, adapters: [CSVAdapter(), SQLiteAdapter()], environment: [:])
      let delegate = WorkspaceQueryDelegate(workspace)
      var places = 0
      for (name, query) in Self.answers().sorted(by: { $0.key < $1.key }) {
        func expect(_ arguments: QueryArguments, _ rows: [[Any]]) async throws {
          let table = try await delegate.executeQuery(name, arguments: arguments)
          #expect(table.rowCount == rows.count, "\(name)")
          for (number, row) in rows.prefix(table.rowCount).enumerated() {
            for (index, wanted) in row.enumerated() {
              let found = table.columns[index][number]
              let isEqual =
                (wanted as? NSNumber).map { Self.areEqual($0.doubleValue, found.doubleValue ?? .nan) }
                ?? (Self.text(wanted) == Self.text(found))
              #expect(isEqual, "\(name) row \(number + 1) \(table.schema.names[index]): \(found), \(wanted)")
            }
          }
          places += 1
        }
        // A parameter outside an optional condition requires an argument.
        let isOptional = (query["sql"] as? String)?.contains("IS NULL OR") == true
        if (query["arguments"] as? [String])?.isEmpty == true || isOptional {
          try await expect(QueryArguments(), try #require(query["rows"] as? [[Any]]))
        }
        guard let given = query["withArguments"] as? [String: Any] else { continue }
        var arguments = QueryArguments()
        for (key, value) in try #require(given["values"] as? [String: String]) {
          arguments[key] = .scalar(.string(value))
        }
        try await expect(arguments, try #require(given["rows"] as? [[Any]]))
      }
      #expect(places >= Self.answers().count)
    }
  }
}
