extension FunctionCatalogue {
  private static let number = FunctionDescription.Parameter("x", .number)
  private static let any = FunctionDescription.Parameter("x", .any)

  static let aggregates: [FunctionDescription] = [
    .init(
      "sum", .aggregate, [number], "as x; decimals with 38 digits",
      "The sum of a group; null without values. Sums of ints and decimals are exact and overflow with an error.", []),
    .init(
      "count", .aggregate, [.init("x", .any, isOptional: true)], "int",
      "How many rows of a group have a value; without an argument or as count(*) all rows.", []),
    .init("countDistinct", .aggregate, [any], "int", "How many different values a group has.", []),
    .init("avg", .aggregate, [number], "float", "The mean of a group.", []),
    .init("min", .aggregate, [any], "as x", "The smallest value of a group.", []),
    .init("max", .aggregate, [any], "as x", "The greatest value of a group.", []),
    .init(
      "median", .aggregate, [number], "float",
      "The value in the middle of a group, or the mean of the two in the middle.", []),
    .init("stddev", .aggregate, [number], "float", "The standard deviation of a group as a sample.", []),
    .init("first", .aggregate, [any], "as x", "The first value of a group in the order of the rows.", []),
    .init("last", .aggregate, [any], "as x", "The last value of a group in the order of the rows.", []),
  ]
}
