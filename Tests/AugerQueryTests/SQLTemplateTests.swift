import AugerColumns
import AugerDiagnostics
import AugerQuery
import Testing

@Suite struct SQLTemplateTests {
  private func bind(
    _ text: String, _ arguments: KeyValuePairs<String, QueryArgument> = [:], declared: [ParameterDeclaration] = [],
    dialect: SQLDialect = .questionMarks
  ) throws -> SQLStatement {
    try SQLTemplate.parse(text).bind(QueryArguments(arguments), declared: declared, dialect: dialect)
  }

  /// Binds, or only parses, the text without its ⟦⟧ marks. Expects one diagnostic with `code` at the marked location.
  private func expect(
    _ marked: String, fails code: Diagnostic.Code, _ arguments: KeyValuePairs<String, QueryArgument> = [:],
    declared: [ParameterDeclaration] = [], dialect: SQLDialect = .questionMarks, hint: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let before = marked.utf8.prefix { $0 != 0xE2 }.count
    let text = marked.replacing("⟦", with: "").replacing("⟧", with: "")
    let after = marked[marked.firstIndex(of: "⟧")!...].dropFirst().utf8.count
    do throws(DiagnosticError) {
      _ = try SQLTemplate.parse(text).bind(QueryArguments(arguments), declared: declared, dialect: dialect)
      Issue.record("nothing was refused", sourceLocation: sourceLocation)
    } catch {
      #expect(error.diagnostics.count == 1, sourceLocation: sourceLocation)
      let found = error.diagnostics[0]
      #expect(found.code == code, sourceLocation: sourceLocation)
      #expect(found.place?.span == SourceSpan(before, text.utf8.count - after), sourceLocation: sourceLocation)
      if let hint { #expect(found.hint == hint, sourceLocation: sourceLocation) }
    }
  }

  // MARK: Parameters

  @Test func parameterBecomesPlaceholderAndValue() throws {
    let sql = try bind("SELECT * FROM t WHERE Region = :Region", ["Region": .scalar(.string("Europe"))])
    #expect(sql.text == "SELECT * FROM t WHERE Region = ?1")
    #expect(sql.bindings == [.string("Europe")])
  }

  @Test func placeholdersFollowTheDialect() throws {
    let sql = try bind("SELECT :a, :b, :a", ["a": .scalar(.int(1)), "b": .scalar(.int(2))], dialect: .dollars)
    #expect(sql.text == "SELECT $1, $2, $3")
    #expect(sql.bindings == [.int(1), .int(2), .int(1)])
  }

  @Test func quotedNamesMayContainAnyCharacter() throws {
    let sql = try bind(
      #"SELECT :"Sales Reason", :"a""b".lower"#,
      ["Sales Reason": .scalar(.int(1)), "a\"b": .range(lower: .int(2), upper: .int(3))])
    #expect(sql.bindings == [.int(1), .int(2)])
  }

  @Test func namesMayUseAnyAlphabet() throws {
    #expect(try SQLTemplate.parse("x = :Größe AND y = :日本").parameterNames == ["Größe", "日本"])
  }

  @Test(arguments: [
    "SELECT ':a' || ':b'", "SELECT 'it''s :a'", #"SELECT E'\':a'"#, "SELECT 1 -- :a", "SELECT 1 /* :a */",
    "SELECT 1 /* x /* :a */ :b */", #"SELECT ":a""#, "SELECT `:a`", "SELECT [:a] FROM [x :y]", "SELECT $$ :a $$",
    "SELECT $q$ :a $$ :b $q$", "SELECT x::text", "SELECT x :: text", "x := 1", "SELECT a[1:2]", "SELECT a[1 : n]",
    "SELECT '12:34'", "SELECT 1 /* a /* b */ + 1",
  ])
  func literalsAndCastsContainNoParameters(_ text: String) throws {
    #expect(try SQLTemplate.parse(text).parameters.isEmpty)
    #expect(try bind(text).text == text)
  }

  @Test(arguments: [
    "SELECT 'x'/* c */:a", "SELECT :a::text", "SELECT ARRAY[:a]", "SELECT ARRAY[[1, :a], [2, 3]]", "SELECT b[:a]",
    "SELECT f(b)[:a]", "SELECT 'a\\', :a", "SELECT 1 -- x\n+ :a", "SELECT [b], :a", "SELECT $$x$$ || :a",
    "SELECT e, 'x\\', :a",
  ])
  func parametersAfterLiteralsAreRead(_ text: String) throws {
    #expect(try SQLTemplate.parse(text).parameterNames == ["a"])
  }

  @Test func unboundParameterIsReportedAtItsLocation() {
    expect(
      "SELECT 1\nWHERE r = ⟦:Regoin⟧", fails: .argumentUnbound, ["Region": .scalar(.int(1))],
      hint: "Did you mean 'Region'?")
  }

  @Test func allUnboundParametersAreReportedTogether() {
    #expect { try bind("SELECT :a, :b") } throws: { ($0 as? DiagnosticError)?.diagnostics.count == 2 }
  }

  @Test func unusedArgumentsAreReported() throws {
    let template = try SQLTemplate.parse("SELECT :a")
    #expect(template.unusedArguments(QueryArguments(["b": .scalar(.null), "a": .scalar(.null)])) == ["b"])
  }

  @Test func databasePlaceholdersAreReported() {
    expect("SELECT ⟦?⟧", fails: .foreignPlaceholder)
    expect("SELECT ⟦?1⟧", fails: .foreignPlaceholder)
    expect("SELECT ⟦@x⟧", fails: .foreignPlaceholder)
    expect("SELECT ⟦$1⟧", fails: .foreignPlaceholder, dialect: .dollars)
    #expect(throws: Never.self) { try bind("SELECT a ? 'b', a @> b", dialect: .dollars) }
  }

  // MARK: Lists and ranges

  @Test(arguments: ["x IN (:r)", "x NOT in(:r)", "x IN ( /* c */ :r )", #"x IN (:"r")"#])
  func listIsExpandedInsideIn(_ text: String) throws {
    let sql = try bind(text, ["r": .list([.string("a"), .string("b"), .string("c")])])
    #expect(sql.text.contains("?1, ?2, ?3"))
    #expect(sql.bindings == [.string("a"), .string("b"), .string("c")])
  }

  @Test func listMayBeMixedWithOtherItems() throws {
    let sql = try bind("x IN (1, :r, :s)", ["r": .list([.int(2), .int(3)]), "s": .scalar(.int(4))])
    #expect(sql.text == "x IN (1, ?1, ?2, ?3)")
  }

  @Test func listOfOneIsAValue() throws {
    #expect(try bind("x = :r", ["r": .list([.int(7)])]).bindings == [.int(7)])
  }

  @Test func longerListOutsideInFails() {
    let list: KeyValuePairs<String, QueryArgument> = ["r": .list([.int(1), .int(2)])]
    expect("x = ⟦:r⟧", fails: .argumentKind, list, hint: "Write IN (:r).")
    expect("x IN (1 + ⟦:r⟧)", fails: .argumentKind, list)
    expect("x IN (⟦:r⟧ + 1)", fails: .argumentKind, list)
    expect("f(⟦:r⟧)", fails: .argumentKind, list)
  }

  @Test func emptyListFails() { expect("x IN (⟦:r⟧)", fails: .argumentKind, ["r": .list([])]) }

  @Test func rangeHasTwoEnds() throws {
    let sql = try bind("y BETWEEN :Year.lower AND :Year.upper", ["Year": .range(lower: .int(2011), upper: .int(2012))])
    #expect(sql.text == "y BETWEEN ?1 AND ?2")
    #expect(sql.bindings == [.int(2011), .int(2012)])
  }

  @Test func singleValueIsBothEndsOfARange() throws {
    #expect(try bind(":y.lower :y.upper", ["y": .scalar(.int(1))]).bindings == [.int(1), .int(1)])
  }

  @Test func rangeIsNotAValue() {
    expect(
      "y = ⟦:Year⟧", fails: .argumentKind, ["Year": .range(lower: .int(1), upper: .int(2))],
      hint: "Write :Year.lower and :Year.upper.")
  }

  @Test func otherPartsAreReported() { expect("y = :Year.⟦uper⟧", fails: .sqlSyntax, hint: "Did you mean 'upper'?") }

  // MARK: Optional clauses

  @Test func optionalClauseRequiresAllItsArguments() throws {
    let text = "SELECT 1 WHERE 1=1 [[ AND a = :a AND b = :b ]] ORDER BY 1"
    let both = try bind(text, ["a": .scalar(.int(1)), "b": .scalar(.int(2))])
    #expect(both.text == "SELECT 1 WHERE 1=1  AND a = ?1 AND b = ?2  ORDER BY 1")
    let one = try bind(text, ["a": .scalar(.int(1))])
    #expect(one.text == "SELECT 1 WHERE 1=1   ORDER BY 1")
    #expect(one.bindings.isEmpty)
  }

  @Test func defaultEnablesOptionalClause() throws {
    let sql = try bind(
      "x [[ AND y = :y ]]", declared: [ParameterDeclaration(name: "y", type: .int64, defaultValue: .int(2012))])
    #expect(sql.bindings == [.int(2012)])
  }

  @Test func clauseMayContainBracketedNames() throws {
    #expect(try bind("x [[ AND [a b] = :y ]]").text == "x  ")
    #expect(try bind("x [[[a b] = :y AND :y = [c]]] z").text == "x   z")
  }

  @Test func nestedClausesAreReported() { expect("x [[ :a ⟦[[⟧ :b ]] y", fails: .sqlSyntax) }

  @Test func unbalancedClausesAreReported() {
    expect("x ⟦[[⟧ :a", fails: .sqlSyntax)
    expect("x :a ⟦]]⟧", fails: .sqlSyntax, ["a": .scalar(.null)])
    expect("x ⟦[[ AND 1 = 1 ]]⟧", fails: .sqlSyntax)
  }

  @Test func unclosedLiteralsAreReported() {
    expect("SELECT ⟦'⟧abc", fails: .sqlSyntax)
    expect("SELECT ⟦/*⟧abc", fails: .sqlSyntax)
    expect("SELECT ⟦$a$⟧abc $b$", fails: .sqlSyntax)
    expect("SELECT ⟦[⟧abc", fails: .sqlSyntax)
    expect("SELECT 'ü', ⟦\"⟧abc", fails: .sqlSyntax)
  }

  // MARK: Types

  @Test func stringIsConvertedToDeclaredType() throws {
    let declared = [
      ParameterDeclaration(name: "y", type: .int64), ParameterDeclaration(name: "d", type: .date),
      ParameterDeclaration(name: "l", type: .float64),
    ]
    let sql = try bind(
      ":y :d IN (:l)",
      ["y": .scalar(.string("2012")), "d": .scalar(.string("2012-02-29")), "l": .list([.string("1.5"), .int(2)])],
      declared: declared)
    #expect(sql.bindings == [.int(2012), .date(CivilDate(year: 2012, month: 2, day: 29)!), .float(1.5), .float(2)])
  }

  @Test func undeclaredStringStaysAString() throws {
    #expect(try bind(":y", ["y": .scalar(.string("2012"))]).bindings == [.string("2012")])
  }

  @Test func stringThatDoesNotFitTheTypeFails() {
    expect(
      "y = ⟦:y⟧", fails: .argumentType, ["y": .scalar(.string("2012; DROP TABLE x"))],
      declared: [ParameterDeclaration(name: "y", type: .int64)])
  }

  @Test func messageDoesNotContainTheValue() {
    #expect {
      try bind(
        "y = :y", ["y": .scalar(.string("s3cret"))], declared: [ParameterDeclaration(name: "y", type: .int64)])
    } throws: {
      !"\($0)".contains("s3cret")
    }
  }

  @Test func declarationsResolveArgumentsWithoutATemplate() throws {
    let resolved = try ParameterDeclaration.resolve(
      QueryArguments(["y": .range(lower: .string("1"), upper: .string("2")), "z": .scalar(.string("3"))]),
      declared: [
        ParameterDeclaration(name: "y", type: .int64),
        ParameterDeclaration(name: "d", type: .bool, defaultValue: .bool(true)),
      ])
    #expect(resolved["y"] == .range(lower: .int(1), upper: .int(2)))
    #expect(resolved["z"] == .scalar(.string("3")))
    #expect(resolved["d"] == .scalar(.bool(true)))
  }

  // MARK: Injection

  @Test(arguments: [
    "' OR 1=1 --", "'; DROP TABLE t; --", ":b", "]] OR 1=1 [[", "?1", "\" OR \"\"=\"", "*/ OR 1=1 /*", "$$", "a\0b",
  ])
  func argumentsNeverBecomePartOfTheStatement(_ attack: String) throws {
    let text = #"SELECT ':x' WHERE a = :a AND b IN (:b) AND c = :c.lower [[ AND d = :"d d" ]] -- :e"#
    let sql = try bind(
      text,
      [
        "a": .scalar(.string(attack)), "b": .list([.string(attack), .string(attack)]),
        "c": .range(lower: .string(attack), upper: .string(attack)), "d d": .scalar(.string(attack)),
      ])
    #expect(sql.text == "SELECT ':x' WHERE a = ?1 AND b IN (?2, ?3) AND c = ?4  AND d = ?5  -- :e")
    #expect(sql.bindings == [Scalar](repeating: .string(attack), count: 5))
  }

  // MARK: Locations

  @Test func statementOffsetsMapToTheTemplate() throws {
    let text = "sql: SELECT [[ :a, ]] :List, wrong"
    let source = SourceText(name: "auger.yaml", text: text)
    let template = try SQLTemplate.parse(source, in: SourceSpan(5, text.utf8.count))
    let sql = try template.bind(QueryArguments(["List": .scalar(.int(1))]), dialect: .questionMarks)
    #expect(sql.text == "SELECT   ?1, wrong")
    let place = sql.place(forOffset: 13)
    #expect(place.source.name == "auger.yaml")
    #expect(place.position == SourcePosition(line: 1, column: 30))
    #expect(sql.templateSpan(forOffset: 9) == SourceSpan(22, 23))
  }
}

extension SQLDialect {
  fileprivate static let questionMarks = SQLDialect(name: "one", placeholder: .numberedQuestionMark)
  fileprivate static let dollars = SQLDialect(name: "other", placeholder: .dollarNumber)
}

@Suite struct RangeOfMomentsTests {
  private let range = QueryArgument.range(lower: .date(CivilDate(days: 0)), upper: .date(CivilDate(days: 1)))

  @Test func upperDateOfTimestampRangeIncludesItsDay() throws {
    let statement = try SQLTemplate.parse("SELECT 1 WHERE t BETWEEN :when.lower AND :when.upper").bind(
      ["when": range], declared: [ParameterDeclaration(name: "when", type: .timestamp)],
      dialect: SQLDialect(name: "any", placeholder: .dollarNumber))
    #expect(statement.bindings.map(\.description) == ["1970-01-01T00:00:00", "1970-01-02T23:59:59.999999"])
  }

  @Test func typedTimestampRangeIncludesItsLastDay() throws {
    let arguments: QueryArguments = ["when": range, "day": .scalar(.string("1970-01-02"))]
    let moments = try #require(try arguments.range(of: "when", as: Timestamp.self))
    #expect(moments.upper.description == "1970-01-02T23:59:59.999999")
    #expect(try arguments.range(of: "when", as: CivilDate.self)?.upper == CivilDate(days: 1))
    let day = try #require(try arguments.range(of: "day", as: Timestamp.self))
    #expect((day.lower.description, day.upper.description) == ("1970-01-02T00:00:00", "1970-01-02T23:59:59.999999"))
  }
}
