import Foundation
import TestSupport
import Testing

/// The influence diagram of the guide, from the command line: setting, resetting and seeking nodes.
@Suite(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
struct DiagramCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(
      """
      sources: { sample: { adapter: sqlite, path: "\(Shared.path("data/makit/sample-db/makit-sample.sqlite"))" } }
      queries: { EVAQuery: { source: sample, sql: "\(try Self.sql())" } }
      dashboards: { board: eva.xml }
      """, to: "auger.yaml")
    // The tax rate in the code examples is one minus that of the guide. Only the guide's value matches the data.
    let text = try String(
      contentsOfFile: Shared.path("data/makit/fragments/ce-08-influence-diagram.xml"), encoding: .utf8)
    _ = try folder.write(text.replacing("EBIT*IncomeTax", with: "EBIT*(1-IncomeTax)"), to: "eva.xml")
  }

  private static func json(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: Shared.path("data/makit/" + path)))
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private static func sql() throws -> String {
    let queries = try #require(try json("sample-db/queries.json")["queries"] as? [String: [String: Any]])
    return try #require(queries["EVAQuery"]?["sql"] as? String).replacing("\"", with: "\\\"")
  }

  /// Returns the exported nodes of a command that succeeds, by name.
  private func nodes(_ words: [String]) throws -> [String: (value: Double, isSet: Bool)] {
    let run = try Auger(["export", "board/EVA-Value-Driver", "-o", "eva.json"] + words, in: folder.root)
    #expect(run.exitCode == 0, "\(words): \(run.errors)")
    let data = try Data(contentsOf: folder.url("eva.json"))
    let model = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let diagram = try #require(model["diagram"] as? [String: Any])
    return Dictionary(
      try #require(diagram["nodes"] as? [[String: Any]]).map { node in
        (
          node["name"] as? String ?? "",
          ((node["value"] as? NSNumber)?.doubleValue ?? .nan, node["isSet"] as? Bool ?? false)
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  private func areEqual(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude <= 1e-9 * max(1, a.magnitude) }

  @Test func setNodesGiveTheRecordedValues() throws {
    let diagram = try #require(try Self.json("expression-facts.json")["influenceDiagram"] as? [String: Any])
    let cases = try #require((diagram["derivedGoalSeek"] as? [String: Any])?["cases"] as? [[String: Any]])
    #expect(cases.count == 5)
    let start = try nodes([])
    for fact in cases {
      let set = try #require(fact["set"] as? [String: Double])
      let changed = try #require(fact["changed"] as? [String: Double])
      let address = set.sorted { $0.key < $1.key }.map { "EVA-Value-Driver.node[\($0.key)]=\($0.value)" }
      let found = try nodes(["--explore", address.joined(separator: "&")])
      #expect(found.count == start.count)
      for (name, node) in found {
        let expected = changed[name] ?? start[name]?.value ?? .nan
        #expect(areEqual(expected, node.value), "\(set) \(name): \(node.value), \(expected)")
      }
    }
    // Without the query string, the values are unchanged.
    #expect(try nodes([]).mapValues(\.value) == start.mapValues(\.value))
  }

  /// Each input node either reaches the goal of EVA within 1e-9, or fails with the reason.
  @Test func everyLeafReachesTheGoalOrFails() throws {
    let leaves = [
      "WACC", "Sales1", "Sales2", "GoodsSold", "Overhead", "IncomeTax", "Liabilities", "FixedAssets", "CurrentAssets",
      "NetAssets1",
    ]
    var reached = 0
    for leaf in leaves {
      let run = try Auger(
        ["export", "board/EVA-Value-Driver", "-o", "goal.json", "--seek", "EVA=50 by \(leaf)"], in: folder.root)
      guard run.exitCode == 0 else {
        #expect(run.exitCode == 2 && run.errors.contains("error: goalNotReached"), "\(leaf): \(run.errors)")
        continue
      }
      let data = try Data(contentsOf: folder.url("goal.json"))
      let model = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      let nodes = try #require((model["diagram"] as? [String: Any])?["nodes"] as? [[String: Any]])
      let root = try #require(nodes.first { $0["name"] as? String == "EVA" }?["value"] as? NSNumber)
      #expect(areEqual(50, root.doubleValue), "\(leaf): \(root)")
      reached += 1
    }
    #expect(reached >= 4)
  }

  @Test func contradictingDataAreReported() throws {
    // The guide contradicts itself: 200 * 0.4 does not equal the profit of 120 that its margin is based on.
    let text = try String(
      contentsOfFile: Shared.path("data/makit/fragments/ce-08-influence-diagram.xml"), encoding: .utf8)
    _ = try folder.write(text, to: "eva.xml")
    let run = try Auger(["export", "board/EVA-Value-Driver", "-o", "eva.json"], in: folder.root)
    for node in ["CostofCaptial", "ProfitMargin"] {
      #expect(run.errors.contains("for node '\(node)', but its expression gives"), "\(run.errors)")
    }
    #expect(run.errors.contains("dataContradictsExpression") && run.errors.contains("first at eva.xml:"))
    let eva = try #require(try nodes([])["EVA"]?.value)
    #expect(eva == 42.24)
    #expect(try nodes(["--explore", "EVA-Value-Driver.node[Sales1]=1000"])["EVA"]?.value == eva)
    for (goal, reason) in [
      ("EVA=50 by EVA", "it is the node of the goal itself"), ("EVA=50 by RONA", "its expression computes it"),
      ("EVA=50 by Sales1", "the nearest value is 42.24, with 'Sales1' at 1000"),
    ] {
      let run = try Auger(["export", "board/EVA-Value-Driver", "-o", "x.json", "--seek", goal], in: folder.root)
      #expect(run.exitCode == 2 && run.errors.contains(reason) && run.errors.contains("hint:"), "\(run.errors)")
    }
  }

  @Test func unknownNodesAndCyclesFail() throws {
    for words in [
      ["--explore", "EVA-Value-Driver.node[WACCC]=1"], ["--seek", "EVA=50 by WACCC"], ["--seek", "EVAA=50 by WACC"],
    ] {
      let run = try Auger(["export", "board/EVA-Value-Driver", "-o", "x.json"] + words, in: folder.root)
      #expect(run.exitCode == 2 && run.errors.contains("Did you mean"), "\(words): \(run.errors)")
    }
    _ = try folder.write(
      """
      <Diagram Name="D" Query="EVAQuery">
        <Node Name="A" Text="A" Default="1" Expression="B * 2"/>
        <Node Name="B" Text="B" ParentNode="A" Expression="A + 1"><NodeTo Name="A"/></Node>
      </Diagram>
      """, to: "loop.xml")
    let loop = try Auger(["check", "loop.xml"], in: folder.root)
    #expect(loop.exitCode == 1 && (loop.output + loop.errors).contains("diagramCycle"), "\(loop.output)")
    #expect((loop.output + loop.errors).contains("A, B, A") || loop.output.contains("A → B → A"), "\(loop.output)")
  }
}
