import Testing

/// A text that equals a column name refers to that column, even if the name contains special characters.
@Suite struct ColumnNameTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(
      "Sub-Category,Ship Mode,Unit Price,Net-Sales,avg(x)\nChairs,First,1.5,10,1\nTables,Second,2.5,20,2\n",
      to: "t.csv")
    _ = try folder.write(
      """
      sources: { t: { adapter: csv, path: t.csv } }
      queries:
        Totals:
          source: t
          from: t
          derive: { category: Sub-Category, mode: Ship Mode }
          where: [Net-Sales]
          groupBy: [category, mode]
          measures: { Net-Total: "sum([Net-Sales])" }
      dashboards: { D: d.xml }
      """, to: "auger.yaml")
    _ = try folder.write(
      """
      <Chart Name="C" Title="T" ChartType="Column" Query="Totals">
        <Category Column="category"/>
        <Values><Value Expression="Net-Total" ValueSequence="1" DisplayName="V"/></Values>
      </Chart>
      """, to: "d.xml")
  }

  private func output(_ arguments: [String]) throws -> String {
    let run = try Auger(arguments, in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output
  }

  private func chart(_ arguments: String...) throws -> String {
    try output(["chart", "t.csv"] + arguments + ["--format", "csv"])
  }

  @Test(arguments: [
    ("Sub-Category", "Sub-Category,count()\nChairs,1\nTables,1\n"),
    ("Ship Mode", "Ship Mode,count()\nFirst,1\nSecond,1\n"),
  ])
  func columnNameIsACategory(_ column: String, _ shown: String) throws {
    #expect(try chart("--category", column, "--value", "count()") == shown)
  }

  @Test func seriesAndMultiplesAreColumns() throws {
    #expect(
      try chart("--category", "Ship Mode", "--series", "Sub-Category", "--value", "count()")
        == "Ship Mode,Chairs,Tables\nFirst,1,\nSecond,,1\n")
    #expect(
      try chart("--category", "Ship Mode", "--multiples", "Sub-Category", "--value", "count()")
        .hasPrefix("Sub-Category,Ship Mode,count()\nChairs,First,1\n"))
  }

  @Test(arguments: [("Unit Price", "1.5", "2.5"), ("Net-Sales", "10", "20"), ("avg(x)", "1", "2")])
  func columnNameIsAValue(_ column: String, _ first: String, _ second: String) throws {
    let table = "First,\(first)\nSecond,\(second)\n"
    #expect(try chart("--category", "Ship Mode", "--value", column) == "Ship Mode,\(column)\n" + table)
    #expect(
      try output(["query", "t.csv", "--derive", "d=\(column)", "--select", "Ship Mode,d", "--format", "csv"])
        == "Ship Mode,d\n" + table)
    #expect(try output(["eval", column, "--table", "t.csv"]) == "\(first)\n\(second)\n")
    #expect(try output(["explain", column, "--table", "t.csv"]).hasPrefix("column \(column) "))
  }

  @Test func columnNameIsACondition() throws {
    #expect(
      try output(["query", "t.csv", "--where", "avg(x)", "--select", "avg(x)", "--format", "csv"]) == "avg(x)\n1\n2\n")
  }

  @Test func workspaceUsesTheSameColumnNames() throws {
    #expect(
      try output(["query", "Totals", "--format", "csv"])
        == "category,mode,Net-Total\nChairs,First,10\nTables,Second,20\n")
  }

  @Test func dashboardUsesTheSameColumnNames() throws {
    #expect(try output(["export", "D/C", "--formats", "csv", "-o", "-"]) == "category,V\nChairs,10\nTables,20\n")
    #expect(try output(["check"]).contains("0 errors"))
  }

  @Test func unknownNamesAreReported() throws {
    let run = try Auger(["query", "t.csv", "--where", "Ship Mod"], in: folder.root)
    #expect(run.exitCode == 2 && run.errors.contains("syntaxError: 'Mod' follows without an operator"))
    #expect(run.errors.contains("Did you mean 'Ship Mode'?"))
  }
}
