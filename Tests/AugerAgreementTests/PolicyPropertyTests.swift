import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import Foundation
import TestSupport
import Testing

/// A chart with an entitlement equals the chart of data that were filtered beforehand.
///
/// `AUGER_STATES=100000` sets the number of states, `AUGER_FIRST` the first seed.
@Suite struct PolicyPropertyTests {
  private static let states = ProcessInfo.processInfo.environment["AUGER_STATES"].flatMap { Int($0) } ?? 400
  private static let first = ProcessInfo.processInfo.environment["AUGER_FIRST"].flatMap { Int($0) } ?? 0
  private static let statesEach = 20

  /// A row of the generated table, as strings.
  private struct Row {
    var cells: [String]

    var region: String { cells[0] }
    var product: String { cells[1] }
    var day: String { cells[2] }
    var pieces: Int { Int(cells[3]) ?? 0 }
    var cost: String { cells[5] }
  }

  /// A policy rule and the rows that it makes visible to the principal.
  private struct Rule {
    var text: String
    var isVisible: (Row) -> Bool
  }

  private static func rule(_ chance: inout Chance, _ principal: Principal) -> Rule {
    func values(_ claim: String) -> [String] { (principal.claims[Name(claim)] ?? []).map(\.description) }
    let (regions, products) = (values("regions"), values("products"))
    let limit = chance.below(7)
    let conditions: [(String, (Row) -> Bool)] = [
      ("product in (claim.products)", { products.contains($0.product) }),
      ("pieces > \(limit)", { $0.pieces > limit }),
      (
        "year(day) == 2021 or product in (claim.products)",
        { $0.day.hasPrefix("2021") || products.contains($0.product) }
      ),
      (
        "pieces > \(limit) and not product in (claim.products)", { $0.pieces > limit && !products.contains($0.product) }
      ),
      ("cost is null or pieces <= claim.most", { $0.cost.isEmpty || $0.pieces <= 4 }),
    ]
    let (condition, holds) = chance.pick(conditions)
    let kind = chance.below(4)
    let force =
      chance.isOneIn(2) ? ("claim.regions", regions) : ("[R0, R2, R9]", ["R0", "R2", "R9"])
    var parts: [String] = []
    if kind != 0 { parts.append("force: { Region: \(force.0) }") }
    if kind != 1 { parts.append("rows: { files.data: \"\(condition)\" }") }
    return Rule(text: parts.joined(separator: ", ")) { row in
      (kind == 0 || force.1.contains(row.region)) && (kind == 1 || holds(row))
    }
  }

  @Test func entitledChartEqualsChartOfFilteredData() async throws {
    var compared = 0
    for number in Self.first..<Self.first + max(1, Self.states / Self.statesEach) {
      var chance = Chance(seed: UInt64(number) &* 104_729 &+ 3)
      let made = GeneratedWorkspace(
        seed: UInt64(number) &* 6_151 &+ 5, rows: chance.pick([60, 300, 900]), places: Self.statesEach - 1)
      let lists = ["R0", "R1", "R2", "R3"].filter { _ in chance.isOneIn(2) } + ["R4"]
      let principal = Principal(
        name: "p",
        claims: [
          "regions": lists.map { .string($0) }, "products": [.string("P\(chance.below(4))"), "P3"], "most": [.int(4)],
        ])
      let rules = (0..<chance.below(2) + 1).map { _ in Self.rule(&chance, principal) }
      let lines = made.files[0].text.split(separator: "\n")
      let visible = lines.dropFirst().filter { line in
        let row = Row(cells: line.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
        return rules.allSatisfy { $0.isVisible(row) }
      }
      let policy = "policy:\n" + rules.map { "  - { for: everybody, dashboards: [made], \($0.text) }\n" }.joined()
      let filtered = (lines.prefix(1) + visible).joined(separator: "\n") + "\n"
      compared += try await compare(made, policy, filtered, principal, "seed \(number)\n\(policy)")
    }
    #expect(compared >= Self.states, "too few charts could be compared: \(compared)")
  }

  /// Returns the number of charts compared. Filtered data are skipped if their column types differ from those of all
  /// data.
  private func compare(
    _ made: GeneratedWorkspace, _ policy: String, _ filtered: String, _ principal: Principal, _ name: String
  ) async throws -> Int {
    let whole = try folder(made, data: nil, policy)
    let own = try folder(made, data: filtered, "")
    defer { for folder in [whole, own] { try? FileManager.default.removeItem(at: folder) } }
    let workspace = try Workspace(contentsOf: whole.path, adapters: [CSVAdapter()])
    let entitlement = try #require(workspace.policy).entitlement(for: principal)
    let all = Pipeline(workspace, workers: 2)
    let restricted = all.entitled(to: entitlement)
    let alone = Pipeline(try Workspace(contentsOf: own.path, adapters: [CSVAdapter()]), workers: 2)
    let dashboard = try restricted.dashboard("made")
    let types = try await [restricted, alone].asyncMap { try await $0.table(behind: "Rows", of: dashboard).schema }
    guard types[0].fields.map(\.type) == types[1].fields.map(\.type) else { return 0 }
    var compared = 0
    for address in made.places {
      let place = try Exploration(address)
      for item in GeneratedWorkspace.items {
        // In half of the cases, the unrestricted answer is in the cache first.
        if compared % 2 == 0 { _ = try? await all.chart(item, of: dashboard, at: place) }
        let seen = await outcome(restricted, item, dashboard, place)
        let expected = await outcome(alone, item, dashboard, place)
        #expect(seen == expected, "\(item) at '\(address)', \(name)")
        compared += 1
      }
    }
    return compared
  }

  private func folder(_ made: GeneratedWorkspace, data: String?, _ policy: String) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-law-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in made.files {
      var text = file.name == "data.csv" ? data ?? file.text : file.text
      if file.name == "auger.yaml" { text += "\n" + policy }
      try Data(text.utf8).write(to: folder.appendingPathComponent(file.name))
    }
    return folder
  }

  private func outcome(
    _ pipeline: Pipeline, _ item: String, _ dashboard: Dashboard, _ place: Exploration
  ) async -> String {
    do {
      var model = try await pipeline.chart(item, of: dashboard, at: place)
      model.receipt.queries = model.receipt.queries.map { query in
        var query = query
        query.execution = .executed
        return query
      }
      return String(decoding: ChartJSON().data(for: model), as: UTF8.self)
        + String(decoding: DelimitedText().data(for: model.tabulated()), as: UTF8.self)
    } catch { return "\(error)" }
  }
}

extension Array {
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async throws -> [T] {
    var result: [T] = []
    for element in self { result.append(try await transform(element)) }
    return result
  }
}
