import Testing

/// Files and notes cover only the requested items in the visible state.
@Suite struct ShownPartTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("k,s,v\na,x,1\na,y,2\nb,x,3\nb,y,4\n", to: "t.csv")
    _ = try folder.write(
      """
      sources: { t: { adapter: csv, path: t.csv } }
      queries: { Q: { source: t, from: t } }
      dashboards: { D: d.xml, E: e.xml }
      """, to: "auger.yaml")
    // An unknown theme is a warning.
    for (name, attribute) in [("d", ""), ("e", " Theme=\"pale\"")] {
      _ = try folder.write(
        """
        <Chart Name="C" Title="T" ChartType="Column" Query="Q"\(attribute)>
          <Category Column="k"/><Series Column="s"/>
          <Values><Value Expression="v" ValueSequence="1" DisplayName="V"/></Values>
        </Chart>
        """, to: "\(name).xml")
    }
  }

  private func csv(_ place: String) throws -> String {
    let run = try Auger(
      ["export", "D/C", "--explore", place, "--formats", "csv", "-o", "-"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output
  }

  @Test(arguments: [
    ("", "k,x,y\na,1,2\nb,3,4\n"), ("C.hide=x", "k,y\na,2\nb,4\n"), ("C.range=0..0.5", "k,x,y\na,1,2\n"),
    ("C.range=0.5..1&C.hide=y", "k,x\nb,3\n"),
  ])
  func tableContainsTheVisiblePart(_ place: String, _ rows: String) throws {
    #expect(try csv(place) == rows)
  }

  @Test func notesCoverTheNamedDashboards() throws {
    func mentions(_ arguments: String...) throws -> Bool {
      try Auger(arguments, in: folder.root).errors.contains("e.xml")
    }
    #expect(try mentions("export", "E/C", "--formats", "csv", "-o", "-"))
    #expect(try !mentions("export", "D/C", "--formats", "csv", "-o", "-"))
    #expect(try !mentions("chart", "t.csv"))
    #expect(try !mentions("query", "Q"))
    #expect(try mentions("query", "E/C"))
  }
}
