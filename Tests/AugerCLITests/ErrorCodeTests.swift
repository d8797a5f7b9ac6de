import Foundation
import TestSupport
import Testing

/// Each user error has a specific code. `other` is only for unexpected errors.
@Suite struct ErrorCodeTests {
  static let chart = ["chart", "sales.csv", "--category", "region", "--value", "sum(amount)"]

  static let commandLines: [(code: String, words: [String])] = [
    ("wrongOptionValue", chart + ["--hide", "nonsense"]),
    ("wrongOptionValue", chart + ["--show", "legend,nonsense"]),
    ("duplicateName", chart + ["--show", "legend", "--hide", "legend"]),
    ("wrongOptionValue", chart + ["--sort", "nonsense"]),
    ("wrongOptionValue", chart + ["--value-range", "nonsense"]),
    ("unknownChartType", chart + ["--type", "nonsense"]),
    ("stackingNotPossible", chart + ["--type", "pie", "--stacking", "stacked"]),
    ("unknownTheme", chart + ["--format", "svg", "--theme", "nonsense"]),
    ("unknownFormat", chart + ["--value-format", "nonsense"]),
    ("unknownLocale", chart + ["--locale", "nonsense"]),
    ("graphIncomplete", ["chart", "sales.csv", "--type", "graph"]),
    ("graphIncomplete", ["chart", "sales.csv", "--type", "graph", "--value", "region"]),
    ("nothingSuggested", ["chart", "same.csv"]),
    ("wrongOptionValue", ["query", "Q", "--arg", "Region"]),
    ("wrongOptionValue", ["query", "Q", "--arg", "=Europe"]),
    ("duplicateName", ["query", "Q", "--arg", "Region=a", "--arg", "Region=b"]),
    ("argumentUnused", ["query", "Q", "--arg", "Region=a"]),
    ("usage", ["query", "Q", "--delimiter", ";"]),
    ("usage", ["query", "Q", "--limit", "-1"]),
    ("usage", ["query", "sales.csv", "--select", "region", "--group-by", "region"]),
    ("havingWithoutGroups", ["query", "Q", "--having", "count() > 1"]),
    ("pivotNotGrouped", ["query", "sales.csv", "--group-by", "region", "--pivot", "amount"]),
    ("pivotWithoutMeasures", ["query", "sales.csv", "--group-by", "region", "--pivot", "region"]),
    ("wrongOptionValue", ["query", "sales.csv", "--derive", "amount * 2"]),
    ("wrongOptionValue", ["query", "sales.csv", "--group-by", "region,"]),
    ("columnOutsideAggregate", ["query", "sales.csv", "--measure", "amount"]),
    ("columnOutsideAggregate", ["query", "sales.csv", "--group-by", "region", "--having", "amount > 1"]),
    ("unknownColumn", ["query", "sales.csv", "--group-by", "region", "--order-by", "-amount"]),
    ("duplicateName", ["query", "sales.csv", "--measure", "n=count()", "--measure", "n=sum(amount)"]),
    ("usage", ["query", "board/Sales", "--arg", "Region=a"]),
    ("usage", ["query", "Q", "--explore", "Sales.drill=1"]),
    ("explorationSyntax", ["query", "board/Sales", "--explore", "nonsense"]),
    ("metadataObjectUndefined", ["export", "board", "--workspace", "empty.yaml"]),
    ("metadataObjectUndefined", ["export", "nonsense"]),
    ("outputMismatch", ["export", "-o", "-"]),
    ("outputMismatch", ["export", "board", "-o", "-"]),
    ("outputMismatch", ["export", "board/Sales", "-o", "x.svg", "--formats", "json"]),
    ("outputMismatch", ["export", "board", "-o", "x.csv"]),
    ("outputMismatch", ["export", "board/Sales", "--frames", "$hike=0..2 step 1", "-o", "x.svg"]),
    ("unknownFormat", ["export", "board", "-o", "out", "--formats", "nonsense"]),
    ("wrongOptionValue", ["export", "board/Sales", "--scenario", "good", "--compare", "good"]),
    ("duplicateName", ["export", "board/Sales", "--scenario", "a=", "--scenario", "a=", "--compare", "a"]),
    ("wrongOptionValue", ["export", "board/Sales", "--compare", "a,b,c"]),
    ("wrongOptionValue", ["export", "board/Sales", "--compare", ","]),
    ("metadataObjectUndefined", ["export", "board/Sales", "--compare", "nonsense"]),
    ("stepsSyntax", ["export", "board/Sales", "--sweep", "nonsense"]),
    ("goalSyntax", ["export", "board/Sales", "--seek", "nonsense"]),
    ("usage", ["generate", "workspace", "auger.yaml", "-o", "-"]),
    ("fileUnwritable", ["generate", "workspace", "board.xml"]),
    ("fileUnwritable", ["init", "sales.csv"]),
    ("usage", ["inspect", "*.csv", "--write-schema"]),
    ("fileUnwritable", ["inspect", "points.csv", "--write-schema"]),
    ("sourcesMissing", ["check", "board.xml", "--live"]),
    ("fileNotFound", ["inspect", "nonsense.csv"]),
    ("syntaxError", ["eval", "1 +"]),
    ("unknownFunction", ["explain", "nonsense(1)"]),
    ("unknownCode", ["errors", "nonsense"]),
    ("jobUndefined", ["refresh", "nonsense"]),
    ("usage", ["nonsense"]),
    ("usage", ["plan"]),
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("region,amount\nEurope,120\nAsia,80\n", to: "sales.csv")
    _ = try folder.write("x,y\n0.25,1\n0.5,2\n0.75,4\n", to: "points.csv")
    _ = try folder.write("x,y\n1,2\n1,2\n", to: "same.csv")
    _ = try folder.write("columns: []\n", to: "points.schema.yaml")
    _ = try folder.write("sources: { shop: { adapter: csv, path: sales.csv } }\n", to: "empty.yaml")
    _ = try folder.write(
      """
      sources: { shop: { adapter: csv, path: sales.csv } }
      queries: { Q: { source: shop, from: sales } }
      dashboards: { board: board.xml }
      """, to: "auger.yaml")
    _ = try folder.write(
      """
      <Dashboard Name="Board">
        <Variables>
          <Variable Name="$hike" DisplayName="Hike" VariableType="integer" Value="0" Min="0" Max="9" Step="1"/>
        </Variables>
        <Chart Name="Sales" ChartType="Column" Query="Q">
          <Category Column="region"/>
          <Values><Value Expression="sum(amount) + $hike"/></Values>
        </Chart>
        <Chart Name="More" ChartType="Bar" Query="Q">
          <Category Column="region"/><Values><Value Expression="sum(amount)"/></Values>
        </Chart>
      </Dashboard>
      """, to: "board.xml")
  }

  @Test func invalidCommandLineHasASpecificCode() throws {
    for (code, words) in Self.commandLines {
      let run = try Auger(words + ["--diagnostics", "json"], in: folder.root)
      let codes = run.errors.split(separator: "\n").compactMap { line -> String? in
        let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return json?["level"] as? String == "error" ? json?["code"] as? String : nil
      }
      #expect(codes == [code], "\(words.joined(separator: " ")): \(run.errors)")
      #expect(run.exitCode == 2, "\(words.joined(separator: " ")): \(run.errors)")
    }
  }
}
