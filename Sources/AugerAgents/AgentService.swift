/// AugerAgents: dashboards for programs that talk to language models, by the Model Context Protocol. A message comes in
/// and its answer goes out; the module reads and writes nothing itself. The command and the server call it.
///
///     bytes ─JSONNode─→ AgentRequest ─→ tools: Arguments, MoveReader ─→ Dashboard.place, Pipeline ─→ JSONNode ─→ bytes
///
/// All answers come by the path that people's pages take: moves are those of `Dashboard.place(after:from:)`, places are
/// checked by `Pipeline.checked`, charts are those of `Pipeline.chart`. Nothing is kept between messages: the handle
/// from one answer to the next call is an address.

import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// Answers the messages of agents about some dashboards.
///
/// A value without state of its own: answers depend on nothing but the message and the data, and may be given at the
/// same time. What the sources are called, and what they are asked, is in no answer.
package struct AgentService: Sendable {
  /// Bytes of a message, and of the addresses in it.
  package static let mostBytes = 1 << 20
  package static let mostAddressBytes = 8 << 10
  package static let mostMoves = 64
  /// Values of one list.
  package static let mostValues = 1000
  /// Cells of an answer to `explore`, and rows and cells of one to `rows`.
  package static let mostCells = 200
  package static let mostRows = 500
  package static let mostRowCells = 5000
  /// Bytes of a picture, or of chart JSON, and marks of a picture.
  package static let mostAnswerBytes = 8 << 20
  package static let mostMarks = 5000

  let pipeline: Pipeline
  let dashboards: [Dashboard]
  /// Those of the workspace, beside the built-in ones.
  let themes: [Theme]
  let tools: [AgentTool]
  private let version: String
  /// Where pages are, without a slash at its end.
  let baseAddress: String?

  /// - Parameters:
  ///   - pipeline: what answers; it sees what the caller may see, and nothing else.
  ///   - dashboards: what is listed and explored.
  ///   - themes: those of the workspace, which dashboards and callers may name beside the built-in ones.
  ///   - version: of the program, for clients that show it.
  ///   - baseAddress: of the pages of the dashboards, for links; nil where nobody serves them.
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

  /// The answer to one message of JSON-RPC; nil where it asks nothing, and where the work was cancelled.
  ///
  /// - Parameter revision: the revision of the protocol that the transport was told, such as by a header; without one
  ///   the message's own, or else the newest that begins with a handshake.
  package func answer(to message: [UInt8], revision: AgentRevision? = nil) async -> [UInt8]? {
    guard message.count <= Self.mostBytes else {
      return AgentFailure(.invalidRequest, "a message has at most \(Self.mostBytes) bytes").answer()
    }
    guard let node = JSONNode(reading: message) else {
      return AgentFailure(.parse, "the message is no JSON, or is nested too deep").answer()
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
    default: throw AgentFailure(.methodNotFound, "there is no method '\(request.method.prefix(200))'")
    }
  }

  // MARK: What the protocol wants

  private static let capabilities: JSONNode = ["tools": [:], "resources": [:]]

  private static let instructions = """
    Dashboards over a company's data, to be read and never changed. Call list_dashboards first, then the tool of a \
    dashboard: its answer has an address, which is where you are, and the moves that are possible next. Say numbers as \
    the texts of an answer write them, and give people the page of the answer where it has one.
    """

  private var serverInfo: JSONNode { ["name": "auger", "title": "Auger", "version": .text(version)] }

  private func initialized(_ request: AgentRequest) throws -> JSONNode {
    guard let asked = request.parameters["protocolVersion"]?.text else {
      throw AgentFailure(.invalidParameters, "'protocolVersion' is a text")
    }
    let known = AgentRevision(rawValue: asked).flatMap { $0.isStateless ? nil : $0 }
    return [
      "protocolVersion": .text((known ?? .newestWithHandshake).rawValue), "capabilities": Self.capabilities,
      "serverInfo": serverInfo, "instructions": .text(Self.instructions),
    ]
  }

  /// A result with what its revision wants of all of them.
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

  /// How long a client may keep a list: it changes where the workspace does.
  private static let listMilliseconds = 60_000
  private static let pageSize = 100

  /// A part of a list, and where the next begins.
  private func page(of items: [JSONNode], _ name: String, _ request: AgentRequest) throws -> JSONNode {
    var start = 0
    if let cursor = request.parameters["cursor"], cursor != .null {
      guard let text = cursor.text, let offset = Int(text), offset > 0, offset < items.count else {
        throw AgentFailure(.invalidParameters, "this cursor is none of ours")
      }
      start = offset
    }
    // Some at a time, and never more bytes than a message may have; one at least.
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
      throw AgentFailure(.invalidParameters, "the 'name' of a tool is a text")
    }
    guard let tool = tools.first(named: name) else {
      let near = DidYouMean.nearest(to: name, among: tools.map(\.name))
      throw AgentFailure(
        .invalidParameters, "there is no tool '\(name.prefix(200))'", data: near.map { ["nearest": .text($0)] })
    }
    let arguments = request.parameters["arguments"] ?? [:]
    guard arguments.isObject || arguments == .null else {
      throw AgentFailure(.invalidParameters, "'arguments' are an object")
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

/// What a tool answers: the structured content and, as clients that do not know that read it, contents.
struct ToolAnswer: Sendable {
  var structured: JSONNode
  var content: [JSONNode]

  init(_ structured: JSONNode, before content: [JSONNode] = []) {
    self.structured = structured
    self.content = content + [Self.text(structured)]
  }

  static func text(_ node: JSONNode) -> JSONNode { ["type": "text", "text": .text(node.line)] }
}
