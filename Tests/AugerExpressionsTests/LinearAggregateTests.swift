import AugerExpressions
import Testing

/// The decomposition of `sum` and `avg` into linear parts: if a variable changes, the rows are not read again.
@Suite struct LinearAggregateTests {
  /// Returns the parts as strings, with `∅` for a constant part of zero. Nil if the call is not decomposed. Columns
  /// whose names begin with n are nullable.
  private func parts(_ text: String) throws -> [String]? {
    let call = try Expression.parse(text)
    guard let parts = call.linearAggregate(in: ["f", "g"], isNullable: { $0.hasPrefix("n") }) else { return nil }
    return [parts.rest?.description ?? "∅"]
      + parts.slopes.map { slope in
        "\(slope.variable): \(slope.factor)" + (slope.divisor.map { " / \($0)" } ?? "")
      }
  }

  @Test(arguments: [
    ("sum(a * $f)", ["∅", "f: sum(a)"]),
    ("sum($f)", ["∅", "f: sum(1e0)"]),
    ("sum(a * b * $f + c)", ["sum(c)", "f: sum(a * b)"]),
    ("sum(a - b * $f)", ["sum(a)", "f: sum(-b)"]),
    ("sum(-(a * $f))", ["∅", "f: sum(-a)"]),
    ("avg(a * $f + b * $g)", ["∅", "f: avg(a)", "g: avg(b)"]),
    ("sum(a * (1 + $f / 100))", ["sum(a * 1)", "f: sum(a) / 100"]),
    ("sum($f * a * $other)", ["∅", "f: sum(a * $other)"]),
    ("sum(if(k == 'x', a * $f, a))", ["sum(if(k == 'x', 0, a))", "f: sum(if(k == 'x', a, 0))"]),
    (
      "sum(if(k == 'x', a + a * $f / 100, a) * b)", ["sum(a * b)", "f: sum(if(k == 'x', a * b, 0)) / 100"]
    ),
    ("sum(n * $f)", ["∅", "f: sum(n)"]),
    ("sum(if(k == 'x', n + n * $f, n))", ["sum(n)", "f: sum(if(k == 'x', n, 0))"]),
  ])
  func linearAggregateHasParts(_ text: String, _ expected: [String]) throws {
    #expect(try parts(text) == expected)
  }

  @Test(arguments: [
    ("sum(a)", "no variable"), ("sum(a * $other)", "none of those that move"),
    ("sum($f * $g)", "a product of two"), ("sum(a / $f)", "a divisor"), ("sum(a * $f / b)", "b may be zero"),
    ("sum(a * $f / 0)", "null and a warning"), ("sum(a % $f)", "a remainder"),
    ("sum(if(a > $f, a, 0))", "in a condition"), ("sum(round(a * $f, 2))", "a function"),
    ("sum(if(contains(k, 'x'), a * $f, a))", "a condition that could warn"), ("min(a * $f)", "no sum"),
    ("count(a * $f)", "no sum"), ("a * $f", "no aggregate"), ("sum(a) * $f", "the whole is no call"),
    ("sum(a + n * $f)", "null where n is, and a is not"), ("sum(if(k == 'x', n * $f, n))", "zero where n is null"),
    ("avg(if(k == 'x', n + n * $f, n))", "a mean counts zeros"),
    ("sum($f.lower * a)", "an end of a range"),
  ])
  func uncertainCallsAreNotDecomposed(_ text: String, _ reason: String) throws {
    #expect(try parts(text) == nil, "\(reason)")
  }

  @Test func callsWithManyBranchesAreNotDecomposed() throws {
    let choice = (1...4).map { "if(k == '\($0)', a, b)" }.joined(separator: " * ")
    #expect(try parts("sum(\(choice) * $f)") == nil)
    #expect(try parts("sum(if(k == '1', a, b) * if(k == '2', a, b) * $f)") != nil)
  }

  @Test func partsReplaceTheCall() throws {
    let value = try Expression.parse("1 + sum(a * $f + b)")
    let result = value.replacingAggregates { $0.recombined(rest: "r", slopes: [("f", "s", nil)]) }
    #expect(result.description == "1 + (r + $f * s)")
    #expect(result.span == value.span)
  }
}
