import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// The influence diagram of the guide: economic value added.
@Suite struct DiagramTests {
  private static let expressions = [
    ("EVA", "OperatingProfit1-CostofCaptial"), ("OperatingProfit1", "RONA*NetAssets1"),
    ("CostofCaptial", "NetAssets1*WACC"), ("RONA", "ProfitMargin*NetAssetTurnover"), ("NetAssets1", nil), ("WACC", nil),
    ("ProfitMargin", "OperatingProfit2/Sales1"), ("NetAssetTurnover", "Sales1/NetAssets2"),
    ("OperatingProfit2", "EBIT*(1-IncomeTax)"), ("Sales1", nil), ("NetAssets2", "Assets-Liabilities"),
    ("EBIT", "Contribution-Overhead"), ("IncomeTax", nil), ("Assets", "FixedAssets+CurrentAssets"),
    ("Liabilities", nil), ("Contribution", "Sales2-GoodsSold"), ("Overhead", nil), ("FixedAssets", nil),
    ("CurrentAssets", nil), ("Sales2", nil), ("GoodsSold", nil),
  ]
  private static let stored = [
    "EVA": 42.24, "OperatingProfit1": 120, "CostofCaptial": 77.76, "RONA": 0.15, "NetAssets1": 800, "WACC": 0.097,
    "ProfitMargin": 0.12, "NetAssetTurnover": 1.25, "Sales1": 1000, "NetAssets2": 800, "EBIT": 200, "IncomeTax": 0.4,
    "Assets": 1000, "Liabilities": 200, "Contribution": 600, "Overhead": 400, "FixedAssets": 600, "CurrentAssets": 400,
    "Sales2": 1000, "GoodsSold": 400,
  ]
  private static let leaves = [
    "NetAssets1", "WACC", "Sales1", "IncomeTax", "Liabilities", "Overhead", "FixedAssets", "CurrentAssets", "Sales2",
    "GoodsSold",
  ]

  private let table = Table(stored.sorted { $0.key < $1.key }.map { ($0.key, Column([$0.value, $0.value * 1.1])) })

  private func builder(_ expressions: [(String, String?)] = Self.expressions) throws -> DiagramBuilder {
    DiagramBuilder(
      DiagramDefinition(
        "EVA", query: "EVAQuery",
        nodes: try expressions.enumerated().map { index, node in
          DiagramNode(
            node.0, text: node.0, expression: try node.1.map { try .parse($0) }, format: .rounded(2), isRoot: index == 0
          )
        }))
  }

  private func value(_ model: ChartModel, _ name: String) -> Double? {
    model.diagram?.nodes.first { $0.name == name }?.value.doubleValue
  }

  @Test func storedValuesAreShownBeforeAnythingIsSet() throws {
    let model = try builder().model(from: table)
    for (name, stored) in Self.stored { #expect(value(model, name) == stored, "\(name)") }
    // The query has no column of this node: its expression says it.
    #expect(value(model, "OperatingProfit2") == 120)
    let root = try #require(model.diagram?.nodes[0])
    #expect(root.isRoot && !root.isChanged && root.valueText == "42.24")
    #expect(try #require(root.shareOfTarget) - 1 / 1.1 < 1e-12)
  }

  @Test(
    .enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
  func whatFollowsFromANodeThatIsSetIsWhatTheGuideSays() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Shared.path("data/makit/expression-facts.json")))
    let facts = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let diagram = try #require(facts["influenceDiagram"] as? [String: Any])
    let cases = try #require((diagram["derivedGoalSeek"] as? [String: Any])?["cases"] as? [[String: Any]])
    #expect(cases.count == 5)
    for fact in cases {
      let set = try #require(fact["set"] as? [String: Double])
      let changed = try #require(fact["changed"] as? [String: Double])
      let model = try builder().model(from: table, setting: set.map { ($0.key, .float($0.value)) })
      for node in try #require(model.diagram).nodes {
        let expected = changed[node.name] ?? Self.stored[node.name] ?? 120
        let found = try #require(node.value.doubleValue)
        #expect((found - expected).magnitude < 1e-9 * max(1, expected.magnitude) + 1e-9, "\(set) \(node.name)")
        #expect(node.isSet == (set[node.name] != nil))
      }
    }
  }

  @Test func settingNothingIsTheStart() throws {
    let start = try builder().model(from: table)
    let set = try builder().model(from: table, setting: [("WACC", .float(0.2))])
    let again = try builder().model(from: table, setting: [])
    #expect(start.diagram == again.diagram && start.diagram != set.diagram)
  }

  @Test(arguments: leaves) func anyLeafReachesAGoalOrSaysWhyNot(leaf: String) throws {
    let builder = try builder()
    for goal in [50.0, 10, -5] {
      do {
        let solution = try builder.seek("EVA", goal, by: leaf, from: table)
        let model = try builder.model(from: table, setting: [(leaf, .float(solution))])
        let reached = try #require(value(model, "EVA"))
        #expect((reached - goal).magnitude <= 1e-9 * max(1, goal.magnitude), "\(leaf) \(goal)")
      } catch let error as DiagnosticError {
        #expect(error.diagnostics.map(\.code) == [.goalNotReached], "\(leaf) \(goal) \(error)")
        // Sales cancel out of margin times turnover.
        #expect(leaf == "Sales1" || ["Liabilities", "FixedAssets", "CurrentAssets"].contains(leaf))
      }
    }
  }

  @Test func aGoalBeyondTheBoundsIsRefusedWithTheNearest() throws {
    #expect(throws: DiagnosticError.self) {
      try builder().seek("EVA", 50, by: "WACC", within: Bounds(0.09...0.2), from: table)
    }
    let solution = try builder().seek("EVA", 50, by: "WACC", within: Bounds(0.01...0.2), from: table)
    #expect((solution - 0.0875).magnitude < 1e-9)
    #expect(throws: DiagnosticError.self) { try builder().seek("EVA", 50, by: "Nobody", from: table) }
  }

  @Test func loopsAndUnknownNodesAreRefused() throws {
    let loop = try builder([("A", "B + 1"), ("B", "C"), ("C", "A * 2")])
    #expect(loop.cycles == [["A", "B", "C", "A"]])
    do {
      _ = try loop.model(from: table)
      Issue.record("a loop was computed")
    } catch let error as DiagnosticError {
      #expect(error.diagnostics.map(\.code) == [.diagramCycle])
      #expect(error.diagnostics[0].message.contains("A → B → C → A"))
    }
    #expect(throws: DiagnosticError.self) { try builder().model(from: table, setting: [("Nobody", .int(1))]) }
    #expect(throws: DiagnosticError.self) { try builder([("Missing", nil)]).model(from: table) }
  }
}
