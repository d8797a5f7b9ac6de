import Testing

/// Error messages suggest a useful next step.
@Suite struct NextStepTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("k,v\na,1\nb,2\n", to: "t.csv")
    _ = try folder.write(
      """
      <Chart Name="C" Title="T" ChartType="Column" Query="Q">
        <Category Column="k"/>
        <Values><Value Expression="v" ValueSequence="1" DisplayName="V"/></Values>
      </Chart>
      """, to: "old.xml")
  }

  private func errors(_ arguments: String...) throws -> String {
    let run = try Auger(arguments, in: folder.root)
    #expect(run.exitCode == 2, "\(run.output)")
    return run.errors
  }

  @Test func emptyFolderHasNoWorkspace() throws {
    #expect(try errors("export").contains("no auger.yaml in this folder or a folder above"))
  }

  @Test func fileInsteadOfDashboardSuggestsACommand() throws {
    #expect(try errors("export", "old.xml").contains("auger generate workspace old.xml -o FOLDER"))
    #expect(try errors("chart", "old.xml").contains("auger generate workspace"))
    #expect(try errors("export", "t.csv").contains("auger chart t.csv"))
  }

  @Test func metadataIsConvertedToAnOption() throws {
    let run = try Auger(["convert-metadata", "old.xml", "-o", "new.json"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try errors("convert-metadata", "old.xml").contains("Name the file to write once"))
    #expect(try errors("convert-metadata", "old.xml", "a.json", "-o", "b.json").contains("Name the file to write once"))
  }

  @Test func foreignFunctionSuggestsAnEquivalent() throws {
    #expect(try errors("functions", "Weekday").contains("Write DayNumber(d), where 1 is Sunday."))
  }

  @Test func argumentParserUsesTheSameErrorFormat() throws {
    #expect(try errors("chart", "t.csv", "--nothing").hasPrefix("error: usage: Unknown option '--nothing'"))
  }

  @Test(arguments: [
    ("v * discount", "Did you mean '$discount'?"), ("v * vv", "Did you mean 'v'?"), ("quantity", "columns: k, v"),
  ])
  func checkAndExportGiveTheSameHint(_ expression: String, _ hint: String) throws {
    _ = try folder.write(
      """
      sources: { t: { adapter: csv, path: t.csv } }
      queries: { Q: { source: t, from: t, select: [k, v] } }
      dashboards: { D: d.xml }
      """, to: "auger.yaml")
    _ = try folder.write(
      """
      <MobileAnalytic><Dashboard>
      <Variables>
      <Variable Name="$discount" DisplayName="Discount" VariableType="float" Value="1" Min="0" Max="1"/>
      </Variables>
      <Chart Name="C" Title="T" ChartType="Column" Query="Q"><Category Column="k"/>
      <Values><Value Expression="\(expression)" ValueSequence="1"/></Values></Chart>
      </Dashboard></MobileAnalytic>
      """, to: "d.xml")
    let check = try Auger(["check"], in: folder.root)
    #expect(check.exitCode == 1 && check.output.contains("hint: \(hint)"), "\(check.output)")
    #expect(try errors("export", "D/C", "--formats", "csv", "-o", "-").contains("hint: \(hint)"))
  }

  @Test func argumentIsListedOnce() throws {
    _ = try folder.write(
      """
      sources: { t: { adapter: csv, path: t.csv } }
      queries:
        Q: { source: t, from: t, select: [k, v] }
        R: { source: t, from: t, where: [k == $k and v == $volume], select: [k, v] }
      dashboards: { D: d.xml }
      """, to: "auger.yaml")
    func chart(_ number: Int, _ query: String, _ filters: String = "") -> String {
      """
      <Chart Name="C\(number)" ChartType="Column" Query="\(query)" ChartSequence="\(number)">
      <Category Column="k"/><Values><Value Expression="v" ValueSequence="1"/></Values>\(filters)</Chart>
      """
    }
    _ = try folder.write(
      """
      <MobileAnalytic><Dashboard>
      <Filters><Filter Name="k" SourceQuery="Q" FilterType="picklist" Column="k" Sequence="1"/></Filters>
      <DrillDownGroup Name="G" Title="G">\(chart(1, "Q"))
      \(chart(2, "R", "<Filters><FilterName Name=\"k\"/></Filters>"))</DrillDownGroup>
      </Dashboard></MobileAnalytic>
      """, to: "d.xml")
    let check = try Auger(["check"], in: folder.root)
    #expect(check.output.contains("hint: Provided arguments: k\n"), "\(check.output)")
  }

  @Test func fileTableTakesPrecedenceOverASource() throws {
    _ = try folder.write("sources: { t: { adapter: csv, path: t.csv } }\n", to: "auger.yaml")
    let database = try Auger(
      ["-c", "sqlite3 t.sqlite 'CREATE TABLE sales(a); INSERT INTO sales VALUES (7)'"], running: "/bin/sh",
      in: folder.root)
    guard database.exitCode == 0 else { return }
    let run = try Auger(["query", "t.sqlite.sales", "--format", "csv"], in: folder.root)
    #expect(run.output == "a\n7\n", "\(run.errors)")
  }

  @Test func oneDashboardGoesIntoOneFile() throws {
    _ = try folder.write(
      """
      sources: { t: { adapter: csv, path: t.csv } }
      queries: { Q: { source: t, from: t } }
      dashboards: { D: old.xml }
      """, to: "auger.yaml")
    let run = try Auger(["export", "-o", "c.html"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
  }
}
