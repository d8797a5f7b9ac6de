import AugerColumns

extension FunctionCatalogue {
  private static let number = FunctionDescription.Parameter("x", .number)
  private static let any = FunctionDescription.Parameter("x", .any)
  private static let numbersAndNull: [Scalar] = [.int(4), .null, .int(1), .int(4)]
  private static let words: [Scalar] = [.string("b"), .string("a"), .null]

  static let aggregates: [FunctionDescription] = [
    .init(
      "sum", .aggregate, [number], "as x; decimals with 38 digits",
      "The sum of a group; null without values. Sums of ints and decimals are exact and overflow with an error.",
      [.init("sum(x)", "9", x: numbersAndNull), .init("sum(x) / count()", "2.25", x: numbersAndNull)]),
    .init(
      "count", .aggregate, [.init("x", .any, isOptional: true)], "int",
      "How many rows of a group have a value; without an argument or as count(*) all rows.",
      [.init("count(x)", "3", x: numbersAndNull), .init("count()", "4", x: numbersAndNull)]),
    .init(
      "countDistinct", .aggregate, [any], "int", "How many different values a group has; null is none.",
      [.init("countDistinct(x)", "2", x: numbersAndNull)]),
    .init(
      "avg", .aggregate, [number], "float", "The mean of a group.", [.init("avg(x)", "3", x: numbersAndNull)]),
    .init("min", .aggregate, [any], "as x", "The smallest value of a group.", [.init("min(x)", "a", x: words)]),
    .init("max", .aggregate, [any], "as x", "The greatest value of a group.", [.init("max(x)", "b", x: words)]),
    .init(
      "median", .aggregate, [number], "float",
      "The value in the middle of a group, or the mean of the two in the middle.",
      [.init("median(x)", "2.5", x: [.int(1), .int(2), .int(3), .int(10)])]),
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
      "first", .aggregate, [any], "as x", "The value of a group's first row, null if it has none there.",
      [.init("first(x)", "b", x: words)]),
    .init(
      "last", .aggregate, [any], "as x", "The value of a group's last row, null if it has none there.",
      [.init("last(x)", "a", x: [.string("b"), .string("a")])]),
  ]
}
