import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

/// SQL syntax that users write from habit. It is accepted if the meaning is clear; otherwise a hint names the right
/// syntax.
struct SQLHabitTests {
  let shop = Setting(
    columns: [
      ("region", Column(["North", "South", nil, "no"] as [String?])), ("revenue", Column([1, 2, 3, nil] as [Int64?])),
      ("day", Column([0, 1, 2, 3].map { CivilDate(days: $0) })),
    ],
    variables: [("span", .range(lower: .int(1), upper: .int(2))), ("part", .scalar(.string("o")))])

  @Test(
    "SQL syntax is translated to function calls",
    arguments: [
      ("revenue between 1 and 2 and region = 'x'", "Between(revenue, 1, 2) and region == 'x'"),
      ("revenue not between 1 + 1 and 2 * 2", "not(Between(revenue, 1 + 1, 2 * 2))"),
      ("revenue between $span or true", "Between(revenue, $span) or true"),
      ("not revenue between 1 and 2", "not(Between(revenue, 1, 2))"),
      ("region like 'No%'", "StartsWith(region, 'No')"), ("region LIKE '%th'", "EndsWith(region, 'th')"),
      ("region like '%or%'", "Contains(region, 'or')"), ("region like 'North'", "region == 'North'"),
      ("region like 'N_r%'", "Match(region, '^N.r.*$')"), ("region like 'a.b_'", "Match(region, '^a\\.b.$')"),
      ("region not like '%'", "not(Contains(region, ''))"),
      (
        "case when revenue > 1 then 'a' when revenue > 0 then 'b' else 'c' end",
        "Case(revenue > 1, 'a', revenue > 0, 'b', 'c')"
      ),
      ("CASE revenue WHEN 1 THEN 'one' END", "Case(revenue == 1, 'one')"),
      ("case when a then case when b then 1 end else end end", "Case(a, Case(b, 1), end)"),
      ("[case] + 1", "case + 1"), ("case + 1", "case + 1"), ("between + like", "between + like"),
    ])
  func understood(text: String, meaning: String) throws {
    let parsed = try Expression.parse(text)
    #expect(parsed.description == meaning)
    #expect(try Expression.parse(parsed.description).root == parsed.root)
  }

  @Test func resultsMatchThoseOfDatabases() throws {
    #expect(try shop.results("revenue between 2 and 3") == ["0", "1", "1", "null"])
    #expect(try shop.results("region like '_o%'") == ["1", "1", "null", "1"])
    #expect(try shop.results("region not like 'n_'") == ["1", "1", "null", "0"])
    #expect(try shop.results("case when revenue > 1 then 'a' end") == ["null", "a", "a", "null"])
    #expect(try shop.results("case revenue when 1 then 10 when 2 then 20 else 0 end") == ["10", "20", "0", "0"])
  }

  @Test(
    "Conditions of aggregates and distinct counts",
    arguments: [
      ("sum(revenue, where: region = 'x')", "sum(if(region == 'x', revenue, null))"),
      ("count(where: revenue > 1)", "count(if(revenue > 1, 1, null))"),
      ("COUNT(region, WHERE: true)", "COUNT(if(true, region, null))"),
      ("min(revenue, where: day > '2024-01-01')", "min(if(day > '2024-01-01', revenue, null))"),
      ("corr(revenue, x, where: y)", "corr(if(y, revenue, null), x)"),
      ("percentile(revenue, 0.9, where: y)", "percentile(if(y, revenue, null), 0.9)"),
      ("first(revenue, where: y)", "first(revenue, y)"), ("count(distinct region)", "countDistinct(region)"),
      ("count(distinct region, where: revenue > 1)", "countDistinct(if(revenue > 1, region, null))"),
      ("count(distinct)", "count(distinct)"), ("sum(where)", "sum(where)"),
    ])
  func conditions(text: String, meaning: String) throws {
    let parsed = try Expression.parse(text)
    #expect(parsed.description == meaning)
    #expect(try Expression.parse(parsed.description).root == parsed.root)
  }

  @Test func misplacedConditionsAreReported() {
    shop.expect(
      "abs(revenue, ⟦where⟧: true)", fails: .syntaxError, hint: "Use if(condition, x, null) to ignore other rows.")
    shop.expect("min(revenue, 2, ⟦where⟧: true)", fails: .syntaxError)
    shop.expect("sum(⟦where⟧: true)", fails: .syntaxError)
    shop.expect("revenue in (1, ⟦where⟧: true)", fails: .syntaxError)
    shop.expect("sum(where: true⟦,⟧ revenue)", fails: .syntaxError)
    shop.expect("sum(⟦distinct⟧ revenue)", fails: .syntaxError, hint: "Write count(distinct x).")
    var measure = shop
    measure.groupKeys = []
    measure.expect("sum(revenue, where: ⟦region⟧)", fails: .wrongArgumentType)
    measure.expect("first(revenue, where: ⟦region⟧)", fails: .wrongArgumentType)
    measure.expect("sum(revenue, where: ⟦regoin⟧ = 'x')", fails: .unknownColumn, hint: "Did you mean 'region'?")
  }

  @Test func ambiguousSyntaxHasAHint() {
    shop.expect("region ⟦||⟧ 'x'", fails: .syntaxError, hint: "Write 'or' for a condition, or '+' to join strings.")
    shop.expect("revenue between 1⟦⟧", fails: .syntaxError, hint: "Write x between 1 and 5.")
    shop.expect(
      "region like ⟦$part⟧", fails: .syntaxError,
      hint: "Use Contains(x, part), StartsWith(x, part) or EndsWith(x, part) to search for a computed string.")
    shop.expect("region ⟦ilike⟧ 'n%'", fails: .syntaxError, hint: "Write Lower(x) like 'abc%'.")
    shop.expect(
      "region like ⟦'100\\%'⟧", fails: .syntaxError, hint: "Use Match(x, '100%'), which has its own patterns.")
    shop.expect("case when revenue ⟦else⟧ 1 end", fails: .syntaxError)
    shop.expect("case when revenue then 1⟦⟧", fails: .syntaxError)
    let form = "Write case when x > 1 then 'a' else 'b' end, or Case(x > 1, 'a', 'b')."
    shop.expect("case ⟦Abs⟧(revenue) when 1 then 2 end", fails: .syntaxError, hint: form)
    shop.expect("case ⟦case⟧ case revenue when 1 then 2 end", fails: .syntaxError, hint: form)
    shop.expect("case ⟦case when 1 then 2 end⟧ when 1 then 2 end", fails: .syntaxError, hint: form)
    shop.expect("⟦cast⟧(revenue as int)", fails: .syntaxError)
    shop.expect("revenue⟦:⟧:int", fails: .syntaxError)
    shop.expect("sum(revenue) ⟦filter⟧ (where revenue > 1)", fails: .syntaxError, hint: "Write sum(x, where: y).")
    shop.expect("day > date ⟦'2024-01-01'⟧", fails: .syntaxError, hint: "Write date(2024,12,31).")
    shop.expect("day + interval ⟦'1 day'⟧", fails: .syntaxError, hint: "Write Add(d, 3, 'day') for three days later.")
    shop.expect("⟦ifnull⟧(revenue, 0)", fails: .unknownFunction, hint: "Write Coalesce(x, 0).")
    shop.expect("⟦SUBSTR⟧(region, 1, 2)", fails: .unknownFunction, hint: "Write Mid(text, start, length).")
    shop.expect("⟦quantile_cont⟧(revenue, 0.5)", fails: .unknownFunction, hint: "Write percentile(x, 0.9).")
    shop.expect("⟦datediff⟧(day, day)", fails: .unknownFunction, hint: "Write a - b for the days between two dates.")
  }

  /// A hint must not name a function that does not exist.
  @Test func hintsNameExistingFunctions() {
    let names = [
      "ifnull", "iif", "decode", "greatest", "least", "substr", "length", "ucase", "lcase", "ltrim", "rtrim", "instr",
      "initcap", "concat_ws", "regexp_like", "to_char", "to_date", "to_number", "to_int", "ceil", "trunc", "ln",
      "log10", "log2", "pow", "date_trunc", "date_part", "dayofmonth", "dayofweek", "weekofyear", "isoyear", "dateadd",
      "edate", "make_date", "width_bucket", "mean", "stdev", "var_samp", "quantile", "quartile", "correl", "wavg",
      "count_distinct", "sumif", "countif", "averageif", "any_value", "first_value", "last_value", "lag", "row_number",
      "cumsum", "ratio_to_report",
    ]
    for name in names {
      let hint = ForeignFunctions.hint(for: name) ?? ""
      let calls = hint.split { !$0.isLetter && $0 != "(" }.filter { $0.contains("(") }
      #expect(!calls.isEmpty, "\(name): \(hint)")
      for call in calls {
        let called = String(call.prefix { $0 != "(" })
        #expect(FunctionCatalogue.function(named: called) != nil, "\(name): \(hint)")
        #expect(FunctionCatalogue.function(named: name) == nil, "\(name) is a function")
      }
    }
  }
}
