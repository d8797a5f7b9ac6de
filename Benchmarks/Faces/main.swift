import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerExport
import AugerExpressions
import AugerMetadata
import AugerQuery
import Foundation

// Renders a chart of 2,000 categories and 16 series in several output formats, for `Benchmarks/run`. Each line of
// standard input is a command.
//
// Commands:
//
// - `json`, `texts` and `svg` print the seconds and bytes of an output format: chart JSON, chart JSON with formatted
//   values, or SVG.
// - `write NAME PATH` writes the output to a file.

struct Rows: QueryDelegate {
  let table: Table

  func table(for request: QueryRequest) async throws -> Table { table }
}

let rowCount = 2_000 * 16
let table = Table(
  Schema([Field("Day", .date), Field("Region", .string), Field("Amount", .float64)]),
  [
    Column(.date, .date(Buffer((0..<rowCount).map { Int32($0 / 16) + 14_610 }))),
    Column((0..<rowCount).map { Optional("Region \($0 % 16)") }),
    Column((0..<rowCount).map { Optional(Double(($0 &* 7919) % 1_000_003) / 100) }),
  ],
  rowCount: rowCount)
let chart = ParsedChart(
  name: "sales", type: .line, query: "sales", category: AxisDefinition(column: "Day"),
  series: AxisDefinition(column: "Region"),
  values: [ValueDefinition(expression: try .parse("sum(Amount)"), format: .pattern("#,##0.00"))])
let dashboard = Dashboard(name: "sales", items: [.chart(chart)])
let pipeline = Pipeline(delegate: Rows(table: table), dashboards: [dashboard], workers: 2)
let model = try await pipeline.chart("sales", of: dashboard, at: dashboard.start)

func face(_ name: String) -> [UInt8]? {
  switch name {
  case "json": ChartJSON().data(for: model)
  case "texts": ChartJSON(includesTexts: true).data(for: model)
  case "svg": SVG().data(for: model)
  default: nil
  }
}

/// Prints a line without buffering, so that it arrives immediately through a pipe.
func answer(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

while let line = readLine() {
  let words = line.split(separator: " ", maxSplits: 2).map(String.init)
  let isFile = words.first == "write" && words.count == 3
  let start = ContinuousClock.now
  let bytes = face(isFile ? words[1] : line)
  let (_, attoseconds) = (ContinuousClock.now - start).components
  guard let bytes else {
    answer("{\"error\": \"not understood\"}")
    continue
  }
  if isFile { try Data(bytes).write(to: URL(fileURLWithPath: words[2])) }
  answer("{\"seconds\": \(Double(attoseconds) / 1e18), \"bytes\": \(bytes.count)}")
}
