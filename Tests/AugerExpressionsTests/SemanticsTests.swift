import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

struct SemanticsTests {
  let table = Setting(
    columns: [
      ("a", Column([1, nil, -3, 4] as [Int64?])), ("b", Column([0, 2, nil, 2] as [Int64?])),
      ("x", Column([1.5, -2, nil, 0] as [Double?])), ("s", Column(["ab", nil, "", "Größe"] as [String?])),
    ],
    variables: [
      ("on", .scalar(.bool(true))), ("off", .scalar(.bool(false))), ("list", .list([.int(1), .int(4)])),
      ("none", .list([])),
      ("range", .range(lower: .int(-3), upper: .int(1))), ("names", .list([.string("ab"), .null])),
      ("gone", .scalar(.null)),
    ])

  @Test func intArithmeticIsExact() throws {
    #expect(try table.results("a * 2 + b") == ["2", "null", "null", "10"])
    #expect(try table.results("a - 10") == ["-9", "null", "-13", "-6"])
    #expect(try table.results("10 - a") == ["9", "null", "13", "6"])
    #expect(try value("9007199254740993 + 0") == "9007199254740993")
    #expect(try value("9223372036854775807") == "9223372036854775807")
  }

  /// A constant has the same value in every row. If it does not fit the required type, the error names the first row
  /// that uses it. Regression test for a crash found by fuzzing.
  @Test func constantsThatDoNotFitFailInRowsThatUseThem() throws {
    let long = ".8844406570 - ⟦16723340100000000444006181181⟧"
    try table.expect(long, overflowsInRow: 1)
    try table.expect("if(a > 1, \(long), 0)", overflowsInRow: 4)
    try table.expect("if(a = 1, 0, if(a < 0, \(long), 1))", overflowsInRow: 3)
    // A null operand does not decide the result, so the constant is needed.
    try table.expect("a > 1 and \(long) > 0", overflowsInRow: 2)
    try table.expect("a < 9 or 1 > \(long)", overflowsInRow: 2)
    try table.expect("coalesce(a, \(long))", overflowsInRow: 2)
    try table.expect("0 % 0 and \(long)", overflowsInRow: 1)
    let plain = MarkedText(long).source.text
    #expect(try table.results("if(a > 9, \(plain), 2) = 2") == ["1", "1", "1", "1"])
    #expect(try table.results("s is null or s is not null or \(plain) > 0") == ["1", "1", "1", "1"])
    let empty = Setting(columns: [("a", Column([] as [Int64?]))])
    for text in [plain, "if(a > 1, \(plain), 0)", "a > 1 and \(plain) > 0"] {
      #expect(try empty.results(text) == [])
    }
  }

  @Test func constantsThatDoNotFitAreReportedAtTheOriginalRow() throws {
    let bound = try table.bind("if(a > 1, .8844406570 - 16723340100000000444006181181, 0)")
    var warnings = Warnings()
    let error = #expect(throws: DiagnosticError.self) {
      try bound.evaluate(
        table.columns.map(\.column), rowCount: 4, firstRow: 100, active: Bitmap([true, true, false, true]),
        rows: [10, 20, 30, 40], warnings: &warnings)
    }
    #expect(error?.diagnostics.first?.message.hasSuffix("first in row 141") == true)
  }

  @Test func dividingIntsGivesFloat() throws {
    #expect(try table.bind("a / 2").type == .float64)
    #expect(try table.results("a / 2") == ["0.5", "null", "-1.5", "2"])
  }

  @Test func divisionByZeroIsNullAndCountedOnce() throws {
    #expect(try table.results("a / b") == ["null", "null", "null", "2"])
    #expect(
      try table.warnings("a / b") == ["warning: divisionByZero: a division by zero returned null, first at row 1"])
    #expect(
      try table.warnings("1 / x + a % b") == [
        "warning: divisionByZero: a division by zero returned null (2 times), first at row 4"
      ])
    #expect(
      try table.warnings("a % 0") == [
        "warning: divisionByZero: a division by zero returned null (3 times), first at row 1"
      ]
    )
    #expect(
      try Setting().warnings("1/0") == ["warning: divisionByZero: a division by zero returned null, first at row 1"])
  }

  @Test func rowNumbersStartAtFirstRowOfBatch() throws {
    var warnings = Warnings()
    let bound = try table.bind("1 / x")
    _ = try bound.evaluate(table.columns.map(\.column), rowCount: 4, firstRow: 1000, warnings: &warnings)
    #expect(warnings.items.first?.firstPlace == "row 1004")
  }

  @Test func modHasTheSignOfTheDividend() throws {
    #expect(
      try ["7 % 3", "-7 % 3", "7 % -3", "-7.5 % 2", "-9223372036854775808 % -1"].map(value) == [
        "1", "-1", "1", "-1.5", "0",
      ])
  }

  @Test func overflowNamesRowAndLocation() throws {
    let big = Setting(columns: [("n", Column([1, 9_223_372_036_854_775_807, nil] as [Int64?]))])
    try big.expect("1 * (⟦n + 1⟧)", overflowsInRow: 2)
    try big.expect("⟦n * 2⟧ + 5", overflowsInRow: 2)
    try big.expect("⟦-5 - n⟧ - n", overflowsInRow: 2)
    try big.expect("⟦fact(n)⟧", overflowsInRow: 2)
    try Setting().expect("⟦9223372036854775807 + 1⟧", overflowsInRow: 1)
    try Setting().expect("⟦1e308 * 10⟧", overflowsInRow: 1)
    try Setting().expect("⟦exp(1000)⟧", overflowsInRow: 1)
    try Setting().expect("⟦abs(-9223372036854775808)⟧", overflowsInRow: 1)
    try Setting().expect("⟦int(1e30)⟧", overflowsInRow: 1)
  }

  @Test func valueInNullSlotCannotOverflow() throws {
    let bits = Bitmap([true, false])
    let column = Column(.int64, .int64(Buffer([1, .max])), validity: bits)
    #expect(try Setting(columns: [("n", column)]).results("n + 1") == ["2", "null"])
    #expect(try Setting(columns: [("n", column)]).results("n * 2") == ["2", "null"])
    #expect(try Setting(columns: [("n", column)]).results("-n") == ["-1", "null"])
  }

  @Test func decimalsAreExact() throws {
    let prices = Setting(columns: [("p", try decimals(["0.10", "19.99", ""], precision: 10, scale: 2))])
    #expect(try prices.results("p + p + p") == ["0.30", "59.97", "null"])
    #expect(try prices.results("p * 3") == ["0.30", "59.97", "null"])
    #expect(try prices.results("p * 1.10") == ["0.1100", "21.9890", "null"])
    #expect(try prices.results("p == 0.1") == ["1", "0", "null"])
    #expect(try prices.results("p in (0.1, 19.99)") == ["1", "1", "null"])
    #expect(try prices.results("p > 5") == ["0", "1", "null"])
    #expect(try prices.results("p / 2") == ["0.05", "9.995", "null"])
    #expect(try prices.results("round(p, 1)") == ["0.1", "20.0", "null"])
    #expect(try prices.results("ceiling(p)") == ["1", "20", "null"])
    #expect(try prices.results("int(-p)") == ["-1", "-20", "null"])
    #expect(try prices.results("abs(-p)") == ["0.10", "19.99", "null"])
    #expect(try prices.results("p % 0.3") == ["0.10", "0.19", "null"])
    #expect(try prices.results("'at ' + p") == ["at 0.10", "at 19.99", "null"])
    #expect(try prices.results("round(p, -1)") == ["0", "20", "null"])
    #expect(try prices.bind("p + 1").type == .decimal(precision: 11, scale: 2))
    #expect(try prices.bind("p * 1e0").type == .float64)
  }

  @Test func overflowOfWideDecimalsIsReported() throws {
    let wide = Setting(columns: [
      ("p", try decimals(["99999999999999999999999999999999999999"], precision: 38, scale: 0))
    ])
    try wide.expect("⟦p + 1⟧", overflowsInRow: 1)
    try wide.expect("⟦p * 10⟧", overflowsInRow: 1)
    #expect(try wide.results("p - 1") == ["99999999999999999999999999999999999998"])
    #expect(try wide.results("p > 0.5") == ["1"])
    #expect(try wide.results("p == p + 0.0 * 0") == ["1"])
    // 38 digits after the point leave no digit before it, not even for the 1 of `true`.
    let deep = Setting(columns: [
      ("p", try decimals(["0.5", "0.1", ""], precision: 38, scale: 38)), ("b", Column([false, true, nil] as [Bool?])),
      ("n", Column([0, 1, nil] as [Int64?])),
    ])
    try deep.expect("max(⟦true⟧, p)", overflowsInRow: 1)
    try deep.expect("max(⟦b⟧, p)", overflowsInRow: 2)
    try deep.expect("max(⟦n⟧, p)", overflowsInRow: 2)
    #expect(try deep.results("max(false, p) > 0.4") == ["1", "0", "null"])
    #expect(try deep.results("max(if(p > 0.4, b, false), p) > 0.4") == ["1", "0", "null"])
  }

  @Test func floatLiteralIsAFloatInOtherContexts() throws {
    #expect(try Setting().bind("1.10").type == .float64)
    #expect(try table.bind("a * 1.10").type == .float64)
  }

  @Test func boolsAreOneAndZeroInArithmetic() throws {
    #expect(try table.results("(a > 0) + 1") == ["2", "null", "1", "2"])
    #expect(try table.results("if($on == 1, 'y', 'n')") == ["y", "y", "y", "y"])
    #expect(try table.results("(a > 0) == true") == ["1", "null", "0", "1"])
    #expect(try table.results("(a > 0) * x") == ["1.5", "null", "null", "0"])
    #expect(try table.results("'is ' + (a > 0)") == ["is 1", "null", "is 0", "is 1"])
    #expect(try table.results("(a > 0) < (b > 0)") == ["0", "null", "null", "0"])
  }

  @Test func comparisonsWithNullAreNull() throws {
    #expect(try table.results("a < b") == ["0", "null", "null", "0"])
    #expect(try table.results("a = null") == ["null", "null", "null", "null"])
    #expect(try table.results("a != 4") == ["1", "null", "1", "0"])
    #expect(try table.results("a <= x") == ["1", "null", "null", "0"])
    #expect(try table.results("$gone + a") == ["null", "null", "null", "null"])
  }

  @Test func nullTests() throws {
    #expect(try table.results("a is null") == ["0", "1", "0", "0"])
    #expect(try table.results("a + b is not null") == ["1", "0", "0", "1"])
    #expect(try table.results("1 is null") == ["0", "0", "0", "0"])
    #expect(try table.results("null is null") == ["1", "1", "1", "1"])
  }

  @Test func logicIsThreeValued() throws {
    let logic = Setting(
      columns: [
        (
          "p",
          try Column(
            .bool, [true, true, true, false, false, false, nil, nil, nil].map { $0.map { .bool($0) } ?? .null })
        ),
        (
          "q",
          try Column(
            .bool, [true, false, nil, true, false, nil, true, false, nil].map { $0.map { .bool($0) } ?? .null })
        ),
      ])
    let and = ["1", "0", "null", "0", "0", "0", "null", "0", "null"]
    let or = ["1", "1", "1", "1", "0", "null", "1", "null", "null"]
    #expect(try logic.results("p and q") == and)
    #expect(try logic.results("and(p, q)") == and)
    #expect(try logic.results("p or q") == or)
    #expect(try logic.results("or(p, q, p)") == or)
    #expect(try logic.results("not p") == ["0", "0", "0", "1", "1", "1", "null", "null", "null"])
    #expect(try logic.results("p and null") == ["null", "null", "null", "0", "0", "0", "null", "null", "null"])
    #expect(try logic.results("p or 1") == [String](repeating: "1", count: 9))
    #expect(try logic.results("p and 0") == [String](repeating: "0", count: 9))
  }

  @Test func ifTakesElseBranchForZeroAndNull() throws {
    #expect(try table.results("if(b, 'yes', 'no')") == ["no", "yes", "no", "yes"])
    #expect(try table.results("if(a > 0, a, x)") == ["1", "-2", "null", "4"])
    #expect(try table.results("if(null, 1, 2)") == ["2", "2", "2", "2"])
    #expect(try table.results("if(a > 0, null, a)") == ["null", "null", "-3", "null"])
    #expect(try table.results("if(a > 0, s, 'none')") == ["ab", "none", "none", "Größe"])
    #expect(try table.bind("if(a > 0, 1, 2.5)").type == .float64)
  }

  @Test func branchesNotTakenNeitherWarnNorFail() throws {
    #expect(try table.results("if(b != 0, a / b, 0)") == ["0", "null", "0", "2"])
    #expect(try table.warnings("if(b != 0, a / b, 0)") == [])
    #expect(try table.warnings("b != 0 and a / b > 1") == [])
    #expect(try table.warnings("or(b == 0, a / b > 1)") == [])
    #expect(try table.warnings("case(b == 0, 0, a / b)") == [])
    #expect(try table.warnings("coalesce(b, 1/0)").count == 1)
    let big = Setting(columns: [("n", Column([1, .max] as [Int64]))])
    #expect(try big.results("if(n < 100, n + 1, 0)") == ["2", "0"])
    #expect(try big.results("if(0, 1/0, 5)") == ["5", "5"])
    #expect(try big.warnings("if(0, 1/0, 5)") == [])
  }

  @Test func caseCoalesceNullif() throws {
    #expect(try table.results("case(a == 1, 'one', a == 4, 'four', 'other')") == ["one", "other", "other", "four"])
    #expect(try table.results("case(a == 1, 'one')") == ["one", "null", "null", "null"])
    #expect(try table.results("coalesce(a, b, 9)") == ["1", "2", "-3", "4"])
    #expect(try table.results("coalesce(s, 'none')") == ["ab", "none", "", "Größe"])
    #expect(try table.results("nullif(b, 2)") == ["0", "null", "null", "null"])
    #expect(try !table.bind("coalesce(a, 0)").isNullable)
  }

  @Test func leastAndGreatest() throws {
    #expect(try table.results("max(a, b)") == ["1", "null", "null", "4"])
    #expect(try table.results("min(a, 2, x)") == ["1", "null", "null", "0"])
    #expect(try table.results("max(s, 'ac')") == ["ac", "null", "ac", "ac"])
  }

  @Test func membership() throws {
    #expect(try table.results("a in (1, 4)") == ["1", "null", "0", "1"])
    #expect(try table.results("a in ($list)") == ["1", "null", "0", "1"])
    #expect(try table.results("a not in ($list)") == ["0", "null", "1", "0"])
    #expect(try table.results("a in ($none)") == ["0", "0", "0", "0"])
    #expect(try table.results("s in ($names)") == ["1", "null", "null", "null"])
    #expect(try table.results("a in (b, 4)") == ["0", "null", "null", "1"])
    #expect(try table.results("a in ($range)") == ["1", "null", "1", "0"])
    #expect(try table.results("between(a, $range)") == ["1", "null", "1", "0"])
    #expect(try table.results("a in (1, 2.0)") == ["1", "null", "0", "0"])
    #expect(try table.results("between(x, -2, 1.5)") == ["1", "1", "null", "1"])
    #expect(try table.results("$range.upper - $range.lower") == ["4", "4", "4", "4"])
  }

  @Test func strings() throws {
    #expect(try table.results("s == 'ab'") == ["1", "null", "0", "0"])
    #expect(try table.results("'b' > s") == ["1", "null", "1", "1"])
    #expect(try table.results("s < upper(s)") == ["0", "null", "0", "0"])
    #expect(try table.results("s == left(s, 2)") == ["1", "null", "1", "0"])
    #expect(try table.results("len(s)") == ["2", "null", "0", "5"])
    #expect(try table.results("upper(s)") == ["AB", "null", "", "GRÖSSE"])
    #expect(try table.results("'<' + s + '>'") == ["<ab>", "null", "<>", "<Größe>"])
    #expect(try table.results("s + '-' + a + '-' + s") == ["ab-1-ab", "null", "--3-", "Größe-4-Größe"])
    #expect(try table.results("'Foo' + x") == ["Foo1.5", "Foo-2", "null", "Foo0"])
    #expect(try table.results("1 + 2 + 'a' + 1 + 2") == ["3a12", "3a12", "3a12", "3a12"])
    #expect(try table.results("left(s, a)") == ["a", "null", "", "Größ"])
    #expect(try table.results("pos(s, s)") == ["1", "null", "0", "1"])
    #expect(try table.results("replace(s, 2, 1, 'XX')") == ["aXX", "null", "XX", "GXXöße"])
  }

  @Test func subtractionFromStringFails() {
    table.expect("⟦'a' + a⟧ - 1", fails: .wrongArgumentType)
    table.expect("⟦s⟧ - 1", fails: .wrongArgumentType)
  }

  @Test func constantsAreFolded() throws {
    #expect(try table.bind("1 + 2 * 3").constant == .int(7))
    #expect(try table.bind("upper('a') + 1").constant == .string("A1"))
    #expect(try table.bind("if($on, a, b)").columns == [0])
    #expect(try table.bind("if($off, a, b) + x").columns == [1, 2])
    #expect(try table.bind("if($off, a, b) + x").variables == ["off"])
    #expect(try table.bind("a + 1").constant == nil)
    #expect(try table.bind("null").type == .string)
    #expect(try table.bind("null").constant == .null)
  }
}
