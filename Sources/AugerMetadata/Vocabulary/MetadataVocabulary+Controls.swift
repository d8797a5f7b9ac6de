import AugerCharts

extension MetadataVocabulary {
  static let variables = NodeDescription(
    "Variables", "What a user may set: names that value expressions use.",
    children: [ChildDescription("Variable", .any, variable)])

  static let variable = NodeDescription(
    "Variable", "A value that value expressions name with a `$`; changing it recomputes the charts that use it.",
    attributes: [
      AttributeDescription("Name", .variable, .required, "`$` and a name, unique in the dashboard"),
      AttributeDescription(
        "DisplayName", old: ["Description", "Label"], "the text beside its control; without it, its name"),
      AttributeDescription(
        "VariableType", .choice(VariableType.allCases.map(\.rawValue)), .required, old: ["Type"],
        "what it holds; datetime is another word for date"),
      AttributeDescription("Value", .typed, .usual("for all types but enum"), "its value at the start"),
    ] + bounds + [
      AttributeDescription("Selection", .count, "which choice of an enum is picked at the start, from 0; without it, 0")
    ],
    children: [ChildDescription("Choices", choices)])

  static let choices = NodeDescription(
    "Choices", "What a user may pick of an enum.", children: [ChildDescription("Choice", .atLeastOne, choice)])

  static let choice = NodeDescription(
    "Choice", "One value of an enum.",
    attributes: [
      AttributeDescription("Value", .text, .required, "what expressions get"),
      AttributeDescription("Display", "what people read; without it, the value"),
    ])

  static let panel = NodeDescription(
    "DAPanel", "Controls of variables, on a panel of their own.",
    attributes: grouping, children: [ChildDescription("VariableName", .any, variableName)])

  static let variableName = NodeDescription(
    "VariableName", "One control on a panel.",
    attributes: [
      AttributeDescription("Name", .variable, .required, "the variable"),
      AttributeDescription("Sequence", .sequence, "its place on the panel; without any, as written"),
    ])

  static let filters = NodeDescription(
    "Filters", "What a user may narrow the data by, for the whole dashboard.",
    children: [ChildDescription("Filter", .any, filter)])

  static let filter = NodeDescription(
    "Filter", "A choice of values, handed by its name to the queries of the charts that name it.",
    attributes: [
      AttributeDescription("Name", .text, .required, "its name, and the name of the query's argument"),
      AttributeDescription("Sequence", .sequence, "its place among the filters; without any, as written"),
      AttributeDescription("SourceQuery", .text, .required, "the query that says what can be picked"),
      AttributeDescription(
        "FilterType", .choice(FilterDefinition.Kind.allCases.map(\.rawValue)), .required,
        "several values to pick from, or a lower and an upper one"),
      AttributeDescription("Column", .text, .required, "the column of the source query that is picked from"),
      .ours("DisplayName", "the text beside its control; without it, its name"),
      .ours("Format", .format, "how its values are shown"),
      .ours("DependsOn", .names, "filters whose picks the source query receives"),
    ])

  /// Min, Max, Step and Decimals of a control.
  static let bounds = [
    AttributeDescription("Min", .typed, "the least value; without it, there is none"),
    AttributeDescription("Max", .typed, "the largest value; without it, there is none"),
    AttributeDescription("Step", .number, "the distance of the values that can be set, counted from Min, or from 0"),
    AttributeDescription("Decimals", .count, "digits after the point of the values that can be set"),
  ]
}
