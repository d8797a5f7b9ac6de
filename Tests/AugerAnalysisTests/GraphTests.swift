import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery
import Testing

/// Graphs from a table with one row per link between two nodes.
@Suite struct GraphTests {
  private func graph(
    _ table: Table, values: [String] = ["from", "to", "weight"], series: String? = nil, category: String = "",
    state: ItemState = ItemState()
  ) throws -> ChartModel {
    let definition = ParsedChart(
      name: "g", type: .graph, query: "q", category: AxisDefinition(column: category),
      series: series.map { AxisDefinition(column: $0) },
      values: try values.enumerated().map {
        ValueDefinition(sequence: $0 + 1, expression: try .parse($1), title: $0 == 2 ? "Tons" : "")
      })
    var builder = ChartBuilder(definition)
    builder.state = state
    return try builder.model(from: table, receipt: Receipt())
  }

  private let trade = Table([
    ("from", Column(["b", "a", "a", "c", "a", nil, nil, "e"])),
    ("to", Column(["a", "b", "b", "c", "c", "d", nil, nil])),
    ("weight", Column([1, 2, 3, nil, 5, 6, 7, 8] as [Int64?])),
    ("kind", Column(["x", "x", "y", "x", "x", "x", "x", "x"])),
  ])

  @Test func equalLinksAreMergedAndNodesAreSorted() throws {
    let model = try graph(trade)
    let links = try #require(model.graph)
    #expect(model.levels[0].labels == ["a", "b", "c", "d", "e"])
    #expect(links.sources == [0, 0, 1, 2] && links.targets == [1, 2, 0, 2])
    #expect(links.weight.cells.scalars == [.int(5), .int(5), .int(1), .null])
    #expect(links.weight.title == "Tons" && links.sourceTitle == "from" && links.targetTitle == "to")
    // A link from a node to itself counts once. Two nodes have no links.
    #expect(model.dimensions[0].cells.scalars == [.int(3), .int(2), .int(2), .int(0), .int(0)])
    #expect(model.warnings.map(\.code) == [.nodeMissing] && model.warnings[0].count == 1)
  }

  @Test func seriesSeparateLinks() throws {
    let model = try graph(trade, series: "kind")
    let links = try #require(model.graph)
    #expect(model.series.map(\.text) == ["x", "y"])
    #expect(links.sources == [0, 0, 0, 1, 2] && links.targets == [1, 1, 2, 0, 2] && links.series == [0, 1, 0, 0, 0])
    #expect(model.dimensions[0].cells.scalars.prefix(5).map(\.doubleValue) == [3, 2, 2, 0, 0])
  }

  @Test func linksWithoutWeightCountRows() throws {
    let links = try #require(try graph(trade, values: ["from", "to"]).graph)
    #expect(links.weight.cells.scalars == [.int(2), .int(1), .int(1), .int(1)])
    #expect(links.weight.title == "Rows")
  }

  @Test func linkEndsCanBeExpressions() throws {
    let table = Table([("a", Column([1, 2] as [Int64])), ("b", Column([2.0, 3.5])), ("source", Column(["x", "y"]))])
    let model = try graph(table, values: ["a * 2", "b"])
    #expect(model.levels[0].values.scalars == [.float(2), .float(3.5), .float(4)])
    #expect(model.graph?.sources == [0, 2] && model.graph?.targets == [0, 1])
  }

  @Test func invalidGraphFails() throws {
    func codes(_ values: [String], _ state: ItemState = ItemState()) -> [Diagnostic.Code] {
      do {
        _ = try graph(trade, values: values, state: state)
        return []
      } catch let error as DiagnosticError {
        return error.diagnostics.map(\.code)
      } catch { return [] }
    }
    #expect(codes(["from", "weight"]) == [.nodeTypesDiffer])
    #expect(codes(["from"]) == [.graphIncomplete])
    #expect(codes(["from", "count(to)"]) == [.aggregateNotAllowed])
    #expect(codes(["from", "to", "Running(weight)"]) == [.windowNotAllowed])
    #expect(codes(["from", "to", "kind"]) == [.valueNotNumeric])
    var changed = ItemState()
    changed.whatIf = [WhatIfChange("weight", .percent(.int(5)))]
    #expect(codes(["from", "to", "weight"], changed) == [.whatIfNotPossible])
  }

  @Test func unusedCategoryAndOrderWarn() throws {
    var state = ItemState()
    state.sort = SortState(.value, isDescending: true)
    let model = try graph(trade, category: "kind", state: state)
    #expect(Set(model.warnings.map(\.code)) == [.nodeMissing, .categoryNotUsed, .sortNotApplied])
    #expect(model.state.sort == nil)
  }

  @Test func checkTreatsLinkEndsAsNames() throws {
    func codes(_ values: [String]) throws -> [Diagnostic.Code] {
      let definition = ParsedChart(
        name: "g", type: .graph, query: "q", category: AxisDefinition(column: ""),
        values: try values.map { ValueDefinition(expression: try .parse($0)) })
      let columns = [("from", DataType.string), ("to", .string), ("tons", .int64)].map {
        QuerySignature.ResultColumn($0.0, $0.1)
      }
      var check = DashboardCheck(
        Dashboard(name: "d", charts: [definition]), queries: [QuerySignature("q", columns: columns)])
      return check.run().map(\.code)
    }
    #expect(try codes(["from", "to", "tons"]) == [])
    #expect(try codes(["from", "to", "from"]) == [.valueNotNumeric])
    #expect(try codes(["from", "count(to)"]) == [.aggregateNotAllowed])
  }

  @Test func tableWithoutRowsIsAnEmptyGraph() throws {
    let model = try graph(trade.gathered([]))
    #expect(model.categoryCount == 0 && model.graph?.count == 0)
    #expect(model.warnings.map(\.code) == [.dataTableEmpty])
  }

  @Test func linksCannotBeCompared() throws {
    let model = try graph(trade)
    #expect(throws: DiagnosticError.self) { try model.compared(with: model, names: ("a", "b")) }
  }
}
