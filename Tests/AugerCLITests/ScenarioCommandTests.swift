import Foundation
import TestSupport
import Testing

/// Scenarios, sweeps, frames and the data of a chart, from the command line.
@Suite struct ScenarioCommandTests {
  private let folder: TemporaryFolder

  /// Creates data of two kinds in two regions, and a variable that one chart uses.
  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("region,kind,amount\nN,a,1\nN,b,2\nS,a,4\nS,b,8\n", to: "sales.csv")
    _ = try folder.write(
      """
      sources:
        sales: { adapter: csv, path: sales.csv }
      queries:
        ByKind:
          source: sales
          from: sales
          where: ["[[ region in ($Regions) ]]"]
          groupBy: [kind]
          measures: { amount: sum(amount) }
        Kinds: { source: sales, from: sales, groupBy: [region], measures: { n: count() } }
      dashboards:
        d: d.yaml
      """, to: "auger.yaml")
    _ = try folder.write(
      """
      MobileAnalytic:
        Dashboard:
          Variables:
            Variable:
              { Name: $hike, DisplayName: Hike, VariableType: integer, Value: 0, Min: 0, Max: 18, Step: 3 }
          Filters:
            Filter: { Name: Regions, Sequence: 1, SourceQuery: Kinds, FilterType: picklist, Column: region }
          DAPanel:
            Name: Levers
            Title: Levers
            VariableName: { Name: $hike, Sequence: 1 }
          Chart:
            - Name: Raise
              Title: Raise
              ChartType: Column
              Query: ByKind
              Category: { Column: kind }
              Values: { Value: { Expression: amount * (100 + $hike) / 100, ValueSequence: 1, DisplayName: Sales } }
              Filters: { FilterName: { Name: Regions } }
            - Name: Fixed
              Title: Fixed
              ChartType: Column
              Query: ByKind
              Category: { Column: kind }
              Values: { Value: { Expression: amount, ValueSequence: 1, DisplayName: Sales } }
        DashboardLayout:
          Landscape:
            Layout:
              - { Name: Raise, Top: 1, Left: 1, Width: 40, Height: 40 }
              - { Name: Fixed, Top: 1, Left: 42, Width: 40, Height: 40 }
              - { Name: Levers, Top: 50, Left: 1, Width: 40, Height: 40 }
      """, to: "d.yaml")
  }

  private func run(_ arguments: [String]) throws -> Auger { try Auger(arguments, in: folder.root) }

  private func json(_ path: String) throws -> [String: Any] {
    try #require(
      JSONSerialization.jsonObject(with: try Data(contentsOf: folder.url(path))) as? [String: Any])
  }

  private func text(_ path: String) throws -> String { try String(contentsOf: folder.url(path), encoding: .utf8) }

  private func labels(_ chart: [String: Any]) -> [String] {
    (chart["series"] as? [[String: Any]])?.compactMap { $0["label"] as? String } ?? []
  }

  @Test func panelShowsTheVariables() throws {
    #expect(try run(["export", "d", "-o", "start", "--formats", "svg"]).exitCode == 0)
    let start = try text("start/d.svg")
    #expect(start.contains("data-panel=\"Levers\"") && start.contains(">Hike</text>") && start.contains(">0</text>"))
    #expect(try run(["export", "d", "-o", "set", "--formats", "svg", "--explore", "$hike=15"]).exitCode == 0)
    let set = try text("set/d.svg")
    #expect(set.contains(">15</text>") && set.contains("Levers: Hike 15."))
    #expect(start != set)
  }

  @Test func goalSeekWritesTheResultingChart() throws {
    _ = try folder.write(
      """
      <Diagram Name="Profit" Query="Totals">
        <Node Name="Profit" Text="Profit" Default="1" Expression="amount - cost"/>
        <Node Name="amount" Text="Sales" ParentNode="Profit"/>
        <Node Name="cost" Text="Cost" ParentNode="Profit"/>
      </Diagram>
      """, to: "tree.xml")
    let workspace = try folder.write(
      """
      sources: { sales: { adapter: csv, path: sales.csv } }
      queries:
        Totals: { source: sales, from: sales, groupBy: [], measures: { amount: sum(amount), cost: count() } }
      dashboards: { tree: tree.xml }
      """, to: "tree.yaml")
    func seek(_ goal: String) throws -> Auger {
      try run(["export", "tree/Profit", "--workspace", workspace, "--seek", goal, "-o", "goal.json"])
    }
    let found = try seek("Profit=50 by amount")
    #expect(found.exitCode == 0 && found.errors.contains("where amount is 54"), "\(found.errors)")
    let nodes = try #require((json("goal.json")["diagram"] as? [String: Any])?["nodes"] as? [[String: Any]])
    #expect(nodes.map { $0["value"] as? Double } == [50, 54, 4])
    #expect(nodes.map { $0["isSet"] as? Bool } == [false, true, false])
    for (goal, message) in [
      ("Profit=50 by amount within 0..20", "goalNotReached"), ("Profit=50 by amuont", "metadataObjectUndefined"),
      ("Profit by amount", "goalSyntax"),
    ] {
      let run = try seek(goal)
      #expect(run.exitCode == 2 && run.errors.contains(message), "\(goal): \(run.errors)")
    }
    #expect(try run(["export", "d", "--seek", "a=1 by b"]).exitCode == 2)
  }

  @Test func comparisonIsWrittenAsJSONAndPicture() throws {
    let run = try run([
      "export", "d/Raise", "--scenario", "good=$hike=18", "--scenario", "bad=$hike=3", "--compare", "bad,good", "-o",
      "out",
    ])
    #expect(run.exitCode == 0 && run.output.isEmpty, "\(run.errors)")
    #expect(run.errors == "wrote 2 files to out\n")
    let chart = try json("out/d/Raise.json")
    let dimensions = try #require(chart["dimensions"] as? [[String: Any]])
    #expect(
      dimensions.compactMap { $0["title"] as? String } == [
        "Sales: bad", "Sales: good", "Sales: difference", "Sales: percent",
      ])
    let picture = try text("out/d/Raise.svg")
    #expect(picture.contains(">bad</text>") && picture.contains(">good</text>"))
  }

  @Test func sweepIsWrittenToOneNamedFile() throws {
    let run = try run(["export", "d/Raise", "--sweep", "$hike=0..18 step 9", "-o", "sweep.json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors == "wrote sweep.json\n")
    #expect(labels(try json("sweep.json")) == ["$hike = 0", "$hike = 9", "$hike = 18"])
    let byFilter = try self.run([
      "export", "d/Raise", "--sweep", "filter.Regions=N,S", "--formats", "json", "-o", "-",
    ])
    #expect(byFilter.exitCode == 0 && byFilter.errors.isEmpty, "\(byFilter.errors)")
    #expect(byFilter.output.contains("\"values\": [\n") && byFilter.output.contains("\"label\": \"S\""))
  }

  @Test func framesFileFitsItsSchema() throws {
    let run = try run(["export", "d/Raise", "--frames", "filter.Regions=N,S", "-o", "out"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors == "wrote 1 file to out\n")
    let schemas = try ["frames", "chart"].map {
      let printed = try self.run(["schema", "--of", $0])
      #expect(printed.exitCode == 0 && printed.errors.isEmpty)
      return printed.output
    }
    let check = try JSONSchemaCheck(schemas[0], referringTo: [schemas[1]])
    let bytes = Array(try Data(contentsOf: folder.url("out/d/Raise.frames.json")))
    #expect(try check.findings(in: bytes) == [])
  }

  @Test func dashboardIsDrawnAsOnePicture() throws {
    let run = try run(["export", "d", "-o", "whole.svg", "--quiet"])
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(try text("whole.svg").contains("data-chart=\"Fixed\""))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root.path).contains("d") == false)
  }

  @Test(arguments: [
    (["d/Raise", "--scenario", "good=$hike=3"], "--scenario requires --compare"),
    (["d/Raise", "--compare", "good"], "hint: Define it with --scenario 'good=$hike=5'."),
    (["d/Raise", "--scenario", "good=$hike=3", "--compare", "goood"], "Did you mean 'good'?"),
    (["d/Raise", "--scenario", "good", "--compare", "good"], "'good' is not NAME=STATE"),
    (
      ["d/Raise", "--scenario", "a=$hike=3", "--scenario", "a=$hike=6", "--compare", "a"],
      "scenario 'a' is defined twice"
    ),
    (["d/Raise", "--scenario", "a=$hike=3", "--compare", "a,"], "expected one or two scenarios"),
    (["d/Raise", "--scenario", "a=$hike=99", "--compare", "a"], "scenario 'a': variable '$hike' cannot be 99"),
    (["d/Raise", "--scenario", "a=$hke=3", "--compare", "a"], "Did you mean '$hike'?"),
    (["d/Raise", "--scenario", "a=Raise.zoom=2", "--compare", "a"], "more than variables and what-if changes"),
    (["d/Raise", "--sweep", "$hike=0..4"], "offStep"), (["d/Raise", "--sweep", "hike=0..4"], "steps:1:1"),
    (["d/Fixed", "--sweep", "$hike=0..18 step 3"], "does not depend on variable '$hike'"),
    (["d/Fixed", "--frames", "filter.Regions=N,S"], "does not depend on filter 'Regions'"),
    (["d/Raise", "--frames", "argument.Year=1..3"], "does not depend on argument 'Year'"),
    (["d/Raise", "--frames", "animation"], "chart 'Raise' has no Animation"),
    (["d/Raise", "--frames", "$hike=0,3", "-o", "x.svg"], "Use a file name that ends with .html or .json"),
    (["d/Raise", "--frames", "$hike=0,3", "--sweep", "$hike=0,3"], "cannot be combined"),
    (["d", "--sweep", "$hike=0,3"], "name DASHBOARD/CHART"),
    (["d/Raise", "-o", "-"], "several files"), (["d/Levers"], "d.yaml:"),
  ])
  func failureWritesNothing(arguments: [String], message: String) throws {
    let directory = arguments.contains("-o") ? [] : ["-o", "none"]
    let run = try run(["export"] + arguments + directory)
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.root.path)).count == 3)
  }

  @Test func underlyingTableUsesTheSelection() throws {
    let all = try run(["query", "d/Raise", "--format", "csv"])
    #expect(all.output == "kind,amount\na,5\nb,10\n")
    let one = try run(["query", "d/Raise", "--explore", "filter.Regions=N", "--format", "csv", "--limit", "1"])
    #expect(one.exitCode == 0 && one.errors.isEmpty, "\(one.errors)")
    #expect(one.output == "kind,amount\na,1\n")
  }

  @Test(arguments: [
    (["d/Levers"], "itemHasNoChart"), (["d/Rise"], "Did you mean 'Raise'?"),
    (["e/Raise", "--explore", ""], "dashboard"),
    (["d", "--explore", "x"], "--explore requires DASHBOARD/CHART"),
    (["d/Raise", "--arg", "x=1"], "come from --explore"),
    (["d/Raise", "--explore", "Raise.zoom=2"], "notZoomable"), (["d/Raise", "--explore", "Rise=2"], "exploration:1:1"),
  ])
  func missingUnderlyingTableHasAReason(arguments: [String], message: String) throws {
    let run = try run(["query"] + arguments)
    #expect(run.exitCode == 2 && run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func exportWarningsAreJSONOnRequest() throws {
    let run = try run([
      "export", "d/Raise", "--explore", "filter.Regions=M", "--diagnostics", "json", "-o", "out", "--formats", "json",
    ])
    #expect(run.exitCode == 0)
    let first = try #require(run.errors.split(separator: "\n").first { $0.hasPrefix("{") })
    let warning = try #require(JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
    #expect(warning["level"] as? String == "warning")
    #expect((warning["details"] as? [String: String])?["chart"] == "Raise")
    #expect((warning["message"] as? String)?.contains("warning") == false)
  }
}
