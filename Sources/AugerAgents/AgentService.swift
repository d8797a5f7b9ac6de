/// AugerAgents: dashboards for programs with language models, through the Model Context Protocol. The module maps a
/// message to its answer and does no I/O. The command and the server use it.
///
/// bytes ─JSONNode─→ AgentRequest ─→ Arguments, MoveReader ─→ Dashboard, Pipeline ─→ JSONNode ─→ bytes
///
/// Answers use the same code as web pages: `Dashboard.place(after:from:)` for moves, `Pipeline.checked` for states and
/// `Pipeline.chart` for charts. No session is stored: each answer contains the state as a query string, and the next
/// call passes it.

import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// A service that answers the messages of agents about a list of dashboards.
///
/// The service is stateless: answers depend only on the message and the data, and may be computed concurrently. No
/// answer contains the names of sources or the text of queries.
package struct AgentService: Sendable {
  /// The maximum size of a message and of a state in it, in bytes.
  package static let mostBytes = 1 << 20
  package static let mostAddressBytes = 8 << 10
  package static let mostMoves = 64
  /// The maximum number of values in a list.
  package static let mostValues = 1000
  /// The maximum number of cells in an answer to `explore` or `rows`, and of rows in an answer to `rows`.
  package static let mostCells = 200
  package static let mostRows = 500
  package static let mostRowCells = 5000
  /// The maximum size of a picture or of chart JSON in bytes, and the maximum number of marks in a picture.
  package static let mostAnswerBytes = 8 << 20
  package static let mostMarks = 5000

  let pipeline: Pipeline
  let dashboards: [Dashboard]
  /// The themes of the workspace, in addition to the built-in ones.
  let themes: [Theme]
  let tools: [AgentTool]
  private let version: String
  /// The base URL of pages, without a trailing slash.
  let baseAddress: String?

  /// - Parameters:
  ///   - pipeline: the pipeline for the answers, restricted to the access rights of the caller.
  ///   - dashboards: the dashboards to list and explore.
  ///   - themes: the themes of the workspace, in addition to the built-in ones.
  ///   - version: the version of the program, which clients may show.
  ///   - baseAddress: the base URL of the dashboard pages, for links. Nil if no server provides them.
  package init(
    _ pipeline: Pipeline, dashboards: [Dashboard], themes: [Theme] = [], server version: String, baseAddress: String?
  ) {
    self.pipeline = pipeline
    self.dashboards = dashboards
    self.themes = themes
    self.version = version
    self.baseAddress = baseAddress.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    tools = AgentTool.all(for: dashboards, themes: themes)
  }

  /// Returns the answer to a JSON-RPC message. Nil for a notification, and after cancellation.
  ///
  /// - Parameter revision: the protocol revision from the transport, for example from a header. Nil uses the revision
  ///   of the message, or else the newest revision with a handshake.
  package func answer(to message: [UInt8], revision: AgentRevision? = nil) async -> [UInt8]? {
    guard message.count <= Self.mostBytes else {
      return AgentFailure(.invalidRequest, "the message exceeds \(Self.mostBytes) bytes").answer()
    }
    guard let node = JSONNode(reading: message) else {
      return AgentFailure(.parse, "the message is not valid JSON or is nested too deeply").answer()
    }
    var known: JSONNode?
    do {
      guard let request = try AgentRequest(node, stated: revision), let id = request.id else { return nil }
      known = id
      let result = try await result(of: request)
      return (["jsonrpc": "2.0", "id": id, "result": finished(result, request)] as JSONNode).bytes
    } catch let failure as AgentFailure {
      return failure.answer(known)
    } catch is CancellationError {
      return nil
    } catch {
      return AgentFailure(.internal, "the request could not be answered").answer(known)
    }
  }

  private func result(of request: AgentRequest) async throws -> JSONNode {
    let isStateless = request.revision.isStateless
    switch request.method {
    case "initialize" where !isStateless: return try initialized(request)
    case "ping" where !isStateless: return [:]
    case "server/discover" where isStateless:
      return [
        "supportedVersions": JSONNode(texts: AgentRevision.names), "capabilities": Self.capabilities,
        "instructions": .text(Self.instructions),
      ]
    case "tools/list": return try page(of: tools.map(\.node), "tools", request)
    case "tools/call": return try await call(request)
    case "resources/list": return try page(of: resources, "resources", request)
    case "resources/templates/list":
      return try page(of: dashboards.isEmpty ? [] : [Self.resourceTemplate], "resourceTemplates", request)
    case "resources/read": return try await read(request)
    default: throw AgentFailure(.methodNotFound, "unknown method '\(request.method.prefix(200))'")
    }
  }

  // MARK: Protocol

  private static let capabilities: JSONNode = ["tools": [:], "resources": [:]]

  private static let instructions = """
    Dashboards of a company's data, read-only. Call list_dashboards first, then the tool of a dashboard. Its answer \
    contains an address, which is the current state, and the valid next moves. Quote numbers exactly as the texts of \
    an answer show them. If the answer contains a page, give its URL to people.
    """

  private var serverInfo: JSONNode { ["name": "auger", "title": "Auger", "version": .text(version)] }

  private func initialized(_ request: AgentRequest) throws -> JSONNode {
    guard let asked = request.parameters["protocolVersion"]?.text else {
      throw AgentFailure(.invalidParameters, "'protocolVersion' must be a string")
    }
    let known = AgentRevision(rawValue: asked).flatMap { $0.isStateless ? nil : $0 }
    return [
      "protocolVersion": .text((known ?? .newestWithHandshake).rawValue), "capabilities": Self.capabilities,
      "serverInfo": serverInfo, "instructions": .text(Self.instructions),
    ]
  }

  /// Returns a result with the members that its protocol revision requires.
  private func finished(_ result: JSONNode, _ request: AgentRequest) -> JSONNode {
    guard request.revision.isStateless else { return result }
    let done =
      result.adding("resultType", "complete")
      .adding("_meta", ["io.modelcontextprotocol/serverInfo": serverInfo])
    switch request.method {
    case "server/discover", "tools/list", "resources/list", "resources/templates/list":
      return done.adding("ttlMs", JSONNode(Self.listMilliseconds)).adding("cacheScope", "private")
    case "resources/read": return done.adding("ttlMs", 0).adding("cacheScope", "private")
    default: return done
    }
  }

  /// The time for which a client may cache a list. A list changes when the workspace changes.
  private static let listMilliseconds = 60_000
  private static let pageSize = 100

  /// Returns a page of a list and the cursor of the next page.
  private func page(of items: [JSONNode], _ name: String, _ request: AgentRequest) throws -> JSONNode {
    var start = 0
    if let cursor = request.parameters["cursor"], cursor != .null {
      guard let text = cursor.text, let offset = Int(text), offset > 0, offset < items.count else {
        throw AgentFailure(.invalidParameters, "the cursor is invalid")
      }
      start = offset
    }
    // Limit a page by its number of items and its size, with at least one item.
    var (end, bytes) = (start, 0)
    while end < items.count, end - start < Self.pageSize {
      bytes += items[end].bytes.count
      if end > start, bytes > Self.mostBytes / 2 { break }
      end += 1
    }
    let page: JSONNode = .object([JSONNode.Member(name: name, value: .list(Array(items[start..<end])))])
    return page.adding("nextCursor", end < items.count ? .text(String(end)) : nil)
  }

  // MARK: Tools

  private func call(_ request: AgentRequest) async throws -> JSONNode {
    guard let name = request.parameters["name"]?.text else {
      throw AgentFailure(.invalidParameters, "the 'name' of a tool must be a string")
    }
    guard let tool = tools.first(named: name) else {
      let near = DidYouMean.nearest(to: name, among: tools.map(\.name))
      throw AgentFailure(
        .invalidParameters, "unknown tool '\(name.prefix(200))'", data: near.map { ["nearest": .text($0)] })
    }
    let arguments = request.parameters["arguments"] ?? [:]
    guard arguments.isObject || arguments == .null else {
      throw AgentFailure(.invalidParameters, "'arguments' must be an object")
    }
    do {
      let answer = try await answer(of: tool, try Arguments(arguments == .null ? [:] : arguments, at: ""))
      return ["content": .list(answer.content), "structuredContent": answer.structured, "isError": false]
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      let refusal = try Refusal(error, at: nil).node
      return ["content": [ToolAnswer.text(refusal)], "structuredContent": refusal, "isError": true]
    }
  }

  private func answer(of tool: AgentTool, _ arguments: Arguments) async throws -> ToolAnswer {
    switch tool.kind {
    case .listDashboards: ToolAnswer(try listed(arguments))
    case .explore(let dashboard): ToolAnswer(try await explored(dashboard, arguments))
    case .compare: ToolAnswer(try await compared(arguments))
    case .rows: ToolAnswer(try await rows(arguments))
    case .draw: try await drawn(arguments)
    }
  }
}

/// The answer of a tool: structured content, and text content for clients that do not support it.
struct ToolAnswer: Sendable {
  var structured: JSONNode
  var content: [JSONNode]

  init(_ structured: JSONNode, before content: [JSONNode] = []) {
    self.structured = structured
    self.content = content + [Self.text(structured)]
  }

  static func text(_ node: JSONNode) -> JSONNode { ["type": "text", "text": .text(node.line)] }
}
