import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// The influence diagram of the guide: economic value added (EVA).
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
          ParsedDiagramNode(
            node.0, text: node.0, expression: try node.1.map { try .parse($0) }, format: .rounded(2), isRoot: index == 0
          )
        }))
  }

  private func value(_ model: ChartModel, _ name: String) -> Double? {
    model.diagram?.nodes.first { $0.name == name }?.value.doubleValue
  }

  @Test func initialNodesShowStoredValues() throws {
    let model = try builder().model(from: table)
    for (name, stored) in Self.stored { #expect(value(model, name) == stored, "\(name)") }
    // The query has no column for this node, so its expression gives the value.
    #expect(value(model, "OperatingProfit2") == 120)
    let root = try #require(model.diagram?.nodes[0])
    #expect(root.isRoot && !root.isChanged && root.valueText == "42.24")
    #expect(try #require(root.shareOfTarget) - 1 / 1.1 < 1e-12)
  }

  @Test(
    .enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
  func setNodesGiveTheValuesOfTheGuide() throws {
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
        #expect(node.isOverridden == (set[node.name] != nil))
      }
    }
  }

  @Test func settingNothingChangesNothing() throws {
    let start = try builder().model(from: table)
    let set = try builder().model(from: table, setting: [("WACC", .float(0.2))])
    let again = try builder().model(from: table, setting: [])
    #expect(start.diagram == again.diagram && start.diagram != set.diagram)
  }

  @Test func settingTheCurrentValueChangesNothing() throws {
    // For the profit margin, the expression gives 80 / 1000, but the data contain 0.12.
    var expressions = Self.expressions
    expressions[8].1 = "EBIT*IncomeTax"
    let builder = try builder(expressions)
    let start = try builder.model(from: table)
    for (name, value) in Self.stored.sorted(by: { $0.key < $1.key }) {
      let model = try builder.model(from: table, setting: [(name, .float(value))])
      for (node, before) in zip(try #require(model.diagram).nodes, try #require(start.diagram).nodes) {
        #expect(node.value == before.value && node.isOverridden == (node.name == name), "\(name): \(node.name)")
      }
    }
    #expect(value(try builder.model(from: table, setting: [("Sales1", .int(1000))]), "EVA") == 42.24)
    // 80 / 1001 * (1001 / 800) * 800 - 77.76
    let changed = try #require(value(try builder.model(from: table, setting: [("Sales1", .int(1001))]), "EVA"))
    #expect((changed - 2.24).magnitude < 1e-9)
  }

  @Test func contradictionWithAnExpressionIsReported() throws {
    func warnings(_ expressions: [(String, String?)]) throws -> [Warning] {
      try builder(expressions).model(from: table).warnings.filter { $0.code == .dataContradictsExpression }
    }
    let own = try warnings(Self.expressions)
    #expect(own.count == 1)
    let message = "the data give 77.76 for node 'CostofCaptial', but its expression gives 77.6 ("
    #expect(own.first?.message.hasPrefix(message) == true, "\(own)")
    var expressions = Self.expressions
    expressions[8].1 = "EBIT*IncomeTax"
    let all = try warnings(expressions)
    #expect(all.count == 2)
    #expect(all.last?.message.contains("0.12 for node 'ProfitMargin', but its expression gives 0.08 ") == true)
  }

  @Test(arguments: [
    (33.33, 100.0, false), (33.3, 100, true), (33, 99, false), (33, 99.1, true), (0.0123, 0.037, false),
  ])
  func roundedDataAgreeWithTheExpression(stored: Double, whole: Double, isReported: Bool) throws {
    let table = Table([("Third", Column([stored])), ("Whole", Column([whole]))])
    let model = try builder([("Third", "Whole / 3"), ("Whole", nil)]).model(from: table)
    #expect(model.warnings.map(\.code) == (isReported ? [.dataContradictsExpression] : []))
  }

  @Test func contradictionNamesTheLocationOfTheExpression() throws {
    let source = SourceText(
      name: "eva.xml",
      text: """
        <Diagram Name='D' Query='Q'>
          <Node Name='A' Text='A' Default='1' Expression='B * 2'/><Node Name='B' Text='B'/>
        </Diagram>
        """)
    let diagram = try #require(MetadataReader.read(source).metadata?.dashboard.diagrams.first)
    let model = try DiagramBuilder(diagram).model(from: Table([("A", Column([1.5])), ("B", Column([1.0]))]))
    #expect(model.warnings.map(\.firstPlace) == ["eva.xml:2:51"])
  }

  @Test func goalSeekReportsTheContradiction() throws {
    var expressions = Self.expressions
    expressions[8].1 = "EBIT*IncomeTax"
    let builder = try builder(expressions)
    // EVA is 42.24 with the stored value and 2.24 for any other sales, so sales have an effect but cannot reach the
    // goal.
    do {
      _ = try builder.seek("EVA", 50, by: "Sales1", from: table)
      Issue.record("the goal was reached")
    } catch let error as DiagnosticError {
      #expect(error.diagnostics.map(\.code) == [.goalNotReached])
      #expect(error.diagnostics[0].message.hasSuffix("the nearest value is 42.24, with 'Sales1' at 1000"))
      #expect(error.diagnostics[0].hint?.contains("dataContradictsExpression") == true)
    }
  }

  @Test func salesThatCancelOutDoNotChangeTheGoal() throws {
    do {
      _ = try builder().seek("EVA", 50, by: "Sales1", from: table)
      Issue.record("the goal was reached")
    } catch let error as DiagnosticError {
      #expect(error.diagnostics[0].message.hasSuffix("'Sales1' does not change it"))
    }
  }

  @Test(arguments: [("EVA", "EVA"), ("EVA", "RONA"), ("WACC", "WACC"), ("RONA", "EVA")])
  func goalSeekChangesOnlyInputNodes(node: String, driver: String) throws {
    do {
      _ = try builder().seek(node, 50, by: driver, from: table)
      Issue.record("the goal was sought")
    } catch let error as DiagnosticError {
      let found = error.diagnostics[0]
      #expect(found.code == .goalDriver && found.message.contains("'\(driver)'"), "\(found)")
      #expect(found.hint?.contains("WACC") == (node == "EVA"), "\(found)")
    }
  }

  @Test(arguments: leaves) func everyLeafReachesTheGoalOrFails(leaf: String) throws {
    let builder = try builder()
    for goal in [50.0, 10, -5] {
      do {
        let solution = try builder.seek("EVA", goal, by: leaf, from: table)
        let model = try builder.model(from: table, setting: [(leaf, .float(solution))])
        let reached = try #require(value(model, "EVA"))
        #expect((reached - goal).magnitude <= 1e-9 * max(1, goal.magnitude), "\(leaf) \(goal)")
      } catch let error as DiagnosticError {
        #expect(error.diagnostics.map(\.code) == [.goalNotReached], "\(leaf) \(goal) \(error)")
        // Sales cancel out: the profit margin divides by them and the turnover multiplies by them.
        #expect(leaf == "Sales1" || ["Liabilities", "FixedAssets", "CurrentAssets"].contains(leaf))
      }
    }
  }

  @Test func unreachableGoalReportsTheNearestValue() throws {
    #expect(throws: DiagnosticError.self) {
      try builder().seek("EVA", 50, by: "WACC", within: Bounds(0.09...0.2), from: table)
    }
    let solution = try builder().seek("EVA", 50, by: "WACC", within: Bounds(0.01...0.2), from: table)
    #expect((solution - 0.0875).magnitude < 1e-9)
    #expect(throws: DiagnosticError.self) { try builder().seek("EVA", 50, by: "Nobody", from: table) }
  }

  @Test func cyclesAndUnknownNodesFail() throws {
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
