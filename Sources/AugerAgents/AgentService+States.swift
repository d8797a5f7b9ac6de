import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerMetadata

// The arguments that identify a dashboard, an item and a state.
extension AgentService {
  /// Returns the dashboard that the argument names, if the caller may see it.
  func dashboard(_ arguments: inout Arguments) throws -> Dashboard {
    let name = try arguments.text("dashboard")
    if let dashboard = dashboards.first(named: name) { return dashboard }
    let names = dashboards.map(\.name)
    throw Refusal(
      .metadataObjectUndefined, "unknown dashboard '\(name)'", at: arguments.pointer("dashboard"),
      hint: DidYouMean.hint(for: name, among: names, listing: "dashboards"),
      nearest: DidYouMean.nearest(to: name, among: names).map { .text($0) })
  }

  /// Returns the named item with a chart, or the named chart in a group.
  func item(_ arguments: inout Arguments, of dashboard: Dashboard) throws -> NamedItem {
    let name = try arguments.text("item")
    do { return try NamedItem(name, of: dashboard) } catch {
      throw try Refusal(error, at: arguments.pointer("item"))
    }
  }

  /// Returns the state of the argument `at`, checked against the dashboard and its data.
  func place(_ arguments: inout Arguments, in dashboard: Dashboard) async throws -> Exploration {
    let text = try arguments.optionalText("at") ?? ""
    return try await place(text, in: dashboard, at: arguments.pointer("at"))
  }

  func place(_ text: String, in dashboard: Dashboard, at pointer: String) async throws -> Exploration {
    guard text.utf8.count <= Self.mostAddressBytes else {
      throw Refusal(
        .addressTooLong, "the state has \(text.utf8.count) bytes; the maximum is \(Self.mostAddressBytes)",
        at: pointer)
    }
    do { return try await pipeline.checked(try Exploration(text), of: dashboard) } catch {
      throw try Refusal(error, at: pointer)
    }
  }

  /// Returns the state after a sequence of moves. If a move is invalid, the error contains its index.
  func place(after moves: [JSONNode], from start: Exploration, in dashboard: Dashboard) async throws -> Exploration {
    guard !moves.isEmpty else { return start }
    var state = start
    for (index, node) in moves.enumerated() {
      let pointer = "/moves/\(index)"
      do {
        let move = try MoveReader.move(node, at: pointer)
        state = try dashboard.place(after: move, from: state)
        switch move {
        // A selected value must occur in the data.
        case .drillDown, .change: state = try await pipeline.checked(state, of: dashboard)
        default: break
        }
      } catch { throw try Refusal(error, at: pointer) }
    }
    // Read the state from its own text, so that every caller gets the same result.
    return try await self.place(state.description, in: dashboard, at: "/moves")
  }

  /// Returns the members that every answer starts with.
  func start(_ dashboard: Dashboard, at state: Exploration, item: String? = nil, _ sentence: String) -> JSONNode {
    let node: JSONNode = ["dashboard": .text(dashboard.name), "address": .text(state.description)]
    return node.adding("page", page(dashboard.name, item, at: state)).adding("sentence", .text(sentence))
  }

  /// Returns the URL of a page. Nil if no server provides pages.
  func page(_ dashboard: String, _ item: String? = nil, at state: Exploration = Exploration()) -> JSONNode? {
    guard let baseAddress else { return nil }
    let path = ([dashboard] + [item].compactMap(\.self)).map { PercentEncoding.encoded($0) }.joined(separator: "/")
    let query = state.description
    return .text("\(baseAddress)/dashboards/\(path)\(query.isEmpty ? "" : "?" + query)")
  }
}

/// The item that a tool's argument `item` names.
struct NamedItem {
  let name: String
  let title: String
  let kind: String

  /// Throws the available names if the item does not exist, or an error if it is a panel without a chart.
  init(_ name: String, of dashboard: Dashboard) throws(DiagnosticError) {
    if dashboard.item(named: name) == nil, let chart = dashboard.chart(named: name) {
      self.name = chart.name
      title = chart.title
      kind = "Chart"
      return
    }
    let item = try dashboard.item(name)
    guard item.hasChart else { throw DiagnosticError(item.chartless) }
    self.name = item.name
    title = item.title
    kind = item.nodeName
  }
}
