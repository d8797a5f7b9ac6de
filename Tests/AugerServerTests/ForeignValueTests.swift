import AugerAgents
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerQuery
import AugerServer
import Crypto
import Foundation
import HTTPTypes
import NIOCore
import TestSupport
import Testing

/// Many tenants of one workspace request everything that the server offers, concurrently. They use tokens of both kinds
/// and embedded pages. Each value of a tenant contains a unique marker, which must not occur in a response to another
/// tenant, regardless of the caches.
///
/// `AUGER_TENANTS=50 AUGER_REQUESTS=20000` sets the number of tenants and the number of requests per tenant.
@Suite struct ForeignValueTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let tenants = environment["AUGER_TENANTS"].flatMap { Int($0) } ?? 8
  private static let requests = environment["AUGER_REQUESTS"].flatMap { Int($0) } ?? Inputs.count(100)

  @Test func tenantsSeeOnlyTheirOwnValues() async throws {
    let site = try await TenantSite(Self.tenants)
    defer { site.remove() }
    let began = ContinuousClock.now
    let outcomes = await withTaskGroup(of: Outcome.self) { group in
      for tenant in 0..<Self.tenants {
        group.addTask { await Self.ask(site, as: tenant, times: Self.requests) }
      }
      return await group.reduce(into: Outcome()) { $0.add($1) }
    }
    let took = ContinuousClock.now - began
    #expect(outcomes.foreign.isEmpty, "\(outcomes.foreign.prefix(5))")
    let count = outcomes.statuses.values.reduce(0, +)
    #expect(count == Self.tenants * Self.requests)
    #expect(outcomes.statuses.keys.allSatisfy { $0 < 500 }, "\(outcomes.statuses)")
    #expect(outcomes.ownMarks > count / 2 && (outcomes.statuses[200] ?? 0) > count * 6 / 10)
    #expect(outcomes.kinds.count == TenantSite.kinds)
    if Self.environment["AUGER_REQUESTS"] != nil {
      print(
        "\(count) requests in \(took): \(outcomes.statuses.sorted { $0.key < $1.key }); "
          + "answers with own values: \(outcomes.ownMarks)"
      )
    }
  }

  /// A request that names a value of another tenant gets the same response as for a value that does not exist.
  @Test func valueOfAnotherTenantDoesNotExist() async throws {
    let site = try await TenantSite(3)
    defer { site.remove() }
    for item in GeneratedWorkspace.items {
      for place in [
        "filter.Region=R0*", "Levels.drill=region:R0*", "Changed.whatif.cost[R0*]=3", "filter.Region=R0*,R1*",
      ] {
        for face in ["csv", "json", "html"] {
          func answer(_ mark: String) async -> (status: Int, text: String) {
            let address = "/dashboards/made/\(item).\(face)?" + place.replacing("*", with: mark)
            let answer = await site.get(address, [.authorization: "Bearer \(site.tokens[0])"])
            let text = String(decoding: answer.bytes, as: UTF8.self)
            // Only the digests of strings and the request identifiers may differ.
            return (
              answer.status,
              text.replacing(mark, with: "*").replacing(/"request": "[0-9a-z]+"/, with: "#")
                .replacing(/[0-9a-f]{12,64}/, with: "#")
            )
          }
          let (foreign, none) = (await answer(TenantSite.mark(1)), await answer(TenantSite.mark(77)))
          #expect(foreign == none, "\(item).\(face) at \(place)")
        }
      }
    }
  }

  // MARK: One tenant

  private struct Outcome: Sendable {
    var statuses: [Int: Int] = [:]
    var kinds: Set<Int> = []
    var ownMarks = 0
    var foreign: [String] = []

    mutating func add(_ other: Outcome) {
      statuses.merge(other.statuses, uniquingKeysWith: +)
      kinds.formUnion(other.kinds)
      ownMarks += other.ownMarks
      foreign += other.foreign
    }
  }

  private static func ask(_ site: TenantSite, as tenant: Int, times: Int) async -> Outcome {
    var chance = Chance(seed: UInt64(tenant) + 1)
    var outcome = Outcome()
    let own = TenantSite.mark(tenant)
    for _ in 0..<times {
      // Some requests name a value of another tenant. The response may repeat that marker.
      let named = chance.isOneIn(10) ? chance.below(tenants) : tenant
      let request = site.request(as: tenant, naming: named, &chance)
      let answer = await site.answer(to: request.request)
      outcome.statuses[answer.status, default: 0] += 1
      outcome.kinds.insert(request.kind)
      let marks = TenantSite.marks(in: answer.bytes)
      if marks.contains(own) { outcome.ownMarks += 1 }
      let others = marks.subtracting([own, TenantSite.mark(named)])
      if !others.isEmpty {
        outcome.foreign.append("\(own) saw \(others.sorted()) by \(request.request.path)?\(request.request.query)")
      }
    }
    return outcome
  }
}

/// A workspace whose rows belong to tenants.
struct TenantSite: Sendable {
  let served: Served
  /// The tokens of each tenant: a JSON Web Token, an opaque token, and tokens of an embedded page with and without a
  /// lock.
  let tokens: [String]
  private let opaque: [String]
  private let embeds: [[String]]
  private let places: [String]
  private let files: [String]

  /// The number of request kinds.
  static let kinds = 12

  static func mark(_ tenant: Int) -> String { "Zq" + (tenant < 10 ? "0" : "") + "\(tenant)x" }

  /// Returns all markers in the bytes.
  static func marks(in bytes: [UInt8]) -> Set<String> {
    var found: Set<String> = []
    let data = Data(bytes)
    var rest = data.startIndex..<data.endIndex
    while let place = data.range(of: Data("Zq".utf8), in: rest) {
      // Digests can contain the same two letters.
      let digits = data[place.upperBound...].prefix(3)
      if digits.count == 3, digits.dropLast().allSatisfy({ (0x30...0x39).contains($0) }), digits.last == 0x78 {
        found.insert("Zq" + String(decoding: digits, as: UTF8.self))
      }
      rest = place.upperBound..<data.endIndex
    }
    return found
  }

  init(_ tenants: Int) async throws {
    let generated = GeneratedWorkspace(seed: 3, rows: 60, places: 5)
    let data = generated.files.first { $0.name == "data.csv" }?.text ?? ""
    let rows = data.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    var text = "region,product,day,pieces,price,cost,tenant\n"
    for tenant in 0..<tenants {
      let mark = Self.mark(tenant)
      for cells in rows {
        let region = cells[0].isEmpty ? "" : cells[0] + mark
        text += ([region, cells[1] + mark] + cells[2...].map(String.init) + [mark]).joined(separator: ",") + "\n"
      }
    }
    let signer = TestSigner.es256("k")
    let keys = try TestSigner.file([signer.jwk()])
    tokens = try (0..<tenants).map {
      try signer.token(TestSigner.claims(["sub": .text("jwt\($0)"), "role": "seller", "tenant": .text(Self.mark($0))]))
    }
    embeds = try (0..<tenants).map { tenant in
      let claims: JSONNode = ["role": "seller", "tenant": .text(Self.mark(tenant))]
      return try ["", "filter.Region=R0\(Self.mark(tenant))"].map { locked in
        try signer.token(
          TestSigner.embed([
            "sub": .text("embed\(tenant)"), "dashboard": "made", "claims": claims, "locked": .text(locked),
          ]))
      }
    }
    opaque = (0..<tenants).map { "token-of-\($0)" }
    let entries = opaque.enumerated().map { tenant, token in
      let digest = Crypto.SHA256.hash(data: Data(token.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        .joined()
      return
        "  - { name: t\(tenant), sha256: \(digest), expires: 2999-01-01, "
        + "claims: { role: seller, tenant: \(Self.mark(tenant)) } }"
    }
    let file = keys + ".yaml"
    try ("tokens:\n" + entries.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
    files = [keys, file]
    let read = try await KeyFile(keys)
    var limits = ServerLimits(processors: 4)
    // Many concurrent requests can take long on a busy machine.
    (limits.ofPrincipal, limits.queue, limits.burst, limits.time) = (1000, 100_000, .infinity, .seconds(3600))
    let policy = """

      policy:
        - for: { claim: role, is: seller }
          dashboards: all
          rows: { files.data: "tenant == claim.tenant" }
      """
    let changed = text
    served = try Served(
      generated, limits: limits,
      access: SiteAccess(
        tokens: try TokenFile(file),
        signed: SignedIdentity(keys: read, audience: TestSigner.audience, issuer: TestSigner.issuer), embeds: read,
        now: TestSigner.clock),
      changing: { $0 + policy }, data: changed)
    places = generated.places
  }

  func remove() { for path in files { try? FileManager.default.removeItem(atPath: path) } }

  func get(_ address: String, _ fields: HTTPFields) async -> Served.Answer { await served.get(address, fields) }

  func answer(to request: SiteRequest) async -> (status: Int, bytes: [UInt8]) {
    let response = await served.site.respond(to: request)
    var bytes: [UInt8] = []
    switch response.body {
    case .bytes(let buffer): bytes = Array(buffer.readableBytesView)
    case .pieces(let next): while let piece = try? await next() { bytes += piece }
    }
    for field in response.fields { bytes += Array("\n\(field.name): \(field.value)".utf8) }
    return (response.status.code, bytes)
  }

  /// Returns a random request of a tenant, whose state may name values of tenant `other`.
  func request(as tenant: Int, naming other: Int, _ chance: inout Chance) -> (kind: Int, request: SiteRequest) {
    let place = chance.pick(places).replacing(/R([0-9])/) { "R\($0.1)" + Self.mark(other) }
    let item = chance.pick(GeneratedWorkspace.items)
    let kind = chance.below(Self.kinds)
    var fields = HTTPFields()
    let token = chance.isOneIn(2) ? tokens[tenant] : opaque[tenant]
    fields[.authorization] = "Bearer \(token)"
    func get(_ path: String, _ query: String = "") -> SiteRequest {
      SiteRequest(path: path, query: query, fields: fields)
    }
    func post(_ path: String, _ body: String, _ type: String = "application/x-www-form-urlencoded") -> SiteRequest {
      fields[.contentType] = type
      return SiteRequest(method: .post, path: path, fields: fields, body: Array(body.utf8))
    }
    func form(_ move: String) -> String { "at=\(PercentEncoding.encoded(place))&\(move)" }
    let region = PercentEncoding.encoded("R0" + Self.mark(other))
    let moves = [
      "do=filter&name=Region&value=\(region)", "do=sort&item=\(item)&key=value&down=1",
      "do=select&item=Rows&category=\(region)", "do=set&name=rise&value=3",
    ]
    let embed = "/e/" + chance.pick(embeds[tenant])
    let request: SiteRequest
    switch kind {
    case 0, 1, 2:
      let face = chance.pick(["csv", "tsv", "json", "rows.json", "arrow", "svg", "html", "vl.json"])
      request = get("/dashboards/made/\(item).\(face)", place)
    case 3: request = get("/dashboards/made" + chance.pick(["", ".json", ".svg"]), place)
    case 4: request = get("/-/parts/made", place)
    case 5: request = post("/-/parts/made", form(chance.pick(moves)))
    case 6: request = post("/-/move/made", form(chance.pick(moves)))
    case 7: request = get("/-/frames/made/\(item)", (place.isEmpty ? "" : place + "&") + "_step=$rise=0..10%20step%205")
    case 8:
      let at = JSONNode.text(place)
      let call: JSONNode = chance.pick([
        ["name": "explore_made", "arguments": ["at": at]],
        [
          "name": "explore_made",
          "arguments": ["moves": [["move": "filter", "filter": "Region", "values": [.text("R0" + Self.mark(other))]]]],
        ],
        ["name": "rows", "arguments": ["dashboard": "made", "item": .text(item), "at": at]],
        ["name": "draw", "arguments": ["dashboard": "made", "item": .text(item), "at": at]],
        ["name": "list_dashboards", "arguments": [:]],
      ])
      let message: JSONNode = ["jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call]
      request = post("/mcp", message.line, "application/json")
    case 9:
      fields = [:]
      let face = chance.pick(["csv", "json", "svg", "html"])
      request = get("\(embed)/dashboards/made/\(item).\(face)", place)
    case 10:
      fields = [:]
      request =
        chance.isOneIn(2)
        ? get(embed + chance.pick(["/dashboards/made", "/-/parts/made"]), place)
        : post(embed + chance.pick(["/-/parts/made", "/-/move/made"]), form(chance.pick(moves)))
    default: request = get(chance.pick(["/", "/.json", "/-/openapi.json", "/metrics"]))
    }
    return (kind, request)
  }
}
