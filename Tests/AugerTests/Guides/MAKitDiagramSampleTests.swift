import Auger
import Testing

/// The diagram that MAKit's guide creates in code, with today's names: a specification with nodes and the nodes that
/// they point to.
@Suite struct MAKitDiagramSampleTests {
  private let dashboard = Dashboard("board") {
    Diagram("EVA-Value-Driver", query: "EVAQuery") {
      DiagramNode(
        "EVA", title: "EVA", expression: "OperatingProfit1-CostofCaptial", format: .rounded(2),
        charts: ["chart1", "chart2"])
      DiagramNode(
        "OperatingProfit1", title: "Operating Profit", expression: "RONA*NetAssets1", format: .rounded(2),
        partOf: ["EVA"], charts: ["chart3", "chart4"])
      DiagramNode("CostofCaptial", title: "Cost of Captial", format: .rounded(2), partOf: ["EVA"])
      DiagramNode("RONA", title: "RONA", format: .percentage, partOf: ["OperatingProfit1"])
      DiagramNode(
        "NetAssets1", title: "Net Assets", format: .rounded(2), partOf: ["OperatingProfit1", "CostofCaptial"])
    }
    .attribute("ViewMode", to: "GoalSeek")
    Panel("Hint", title: "Reading", text: "Drag a node.")
    Panel("Logo", text: "<svg xmlns='http://www.w3.org/2000/svg'/>", alternative: "The logo")
  }

  private func pipeline() throws -> Pipeline {
    // The first row of the guide's query is the actual values, the second one the targets.
    Pipeline(tables: [
      "EVAQuery": try Table([
        "EVA": [42.24, 46.464], "OperatingProfit1": [120, 132], "CostofCaptial": [77.76, 85.536],
        "RONA": [0.15, 0.165], "NetAssets1": [800, 880],
      ])
    ])
  }

  @Test func specificationInSwiftIsADiagram() async throws {
    let start = dashboard.initialState
    let model = try await pipeline().chart("EVA-Value-Driver", in: start)
    let diagram = try #require(model.diagram)
    #expect(diagram.view == .goalSeek && diagram.nodes.map(\.isRoot) == [true, false, false, false, false])
    #expect(diagram.nodes.map(\.parents) == [[], [0], [0], [1], [1, 2]])
    #expect(diagram["EVA"]?.valueText == "42.24" && diagram["RONA"]?.valueText == "15%")
    // didChangeValueOnMetricNode: the profit is 0.2 · 800, and EVA 160 − 77.76.
    let changed = try start.applying(.setNode("RONA", of: "EVA-Value-Driver", to: 0.2))
    let values = try #require(try await pipeline().chart("EVA-Value-Driver", in: changed).diagram)
    #expect(values["OperatingProfit1"]?.value == .float(160))
    #expect(values["EVA"]?.valueText == "82.24" && values["EVA"]?.actualText == "42.24")
  }

  @Test func panelsInSwiftHaveContent() async throws {
    let hint = try await pipeline().chart("Hint", in: dashboard.initialState)
    #expect(hint.title == "Reading" && hint.content?.kind == .text && hint.content?.text == "Drag a node.")
    let logo = try await pipeline().chart("Logo", in: dashboard.initialState)
    #expect(logo.content?.kind == .svg && logo.content?.alternative == "The logo")
  }
}
