extension FunctionCatalogue {
  private static let x = FunctionDescription.Parameter("x", .number)

  static let numbers: [FunctionDescription] = [
    .init("Abs", .number, [x], "type of x", "The number without its sign.", [.init("Abs(-1)", "1")]),
    .init(
      "Bin", .number, [x, .init("width", .number, isConstant: true, isOptional: true)], "the wider type",
      "The start of the bin that contains x: the greatest multiple of the width that is not above x. A float "
        + "that differs from a bin border only by rounding is on the border. The default width is that of a "
        + "histogram of all rows, rounded to 1, 2 or 5 times a power of ten.",
      [.init("Bin(37, 10)", "30"), .init("Bin(-1, 10)", "-10"), .init("Bin(0.37, 0.1)", "0.3")]),
    .init(
      "Ceiling", .number, [x], "type of x", "The smallest whole number that is not below x.",
      [.init("Ceiling(1.01)", "2")]),
    .init(
      "Cos", .number, [x], "float", "The cosine of an angle in degrees.",
      [.init("Cos(1)", "0.9998476"), .init("Cos(60)", "0.5")]),
    .init("Exp", .number, [x], "float", "e to the power of x.", [.init("Log(Exp(2))", "2"), .init("Exp(0)", "1")]),
    .init(
      "Fact", .number, [x], "int",
      "The factorial of a whole number. Null for negative numbers. The result overflows above Fact(20).",
      [.init("Fact(5)", "120")]),
    .init(
      "Floor", .number, [x], "type of x", "The greatest whole number that is not above x.", [.init("Floor(10.1)", "10")]
    ),
    .init(
      "Int", .number, [x], "int",
      "The largest whole number that is at most x, as an int. Negative numbers are rounded down, like Int in "
        + "PowerBuilder. Use Truncate to remove decimals, and Round to round.",
      [.init("Int(12.2)", "12"), .init("Int(-12.7)", "-13")]),
    .init(
      "Log", .number, [x], "float", "The natural logarithm. Null for zero and negative numbers.",
      [.init("Log(Exp(1))", "1")]),
    .init(
      "LogTen", .number, [x], "float", "The logarithm to base 10. Null for zero and negative numbers.",
      [.init("LogTen(10*10)", "2")]),
    .init(
      "Mod", .number, [x, .init("divisor", .number)], "the wider type",
      "The remainder of a division, with the sign of x. Null if the divisor is 0. Equal to x % divisor.",
      [.init("Mod(3, 2)", "1"), .init("Mod(10, 5)", "0"), .init("Mod(-7, 3)", "-1")]),
    .init(
      "Neg", .number, [x], "type of x", "The number with the opposite sign.",
      [.init("Neg(1)", "-1"), .init("2*Neg(1)", "-2")]),
    .init(
      "Pi", .number, [], "float", "The ratio of a circle's circumference to its diameter.",
      [.init("Pi()", "3.14159265")]),
    .init(
      "Power", .number, [x, .init("exponent", .number)], "float",
      "x to the power of the exponent. Null if the result is not a real number.", [.init("Power(2, 10)", "1024")]),
    .init(
      "Round", .number, [x, .init("decimals", .integer, isConstant: true, isOptional: true)], "type of x",
      "Rounds to a number of decimals, half away from zero. Negative decimals round to tens, hundreds and so on.",
      [.init("Round(2.345, 1)", "2.3"), .init("Round(-2.5, 0)", "-3"), .init("Round(1234, -2)", "1200")]),
    .init(
      "Sign", .number, [x], "int", "The sign of the number: 1, 0 or -1.",
      [.init("Sign(1.0)", "1"), .init("Sign(-121)", "-1")]),
    .init(
      "Sin", .number, [x], "float", "The sine of an angle in degrees.",
      [.init("Sin(1)", "0.0174524"), .init("Sin(30)", "0.5")]),
    .init(
      "Sqrt", .number, [x], "float", "The square root. Null for negative numbers.", [.init("Sqrt(3)", "1.7320508")]),
    .init(
      "Tan", .number, [x], "float", "The tangent of an angle in degrees. Null at right angles.", [.init("Tan(45)", "1")]
    ),
    .init(
      "Truncate", .number, [x, .init("decimals", .integer, isConstant: true, isOptional: true)], "type of x",
      "Removes the digits after a number of decimals. Default: 0.",
      [.init("Truncate(12.32123)", "12"), .init("Truncate(-12.7)", "-12")]),
  ]
}
