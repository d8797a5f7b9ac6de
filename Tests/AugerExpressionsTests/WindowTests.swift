import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

/// Two series of three categories. The columns contain aggregated values.
struct WindowTests {
  private var table: Setting

  init() throws {
    table = Setting(
      columns: [
        ("n", Column([1, nil, 3, 10, 20, 20] as [Int64?])), ("f", Column([0.5, 0.25, nil, 0, 0, nil] as [Double?])),
        ("p", try decimals(["1.10", "2.20", "null", "0.01", "0.02", "0.03"], precision: 5, scale: 2)),
        ("s", Column(["a", "b", nil, "c", "a", "a"] as [String?])), ("amount", Column([1, 2, 3, 4, 5, 6] as [Int64])),
      ],
      variables: [("n", .scalar(.int(2)))], groupKeys: ["n", "f", "p", "s"],
      frame: WindowFrame([0..<3, 3..<6]))
  }

  @Test func runningTotalRestartsPerSeriesAndSkipsNulls() throws {
    #expect(try table.results("Running(n)") == ["1", "1", "4", "10", "30", "50"])
    #expect(try table.results("running(p)") == ["1.10", "3.30", "3.30", "0.01", "0.03", "0.06"])
    #expect(try table.bind("running(p)").type == .decimal(precision: 38, scale: 2))
    #expect(try table.results("running(f)") == ["0.5", "0.75", "0.75", "0", "0", "0"])
    #expect(try table.results("running(nullif(n, 1))") == ["null", "null", "3", "10", "30", "50"])
    #expect(try table.results("running(n > 1)") == ["0", "0", "1", "1", "2", "3"])
  }

  @Test func previousIsNullAtTheStartOfASeries() throws {
    #expect(try table.results("Previous(n)") == ["null", "1", "null", "null", "10", "20"])
    #expect(try table.results("previous(s)") == ["null", "a", "b", "null", "c", "a"])
    #expect(try table.results("n - previous(n)") == ["null", "null", "null", "null", "10", "0"])
  }

  @Test func sharesAddUpToOneInEachSeries() throws {
    #expect(try table.results("Share(n)") == ["0.25", "null", "0.75", "0.2", "0.4", "0.4"])
    #expect(try table.results("share(f)")[3] == "null")
    #expect(
      try table.warnings("share(f)") == [
        "warning: divisionByZero: Share returned null because the sum is zero (2 times), first at row 4"
      ])
  }

  @Test func equalValuesHaveTheSameRank() throws {
    #expect(try table.results("Rank(n)") == ["2", "null", "1", "3", "1", "1"])
    #expect(try table.results("rank(s)") == ["2", "1", "null", "1", "2", "2"])
  }

  @Test func movingAverageUsesAvailableCategories() throws {
    #expect(try table.results("MovingAverage(n, 2)") == ["1", "1", "3", "10", "15", "20"])
    #expect(try table.results("movingaverage(n, $n)") == ["1", "1", "3", "10", "15", "20"])
    #expect(try table.results("movingaverage(n, 1000000000000)") == ["1", "1", "2", "10", "15", "16.666666666666668"])
  }

  @Test func windowFunctionsNestInOtherExpressions() throws {
    #expect(try table.results("running(share(n)) * 100") == ["25", "25", "100", "20", "60.00000000000001", "100"])
    #expect(try table.results("if(rank(n) == 1, 'best', 'rest')") == ["rest", "rest", "best", "rest", "best", "best"])
    #expect(try table.bind("running(n) + 1").containsWindow)
    #expect(try !table.bind("n + 1").containsWindow)
  }

  @Test func runningTotalWithoutOrderEqualsItsArgument() throws {
    var unordered = table
    unordered.frame = WindowFrame(count: 2, length: 3, isOrdered: false)
    #expect(try unordered.results("running(n)") == ["1", "null", "3", "10", "20", "20"])
    #expect(try unordered.results("movingaverage(n, 3)") == ["1", "null", "3", "10", "20", "20"])
    #expect(try unordered.results("share(n)") == ["0.25", "null", "0.75", "0.2", "0.4", "0.4"])
  }

  @Test func windowFunctionsAcceptAggregates() throws {
    let split = try table.bind("share(sum(amount)) + running(count())").splitAggregates()
    #expect(split.calls.map(\.function) == [.sum, .count])
    #expect(split.outer.columns == [4, 5])
  }

  @Test func overflowOfRunningTotalIsReported() throws {
    var big = Setting(columns: [("n", Column([.max, 0, 1] as [Int64]))], groupKeys: ["n"])
    big.frame = WindowFrame(count: 1, length: 3)
    try big.expect("1 + ⟦running(n)⟧", overflowsInRow: 3)
    #expect(try big.results("running(n - 1)")[2] == "9223372036854775805")
  }

  @Test func windowFunctionsWithoutCategoriesAreReported() throws {
    var measure = table
    measure.frame = nil
    measure.expect("1 + ⟦running(sum(amount))⟧", fails: .windowNotAllowed)
    measure.groupKeys = nil
    measure.expect("⟦rank(n)⟧", fails: .windowNotAllowed)
    table.expect("sum(⟦running(amount)⟧)", fails: .windowNotAllowed)
    table.expect(
      "running(⟦amount⟧)", fails: .columnOutsideAggregate, hint: "Write sum(amount), or group by it.")
    table.expect("movingaverage(n, ⟦0⟧)", fails: .wrongArgumentValue, hint: "Write MovingAverage(x, 3).")
    table.expect("movingaverage(n, ⟦n⟧)", fails: .constantRequired)
    table.expect("⟦movingaverage(n)⟧", fails: .wrongArgumentCount)
    table.expect("share(⟦s⟧)", fails: .wrongArgumentType)
  }

  @Test func unaggregatedArgumentsAreAggregated() throws {
    func rewritten(_ text: String) throws -> String {
      try Expression.parse(text).aggregatingWindows(by: .avg).description
    }
    #expect(try rewritten("Running(a + b) - 1") == "Running(avg(a + b)) - 1")
    #expect(try rewritten("running(share(a)) + rank(sum(b))") == "running(share(avg(a))) + rank(sum(b))")
    #expect(try rewritten("a + 1") == "a + 1")
    let (calls, outer) = try Expression.parse("share(sum(a)) / sum(a) + Max(b)").splittingAggregates { "m\($0)" }
    #expect(calls.map(\.description) == ["sum(a)", "Max(b)"])
    #expect(outer.description == "share(m0) / m0 + m1")
    #expect(outer.containsWindow && !outer.containsAggregate)
  }
}
