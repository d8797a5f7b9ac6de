import Foundation
import TestSupport
import Testing

/// Charts of workspace queries, joined tables and additional columns.
@Suite struct ChartQueryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("carrier,delay,seats\nAA,5,10\nAA,7,20\nBB,1,30\nXX,3,40\n", to: "flights.csv")
    _ = try folder.write("code,name\nAA,American\nBB,Best\n", to: "airlines.csv")
    _ = try folder.write(
      """
      sources: { drops: { adapter: csv, path: flights.csv } }
      queries:
        Late:
          source: drops
          from: flights
          where: ["[[ delay >= $Least ]]"]
          groupBy: [carrier]
          measures: { late: avg(delay), n: count() }
      """, to: "auger.yaml")
  }

  private func csv(_ arguments: String...) throws -> String {
    let run = try Auger(["chart"] + arguments + ["--format", "csv"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output
  }

  private func refusal(_ arguments: String...) throws -> String {
    let run = try Auger(["chart"] + arguments, in: folder.root)
    #expect(run.exitCode == 2 && run.output.isEmpty, "\(run.output)")
    return run.errors
  }

  @Test func workspaceQueryIsChartedByName() throws {
    #expect(try csv("Late", "--category", "carrier", "--value", "late") == "carrier,late\nAA,6\nBB,1\nXX,3\n")
    #expect(
      try csv("Late", "--arg", "Least=4", "--category", "carrier", "--value", "n", "--as", "Flights")
        == "carrier,Flights\nAA,2\n")
    let chart = try Auger(
      ["chart", "Late", "--category", "carrier", "--value", "late", "--where", "n > 1"], in: folder.root)
    #expect(chart.output.contains("\"source\": \"Late\"") && chart.output.contains("\"title\": \"Late by carrier\""))
    // A chart of the result is suggested as for any table.
    let chosen = try Auger(["chart", "Late"], in: folder.root)
    #expect(chosen.exitCode == 0 && chosen.errors.contains("chose: "), "\(chosen.errors)")
  }

  @Test func chartUsesJoinsAndDerivedColumns() throws {
    #expect(
      try csv(
        "flights.csv", "--inner-join", "a=airlines.csv on code=carrier", "--category", "name", "--value", "avg(delay)",
        "--value", "sum(seats)", "--as", "Delay") == "name,Delay,sum(seats)\nAmerican,6,30\nBest,1,30\n")
    #expect(
      try csv(
        "flights.csv", "--derive", "big=seats > 15", "--category", "big", "--value", "sum(delay) * $f", "--set", "$f=2",
        "--as", "Twice") == "big,Twice\nfalse,10\ntrue,22\n")
    #expect(
      try csv(
        "Late", "--join", "airlines.csv on code=carrier", "--category", "name", "--value", "max(late)", "--where",
        "name is not null") == "name,max(late)\nAmerican,6\nBest,1\n")
  }

  @Test func variableAppliesToChartExpressions() throws {
    #expect(
      try csv("flights.csv", "--category", "carrier", "--value", "Running(sum(delay)) + $f", "--set", "$f=100")
        == "carrier,Running(sum(delay)) + $f\nAA,112\nBB,113\nXX,116\n")
  }

  @Test func unusedArgumentFails() throws {
    #expect(try refusal("Late", "--arg", "Most=1", "--category", "carrier").contains("argumentUnused"))
    #expect(try refusal("flights.csv", "--arg", "Least=1").contains("argumentUnused"))
    #expect(
      try refusal("flights.csv", "--category", "carrier", "--value", "n", "--set", "$x=1").contains("argumentUnused"))
    #expect(try refusal("Late", "--delimiter", ";").contains("usage"))
    #expect(try refusal("Late", "--value", "late", "--as", "a", "--as", "b").contains("--as"))
    #expect(try refusal("flights.csv", "--derive", "delay * 2", "--category", "carrier").contains("has no name"))
    #expect(try refusal("Lat", "--category", "carrier").contains("Did you mean 'Late'?"))
  }
}
