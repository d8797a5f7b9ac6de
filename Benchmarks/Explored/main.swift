import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata
import AugerQuery
import Foundation

// The Auger part of explored.py. It loads a sales file as the query result of a chart and recomputes the chart after
// each interaction. Each line of standard input is a command, and each command prints a line of JSON.
//
// Commands:
//
// - `time NAME STEP` prints the seconds from the interaction to the model. STEP determines the new value.
// - `answer NAME STEP` prints the cells of the model: [category, series, value].
// - `cancel NAME STEP` cancels the computation after STEP milliseconds and prints the seconds from the cancellation to
//   the error. It prints null if the chart was complete before.
//
// Usage: explored SALES.csv [WORKERS]

/// Returns all rows for every query.
struct Rows: QueryDelegate {
  let table: Table

  func table(for request: QueryRequest) async throws -> Table { table }
}

func reply(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func json(_ value: Scalar) -> String {
  switch value {
  case .null: "null"
  case .int, .float, .decimal, .bool: value.description
  default: "\"\(value)\""
  }
}

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  reply("usage: explored SALES.csv [WORKERS]")
  exit(2)
}
let workers = arguments.count > 2 ? Int(arguments[2]) : 2
let control = RunControl()
let source = try CSVAdapter().open(SourceConfiguration(name: "files", location: arguments[1]))
guard let name = try source.tables(control).first?.name else { exit(1) }
var query = TableQuery(from: name)
query.select = ["Region", "Category", "Product", "Quantity", "UnitPrice", "Amount"].map {
  TableQuery.ColumnReference($0)
}
let table = try TableQueryExecutor(workers: workers).execute(query, on: try source.table(name, control), control)

func chart(_ name: String, _ value: String) throws -> ParsedChart {
  ParsedChart(
    name: name, type: .column, query: "sales", category: AxisDefinition(column: "Region"),
    series: AxisDefinition(column: "Category"), values: [ValueDefinition(expression: try .parse(value))])
}

var whatIf = try chart("whatif", "sum(UnitPrice * Quantity)")
whatIf.whatIfColumns = [WhatIfColumnDefinition("UnitPrice", type: .float)]
let dashboard = Dashboard(
  name: "sales", variables: [VariableDefinition("factor", type: .float, value: .float(1))],
  items: [
    .chart(try chart("variable", "if(Product == 'Item 07', Amount * $factor, Amount)")),
    .chart(try chart("total", "Amount * $factor")),
    .chart(try chart("threshold", "if(Amount > $factor * 10000, Amount, 0)")), .chart(whatIf),
    // A string for each row. Cached sums do not help, so that the computation takes seconds and can be cancelled.
    .chart(try chart("texts", "countDistinct(concat(Product, Category, UnitPrice + $factor))")),
    .chart(try chart("middle", "median(Amount * $factor + Quantity)")),
  ])
let pipeline = Pipeline(delegate: Rows(table: table), dashboards: [dashboard], workers: workers, keptBytes: 4 << 30)
reply("{\"rows\": \(table.rowCount)}")

/// Returns the state after an interaction: a factor from 0.5 to 1.49, or an increase of 1 to 100 percent in one region.
func place(_ name: String, _ step: Int) throws -> Exploration {
  guard name == "whatif" else {
    return try dashboard.set(
      dashboard.start, "factor", to: .decimal(Decimal128(unscaled: Int128(50 + step % 100), scale: 2)))
  }
  let category = table["Region"].map { $0[0] }
  return try dashboard.place(
    after: .change(
      item: name, WhatIfChange("UnitPrice", category: category, .percent(.int(Int64(1 + step % 100))))),
    from: dashboard.start)
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

while let line = readLine() {
  let words = line.split(separator: " ").map(String.init)
  guard words.count == 3, let step = Int(words[2]) else {
    reply("{\"error\": \"not understood\"}")
    continue
  }
  if words[0] == "cancel" {
    let chart = words[1]
    let place = try place(chart, step)
    let work = Task { try await pipeline.chart(chart, of: dashboard, at: place) }
    try await Task.sleep(for: .milliseconds(step))
    let cancelled = ContinuousClock.now
    work.cancel()
    if case .failure = await work.result {
      reply("{\"seconds\": \((ContinuousClock.now - cancelled).seconds)}")
    } else {
      reply("{\"seconds\": null}")
    }
    continue
  }
  let start = ContinuousClock.now
  let model = try await pipeline.chart(words[1], of: dashboard, at: try place(words[1], step))
  let elapsed = ContinuousClock.now - start
  switch words[0] {
  case "time":
    reply("{\"seconds\": \(elapsed.seconds)}")
  default:
    var cells: [String] = []
    for (s, series) in model.series.enumerated() {
      for category in 0..<model.categoryCount {
        let value = model[dimension: 0, series: s, category: category]
        cells.append("[\(json(model.levels[0].values[category])), \(json(series.value)), \(json(value))]")
      }
    }
    reply("[" + cells.joined(separator: ", ") + "]")
  }
}
