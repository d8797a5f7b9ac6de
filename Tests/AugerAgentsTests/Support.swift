import Auger
import AugerAgents
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import AugerQuery
import Foundation
import TestSupport
import Testing

/// Sales by region and country. The query `Broken` fails like a database that is unavailable.
struct AgentSales: QueryDelegate {
  func version(of query: String) async throws -> String? { "1" }

  func table(for request: QueryRequest) async throws -> Table {
    let (name, arguments) = (request.query, request.arguments)
    if Name(name) == Name("Broken") {
      throw AugerError(
        .queryFailed, operation: "run query 'Broken'", "relation \"salaries\" does not exist", place: "/srv/shop.db",
        underlying: "SELECT secret FROM salaries")
    }
    if Name(name) == Name("Missing") { throw unknownQuery(name, among: ["secretQuery"]) }
    let rows = [
      ("Europe", "France", 4), ("Europe", "Germany", 5), ("Asia", "Japan", 7), ("Asia", "India", 1),
    ].filter { row in
      passes(row.0, arguments["Region"]) && passes(row.1, arguments["Country"]) && passes(row.0, arguments["Regions"])
    }
    if Name(name) == Name("Many") {
      return Table([("n", Column((0..<900).map { Int64($0) })), ("amount", Column((0..<900).map { Int64($0) * 2 }))])
    }
    return Table([
      ("Region", Column(rows.map(\.0))), ("Country", Column(rows.map(\.1))),
      ("Amount", Column(rows.map { Int64($0.2) })),
    ])
  }

  func description(of query: String) -> QueryDescription? {
    QueryDescription(parameters: ["Region", "Country", "Regions"], source: "/srv/shop.db")
  }

  private func passes(_ text: String, _ argument: QueryArgument?) -> Bool {
    switch argument {
    case nil: true
    case .scalar(let value): value == .string(text)
    case .list(let values): values.contains(.string(text))
    case .range: false
    }
  }

  static func chart(_ name: String, query: String? = nil, _ category: String, _ value: String = "Amount") throws
    -> ParsedChart
  {
    ParsedChart(
      name: name, title: name, type: .bar, query: query ?? name, category: AxisDefinition(column: category),
      values: [ValueDefinition(expression: try .parse(value), title: "Amount")])
  }

  /// Returns a dashboard with a drilldown group, a chart with a variable and what-if changes, and a filter.
  static func dashboard() throws -> Dashboard {
    var charts = [try chart("ByRegion", "Region"), try chart("ByCountry", "Country")]
    var risen = try chart("Risen", "Region", "sum(Amount + $rise)")
    risen.whatIfColumns = [
      WhatIfColumnDefinition("Amount", type: .integer, bounds: ControlBounds(min: .int(0), max: .int(100)))
    ]
    for index in charts.indices { charts[index].filters = [NameReference("Regions")] }
    risen.filters = [NameReference("Regions")]
    return Dashboard(
      name: "sales",
      variables: [
        VariableDefinition(
          "rise", type: .integer, value: .int(0), bounds: ControlBounds(min: .int(0), max: .int(10), step: 5)),
        VariableDefinition("look", choices: [.init("plain"), .init("bold")]),
      ],
      filters: [FilterDefinition("Regions", kind: .picklist, sourceQuery: "All", column: "Region")],
      items: [
        .drillDownGroup(DrillDownGroupDefinition("Sales", title: "Sales", levels: charts)), .chart(risen),
      ])
  }

  static func service(
    _ dashboards: [Dashboard]? = nil, themes: [Theme] = [], baseAddress: String? = "https://charts.example.com/"
  ) throws -> AgentService {
    let dashboards = try dashboards ?? [dashboard()]
    return AgentService(
      Pipeline(delegate: AgentSales(), dashboards: dashboards), dashboards: dashboards, themes: themes,
      server: "1.0", baseAddress: baseAddress)
  }
}

/// A service with helpers that send one message each.
struct Asked {
  let service: AgentService

  init(_ service: AgentService) { self.service = service }

  /// Returns the response to a message as JSON. Nil if the service sends none.
  func raw(_ message: String) async throws -> JSONNode? {
    guard let bytes = await service.answer(to: Array(message.utf8)) else { return nil }
    let node: JSONNode = try #require(JSONNode(reading: bytes))
    return node
  }

  func call(_ method: String, _ parameters: JSONNode = [:], revision: AgentRevision? = nil) async throws -> JSONNode {
    let message: JSONNode = ["jsonrpc": "2.0", "id": 7, "method": .text(method), "params": parameters]
    let bytes = try #require(await service.answer(to: message.bytes, revision: revision))
    let answer = try #require(JSONNode(reading: bytes))
    #expect(answer["id"] == 7 && answer["jsonrpc"] == "2.0")
    return answer
  }

  func result(_ method: String, _ parameters: JSONNode = [:]) async throws -> JSONNode {
    try #require(try await call(method, parameters)["result"])
  }

  /// Returns the structured content of a tool's result, after checking it against the schema of the tool.
  func tool(_ name: String, _ arguments: JSONNode = [:], isError: Bool = false) async throws -> JSONNode {
    let result = try await result("tools/call", ["name": .text(name), "arguments": arguments])
    #expect(result["isError"] == .bool(isError), "\(result.line.prefix(2000))")
    let content = try #require(result["structuredContent"])
    let tools = try #require(try await self.result("tools/list")["tools"]?.items)
    let tool = try #require(tools.first { $0["name"] == .text(name) })
    let check = try JSONSchemaCheck(try #require(tool["outputSchema"]).line)
    let findings = try check.findings(in: content.bytes)
    #expect(findings.isEmpty, "\(findings)")
    if !isError {
      let input = try JSONSchemaCheck(try #require(tool["inputSchema"]).line)
      #expect(try input.findings(in: arguments.bytes) == [])
    }
    #expect(result["content"]?.items?.last?["text"] == .text(content.line))
    return content
  }

  /// Returns the first error of a failed tool call.
  func refusal(_ name: String, _ arguments: JSONNode) async throws -> JSONNode {
    let content = try await tool(name, arguments, isError: true)
    return try #require(content["errors"]?.items?.first)
  }
}
