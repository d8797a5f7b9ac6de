import AugerColumns

extension FunctionCatalogue {
  private static let condition = FunctionDescription.Parameter("condition", .condition)
  private static let more = FunctionDescription.Parameter("condition", .condition, isRepeated: true)
  private static let a = FunctionDescription.Parameter("a", .any)
  private static let b = FunctionDescription.Parameter("b", .any)

  static let logic: [FunctionDescription] = [
    .init(
      "And", .logic, [condition, more], "bool",
      "Whether all conditions are true; null where that depends on a null. Also between two conditions: a and b.",
      [.init("and(1, 0)", "0")]),
    .init(
      "Between", .logic, [.init("x", .any), .init("lower", .any), .init("upper", .any, isOptional: true)], "bool",
      "Whether x is at least lower and at most upper. A variable that is a range stands for both ends.",
      [.init("Between(5, 1, 5)", "1")]),
    .init(
      "Case", .logic, [condition, .init("value", .any), .init("more", .any, isOptional: true, isRepeated: true)],
      "as the values",
      "The value behind the first condition that is true; a last argument without a condition is for all other rows, "
        + "which are null without it.",
      [.init("Case(x > 10, 'high', x > 5, 'middle', 'low')", "middle", ["x": .int(7)])]),
    .init(
      "Coalesce", .logic, [.init("x", .any, isRepeated: true)], "as the arguments",
      "The first argument that is not null.",
      [.init("Coalesce(null, 2, 3)", "2")]),
    .init(
      "if", .logic, [condition, .init("then", .any), .init("else", .any)], "as the branches",
      "The first branch where the condition is true - a number: not zero -, else the second, also where it is null.",
      [.init("if(1, 2, 3)", "2"), .init("if(0, 2, 3)", "3")]),
    .init(
      "Max", .logic, [a, .init("b", .any, isRepeated: true)], "the widest of the arguments",
      "The greatest of two or more arguments; null where one is null. Of one argument it is an aggregate.",
      [.init("Max(1, 3, 2)", "3")]),
    .init(
      "Min", .logic, [a, .init("b", .any, isRepeated: true)], "the widest of the arguments",
      "The smallest of two or more arguments; null where one is null. Of one argument it is an aggregate.",
      [.init("Min(3, 1, 2)", "1")]),
    .init("Not", .logic, [condition], "bool", "Whether the condition is false.", [.init("not(1==1)", "0")]),
    .init("Nullif", .logic, [a, b], "as a", "Null where both are equal, else a.", [.init("Nullif(1, 2)", "1")]),
    .init(
      "Or", .logic, [condition, more], "bool",
      "Whether any condition is true; null where that depends on a null. Also between two conditions: a or b.",
      [.init("or(1, 0)", "1")]),
  ]
}
