import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import Foundation

// The answers of the tools.
extension AgentService {
  func listed(_ arguments: Arguments) throws -> JSONNode {
    try arguments.finish()
    let listed = dashboards.map { dashboard -> JSONNode in
      let tool = tools.first { tool in
        if case .explore(let explored) = tool.kind { Name(explored.name) == Name(dashboard.name) } else { false }
      }
      let items = dashboard.items.map { item -> JSONNode in
        let node: JSONNode = ["name": .text(item.name), "title": .text(item.title), "kind": .text(item.nodeName)]
        return node.adding("shows", JSONNode(texts: shown(by: item)))
          .adding("resource", item.hasChart ? .text(Self.resource(dashboard, item.name)) : nil)
      }
      let node: JSONNode = [
        "name": .text(dashboard.name), "title": .text(dashboard.title.isEmpty ? dashboard.name : dashboard.title),
        "tool": .text(tool?.name ?? ""),
      ]
      return node.adding("page", page(dashboard.name)).adding("items", .list(items))
        .adding("filters", JSONNode(texts: dashboard.filters.map(\.name)))
        .adding("variables", JSONNode(texts: dashboard.variables.map(\.name)))
    }
    return ["dashboards": .list(listed)]
  }

  /// Returns one line for each chart of an item: its values by category and series.
  private func shown(by item: ParsedItem) -> [String] {
    switch item {
    case .panel(let panel): return panel.variables.map { "$\($0.name)" }
    case .diagram(let diagram): return diagram.nodes.map(\.text)
    case .dataGrid(let grid): return grid.columns.map(\.header)
    case .custom(let custom):
      return custom.text.map { [ChartContent($0, alternative: custom.alternative).spoken] } ?? []
    default: break
    }
    return item.charts.map { chart in
      let values = chart.values.map { $0.title.isEmpty ? "\($0.expression)" : $0.title }.joined(separator: ", ")
      let axes = [chart.category.shownTitle] + [chart.series?.shownTitle].compactMap(\.self)
      return "\(chart.name): \(values) by \(axes.joined(separator: " and "))"
    }
  }

  func explored(_ dashboard: Dashboard, _ arguments: Arguments) async throws -> JSONNode {
    var arguments = arguments
    let start = try arguments.optionalText("at") ?? ""
    let moves = try list("moves", &arguments, atMost: Self.mostMoves)
    let names = try list("items", &arguments, atMost: AgentService.mostValues)
    var chosen: [String] = []
    for (index, node) in names.enumerated() {
      guard let name = node.text else {
        throw Refusal(.argumentWrong, "an item name must be a string", at: "/items/\(index)")
      }
      do { chosen.append(try NamedItem(name, of: dashboard).name) } catch {
        throw try Refusal(error, at: "/items/\(index)")
      }
    }
    try arguments.finish()
    let first = try await place(start, in: dashboard, at: "/at")
    let state = try await place(after: moves, from: first, in: dashboard)
    let items = dashboard.chartItems.filter { item in
      chosen.isEmpty || chosen.contains(name: item.name)
    }
    return try await answer(dashboard, items, at: state, askedAt: moves.isEmpty ? "/at" : "/moves")
  }

  private func list(_ name: String, _ arguments: inout Arguments, atMost most: Int) throws -> [JSONNode] {
    guard let node = arguments.optional(name) else { return [] }
    guard let items = node.items, items.count <= most else {
      throw Refusal(.argumentWrong, "'\(name)' must be a list of at most \(most) elements", at: arguments.pointer(name))
    }
    return items
  }

  private func answer(
    _ dashboard: Dashboard, _ items: [ParsedItem], at state: Exploration, askedAt pointer: String
  ) async throws -> JSONNode {
    var answers: [ItemAnswer?] = []
    var failures: [Int: JSONNode] = [:]
    var next = NextMoves(dashboard, at: state, pipeline)
    let models = try await models(items, of: dashboard, at: state, askedAt: pointer)
    for (item, result) in zip(items, models) {
      switch result {
      case .success(let model):
        answers.append(ItemAnswer(item, model, resource: Self.resource(dashboard, item.name, at: state)))
        try next.add(item, seenAs: model)
      case .failure(let refusal):
        failures[answers.count] = failed(item, refusal)
        answers.append(nil)
      }
    }
    var warnings: [Warning] = []
    do {
      let filters = try await pipeline.filters(of: dashboard, at: state)
      warnings = filters.flatMap(\.warnings)
      try await next.addControls(filters)
    } catch {
      let refusal = try Refusal(error, at: pointer)
      warnings.append(
        Warning(
          Diagnostic.Code(rawValue: refusal.code), "the values of the filters could not be read"))
      try await next.addControls([])
    }
    let shares = ItemAnswer.shares(answers.map { $0?.cellCount ?? 0 }, of: Self.mostCells)
    let nodes = answers.enumerated().map { index, answer in
      answer?.node(cells: shares[index]) ?? failures[index] ?? .null
    }
    let sentence = sentence(dashboard, at: state, answers.compactMap(\.self))
    return start(dashboard, at: state, sentence).adding("items", .list(nodes)).adding("next", next.node)
      .adding("warnings", AnswerWords.node(warnings))
  }

  /// Computes the charts of items. Throws if the state is invalid. A chart that cannot be computed does not affect the
  /// others.
  private func models(
    _ items: [ParsedItem], of dashboard: Dashboard, at state: Exploration, askedAt pointer: String
  ) async throws -> [Result<ChartModel, Refusal>] {
    func all() async throws -> [Result<ChartModel, Refusal>] {
      var results: [Result<ChartModel, Refusal>] = []
      for item in items {
        do { results.append(.success(try await pipeline.chart(item.name, of: dashboard, at: state))) } catch {
          let refusal = try Refusal(error, at: pointer)
          if state != Exploration(), (error as? DiagnosticError) != nil { throw refusal }
          results.append(.failure(refusal))
        }
      }
      return results
    }
    guard items.count == dashboard.chartItems.count else { return try await all() }
    return try await pipeline.preparing([(dashboard, state)], all)
  }

  private func failed(_ item: ParsedItem, _ refusal: Refusal) -> JSONNode {
    [
      "name": .text(item.name), "title": .text(item.title), "kind": .text(item.nodeName),
      "code": .text(refusal.code), "message": .text(refusal.message),
    ]
  }

  /// Returns a description of the answer: `Sales (Markets: region: Europe; $rise 10): Markets, Years.`
  private func sentence(_ dashboard: Dashboard, at state: Exploration, _ answers: [ItemAnswer]) -> String {
    var parts: [String] = []
    for answer in answers {
      let path = answer.model.drill?.path ?? []
      guard !path.isEmpty else { continue }
      let steps = path.map { $0.selection.entries.map { "\($0.0) \($0.1.words)" }.joined(separator: ", ") }
      parts.append("\(answer.title.isEmpty ? answer.name : answer.title): \(steps.joined(separator: " › "))")
    }
    for entry in state.filters.entries { parts.append("\(entry.name): \(entry.value.words)") }
    for entry in state.variables.entries { parts.append("$\(entry.name) \(entry.value)") }
    let title = dashboard.title.isEmpty ? dashboard.name : dashboard.title
    let titles = answers.map { $0.model.title.isEmpty ? $0.name : $0.model.title }
    let surroundings = parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
    return "\(title)\(surroundings): \(titles.isEmpty ? "no chart" : titles.joined(separator: ", "))."
  }

  func compared(_ arguments: Arguments) async throws -> JSONNode {
    var arguments = arguments
    let dashboard = try dashboard(&arguments)
    let item = try item(&arguments, of: dashboard)
    let state = try await place(&arguments, in: dashboard)
    let nodes = try list("scenarios", &arguments, atMost: 2)
    guard !nodes.isEmpty else {
      throw Refusal(
        .argumentMissing, "'scenarios' must contain one or two scenarios", at: arguments.pointer("scenarios"))
    }
    try arguments.finish()
    var scenarios: [Scenario] = []
    for (index, node) in nodes.enumerated() {
      let pointer = "/scenarios/\(index)"
      var scenario = try Arguments(node, at: pointer)
      let (name, address) = (try scenario.text("name"), try scenario.text("address"))
      try scenario.finish()
      guard address.utf8.count <= Self.mostAddressBytes, name.utf8.count <= Self.mostNameBytes else {
        throw Refusal(.addressTooLong, "the scenario is too long", at: pointer)
      }
      do {
        scenarios.append(try Scenario(name, address))
        // Check the scenario alone first, so that an error refers to its own position.
        let assumed = try scenarios[index].applied(to: state, in: dashboard)
        _ = try await pipeline.checked(assumed, of: dashboard)
      } catch { throw try Refusal(error, at: pointer + "/address") }
    }
    let here = scenarios.count == 2 ? scenarios[0] : nil
    let model = try await pipeline.comparison(
      of: item.name, of: dashboard, at: state, here, with: scenarios[scenarios.count - 1])
    let answer = ItemAnswer(
      name: item.name, title: item.title, kind: item.kind, model,
      resource: Self.resource(dashboard, item.name, at: state))
    return start(dashboard, at: state, item: item.name, model.inWords)
      .adding("item", answer.node(cells: Self.mostCells))
  }

  private static let mostNameBytes = 800

  func rows(_ arguments: Arguments) async throws -> JSONNode {
    var arguments = arguments
    let dashboard = try dashboard(&arguments)
    let item = try item(&arguments, of: dashboard)
    let offset = try arguments.optionalWhole("offset", 0...Int(Int32.max)) ?? 0
    let limit = try arguments.optionalWhole("limit", 1...Self.mostRows) ?? 20
    let state = try await place(&arguments, in: dashboard)
    try arguments.finish()
    let table = try await pipeline.table(behind: item.name, of: dashboard, at: state)
    let most = min(limit, max(1, Self.mostRowCells / max(1, table.columns.count)))
    let range = min(offset, table.rowCount)..<min(table.rowCount, offset + most)
    let columns = zip(table.schema.names, table.columns).map { name, column -> JSONNode in
      ["name": .text(name), "type": .text(column.type.description)]
    }
    let rows = range.map { row -> JSONNode in
      .list(table.columns.map { JSONNode(shown: $0[row], type: $0.type) })
    }
    let sentence = "'\(item.name)' has \(table.rowCount) source rows. This answer contains \(range.count) of them."
    return start(dashboard, at: state, item: item.name, sentence)
      .adding("item", .text(item.name)).adding("columns", .list(columns)).adding("rows", .list(rows))
      .adding("offset", JSONNode(range.lowerBound)).adding("rowCount", JSONNode(table.rowCount))
      .adding("nextOffset", range.upperBound < table.rowCount ? JSONNode(range.upperBound) : nil)
      .adding("warnings", AnswerWords.node(table.warnings.items))
  }

  func drawn(_ arguments: Arguments) async throws -> ToolAnswer {
    var arguments = arguments
    let dashboard = try dashboard(&arguments)
    let item = try item(&arguments, of: dashboard)
    let formats = DrawnFormat.allCases.map(\.rawValue)
    guard let format = try arguments.optionalWord("format", of: formats).flatMap({ DrawnFormat(rawValue: $0) }) else {
      throw Refusal(.argumentMissing, "'format' is missing", at: "", hint: formats.joined(separator: ", "))
    }
    let known = (Theme.builtIn + themes).map(\.name)
    let theme = try arguments.optionalWord("theme", of: known).flatMap { Theme.named($0, among: themes) }
    let width = try arguments.optionalWhole("width", 50...4000)
    let height = try arguments.optionalWhole("height", 50...4000)
    let state = try await place(&arguments, in: dashboard)
    try arguments.finish()
    var files = ChartFiles(theme: theme ?? .light, themes: themes)
    files.mostMarks = Self.mostMarks
    if width != nil || height != nil {
      files.size = ChartSize(width: Double(width ?? 720), height: Double(height ?? 420))
    }
    var model = try await pipeline.chart(item.name, of: dashboard, at: state).withoutSources
    // The theme of the caller overrides the theme of the author.
    if theme != nil { model.theme = nil }
    let bytes = try bounded(try await files.data(for: model, as: format.ofCharts), of: item.name)
    let warnings = files.warnings(of: model, in: [format.ofCharts])
    let structured = start(dashboard, at: state, item: item.name, model.inWords)
      .adding("item", .text(item.name)).adding("format", .text(format.rawValue))
      .adding("mediaType", .text(format.mediaType)).adding("byteCount", JSONNode(bytes.count))
      .adding("warnings", AnswerWords.node(warnings))
    let content: JSONNode
    if format == .svg {
      content = [
        "type": "image", "data": .text(Data(bytes).base64EncodedString()), "mimeType": .text(format.mediaType),
      ]
    } else {
      content = ["type": "text", "text": .text(String(decoding: bytes, as: UTF8.self))]
    }
    return ToolAnswer(structured, before: [content])
  }
}

extension FilterState {
  /// A description of the values that the filter accepts.
  fileprivate var words: String {
    switch self {
    case .picks(let values): values.map(\.description).joined(separator: ", ")
    case .range(let lower, let upper): "\(lower) – \(upper)"
    }
  }
}
