import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

struct DiagnosticsTests {
  let shop = Setting(
    columns: [
      ("Region", Column(["North", "South"])), ("revenue", Column([1, 2] as [Int64])),
      ("day", Column([CivilDate(days: 0), CivilDate(days: 1)])),
    ],
    variables: [
      ("picks", .list([.string("North")])), ("span", .range(lower: .int(1), upper: .int(2))),
      ("limit", .scalar(.int(5))),
    ])

  @Test func invalidSyntaxIsReported() {
    shop.expect("revenue +⟦⟧", fails: .syntaxError)
    shop.expect("⟦⟧", fails: .syntaxError)
    shop.expect("abs⟦(⟧revenue", fails: .syntaxError)
    shop.expect("(revenue)⟦)⟧", fails: .syntaxError)
    shop.expect(
      "revenue ⟦Region⟧", fails: .syntaxError, hint: "Put a name that contains spaces in brackets: [unit price].")
    shop.expect("revenue * ⟦*⟧ 2", fails: .syntaxError)
    shop.expect("⟦'open⟧", fails: .syntaxError)
    shop.expect("⟦[open⟧", fails: .syntaxError)
    shop.expect("⟦1.⟧", fails: .syntaxError)
    shop.expect("⟦2024abc⟧", fails: .syntaxError, hint: "Put a name that starts with a digit in brackets: [2024abc].")
    shop.expect("⟦$⟧ + 1", fails: .syntaxError, hint: "Put a name that contains spaces in brackets: $[Sales Reason].")
    shop.expect("⟦$[]⟧ + 1", fails: .syntaxError)
    shop.expect("$⟦[a b⟧", fails: .syntaxError)
    shop.expect("⟦1e999⟧", fails: .syntaxError, hint: "Use a number up to 1.8e308.")
    shop.expect(
      "1 + ⟦123456789012345678901234567890123456789⟧", fails: .syntaxError,
      hint: "Write 1.2345678901234568e+38 for a float.")
    shop.expect("$span⟦.middle⟧", fails: .syntaxError)
    shop.expect("revenue is ⟦5⟧", fails: .syntaxError)
    shop.expect("revenue in ⟦5⟧", fails: .syntaxError)
    shop.expect("revenue ⟦&&⟧ 1", fails: .syntaxError, hint: "Write 'and'.")
    shop.expect("⟦!⟧revenue", fails: .syntaxError, hint: "Write not(...).")
  }

  @Test func typographicQuotesAndDashesAreReported() {
    shop.expect("if(Region==⟦\"x\"⟧,1,2)", fails: .syntaxError, hint: "Write 'x'.")
    shop.expect("Region == ⟦‘O'Neil’⟧", fails: .syntaxError)
    shop.expect("Region == ⟦“North”⟧", fails: .syntaxError, hint: "Write 'North'.")
    shop.expect("revenue ⟦–⟧ 1", fails: .syntaxError, hint: "Write '-'.")
    shop.expect("revenue ⟦−⟧ 1", fails: .syntaxError, hint: "Write '-'.")
    shop.expect("revenue ⟦≤⟧ 1", fails: .syntaxError, hint: "Write '<='.")
  }

  @Test func unknownNamesAreReported() {
    shop.expect("⟦Regoin⟧ == 'x'", fails: .unknownColumn, hint: "Did you mean 'Region'?")
    shop.expect("⟦region⟧ == 'x'", fails: .unknownColumn, hint: "Did you mean 'Region'?")
    shop.expect("⟦zzz⟧ + 1", fails: .unknownColumn, hint: "columns: Region, revenue, day")
    shop.expect("⟦limit⟧ + 1", fails: .unknownColumn, hint: "Did you mean '$limit'?")
    shop.expect("⟦$limt⟧ + 1", fails: .unknownVariable, hint: "Did you mean '$limit'?")
    shop.expect("⟦flor⟧(revenue)", fails: .unknownFunction, hint: "Did you mean 'Floor'?")
  }

  @Test func allErrorsAreReportedTogether() {
    shop.expect("⟦revnue⟧ + ⟦Regoin⟧ + abs(⟦day⟧)", fails: .unknownColumn, .unknownColumn, .wrongArgumentType)
  }

  @Test func wrongArgumentsAreReported() {
    shop.expect("⟦abs()⟧", fails: .wrongArgumentCount, hint: "Abs(x)")
    shop.expect("1 + ⟦mid('a')⟧", fails: .wrongArgumentCount, hint: "Mid(text, start[, length])")
    shop.expect("⟦date(2024,1)⟧", fails: .wrongArgumentCount)
    shop.expect("abs(⟦Region⟧)", fails: .wrongArgumentType)
    shop.expect("len(⟦revenue⟧)", fails: .wrongArgumentType, hint: "Convert the argument with string(x).")
    shop.expect("left(Region, ⟦1.5⟧)", fails: .wrongArgumentType)
    shop.expect("year(⟦revenue⟧)", fails: .wrongArgumentType)
    shop.expect("⟦day⟧ * 2", fails: .wrongArgumentType)
    shop.expect("revenue - ⟦Region⟧", fails: .wrongArgumentType)
    shop.expect("Region ⟦<⟧ 5", fails: .wrongArgumentType)
    shop.expect("not ⟦Region⟧", fails: .wrongArgumentType)
    shop.expect("if(⟦Region⟧, 1, 2)", fails: .wrongArgumentType)
    shop.expect("round(revenue, ⟦revenue⟧)", fails: .constantRequired)
    shop.expect("relativedate(day, ⟦revenue⟧)", fails: .constantRequired)
    shop.expect("startof(day, ⟦'monht'⟧)", fails: .wrongArgumentValue, hint: "Did you mean 'month'?")
    shop.expect("day > ⟦'2024-13-01'⟧", fails: .wrongArgumentValue)
    shop.expect("day in ('2024-01-01', ⟦'soon'⟧)", fails: .wrongArgumentValue)
    shop.expect("⟦date(2023,2,29)⟧", fails: .wrongArgumentValue)
    shop.expect("match(Region, ⟦'[a'⟧)", fails: .wrongArgumentValue)
    shop.expect("match(Region, ⟦'*a'⟧)", fails: .wrongArgumentValue)
  }

  @Test func branchesWithoutCommonTypeAreReported() {
    shop.expect("if(revenue==1,⟦revenue⟧,'hello')", fails: .incompatibleBranches, hint: "Write string(revenue).")
    shop.expect(
      "if(revenue==1,'hello',⟦revenue + 1⟧)", fails: .incompatibleBranches, hint: "Write string(revenue + 1).")
    shop.expect("coalesce(revenue, ⟦day⟧)", fails: .incompatibleBranches)
    shop.expect("case(revenue > 1, 'a', revenue > 2, ⟦2⟧, 'c')", fails: .incompatibleBranches)
  }

  @Test func listsAndRangesAreNotValues() {
    shop.expect("Region == ⟦$picks⟧", fails: .variableIsNotScalar, hint: "Write x in ($picks).")
    shop.expect("revenue > ⟦$span⟧", fails: .variableIsNotScalar)
    shop.expect("revenue > ⟦$limit.lower⟧", fails: .variableIsNotScalar)
  }

  @Test func misplacedAggregatesAreReported() {
    shop.expect("⟦sum(revenue)⟧ * 2", fails: .aggregateNotAllowed)
    shop.expect("⟦min(revenue)⟧", fails: .aggregateNotAllowed)
    var measure = shop
    measure.groupKeys = ["Region"]
    measure.expect(
      "sum(revenue) + ⟦revenue⟧", fails: .columnOutsideAggregate, hint: "Write sum(revenue), or group by it.")
    measure.expect("sum(⟦avg(revenue)⟧)", fails: .aggregateNotAllowed)
    measure.expect("sum(⟦Region⟧)", fails: .wrongArgumentType)
    measure.expect("⟦sum()⟧", fails: .wrongArgumentCount)
    measure.expect("sum(⟦revnue⟧)", fails: .unknownColumn, hint: "Did you mean 'revenue'?")
  }
}

/// Expressions over columns whose types are not known yet.
struct UnknownColumnTests {
  private func codes(_ text: String, groups: Bool = false) throws -> [Diagnostic.Code] {
    var scope = ExpressionScope(schema: Schema([]), allowsAggregates: groups, groupKeys: ["key"])
    scope.allowsUnknownColumns = true
    scope.allowsWindows = groups
    do throws(DiagnosticError) {
      _ = try BoundExpression.bind(try .parse(text), in: scope)
      return []
    } catch {
      return error.diagnostics.map(\.code)
    }
  }

  @Test(arguments: [
    "a + b", "Upper(a + b)", "a + 1 + 'x'", "if(a > 1, b, c) * 2", "Upper(if(a = 'x', b, c))", "a * 2 + b",
    "-a / b % 3",
    "RelativeTime(a, 5) > '12:00'", "a > date(2010,1,1)", "Between(a, b, c)", "a in (1, 2)", "Nullif(a, b) + 'x'",
    "Coalesce(a, b) * Len(Coalesce(c, d))", "Min(a, b) = 'x'", "Year(a) + Round(b, 2)", "a is null and not b",
    "StartOf(a, 'month') = b", "Case(a, b, c, d) + 1",
  ])
  func operationsValidForSomeTypesAreAccepted(_ text: String) throws { #expect(try codes(text) == []) }

  @Test(arguments: [
    "sum(a) / count()", "max(a) * 2", "Upper(max(a))", "Previous(max(a)) - 1", "Running(sum(a))", "Rank(max(a))",
    "first(a) + key", "MovingAverage(sum(a), 3)",
  ])
  func groupsOfUnknownColumnsAreAccepted(_ text: String) throws { #expect(try codes(text, groups: true) == []) }

  @Test(arguments: [
    ("Summ(a)", Diagnostic.Code.unknownFunction), ("if(a, 1, 'x')", .incompatibleBranches),
    ("Abs('x')", .wrongArgumentType),
    ("Round(a, b)", .constantRequired), ("Round(a, b + 1)", .constantRequired), ("Year(a) = 'x'", .wrongArgumentType),
    ("date(2010,1,1) + a", .wrongArgumentType), ("a * 'x'", .wrongArgumentType), ("Left(a)", .wrongArgumentCount),
    ("StartOf(a, 'moon')", .wrongArgumentValue), ("sum(a)", .aggregateNotAllowed),
  ])
  func operationsValidForNoTypeAreReported(_ text: String, _ code: Diagnostic.Code) throws {
    #expect(try codes(text) == [code])
  }

  @Test func columnNextToAggregateIsReported() throws {
    #expect(try codes("sum(a) + b", groups: true) == [.columnOutsideAggregate])
    #expect(try codes("MovingAverage(sum(a), b)", groups: true) == [.columnOutsideAggregate])
  }
}
