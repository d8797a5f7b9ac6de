import AugerAgents
import AugerDiagnostics
import AugerMetadata
import TestSupport
import Testing

@Suite struct ProtocolTests {
  private let asked: Asked

  init() throws { asked = Asked(try AgentSales.service()) }

  private static let meta: JSONNode = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": [:],
  ]

  @Test(arguments: [
    ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25"), ("x", "2025-11-25"),
    // This version has no handshake. The server answers a handshake with the newest version that has one.
    ("2026-07-28", "2025-11-25"),
  ])
  func handshakeNegotiatesTheVersion(asked version: String, answer: String) async throws {
    let result = try await asked.result(
      "initialize",
      ["protocolVersion": .text(version), "capabilities": [:], "clientInfo": ["name": "t", "version": "1"]])
    #expect(result["protocolVersion"] == .text(answer))
    #expect(result["serverInfo"]?["name"] == "auger")
    #expect(result["capabilities"]?["tools"] == [:])
    #expect(result["resultType"] == nil)
  }

  @Test func statelessRequestSelectsItsVersion() async throws {
    let found = try await asked.result("server/discover", ["_meta": Self.meta])
    #expect(found["supportedVersions"] == ["2025-06-18", "2025-11-25", "2026-07-28"])
    #expect(found["resultType"] == "complete")
    #expect(found["cacheScope"] == "private")
    let tools = try await asked.result("tools/list", ["_meta": Self.meta])
    #expect(tools["ttlMs"] != nil)
    #expect(tools["_meta"]?["io.modelcontextprotocol/serverInfo"]?["version"] == "1.0")
    #expect(tools["tools"] == (try await asked.result("tools/list"))["tools"])
  }

  @Test func incompleteStatelessRequestFails() async throws {
    let version: JSONNode = ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]
    for parameters: JSONNode in [["_meta": version], [:]] {
      let answer = try await asked.call("server/discover", parameters)
      #expect(answer["error"]?["code"] == -32602)
    }
    #expect(try await asked.call("tools/list", revision: .july2026)["error"]?["code"] == -32602)
  }

  @Test func unknownVersionListsTheSupportedVersions() async throws {
    let meta: JSONNode = [
      "io.modelcontextprotocol/protocolVersion": "2031-01-01", "io.modelcontextprotocol/clientCapabilities": [:],
    ]
    let error = try await asked.call("tools/list", ["_meta": meta])["error"]
    #expect(error?["code"] == -32022)
    #expect(error?["data"]?["supported"] == ["2025-06-18", "2025-11-25", "2026-07-28"])
    #expect(error?["data"]?["requested"] == "2031-01-01")
  }

  @Test func methodsDependOnTheVersion() async throws {
    #expect(try await asked.result("ping") == [:])
    #expect(try await asked.call("ping", ["_meta": Self.meta])["error"]?["code"] == -32601)
    #expect(try await asked.call("initialize", ["_meta": Self.meta])["error"]?["code"] == -32601)
    #expect(try await asked.call("prompts/list")["error"]?["code"] == -32601)
  }

  @Test(arguments: [
    ("", -32700), ("{", -32700), (#"{"a": 1, "a": 2}"#, -32700), ("\"\\ud800\"", -32700),
    (#"[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]"#, -32600), ("5", -32600), ("{}", -32600),
    (#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#, -32600),
    (#"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#, -32600),
    (#"{"jsonrpc": "1.0", "id": 1, "method": "ping"}"#, -32600), (#"{"jsonrpc": "2.0", "id": 1}"#, -32600),
    (#"{"jsonrpc": "2.0", "id": 1, "method": 5}"#, -32600),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}"#, -32602),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "nothing"}}"#, -32602),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "draw", "arguments": 5}}"#, -32602),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": "x"}}"#, -32602),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "initialize"}"#, -32602),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "file:///etc/passwd"}}"#, -32002),
  ])
  func invalidRequestReturnsAnErrorCode(message: String, code: Int) async throws {
    #expect(try await asked.raw(message)?["error"]?["code"] == .number(String(code)))
  }

  @Test(arguments: [
    #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#,
    #"{"jsonrpc": "2.0", "method": "notifications/nothing", "params": {}}"#,
    #"{"jsonrpc": "2.0", "id": 4, "result": {}}"#,
  ])
  func notificationsGetNoResponse(message: String) async throws {
    #expect(try await asked.raw(message) == nil)
  }

  @Test func messageSizeAndDepthAreLimited() async throws {
    let long = #"{"jsonrpc": "2.0", "id": 1, "method": ""# + String(repeating: "x", count: 1 << 20) + "\"}"
    #expect(try await asked.raw(long)?["error"]?["code"] == -32600)
    for count in [100, 400_000] {
      let deep = String(repeating: "[", count: count) + String(repeating: "]", count: count)
      #expect(try await asked.raw(deep)?["error"]?["code"] == -32700)
    }
    let invalid = await asked.service.answer(to: [0x22, 0xFF, 0x22])
    #expect(invalid.flatMap { JSONNode(reading: $0) }?["error"]?["code"] == -32700)
  }

  @Test func responseRepeatsTheID() async throws {
    #expect(try await asked.raw(#"{"jsonrpc": "2.0", "id": "a\"b", "method": "ping"}"#)?["id"] == "a\"b")
    #expect(try await asked.raw(#"{"jsonrpc": "2.0", "id": -3, "method": "nothing"}"#)?["id"] == -3)
  }

  @Test func longListIsPaginated() async throws {
    var dashboards = try (0..<120).map { number in
      var dashboard = try AgentSales.dashboard()
      dashboard.name = "sales \(number)"
      return dashboard
    }
    dashboards.append(dashboards[0])
    let asked = Asked(try AgentSales.service(dashboards))
    var tools: [JSONNode] = []
    var cursor: JSONNode?
    var parts = 0
    repeat {
      let part = try await asked.result("tools/list", cursor.map { ["cursor": $0] } ?? [:])
      #expect(part.bytes.count < 1 << 20)
      tools += part["tools"]?.items ?? []
      cursor = part["nextCursor"]
      parts += 1
    } while cursor != nil && parts < 100
    #expect(parts > 1)
    #expect(tools.count == 125)
    // Tool names contain only plain characters and are unique.
    #expect(Set(tools.compactMap { $0["name"]?.text }).count == 125)
    #expect(tools.contains { $0["name"] == "explore_sales_7" } && tools.contains { $0["name"] == "explore_sales_0_2" })
  }
}
