import AugerColumns

extension FunctionCatalogue {
  private static let condition = FunctionDescription.Parameter("condition", .condition)
  private static let more = FunctionDescription.Parameter("condition", .condition, isRepeated: true)
  private static let a = FunctionDescription.Parameter("a", .any)
  private static let b = FunctionDescription.Parameter("b", .any)

  static let logic: [FunctionDescription] = [
    .init(
      "And", .logic, [condition, more], "bool",
      "True if all conditions are true. Null if the result depends on a null. The operator form is a and b.",
      [.init("and(1, 0)", "0")]),
    .init(
      "Between", .logic, [.init("x", .any), .init("lower", .any), .init("upper", .any, isOptional: true)], "bool",
      "True if x is at least lower and at most upper. A variable that contains a range provides both ends.",
      [.init("Between(5, 1, 5)", "1")]),
    .init(
      "Case", .logic, [condition, .init("value", .any), .init("more", .any, isOptional: true, isRepeated: true)],
      "type of the values",
      "The value after the first condition that is true. A last argument without a condition applies to all "
        + "other rows, which are otherwise null.",
      [.init("Case(x > 10, 'high', x > 5, 'middle', 'low')", "middle", ["x": .int(7)])]),
    .init(
      "Coalesce", .logic, [.init("x", .any, isRepeated: true)], "type of the arguments",
      "The first argument that is not null.",
      [.init("Coalesce(null, 2, 3)", "2")]),
    .init(
      "if", .logic, [condition, .init("then", .any), .init("else", .any)], "type of the branches",
      "The first branch if the condition is true, otherwise the second. A number is true if it is not zero. A "
        + "null is not true.",
      [.init("if(1, 2, 3)", "2"), .init("if(0, 2, 3)", "3")]),
    .init(
      "Max", .logic, [a, .init("b", .any, isRepeated: true)], "the widest type of the arguments",
      "The greatest of two or more arguments. Null if one is null. With one argument it is an aggregate.",
      [.init("Max(1, 3, 2)", "3")]),
    .init(
      "Min", .logic, [a, .init("b", .any, isRepeated: true)], "the widest type of the arguments",
      "The smallest of two or more arguments. Null if one is null. With one argument it is an aggregate.",
      [.init("Min(3, 1, 2)", "1")]),
    .init("Not", .logic, [condition], "bool", "True if the condition is false.", [.init("not(1==1)", "0")]),
    .init("Nullif", .logic, [a, b], "type of a", "Null if both are equal, otherwise a.", [.init("Nullif(1, 2)", "1")]),
    .init(
      "Or", .logic, [condition, more], "bool",
      "True if any condition is true. Null if the result depends on a null. The operator form is a or b.",
      [.init("or(1, 0)", "1")]),
  ]
}
