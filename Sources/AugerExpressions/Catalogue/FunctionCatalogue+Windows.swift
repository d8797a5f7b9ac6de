import AugerColumns

extension FunctionCatalogue {
  private static let number = FunctionDescription.Parameter("x", .number)
  private static let any = FunctionDescription.Parameter("x", .any)
  private static let months: [Scalar] = [.int(10), .null, .int(30), .int(20)]

  static let windows: [FunctionDescription] = [
    .init(
      "Running", .window, [number], "as x; decimals with 38 digits",
      "The total up to this category, in the order shown. A category without a value keeps the total before it.",
      [.init("Running(x)", "10, 10, 40, 60", x: months)]),
    .init(
      "Previous", .window, [any], "as x", "The value of the category before this one; null for the first.",
      [
        .init("Previous(x)", "null, 10, null, 30", x: months),
        .init("x - Previous(x)", "null, 5", x: [.int(10), .int(15)]),
      ]),
    .init(
      "Share", .window, [number], "float",
      "The part of the sum over all categories of the series, 0.25 for a quarter; null where that sum is 0.",
      [.init("Share(x)", "0.25, 0.75", x: [.int(10), .int(30)])]),
    .init(
      "Rank", .window, [any], "int",
      "The place among the categories of the series: 1 is the greatest value, equal values share a place.",
      [.init("Rank(x)", "3, null, 1, 2", x: months), .init("Rank(x)", "1, 1, 3", x: [.int(7), .int(7), .int(5)])]),
    .init(
      "MovingAverage", .window, [number, .init("n", .integer, isConstant: true)], "float",
      "The mean of this category and those before it, n in all, or as many as there are; null values are left out.",
      [.init("MovingAverage(x, 2)", "10, 10, 30, 25", x: months)]),
  ]
}
