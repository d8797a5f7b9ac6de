import Testing

/// Lists in a workspace accept the same expressions as the command line.
@Suite struct WorkspaceExpressionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("day,Name,v\n2024-01-05,a,1\n2024-02-06,b,2\n2024-02-07,b,4\n", to: "t.csv")
    _ = try folder.write(
      """
      sources: { t: { adapter: csv, path: t.csv } }
      queries:
        Rows: { source: t, from: t, select: [Media=Name, "[v]"] }
        Months: { source: t, from: t, groupBy: [m=month(day), year(day)], measures: { s: sum(v) } }
        Again: { source: t, from: t, derive: { y: year(day) }, groupBy: [y], measures: { s: sum(v) } }
      """, to: "auger.yaml")
  }

  @Test(arguments: [
    ("Rows", "Media,v\na,1\nb,2\nb,4\n"), ("Months", "m,year(day),s\n1,2024,1\n2,2024,6\n"),
    ("Again", "y,s\n2024,7\n"),
  ])
  func listsAcceptExpressions(_ query: String, _ rows: String) throws {
    let run = try Auger(["query", query, "--format", "csv"], in: folder.root)
    #expect(run.output == rows, "\(run.errors)")
    #expect(try Auger(["check"], in: folder.root).output.contains("0 errors"))
  }
}
