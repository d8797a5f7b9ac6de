import Foundation
import TestSupport
import Testing

/// `--now` sets the current time for every computation of a command.
@Suite struct ClockCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(
      "day,amount,weight\n2023-11-30,1,0.5\n2023-12-01,2,1.5\n2024-02-29,4,7.25\n,8,3\n", to: "sales.csv")
    Database(path: folder.url("shop.sqlite").path).execute(
      "CREATE TABLE sales(day DATE, at TIMESTAMP, amount INTEGER);"
        + "INSERT INTO sales VALUES('2023-11-30','2023-11-30 10:00:00',1),('2023-12-01','2023-12-01 10:00:00',2),"
        + "('2024-02-29','2024-02-29 10:00:00',4),(NULL,NULL,8);")
    _ = try folder.write(
      """
      sources: { shop: { adapter: sqlite, path: shop.sqlite }, files: { adapter: csv, path: sales.csv } }
      queries:
        Recent: { source: shop, from: sales, where: ["at < now()", "day > AddMonths(today(), -3)"],
          measures: { total: sum(amount) } }
        Last: { source: shop, from: sales, where: ["LastMonths(day, 3)"], measures: { total: sum(amount) } }
      """, to: "auger.yaml")
  }

  private func output(_ arguments: String...) throws -> String {
    let run = try Auger(arguments, in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output
  }

  @Test func queryUsesTheGivenTime() throws {
    for (now, total) in [("2024-02-29", "3"), ("2024-03-01T12:00:00Z", "4"), ("2024-02-29T11:30+01:00", "7")] {
      #expect(try output("query", "Recent", "--now", now, "--format", "csv") == "total\n\(total)\n", "\(now)")
    }
    #expect(
      try output(
        "query", "sales.csv", "--where", "day < today()", "--measure", "n=count()", "--now", "2023-12-01", "--format",
        "csv") == "n\n1\n")
  }

  @Test func queryOnAResultUsesTheSameTime() throws {
    #expect(
      try output(
        "query", "Recent", "--derive", "d=today()", "--now", "2024-03-01T12:00", "--format", "csv")
        == "total,d\n4,2024-03-01\n")
    #expect(try output("eval", "Year(today()) + Hour(now())", "--now", "2024-03-01T12:00") == "2036\n")
    #expect(try output("eval", "now()", "--now", "2024-03-01T12:00+01:00") == "2024-03-01T11:00:00Z\n")
    #expect(try output("explain", "today()", "--now", "2024-03-01").contains("date"))
  }

  @Test func timeConstantIsPushedDown() throws {
    let plan = try output("plan", "Recent", "--now", "2024-03-01")
    #expect(plan.contains("Here, after it: nothing."), "\(plan)")
    #expect(plan.contains("values: timestamp, date"), "\(plan)")
    let last = try output("plan", "Last")
    #expect(last.contains("Here, after it: nothing."), "\(last)")
  }

  @Test func lastMonthsCanBeADerivedColumn() throws {
    #expect(
      try output(
        "query", "sales.csv", "--derive", "recent=LastMonths(day, 3)", "--derive", "both=recent", "--where", "both",
        "--measure", "total=sum(amount)", "--format", "csv") == "total\n6\n")
  }

  @Test func lastMonthsDependOnTheData() throws {
    #expect(try output("query", "Last", "--format", "csv") == "total\n6\n")
    #expect(
      try output(
        "query", "sales.csv", "--where", "LastMonths(day, 3)", "--measure", "total=sum(amount)", "--format", "csv")
        == "total\n6\n")
    #expect(
      try output("query", "Last", "--derive", "r=total", "--format", "csv") == "total,r\n6,6\n")
  }

  @Test func binsWithoutWidthEqualAHistogram() throws {
    #expect(
      try output("query", "sales.csv", "--group-by", "b=Bin(weight)", "--measure", "n=count()", "--format", "csv")
        == "b,n\n0,2\n2,1\n6,1\n")
    // The bins depend only on the rows that pass the filter.
    #expect(
      try output(
        "query", "sales.csv", "--where", "weight < 2", "--group-by", "b=Bin(weight)", "--measure", "n=count()",
        "--format", "csv") == "b,n\n0.5,1\n1.5,1\n")
    #expect(try output("eval", "Bin(37)") == "37\n")
  }

  @Test func receiptContainsTheTime() throws {
    let chart = try output(
      "chart", "sales.csv", "--category", "day < today()", "--value", "count()", "--now", "2024-01-01T10:00")
    #expect(chart.contains("\"now\": \"2024-01-01T00:00:00Z\""), "\(chart)")
    let without = try output("chart", "sales.csv", "--category", "day", "--value", "count()", "--now", "2024-01-01")
    #expect(!without.contains("\"now\""))
  }

  @Test func expressionErrorsHaveALocation() throws {
    for (condition, place, message) in [
      ("LastMonths(amount, 3)", "--where:1:12", "wrongArgumentType: LastMonths takes a date, not an int"),
      ("LastMonths(days, 3)", "--where:1:12", "unknownColumn: column 'days' is not known"),
      ("Bin(day) > 0", "--where:1:5", "wrongArgumentType"),
      ("LastMonths(day, 0)", "--where:1:17", "wrongArgumentValue"),
    ] {
      let run = try Auger(["query", "sales.csv", "--where", condition], in: folder.root)
      #expect(run.exitCode == 2 && run.errors.contains("\(place): error: \(message)"), "\(run.errors)")
    }
    let groups = try Auger(
      ["query", "sales.csv", "--measure", "n=count()", "--having", "LastMonths(max(day), 3)"], in: folder.root)
    #expect(
      groups.errors.contains("--having:1:1: error: constantRequired: LastMonths needs rows, and this context has none"))
  }

  @Test func invalidTimeFails() throws {
    let run = try Auger(["query", "Recent", "--now", "yesterday"], in: folder.root)
    #expect(run.exitCode == 2 && run.errors.contains("--now"))
  }
}
