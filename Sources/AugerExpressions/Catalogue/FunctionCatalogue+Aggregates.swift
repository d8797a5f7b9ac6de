import AugerColumns

extension FunctionCatalogue {
  private static let number = FunctionDescription.Parameter("x", .number)
  private static let any = FunctionDescription.Parameter("x", .any)
  private static let numbersAndNull: [Scalar] = [.int(4), .null, .int(1), .int(4)]
  private static let condition = FunctionDescription.Parameter("condition", .condition, isOptional: true)
  private static let words: [Scalar] = [.string("b"), .string("a"), .null]

  static let aggregates: [FunctionDescription] = [
    .init(
      "sum", .aggregate, [number], "type of x; decimals with 38 digits",
      "The sum of a group. Null without values. Sums of ints and decimals are exact, and an overflow is an error.",
      [
        .init("sum(x)", "9", x: numbersAndNull), .init("sum(x) / count()", "2.25", x: numbersAndNull),
        .init("sum(x, where: x > 1)", "8", x: numbersAndNull),
      ]),
    .init(
      "count", .aggregate, [.init("x", .any, isOptional: true)], "int",
      "The number of rows of a group that have a value. Without an argument, or as count(*), the number of all "
        + "rows.",
      [
        .init("count(x)", "3", x: numbersAndNull), .init("count()", "4", x: numbersAndNull),
        .init("count(where: x > 1)", "2", x: numbersAndNull),
      ]),
    .init(
      "countDistinct", .aggregate, [any], "int", "The number of distinct values of a group. Nulls do not count.",
      [.init("countDistinct(x)", "2", x: numbersAndNull)]),
    .init(
      "avg", .aggregate, [number], "float", "The mean of a group.", [.init("avg(x)", "3", x: numbersAndNull)]),
    .init(
      "weightedAvg", .aggregate, [number, .init("weight", .number)], "float",
      "The weighted mean of a group. Rows without a value or without a weight are excluded. Null if the "
        + "weights add up to 0.",
      [.init("weightedAvg(x, y)", "2.5", x: [.int(1), .int(3), .int(9)], y: [.int(1), .int(3), .null])]),
    .init("min", .aggregate, [any], "type of x", "The smallest value of a group.", [.init("min(x)", "a", x: words)]),
    .init("max", .aggregate, [any], "type of x", "The greatest value of a group.", [.init("max(x)", "b", x: words)]),
    .init(
      "mode", .aggregate, [any], "type of x",
      "The most frequent value of a group. If several are equally frequent, the smallest of them.",
      [
        .init("mode(x)", "4", x: numbersAndNull), .init("mode(x)", "a", x: words),
      ]),
    .init(
      "median", .aggregate, [number], "float",
      "The value in the middle of a group, or the mean of the two in the middle.",
      [.init("median(x)", "2.5", x: [.int(1), .int(2), .int(3), .int(10)])]),
    .init(
      "percentile", .aggregate, [number, .init("part", .number, isConstant: true)], "float",
      "The value below which the given part of a group lies, from 0 for the smallest to 1 for the greatest "
        + "value. Interpolates linearly between two values.",
      [
        .init("percentile(x, 0.9)", "6", x: [.int(1), .int(2), .int(3), .int(4), .int(5), .int(7)]),
        .init("percentile(x, 0.5)", "2.5", x: [.int(1), .int(2), .int(3), .int(10)]),
      ]),
    .init(
      "lowerQuartile", .aggregate, [number], "float",
      "The value below which a quarter of a group lies. Interpolates linearly between two values.",
      [.init("lowerQuartile(x)", "1.75", x: [.int(1), .int(2), .int(3), .int(10)])]),
    .init(
      "upperQuartile", .aggregate, [number], "float",
      "The value above which a quarter of a group lies. Interpolates linearly between two values.",
      [.init("upperQuartile(x)", "4.75", x: [.int(1), .int(2), .int(3), .int(10)])]),
    .init(
      "lowerWhisker", .aggregate, [number], "float",
      "The smallest value of a group that is at most 1.5 interquartile ranges below the lower quartile. The "
        + "quartile itself if no such value exists.",
      [.init("lowerWhisker(x)", "10", x: [.int(-90), .int(10), .int(11), .int(12), .int(13), .int(14)])]),
    .init(
      "upperWhisker", .aggregate, [number], "float",
      "The greatest value of a group that is at most 1.5 interquartile ranges above the upper quartile. The "
        + "quartile itself if no such value exists.",
      [.init("upperWhisker(x)", "4", x: [.int(1), .int(2), .int(3), .int(4), .int(100)])]),
    .init(
      "stddev", .aggregate, [number], "float",
      "The sample standard deviation of a group. Null for fewer than two values.",
      [.init("stddev(x)", "2", x: [.int(2), .int(4), .int(6)])]),
    .init(
      "variance", .aggregate, [number], "float",
      "The sample variance of a group: the square of its standard deviation. Null for fewer than two values.",
      [.init("variance(x)", "4", x: [.int(2), .int(4), .int(6)])]),
    .init(
      "corr", .aggregate, [number, .init("y", .number)], "float",
      "Pearson's correlation of x and y in a group, from -1 to 1. Rows without one of the two values are "
        + "excluded. Null for fewer than two rows, and if x or y is constant.",
      [
        .init("corr(x, y)", "1", x: [.int(1), .int(2), .int(3)], y: [.int(10), .int(20), .int(30)]),
        .init("corr(x, y)", "-0.5", x: [.int(1), .int(2), .int(3)], y: [.int(3), .int(1), .int(2)]),
      ]),
    .init(
      "first", .aggregate, [any, condition], "type of x",
      "The value of a group's first row, or null if that row has no value. With a condition, the value of the "
        + "first row that meets it.",
      [.init("first(x)", "b", x: words), .init("first(x, where: x < 'b')", "a", x: words)]),
    .init(
      "last", .aggregate, [any, condition], "type of x",
      "The value of a group's last row, or null if that row has no value. With a condition, the value of the "
        + "last row that meets it.",
      [.init("last(x)", "a", x: [.string("b"), .string("a")]), .init("last(x, where: x is not null)", "a", x: words)]),
  ]
}
