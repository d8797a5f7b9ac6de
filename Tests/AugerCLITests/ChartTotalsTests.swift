import Foundation
import Testing

/// The summaries, totals of small multiples and sort orders of `auger chart` are computed from the rows, for any
/// aggregate.
@Suite struct ChartTotalsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("k,g,v\nA,x,1\nB,x,2\nA,y,10\nB,y,20\nA,x,4\n", to: "m.csv")
    _ = try folder.write("c,s,v\nP,x,9\nQ,x,6\nQ,y,6\nR,x,1\nR,y,2\n", to: "so.csv")
  }

  private struct Chart: Decodable {
    struct Summary: Decodable {
      var whole: [[Double?]]
      var addsUp: [Bool]
    }
    struct Part: Decodable { var values: [[[Double?]]] }
    struct Multiple: Decodable { var chart: Part }

    var values: [[[Double?]]]
    var summary: Summary?
    var multiples: [Multiple]?
  }

  private func chart(_ file: String, _ options: [String]) throws -> Chart {
    let run = try Auger(["chart", file] + options, in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    return try JSONDecoder().decode(Chart.self, from: Data(run.output.utf8))
  }

  @Test(arguments: [
    ("sum(v)", 37.0), ("v", 37), ("avg(v)", 7.4), ("count()", 5), ("min(v)", 1), ("max(v)", 20), ("median(v)", 4),
    ("countDistinct(v)", 5), ("sum(v) / count()", 7.4), ("countDistinct(g)", 2), ("first(v)", 1),
  ])
  func summaryUsesAllRows(value: String, whole: Double) throws {
    let options = ["--category", "k", "--value", value, "--summary"]
    #expect(try chart("m.csv", options).summary?.whole == [[whole]])
    let text = try Auger(["chart", "m.csv"] + options + ["--format", "svg"], in: folder.root)
    #expect(text.output.contains("All"), "\(text.errors)")
  }

  @Test func summaryHasOneValuePerSeries() throws {
    let averages = try chart("m.csv", ["--category", "k", "--series", "g", "--value", "avg(v)", "--summary"])
    #expect(averages.summary?.whole == [[7.0 / 3, 15]] && averages.summary?.addsUp == [false])
    let sums = try chart("m.csv", ["--category", "k", "--series", "g", "--value", "sum(v)", "--summary"])
    #expect(sums.summary?.whole == [[7, 30]] && sums.summary?.addsUp == [true])
  }

  @Test(arguments: [
    ("sum(v)", [15.0, 22], [[5.0, 2], [10, 20]]), ("avg(v)", [5, 11], [[2.5, 2], [10, 20]]),
    ("max(v)", [10, 20], [[4, 2], [10, 20]]), ("count()", [3, 2], [[2, 1], [1, 1]]),
  ])
  func smallMultiplesArePartsOfTheTotal(value: String, whole: [Double], parts: [[Double]]) throws {
    let chart = try chart("m.csv", ["--category", "k", "--value", value, "--multiples", "g"])
    #expect(chart.values == [[whole]])
    #expect(chart.multiples?.map(\.chart.values) == parts.map { [[$0]] })
  }

  @Test func summaryOfSmallMultiplesUsesAllRows() throws {
    let options = ["--category", "k", "--value", "avg(v)", "--multiples", "g", "--summary"]
    #expect(try chart("m.csv", options).summary?.whole == [[7.4]])
  }

  @Test(arguments: [
    ("avg(v)", "-value", ["P", "Q", "R"]), ("avg(v)", "value", ["R", "Q", "P"]), ("sum(v)", "-value", ["Q", "P", "R"]),
    ("min(v)", "-value", ["P", "Q", "R"]), ("count()", "value", ["P", "Q", "R"]),
  ])
  func categoriesAreSortedByTheirOwnValue(value: String, sort: String, order: [String]) throws {
    func found(_ options: String...) throws -> [String] {
      let run = try Auger(
        ["chart", "so.csv", "--category", "c", "--value", value, "--sort", sort, "--format", "csv"] + options,
        in: folder.root)
      return run.output.split(separator: "\n").dropFirst().compactMap {
        $0.split(separator: ",").first.map(String.init)
      }
    }
    #expect(try found("--series", "s") == order)
    #expect(try found("--series", "s", "--limit", "2") == Array(order.prefix(2)))
  }

  /// A query with one group per category and series gives the same order as its rows.
  @Test func dashboardsSortByTheValueOfACategory() throws {
    let workspace = """
      sources: { so: { adapter: csv, path: so.csv } }
      queries:
        Rows: { source: so, from: so }
        Groups: { source: so, from: so, groupBy: [c, s], measures: { v: avg(v) } }
      dashboards: { d: d.xml }
      """
    _ = try folder.write(workspace, to: "auger.yaml")
    for (query, aggregate) in [("Rows", "avg(v)"), ("Groups", "v")] {
      _ = try folder.write(
        """
        <MobileAnalytic><Dashboard Name="d"><Chart Name="C" ChartType="Column" Query="\(query)" Sort="-value">
        <Category Column="c" /><Series Column="s" />
        <Values><Value Expression="\(aggregate)" ValueSequence="1" /></Values>
        </Chart></Dashboard></MobileAnalytic>
        """, to: "d.xml")
      for state in ["", "C.sort=-value", "C.sort=value"] {
        let run = try Auger(["export", "d/C", "--explore", state, "-o", "c.csv"], in: folder.root)
        let text = try String(contentsOf: folder.url("c.csv"), encoding: .utf8)
        let names = text.split(separator: "\n").dropFirst().map { String($0.prefix(1)) }
        #expect(
          names == (state == "C.sort=value" ? ["R", "Q", "P"] : ["P", "Q", "R"]), "\(query) \(state) \(run.errors)")
      }
    }
  }
}
