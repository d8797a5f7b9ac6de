import AugerCharts

extension MetadataVocabulary {
  static let variables = NodeDescription(
    "Variables", "Values that users can set. Value expressions refer to them by name.",
    children: [ChildDescription("Variable", .any, variable)])

  static let variable = NodeDescription(
    "Variable", "A value that value expressions refer to as `$NAME`. A change recomputes the charts that use it.",
    attributes: [
      AttributeDescription("Name", .variable, .required, "`$` and a name, unique in the dashboard"),
      AttributeDescription(
        "DisplayName", old: ["Description", "Label"], "the label of its control. Default: its name"),
      AttributeDescription(
        "VariableType", .choice(VariableType.allCases.map(\.rawValue)), .required, old: ["Type"],
        "the type of its value. datetime is a synonym of date"),
      AttributeDescription("Value", .typed, .usual("for all types except enum"), "its initial value"),
    ] + bounds + [
      AttributeDescription("Selection", .count, "the initially selected choice of an enum, counted from 0. Default: 0")
    ],
    children: [ChildDescription("Choices", choices)])

  static let choices = NodeDescription(
    "Choices", "The choices of an enum.", children: [ChildDescription("Choice", .atLeastOne, choice)])

  static let choice = NodeDescription(
    "Choice", "One value of an enum.",
    attributes: [
      AttributeDescription("Value", .text, .required, "the value in expressions"),
      AttributeDescription("Display", "the label. Default: the value"),
    ])

  static let panel = NodeDescription(
    "DAPanel", "A panel with controls for variables.",
    attributes: grouping, children: [ChildDescription("VariableName", .any, variableName)])

  static let variableName = NodeDescription(
    "VariableName", "One control on a panel.",
    attributes: [
      AttributeDescription("Name", .variable, .required, "the variable"),
      AttributeDescription("Sequence", .sequence, "its position on the panel. Default: file order"),
    ])

  static let filters = NodeDescription(
    "Filters", "The filters of the dashboard. Users choose their values.",
    children: [ChildDescription("Filter", .any, filter)])

  static let filter = NodeDescription(
    "Filter", "A choice of values. It is an argument of the queries of all charts that name the filter.",
    attributes: [
      AttributeDescription("Name", .text, .required, "its name, and the name of the query's argument"),
      AttributeDescription("Sequence", .sequence, "its position among the filters. Default: file order"),
      AttributeDescription("SourceQuery", .text, .required, "the query that returns the available values"),
      AttributeDescription(
        "FilterType", .choice(FilterDefinition.Kind.allCases.map(\.rawValue)), .required,
        "a list of values, or a lower and an upper value"),
      AttributeDescription("Column", .text, .required, "the column of the source query that contains the values"),
      .ours("DisplayName", "the label of its control. Default: its name"),
      .ours("Format", .format, "the format of its values"),
      .ours("DependsOn", .names, "filters whose selected values are arguments of the source query"),
    ])

  /// Min, Max, Step, Decimals and Format of a control.
  static let bounds = [
    AttributeDescription("Min", .typed, "the minimum value. Default: none"),
    AttributeDescription("Max", .typed, "the maximum value. Default: none"),
    AttributeDescription("Step", .number, "the distance between allowed values, starting at Min or 0"),
    AttributeDescription("Decimals", .count, "the number of decimals of allowed values"),
    .ours("Format", .format, "the format of its value and limits, such as a currency. Default: plain"),
  ]
}
