import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import AugerQuery
import Testing

/// Principals with equal requests to one pipeline see only their own data, as if no other data existed.
@Suite struct TwoPrincipalsTests {
  private typealias Face = @Sendable (Pipeline) async throws -> String

  /// Returns every output derived from query results, in several states of the dashboard.
  private static func faces() throws -> [(name: String, face: Face)] {
    var faces: [(name: String, face: Face)] = []
    func add(_ name: String, _ face: @escaping Face) { faces.append((name, face)) }
    for address in [
      "", "filter.Region=Asia", "filter.Region=Asia,Europe", "$rise=12.5", "Plain.whatif.amount=10%25",
      "Levels.drill=product:P1", "Levels.drill=product:P2",
    ] {
      let place = try Exploration(address)
      for item in PolicyWorkspace.items {
        add("\(item) at '\(address)'") { try await $0.chart(item, of: $0.dashboard("sales"), at: place).faces }
        add("behind \(item) at '\(address)'") {
          let table = try await $0.table(behind: item, of: $0.dashboard("sales"), at: place)
          return "\(table.columns.map(\.scalars))"
        }
      }
      add("charts at '\(address)'") {
        try await $0.charts(of: $0.dashboard("sales"), at: place).map(\.faces).joined()
      }
      add("filters at '\(address)'") {
        let filters = try await $0.filters(of: $0.dashboard("sales"), at: place)
        return "\(filters.map { $0.choices.map(\.value) })"
      }
      add("checked '\(address)'") {
        let place = try await $0.checked(place, of: $0.dashboard("sales"))
        return "\(place)"
      }
    }
    let steps = Steps(.variable("rise"), [.float(0), .float(50)])
    let regions = Steps(.filter("Region"), ["Asia", "Europe"])
    let up = try Scenario("up", "$rise=20")
    for (name, steps) in [("variables", steps), ("regions", regions)] {
      add("frames of \(name)") {
        try await $0.frames(of: "Plain", of: $0.dashboard("sales"), steps).map(\.model.faces).joined()
      }
      add("sweep of \(name)") { try await $0.sweep(of: "Plain", of: $0.dashboard("sales"), steps).faces }
    }
    add("comparison") { try await $0.comparison(of: "Plain", of: $0.dashboard("sales"), nil, with: up).faces }
    add("seek") {
      let value = try await $0.seek("Profit", of: "Tree", 9e6, by: "Sales", in: $0.dashboard("sales"))
      return "\(value)"
    }
    for query in ["Groups", "Unforced"] {
      add("query \(query)") {
        let table = try await $0.table(of: query)
        return "\(table.columns.map(\.scalars))"
      }
    }
    add("not visible") { try await $0.chart("All", of: $0.dashboard("other")).faces }
    return faces
  }

  private static func text(_ face: Face, _ pipeline: Pipeline) async -> String {
    do { return try await face(pipeline) } catch { return "refused: \(error)" }
  }

  private static let principals = [
    PolicyWorkspace.seller("a", ["Asia", "Europe"]), PolicyWorkspace.seller("b", ["Asia", "Europe"]),
    PolicyWorkspace.seller("a", ["Europe"]), PolicyWorkspace.chief,
  ]

  @Test func principalsDoNotSeeEachOthersAnswersInAnyOrder() async throws {
    let made = try PolicyWorkspace()
    defer { made.remove() }
    let workspace = try made.workspace()
    let entitlements = try Self.principals.map { try workspace.entitlement($0) }
    let faces = try Self.faces()
    // The expected outputs of each principal, from a pipeline that no one else uses.
    var expected: [[String]] = []
    for entitlement in entitlements {
      let alone = Pipeline(workspace, workers: 1).entitled(to: entitlement)
      var texts: [String] = []
      for (_, face) in faces { texts.append(await Self.text(face, alone)) }
      expected.append(texts)
    }
    let differing = faces.indices.filter { expected[0][$0] != expected[1][$0] }.count
    #expect(differing > faces.count / 2, "the two sellers share no rows")
    let shared = Pipeline(workspace, workers: 2)
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]] {
      shared.forget()
      for (index, (name, face)) in faces.enumerated() {
        for who in order {
          #expect(
            await Self.text(face, shared.entitled(to: entitlements[who])) == expected[who][index],
            "\(name), principal \(who) of \(order)")
        }
      }
    }
    // All requests run concurrently, so that each one finds running queries of others.
    for _ in 0..<3 {
      shared.forget()
      await withTaskGroup(of: (Int, Int, String).self) { group in
        for index in faces.indices {
          for who in entitlements.indices {
            let face = faces[index].face
            let pipeline = shared.entitled(to: entitlements[who])
            group.addTask { (index, who, await Self.text(face, pipeline)) }
          }
        }
        for await (index, who, text) in group {
          #expect(text == expected[who][index], "\(faces[index].name) at once, principal \(who)")
        }
      }
    }
  }

  @Test func principalSeesTheSameAsWithoutOtherData() async throws {
    let made = try PolicyWorkspace()
    defer { made.remove() }
    let workspace = try made.workspace()
    for principal in Self.principals.dropLast() {
      guard case .string(let tenant)? = principal.claims["tenant"]?.first, let regions = principal.claims["regions"]
      else { continue }
      let own = try PolicyWorkspace(
        rows: PolicyWorkspace.rows.filter { $0.tenant == tenant && regions.contains(.string($0.region)) },
        products: PolicyWorkspace.products.filter { $0.1 == tenant }, policy: "")
      defer { own.remove() }
      let filtered = Pipeline(try own.workspace())
      let restricted = Pipeline(workspace).entitled(to: try workspace.entitlement(principal))
      for (name, face) in try Self.faces()
      where !["query Groups", "query Unforced", "not visible"].contains(name) {
        let seen = await Self.text(face, restricted)
        #expect(seen == (await Self.text(face, filtered)), "\(name), \(principal)")
      }
    }
  }

  @Test func disallowedValueDoesNotExist() async throws {
    let made = try PolicyWorkspace()
    defer { made.remove() }
    let workspace = try made.workspace()
    let pipeline = Pipeline(workspace).entitled(to: try workspace.entitlement(PolicyWorkspace.seller("a", ["Asia"])))
    let dashboard = try pipeline.dashboard("sales")
    func outcome(_ item: String, _ address: String) async throws -> String {
      let place = try Exploration(address)
      do {
        _ = try await pipeline.checked(place, of: dashboard)
        let table = try await pipeline.table(behind: item, of: dashboard, at: place)
        let chart = try await pipeline.chart(item, of: dashboard, at: place).faces
        return "\(table.schema.names) \(table.schema.fields.map(\.type)) \(table.rowCount)\n\(chart)"
      } catch let error as DiagnosticError {
        return error.diagnostics.map { "\($0.code) \($0.message) \($0.hint ?? "")" }.joined()
      }
    }
    for item in PolicyWorkspace.items {
      for (outside, missing) in [
        ("filter.Region=Europe", "filter.Region=Nowher"),
        ("filter.Region=Africa,Europe", "filter.Region=Nowher,Nothin"),
        ("Levels.drill=product:P2", "Levels.drill=product:P9"),
        ("Plain.whatif.amount[Europe]=5", "Plain.whatif.amount[Nowher]=5"),
      ] {
        let seen = try await outcome(item, outside)
        let words = [("Europe", "Nowher"), ("Africa", "Nowher"), ("P2", "P9")]
        // The response may repeat the URL.
        let asked = words.reduce(seen) { $0.replacing($1.0, with: "·") }
        let other = try await outcome(item, missing).replacing("Nowher", with: "·").replacing("Nothin", with: "·")
          .replacing("P9", with: "·")
        #expect(asked == other, "\(item) at \(outside)")
      }
    }
    let empty = try await pipeline.table(behind: "Plain", of: dashboard, at: try Exploration("filter.Region=Europe"))
    #expect(empty.rowCount == 0 && empty.schema.names == ["tenant", "region", "product", "day", "amount"])
  }

  @Test func hiddenDashboardDoesNotExist() async throws {
    let made = try PolicyWorkspace()
    defer { made.remove() }
    let workspace = try made.workspace()
    let whole = Pipeline(workspace)
    let seller = whole.entitled(to: try workspace.entitlement(PolicyWorkspace.seller("a", ["Asia"])))
    func refusal(_ body: () async throws -> Void) async -> String? {
      do {
        try await body()
        return nil
      } catch let error as DiagnosticError {
        return error.diagnostics.map { "\($0.code): \($0.message), \($0.hint ?? "")" }.joined()
      } catch { return "\(error)" }
    }
    let hidden = await refusal { _ = try seller.dashboard("other") }
    let missing = await refusal { _ = try seller.dashboard("othe2") }
    #expect(hidden != nil && hidden == missing?.replacing("othe2", with: "other"))
    // A definition passed by the caller is not computed either.
    let definition = try whole.dashboard("other")
    #expect(await refusal { _ = try await seller.chart("All", of: definition) } == hidden)
    #expect(await refusal { _ = try await seller.charts(of: definition) } == hidden)
    #expect(await refusal { _ = try await seller.table(behind: "All", of: definition) } == hidden)
    #expect(await refusal { _ = try await seller.overview(of: definition) } == hidden)
    #expect(await refusal { _ = try await whole.chart("All", of: definition) } == nil)
    #expect(seller.entitlement != whole.entitlement && whole.entitlement == .everything)
  }
}
