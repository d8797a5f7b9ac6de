import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

struct AggregateTests {
  let measure: Setting

  init() throws {
    measure = Setting(
      columns: [
        ("region", Column(["n"])), ("qty", Column([2] as [Int64])),
        ("price", try decimals(["1.50"], precision: 10, scale: 2)),
        ("share", Column([0.5])), ("flag", Column([true])), ("day", Column([CivilDate(days: 3)])),
      ],
      variables: [("rate", .scalar(.int(2)))], groupKeys: ["day", "region"])
  }

  @Test(
    "Types of aggregates",
    arguments: [
      ("sum(qty)", DataType.int64), ("sum(price)", .decimal(precision: 38, scale: 2)), ("sum(share)", .float64),
      ("sum(flag)", .int64),
      ("count()", .int64), ("count(*)", .int64), ("count(region)", .int64), ("countDistinct(region)", .int64),
      ("avg(price)", .float64),
      ("median(qty)", .float64), ("stddev(share)", .float64), ("min(region)", .string), ("max(day)", .date),
      ("first(flag)", .bool),
      ("last(price)", .decimal(precision: 10, scale: 2)), ("first(day, where: flag)", .date),
      ("percentile(price, 0.9)", .float64), ("variance(qty)", .float64), ("corr(qty, share)", .float64),
      ("weightedAvg(price, qty)", .float64), ("mode(region)", .string),
      ("mode(price)", .decimal(precision: 10, scale: 2)),
      ("sum(price, where: qty > 1)", .decimal(precision: 38, scale: 2)), ("count(where: flag)", .int64),
      ("sum(null, where: flag)", .int64), ("percentile(qty, $rate - 1)", .float64),
    ])
  func types(text: String, type: DataType) throws {
    let split = try measure.bind(text).splitAggregates()
    #expect(split.calls.map(\.type) == [type])
    #expect(split.outer.type == type)
    #expect(split.outer.columns == [2])
  }

  @Test func equalCallsAreComputedOnce() throws {
    let bound = try measure.bind("sum(qty*2) / COUNT() + Sum(qty * 2) - min(price)")
    let split = bound.splitAggregates()
    #expect(split.calls.map(\.function) == [.sum, .count, .min])
    #expect(split.calls[0].argument?.columns == [1])
    #expect(split.calls[1].argument == nil)
    #expect(bound.columns == [1, 2])
  }

  @Test func outerExpressionReadsKeysThenResults() throws {
    let split = try measure.bind("region + ': ' + sum(qty) * $rate").splitAggregates()
    #expect(split.outer.columns == [1, 2])
    #expect(split.outer.variables == ["rate"])
    var warnings = Warnings()
    let result = try split.outer.evaluate(
      [nil, Column(["north", "south"]), Column([3, nil] as [Int64?])], rowCount: 2, warnings: &warnings)
    #expect(result.scalars == [.string("north: 6"), .null])
  }

  @Test func secondArgumentIsRead() throws {
    let bound = try measure.bind("weightedAvg(price, qty) + corr(qty, share, where: flag)")
    #expect(bound.columns == [1, 2, 3, 4])
    #expect(bound.splitAggregates().calls.map { $0.arguments.map(\.columns) } == [[[2], [1]], [[1, 4], [3]]])
  }

  @Test func invalidArgumentsAreReported() {
    measure.expect("percentile(qty, ⟦90⟧)", fails: .wrongArgumentValue, hint: "Write 0.9 for 90 percent.")
    measure.expect("percentile(qty, ⟦-0.1⟧)", fails: .wrongArgumentValue)
    measure.expect("percentile(qty, ⟦null⟧)", fails: .wrongArgumentValue)
    measure.expect("percentile(qty, ⟦share⟧)", fails: .constantRequired, hint: "percentile(x, part)")
    measure.expect("percentile(qty, ⟦'a'⟧)", fails: .wrongArgumentType)
    measure.expect("⟦percentile(qty)⟧", fails: .wrongArgumentCount, hint: "percentile(x, part)")
    measure.expect("⟦corr(qty)⟧", fails: .wrongArgumentCount, hint: "corr(x, y)")
    measure.expect("corr(⟦region⟧, qty)", fails: .wrongArgumentType)
    measure.expect("weightedAvg(qty, ⟦region⟧)", fails: .wrongArgumentType)
    measure.expect("variance(⟦day⟧)", fails: .wrongArgumentType)
    measure.expect("weightedAvg(qty, ⟦sum(qty)⟧)", fails: .aggregateNotAllowed)
  }

  @Test func callsKeepTheirLocations() throws {
    let text = MarkedText("1 + ⟦sum(qty)⟧")
    let bound = try BoundExpression.bind(Expression.parse(text.source), in: measure.scope)
    #expect(bound.splitAggregates().calls.map(\.span) == text.spans)
  }
}
