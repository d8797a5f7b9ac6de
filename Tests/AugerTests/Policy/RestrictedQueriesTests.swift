import Auger
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Testing

/// The effect of data policy rules on single queries.
@Suite struct RestrictedQueriesTests {
  private static let asia = ["regions": ["Asia"]] as [Name: [Scalar]]

  /// Returns the result of a query under one rule that applies to everybody, executed by a delegate with that rule.
  private func answer(
    _ query: String, _ arguments: QueryArguments = [:], under rule: String,
    _ claims: [Name: [Scalar]] = Self.asia
  ) async throws -> Table {
    let made = try PolicyWorkspace(
      policy: "policy:\n  - { for: everybody, dashboards: all, \(rule) }",
      queries: PolicyWorkspace.queries + "\n  Asked: { \(query) }")
    defer { made.remove() }
    let workspace = try made.workspace()
    let entitlement = try workspace.entitlement(Principal(name: "x", claims: claims))
    return try await AnswerService(WorkspaceQueryDelegate(workspace), for: entitlement)
      .table(for: QueryRequest("Asked", arguments: arguments))
  }

  private func refusal(
    _ query: String, _ arguments: QueryArguments = [:], under rule: String,
    _ claims: [Name: [Scalar]] = Self.asia
  ) async -> String? {
    do {
      _ = try await answer(query, arguments, under: rule, claims)
      return nil
    } catch let error as DiagnosticError { return error.diagnostics.first?.code.rawValue } catch let error as AugerError
    {
      return error.code.rawValue
    } catch { return "\(error)" }
  }

  private func regions(_ table: Table) -> [String] { Set(table["region"]?.scalars.map(\.description) ?? []).sorted() }

  private static let force = "force: { Region: claim.regions }"
  private static let forceYear = "force: { year: [2023, 2024] }"

  // MARK: Forced arguments

  @Test func forcedArgumentIsIntersectedWithTheRequest() async throws {
    let query = "source: shop, from: sales, where: [\"[[ region in ($Region) ]]\"]"
    let claims = ["regions": ["Asia", "Europe", "Atlantis"]] as [Name: [Scalar]]
    for (asked, expected) in [
      ([:], ["Asia", "Europe"]), (["Region": .scalar("Asia")], ["Asia"]),
      (["Region": .list(["Europe", "Africa"])], ["Europe"]), (["Region": .list(["Africa"])], []),
      (["Region": .range(lower: "B", upper: "Z")], ["Europe"]), (["Region": .scalar(.null)], []),
      (["Region": .list([])], []), (["Region": .scalar(.int(1))], []),
    ] as [(QueryArguments, [String])] {
      let table = try await answer(query, asked, under: Self.force, claims)
      #expect(regions(table) == expected, "\(asked)")
      #expect(table.schema.names == ["tenant", "region", "product", "day", "amount"])
    }
  }

  @Test func defaultAppliesWithoutAnArgument() async throws {
    let query = """
      source: shop, from: sales, where: ["region in ($Region)"],
      parameters: { Region: { type: string, default: Europe } }
      """
    #expect(regions(try await answer(query, under: "session: {}")) == ["Europe"])
    #expect(regions(try await answer(query, under: Self.force)) == [])
    #expect(regions(try await answer(query, under: Self.force, ["regions": ["Asia", "Europe"]])) == ["Europe"])
  }

  @Test func valuesAreComparedAsDeclaredType() async throws {
    let query = """
      source: shop, from: sales, where: ["year(day) in ($year)"], parameters: { year: int }
      """
    for asked: QueryArguments in [[:], ["year": .scalar("2024")], ["year": .scalar(.float(2024))]] {
      #expect(try await answer(query, asked, under: Self.forceYear).rowCount == PolicyWorkspace.rows.count)
      #expect(try await answer(query, asked, under: "force: { year: claim.y }", ["y": ["2024"]]).rowCount > 0)
      #expect(try await answer(query, asked, under: "force: { year: 2023 }").rowCount == 0)
    }
    #expect(await refusal(query, ["year": .scalar("soon")], under: Self.forceYear) == "argumentType")
    #expect(await refusal(query, under: "force: { year: soon }") == "argumentType")
  }

  @Test func queryWithoutTheForcedParameterFails() async {
    for conditions in [
      "", "where: [amount > 5]", "where: [\"[[ region in ($Region) and product in ($product) ]]\"]",
      "where: [\"region == $Region or amount > 5\"]", "where: [\"region != $Region\"]",
      "where: [\"not region in ($Region)\"]", "where: [\"region not in ($Region)\"]",
      "where: [\"region in ($Region, 'Europe')\"]", "where: [\"$Region == 'Asia'\"]",
      "where: [\"$Region in ($Region)\"]",
      "derive: { r: \"if(region == $Region, 1, 2)\" }",
      "groupBy: [region], measures: { a: sum(amount) }, having: [\"region == $Region\"]",
    ] {
      #expect(await refusal("source: shop, from: sales, \(conditions)", under: Self.force) == "argumentNotForced")
    }
    for sql in [
      "SELECT * FROM sales", "SELECT * FROM sales WHERE 1 [[ AND region = :Region AND product = :product ]]",
      "SELECT * FROM sales -- :Region",
    ] {
      #expect(await refusal("source: over, sql: \"\(sql)\"", under: Self.force) == "argumentNotForced", "\(sql)")
    }
  }

  @Test func queryWithTheForcedParameterSucceeds() async throws {
    for conditions in [
      "where: [\"region == $Region\"]", "where: [\"$Region = region and amount > 5\"]",
      "where: [amount > 5, \"[[ region in ($Region) ]]\"]",
      "where: [\"amount > 0 and (amount > 1 and region in ($Region))\"]",
      "where: [\"[[ region in ($Region) and product in ($product) ]]\"], parameters: { product: { default: P1 } }",
      "derive: { r: upper(region) }, where: [\"r in (upper($Region))\", region == $Region]",
    ] {
      let table = try await answer("source: shop, from: sales, \(conditions)", under: Self.force)
      #expect(regions(table) == ["Asia"], "\(conditions)")
    }
    // With the other argument, the optional clause applies.
    let both = "source: shop, from: sales, where: [\"[[ region in ($Region) and product in ($product) ]]\"]"
    #expect(regions(try await answer(both, ["product": .list(["P1"])], under: Self.force)) == ["Asia"])
  }

  @Test func severalForcedValuesForAScalarParameterFail() async {
    let query = "source: shop, from: sales, where: [\"region == $Region\"]"
    let claims = ["regions": ["Asia", "Europe"]] as [Name: [Scalar]]
    #expect(await refusal(query, under: Self.force, claims) == "variableIsNotScalar")
    #expect(await refusal(query, ["Region": .scalar("Asia")], under: Self.force, claims) == nil)
  }

  @Test func sqlReceivesTheForcedArgument() async throws {
    let sql = "SELECT region, amount FROM sales WHERE amount > 0 [[ AND region IN (:Region) ]]"
    let query = "source: over, sql: \"\(sql)\""
    #expect(regions(try await answer(query, under: Self.force)) == ["Asia"])
    let claims = ["regions": ["Asia", "Europe"]] as [Name: [Scalar]]
    #expect(regions(try await answer(query, under: Self.force, claims)) == ["Asia", "Europe"])
    #expect(
      regions(try await answer(query, ["Region": .list(["Europe", "Africa"])], under: Self.force, claims)) == ["Europe"]
    )
  }

  @Test func disallowedSelectionInSQLReturnsNoRows() async throws {
    for sql in [
      "SELECT region, amount FROM sales WHERE (:Region IS NULL OR region = :Region)",
      "SELECT 'x' AS region, count(*) AS amount FROM sales WHERE region = :Region",
      "SELECT region, amount FROM sales WHERE region IS NOT :Region OR region = :Region",
    ] {
      for asked: Scalar in ["Europe", "Nowhere", .null] {
        let table = try await answer("source: over, sql: \"\(sql)\"", ["Region": .scalar(asked)], under: Self.force)
        #expect(table.rowCount == 0 && table.schema.names == ["region", "amount"], "\(sql) \(asked)")
      }
    }
  }

  @Test func rulesForOneArgumentAreIntersected() async throws {
    let made = try PolicyWorkspace(
      policy: """
        policy:
          - { for: everybody, dashboards: all, force: { Region: [Asia, Europe] } }
          - { for: { claim: role, is: guest }, dashboards: [sales], force: { Region: [Europe, Africa] } }
          - { for: { claim: role, is: none }, dashboards: [sales], force: { Region: [Africa] } }
        """)
    defer { made.remove() }
    let workspace = try made.workspace()
    let dashboard = try workspace.definition(ofDashboard: "sales")
    for (role, expected) in [("other", ["Asia", "Europe"]), ("guest", ["Europe"]), ("none", [])] {
      let entitlement = try workspace.entitlement(Principal(name: "x", claims: ["role": [.string(role)]]))
      let pipeline = Pipeline(workspace).entitled(to: entitlement)
      #expect(regions(try await pipeline.table(behind: "Plain", of: dashboard)) == expected, "\(role)")
      #expect(regions(try await pipeline.table(behind: "Levels", of: dashboard)) == expected, "\(role)")
    }
  }

  // MARK: Rows

  private static let rows = "rows: { shop.sales: \"region in (claim.regions)\" }"

  @Test func rowConditionAppliesToEveryTableQuery() async throws {
    for query in [
      "source: shop, from: sales", "source: shop, from: sales, pushdown: false, limit: 3",
      "source: shop, from: sales, groupBy: [region], measures: { n: count() }",
      "source: shop, from: sales, where: [\"amount > 0 or region == 'Europe'\"]",
      "source: shop, from: sales, join: { products: { on: product } }",
      "source: shop, from: sales, join: { products: { on: product, kind: inner } }, groupBy: [region]",
      "source: shop, from: sales, derive: { r: region }, groupBy: [region], measures: { n: count() }",
    ] {
      #expect(regions(try await answer(query, under: Self.rows)) == ["Asia"], "\(query)")
    }
    let none = try await answer("source: shop, from: products", under: Self.rows)
    #expect(none.rowCount == 4, "another table has no condition")
  }

  @Test func claimValuesAreNotInterpretedAsSQL() async throws {
    for value in ["Asia' or 'a' == 'a", "') or true or ('", "$Region", "claim.tenant", "\u{1F}"] {
      let table = try await answer("source: shop, from: sales", under: Self.rows, ["regions": [.string(value)]])
      #expect(table.rowCount == 0, "\(value)")
    }
    // An argument with the same name does not replace a claim.
    let asked: QueryArguments = [
      "claim.regions": .list(["Europe"]), "\u{1F}claim.regions": .list(["Europe"]), "regions": .list(["Europe"]),
    ]
    #expect(regions(try await answer("source: shop, from: sales", asked, under: Self.rows)) == ["Asia"])
  }

  @Test func hiddenRowsOfJoinedTablesDoNotMatch() async throws {
    let rule = "rows: { shop.products: \"tenant == claim.tenant\" }"
    let claims = ["tenant": ["a"]] as [Name: [Scalar]]
    let query =
      "source: shop, from: sales, join: { products: { on: product KIND } }, groupBy: [title], measures: { n: count() }"
    let left = try await answer(query.replacing("KIND", with: ""), under: rule, claims)
    #expect(
      left["title"]?.scalars == [.null, "Anvil", "Clamp"]
        || Set(left["title"]?.scalars ?? []) == [.null, "Anvil", "Clamp"])
    let inner = try await answer(query.replacing("KIND", with: ", kind: inner"), under: rule, claims)
    #expect(Set(inner["title"]?.scalars ?? []) == ["Anvil", "Clamp"])
  }

  @Test func queryColumnDoesNotReplaceTableColumn() async {
    let rule = "rows: { shop.sales: \"title == 'Anvil'\" }"
    for query in [
      "source: shop, from: sales", "source: shop, from: sales, derive: { title: \"'Anvil'\" }",
      "source: shop, from: sales, join: { products: { on: product } }",
    ] {
      #expect(await refusal(query, under: rule) == "unknownColumn", "\(query)")
    }
  }

  @Test func tableNameMatchesWithSchemaAndIgnoresCase() async throws {
    #expect(
      regions(try await answer("source: shop, from: sales", under: Self.rows.replacing("sales:", with: "main.sales:")))
        == ["Asia"])
    #expect(
      regions(try await answer("source: shop, from: sales", under: Self.rows.replacing("sales:", with: "SALES:"))) == [
        "Asia"
      ])
  }

  @Test func queriesThatCannotApplyRowConditionsFail() async {
    let over = Self.rows.replacing("shop.sales", with: "over.sales")
    #expect(await refusal("source: over, sql: \"SELECT * FROM sales\"", under: over) == "rowsNotRestricted")
    // SQL over other sources would read their tables without the conditions.
    for query in [
      "source: over, sql: \"SELECT * FROM sales\"", "source: over, from: sales",
      "source: shop, from: products, join: { sales: { on: product, source: over } }",
    ] {
      #expect(await refusal(query, under: Self.rows) == "rowsNotRestricted", "\(query)")
    }
  }

  @Test func sessionSettingsRequireASourceWithSessions() async {
    let rule = "session: { app.regions: claim.regions }"
    for query in ["source: shop, from: sales", "source: over, sql: \"SELECT * FROM sales\""] {
      #expect(await refusal(query, under: rule) == "sessionNotSupported", "\(query)")
    }
  }
}
