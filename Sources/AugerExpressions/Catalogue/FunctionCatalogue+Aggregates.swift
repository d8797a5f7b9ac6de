import AugerColumns

extension FunctionCatalogue {
  private static let number = FunctionDescription.Parameter("x", .number)
  private static let any = FunctionDescription.Parameter("x", .any)
  private static let numbersAndNull: [Scalar] = [.int(4), .null, .int(1), .int(4)]
  private static let condition = FunctionDescription.Parameter("condition", .condition, isOptional: true)
  private static let words: [Scalar] = [.string("b"), .string("a"), .null]

  static let aggregates: [FunctionDescription] = [
    .init(
      "sum", .aggregate, [number], "as x; decimals with 38 digits",
      "The sum of a group; null without values. Sums of ints and decimals are exact and overflow with an error.",
      [
        .init("sum(x)", "9", x: numbersAndNull), .init("sum(x) / count()", "2.25", x: numbersAndNull),
        .init("sum(x, where: x > 1)", "8", x: numbersAndNull),
      ]),
    .init(
      "count", .aggregate, [.init("x", .any, isOptional: true)], "int",
      "How many rows of a group have a value; without an argument or as count(*) all rows.",
      [
        .init("count(x)", "3", x: numbersAndNull), .init("count()", "4", x: numbersAndNull),
        .init("count(where: x > 1)", "2", x: numbersAndNull),
      ]),
    .init(
      "countDistinct", .aggregate, [any], "int", "How many different values a group has; null is none.",
      [.init("countDistinct(x)", "2", x: numbersAndNull)]),
    .init(
      "avg", .aggregate, [number], "float", "The mean of a group.", [.init("avg(x)", "3", x: numbersAndNull)]),
    .init(
      "weightedAvg", .aggregate, [number, .init("weight", .number)], "float",
      "The mean of a group in which each row counts by its weight. Rows that lack one of both are left out; null where "
        + "the weights add up to 0.",
      [.init("weightedAvg(x, y)", "2.5", x: [.int(1), .int(3), .int(9)], y: [.int(1), .int(3), .null])]),
    .init("min", .aggregate, [any], "as x", "The smallest value of a group.", [.init("min(x)", "a", x: words)]),
    .init("max", .aggregate, [any], "as x", "The greatest value of a group.", [.init("max(x)", "b", x: words)]),
    .init(
      "mode", .aggregate, [any], "as x",
      "The value that occurs most often in a group; of several that do the smallest.",
      [
        .init("mode(x)", "4", x: numbersAndNull), .init("mode(x)", "a", x: words),
      ]),
    .init(
      "median", .aggregate, [number], "float",
      "The value in the middle of a group, or the mean of the two in the middle.",
      [.init("median(x)", "2.5", x: [.int(1), .int(2), .int(3), .int(10)])]),
    .init(
      "percentile", .aggregate, [number, .init("part", .number, isConstant: true)], "float",
      "The value below which a part of a group lies, from 0 for the smallest to 1 for the greatest; between two of its "
        + "values in proportion.",
      [
        .init("percentile(x, 0.9)", "6", x: [.int(1), .int(2), .int(3), .int(4), .int(5), .int(7)]),
        .init("percentile(x, 0.5)", "2.5", x: [.int(1), .int(2), .int(3), .int(10)]),
      ]),
    .init(
      "lowerQuartile", .aggregate, [number], "float",
      "The value below which a quarter of a group lies, between two of its values in proportion.",
      [.init("lowerQuartile(x)", "1.75", x: [.int(1), .int(2), .int(3), .int(10)])]),
    .init(
      "upperQuartile", .aggregate, [number], "float",
      "The value above which a quarter of a group lies, between two of its values in proportion.",
      [.init("upperQuartile(x)", "4.75", x: [.int(1), .int(2), .int(3), .int(10)])]),
    .init(
      "lowerWhisker", .aggregate, [number], "float",
      "The smallest value of a group that is not further below its lower quartile than 1.5 times the distance of its "
        + "quartiles; the quartile where there is none.",
      [.init("lowerWhisker(x)", "10", x: [.int(-90), .int(10), .int(11), .int(12), .int(13), .int(14)])]),
    .init(
      "upperWhisker", .aggregate, [number], "float",
      "The greatest value of a group that is not further above its upper quartile than 1.5 times the distance of its "
        + "quartiles; the quartile where there is none.",
      [.init("upperWhisker(x)", "4", x: [.int(1), .int(2), .int(3), .int(4), .int(100)])]),
    .init(
      "stddev", .aggregate, [number], "float",
      "The standard deviation of a group as a sample; null of fewer than two values.",
      [.init("stddev(x)", "2", x: [.int(2), .int(4), .int(6)])]),
    .init(
      "variance", .aggregate, [number], "float",
      "The variance of a group as a sample, the square of its standard deviation; null of fewer than two values.",
      [.init("variance(x)", "4", x: [.int(2), .int(4), .int(6)])]),
    .init(
      "corr", .aggregate, [number, .init("y", .number)], "float",
      "How far x and y of a group lie on a line: Pearson's correlation, from -1 to 1. Rows that lack one of both are "
        + "left out; null of fewer than two, and where one of both is always the same.",
      [
        .init("corr(x, y)", "1", x: [.int(1), .int(2), .int(3)], y: [.int(10), .int(20), .int(30)]),
        .init("corr(x, y)", "-0.5", x: [.int(1), .int(2), .int(3)], y: [.int(3), .int(1), .int(2)]),
      ]),
    .init(
      "first", .aggregate, [any, condition], "as x",
      "The value of a group's first row, null if it has none there; with a condition of the first row that fulfils it.",
      [.init("first(x)", "b", x: words), .init("first(x, where: x < 'b')", "a", x: words)]),
    .init(
      "last", .aggregate, [any, condition], "as x",
      "The value of a group's last row, null if it has none there; with a condition of the last row that fulfils it.",
      [.init("last(x)", "a", x: [.string("b"), .string("a")]), .init("last(x, where: x is not null)", "a", x: words)]),
  ]
}
