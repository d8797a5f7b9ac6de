import AugerCharts
import AugerColumns
import AugerDiagnostics
import Testing

@Suite struct GraphLayoutTests {
  private let frame = ChartFrame(x: 10, y: 20, width: 600, height: 400)

  private func distance(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  @Test func nodesAreInTheFrameAndDoNotOverlap() {
    // A ring, a star, a grid and two isolated nodes.
    var links = (0..<12).map { ($0, ($0 + 1) % 12) } + (13..<30).map { (12, $0) }
    for row in 0..<6 {
      for column in 0..<6 {
        if column < 5 { links.append((30 + row * 6 + column, 31 + row * 6 + column)) }
        if row < 5 { links.append((30 + row * 6 + column, 36 + row * 6 + column)) }
      }
    }
    links += [(3, 3), (-1, 4), (4, 400)]
    let places = GraphLayout(nodeCount: 68, links: links, in: frame).places
    for place in places {
      #expect(place.x >= 10 - 1e-6 && place.x <= 610 + 1e-6 && place.y >= 20 - 1e-6 && place.y <= 420 + 1e-6)
    }
    for (index, place) in places.enumerated() {
      for other in places[(index + 1)...] { #expect(distance(place, other) > 4) }
    }
    let again = GraphLayout(nodeCount: 68, links: links, in: frame).places
    #expect(zip(places, again).allSatisfy { $0.x == $1.x && $0.y == $1.y })
  }

  @Test func nodesOfAPathAreInOrder() {
    let places = GraphLayout(nodeCount: 9, links: (0..<8).map { ($0, $0 + 1) }, in: frame).places
    for node in 1..<8 {
      #expect(distance(places[node], places[node - 1]) < distance(places[node], places[(node + 4) % 9]))
    }
    let ends = distance(places[0], places[8])
    #expect(places.allSatisfy { distance($0, places[0]) <= ends + 1e-6 }, "the ends are farthest apart")
  }

  @Test func largeGraphIsLaidOutInRows() {
    let count = GraphLayout.mostNodes + 1
    let places = GraphLayout(nodeCount: count, links: (1..<count).map { (0, $0) }, in: frame).places
    #expect(Set(places.map { "\($0.x) \($0.y)" }).count == count)
    #expect(GraphLayout(nodeCount: 0, links: [], in: frame).places.isEmpty)
  }

  @Test func linksConnectNodesAndSummaryHasSeries() throws {
    let weight = ValueDimension(cells: Column([1.0]))
    var model = ChartModel(
      name: "g", type: .graph, levels: [CategoryLevel(column: "n", values: Column(["a", "b"]))],
      dimensions: [ValueDimension(cells: Column([1, 1] as [Int64]))])
    #expect(throws: AugerError.self) { try model.validate() }
    model.graph = ChartGraph(sources: [0], targets: [1], weight: weight)
    #expect(throws: Never.self) { try model.validate() }
    for (sources, targets, series) in [([0], [2], [0]), ([-1], [0], [0]), ([0], [1], [1]), ([0, 1], [1], [0])] {
      model.graph = ChartGraph(
        sources: sources.map { Int32($0) }, targets: targets.map { Int32($0) }, series: series.map { Int32($0) },
        weight: weight)
      #expect(throws: AugerError.self) { try model.validate() }
    }
    var column = try ChartModel(.column, categories: ["a"], values: [[1]])
    column.summary = ChartSummary(whole: [[.int(1), .int(2)]], addsUp: [true])
    #expect(throws: AugerError.self) { try column.validate() }
    column.summary = ChartSummary(whole: [[.int(1)]], addsUp: [true])
    #expect(throws: Never.self) { try column.validate() }
    column.graph = ChartGraph(sources: [], targets: [], weight: weight)
    #expect(throws: AugerError.self) { try column.validate() }
  }
}
