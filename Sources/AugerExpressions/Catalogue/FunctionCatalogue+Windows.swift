import AugerColumns

extension FunctionCatalogue {
  private static let number = FunctionDescription.Parameter("x", .number)
  private static let any = FunctionDescription.Parameter("x", .any)
  private static let months: [Scalar] = [.int(10), .null, .int(30), .int(20)]

  static let windows: [FunctionDescription] = [
    .init(
      "Running", .window, [number], "type of x; decimals with 38 digits",
      "The running total up to this category, in the order shown. A category without a value has the previous "
        + "total.",
      [.init("Running(x)", "10, 10, 40, 60", x: months)]),
    .init(
      "Previous", .window, [any], "type of x", "The value of the previous category. Null for the first.",
      [
        .init("Previous(x)", "null, 10, null, 30", x: months),
        .init("x - Previous(x)", "null, 5", x: [.int(10), .int(15)]),
      ]),
    .init(
      "Share", .window, [number], "float",
      "The share of the sum over all categories of the series: 0.25 for a quarter. Null if that sum is 0.",
      [.init("Share(x)", "0.25, 0.75", x: [.int(10), .int(30)])]),
    .init(
      "Rank", .window, [any], "int",
      "The rank among the categories of the series. The greatest value has rank 1, and equal values have the "
        + "same rank.",
      [.init("Rank(x)", "3, null, 1, 2", x: months), .init("Rank(x)", "1, 1, 3", x: [.int(7), .int(7), .int(5)])]),
    .init(
      "MovingAverage", .window, [number, .init("n", .integer, isConstant: true)], "float",
      "The mean of this category and the previous ones, up to n in total. Null values are excluded.",
      [.init("MovingAverage(x, 2)", "10, 10, 30, 25", x: months)]),
  ]
}
