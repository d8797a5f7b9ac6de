import Foundation
import TestSupport
import Testing

/// A range of dates includes all moments of its last day, in every form of the condition.
@Suite struct DateRangeTests {
  private let folder: TemporaryFolder

  private static let within = "t,n\n2013-02-01T00:00:00,2\n2013-02-28T23:30:00,3\n"

  init() throws {
    folder = try TemporaryFolder()
    let moments = ["2013-01-31T23:30:00", "2013-02-01T00:00:00", "2013-02-28T23:30:00", "2013-03-01T00:00:00"]
    let rows = moments.enumerated().map { index, moment in "\(moment),\(index + 1)\n" }
    _ = try folder.write("t,n\n" + rows.joined(), to: "flights.csv")
    let database = Database(path: folder.url("flights.sqlite").path)
    #expect(database.execute("CREATE TABLE flights (t TIMESTAMP, n INTEGER)"))
    for (index, moment) in moments.enumerated() {
      let text = moment.replacing("T", with: " ")
      #expect(database.execute("INSERT INTO flights VALUES ('\(text)', \(index + 1))"))
    }
    _ = try folder.write(
      """
      sources:
        file: { adapter: csv, path: flights.csv }
        base: { adapter: sqlite, path: flights.sqlite }
      queries:
        fileRange: { source: file, from: flights, where: ["t in ($when)"] }
        baseRange: { source: base, from: flights, where: ["t in ($when)"] }
        fileAll: { source: file, from: flights }
        baseAll: { source: base, from: flights }
        fileFiltered: { source: file, from: flights, where: ["[[ t in ($When) ]]"] }
        baseFiltered: { source: base, from: flights, where: ["[[ t in ($When) ]]"] }
      dashboards: { file: file.xml, base: base.xml }
      """, to: "auger.yaml")
    for source in ["file", "base"] {
      _ = try folder.write(
        """
        <Dashboard>
          <Filters><Filter Name="When" SourceQuery="\(source)All" FilterType="range" Column="t"/></Filters>
          <Chart Name="Flights" ChartType="Column" Query="\(source)Filtered">
            <Category Column="n"/><Values><Value Expression="sum(n)"/></Values>
            <Filters><FilterName Name="When"/></Filters>
          </Chart>
        </Dashboard>
        """, to: "\(source).xml")
    }
  }

  private func output(_ arguments: String...) throws -> String {
    let run = try Auger(arguments, in: folder.root)
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(arguments): \(run.errors)")
    return run.output
  }

  @Test(arguments: ["file", "base"]) func argumentIncludesTheLastDay(_ source: String) throws {
    let february = try output("query", source + "Range", "--arg", "when=2013-02-01..2013-02-28", "--format", "csv")
    #expect(february == Self.within)
    let day = try output("query", source + "Range", "--arg", "when=2013-02-28..2013-02-28", "--format", "csv")
    #expect(day == "t,n\n2013-02-28T23:30:00,3\n")
  }

  @Test(arguments: ["file", "base"]) func filterIncludesTheLastDay(_ source: String) throws {
    let place = "filter.When=2013-02-01..2013-02-28"
    #expect(try output("query", source + "/Flights", "--explore", place, "--format", "csv") == Self.within)
    let chart = try output("export", source + "/Flights", "--explore", place, "--formats", "csv", "-o", "-")
    #expect(chart == "n,sum(n)\n2,2\n3,3\n")
  }
}
