import AugerDiagnostics

extension MetadataVocabulary {
  static let drillDownGroup = NodeDescription(
    "DrillDownGroup", "Charts linked by what is picked: each one's query receives the picks of those before it.",
    attributes: grouping,
    children: [ChildDescription("Chart", .any, chart), ChildDescription("OverlayGroup", .any, overlayGroup)])

  static let overlayGroup = NodeDescription(
    "OverlayGroup", "Charts drawn over one another, with the same categories.",
    attributes: grouping,
    children: [ChildDescription("Category", category), ChildDescription("Layer", .atLeastOne, layer)])

  static let layer = NodeDescription(
    "Layer", "One chart of an overlay.",
    attributes: chartAttributes(
      name: .required, query: .usual("unless its group gives it"), type: .usual("unless its group gives it")
    ).map {
      guard Name($0.name) == "Axis" else { return $0 }
      return .ours(
        "Axis", .choice(LayerDefinition.Axis.allCases.map(\.rawValue)), "the value axis it is drawn against")
    },
    children: chartParts(categoryCount: .atMostOne))

  static let treeMapGroup = NodeDescription(
    "TreeMapGroup", "A treemap: areas within areas, a level for each.",
    attributes: grouping, children: [ChildDescription("TreeMapLevel", .atLeastOne, treeMapLevel)])

  static let treeMapLevel = NodeDescription(
    "TreeMapLevel", "One level of a treemap; its first value gives the area, its second the colour.",
    attributes: chartAttributes(name: .required, query: .usual("unless its group gives it"), type: .optional),
    children: chartParts(categoryCount: .one))

  static let dataGrid = NodeDescription(
    "DataGrid", "A rich table: texts, differences and small charts.",
    attributes: grouping.map {
      Name($0.name) == "Query"
        ? AttributeDescription("Query", .text, .required, old: ["Table"], "the named query that answers it") : $0
    },
    children: [
      ChildDescription("Columns", .one, gridColumns), ChildDescription("Charts", gridCharts),
      ChildDescription("Filters", filterNames),
    ])

  static let gridColumns = NodeDescription(
    "Columns", "The columns of a grid.", children: [ChildDescription("Column", .atLeastOne, gridColumn)])

  static let gridColumn = NodeDescription(
    "Column", "One column of a grid; stands in Columns.",
    attributes: [
      AttributeDescription("Type", .choice(["Data", "Chart", "Variance"]), .required, "what its cells show"),
      AttributeDescription("Value", .expression, .required, "over the columns of the grid's query"),
      AttributeDescription("Header", "the text above it; without it, the value as written"),
      format, currencyCode,
      AttributeDescription(
        "Color", .expression, .usual("in Variance columns"), "the name of a colour for each row"),
      AttributeDescription(
        "ColumnSequence", .sequence, .usual("but for the header column"), "its place among the columns"),
      AttributeDescription("IsHeaderColumn", .truth, "whether its cells are the headings of the rows"),
      AttributeDescription("ChartName", .text, .usual("in Chart columns"), "the chart of its cells"),
    ])

  static let gridCharts = NodeDescription(
    "Charts", "The charts that the cells of a grid show.", children: [ChildDescription("Chart", .any, gridChart)])

  static let gridChart = NodeDescription(
    "Chart", "A chart in the cells of a grid, which give its data; stands in Charts.",
    attributes: chartAttributes(name: .required, query: .optional, type: .required),
    children: chartParts(categoryCount: .one))

  static let diagram = NodeDescription(
    "Diagram", "An influence diagram: numbers that are made of one another.",
    attributes: [
      AttributeDescription("Name", .text, .required, "its name"),
      AttributeDescription(
        "Query", .text, .required, old: ["Table"], "the query whose rows give its nodes' values: actual, and target"),
      .ours("Title", "the text above it"),
    ],
    children: [ChildDescription("Node", .atLeastOne, diagramNode), ChildDescription("Filters", filterNames)])

  static let diagramNode = NodeDescription(
    "Node", "One number of a diagram.",
    attributes: [
      AttributeDescription("Name", .text, .required, "its name in expressions, and the query's column"),
      AttributeDescription("Text", .text, .required, "what people read"),
      AttributeDescription("ParentNode", .names, "the nodes that it is a part of"),
      AttributeDescription("Expression", .expression, "what it is made of: names of nodes"),
      format, currencyCode,
      AttributeDescription("Default", .truth, "whether it is the root; exactly one node is"),
      AttributeDescription("Charts", .names, old: ["Chart"], "charts about it, which may stand in another file"),
    ],
    children: [ChildDescription("NodeTo", .any, nodeTo)])

  static let nodeTo = NodeDescription(
    "NodeTo", "An arrow from a node to one that it is a part of.",
    attributes: [AttributeDescription("Name", .text, .required, "the node that the arrow leads to")])

  /// What groups, grids and panels have as charts have it.
  static let grouping = [
    AttributeDescription("Name", .text, .required, "its name, for layouts and programs"),
    AttributeDescription("Title", "the text above it"),
    AttributeDescription("Query", old: ["Table"], "the query of those of its charts that name none"),
    AttributeDescription("ChartType", chartType, old: ["Type"], "the type of those of its charts that state none"),
    AttributeDescription("ChartSequence", .sequence, "its place where it stands in a sequence; kept"),
  ]

  // MARK: Layout

  static let dashboardLayout = NodeDescription(
    "DashboardLayout", "Where the items of a dashboard stand.",
    attributes: [
      AttributeDescription(
        "Scale", .choice(DashboardLayout.Scale.allCases.map(\.rawValue)),
        "the unit of the numbers, at most 1000 percent or 100000 points; default: percent")
    ],
    children: [ChildDescription("Landscape", landscape), ChildDescription("Portrait", portrait)])

  static let landscape = arrangement("Landscape", "Where the items stand on a wide page.")
  static let portrait = arrangement("Portrait", "Where the items stand on a tall page.")

  private static func arrangement(_ name: String, _ summary: String) -> NodeDescription {
    NodeDescription(
      name, summary,
      attributes: [
        AttributeDescription("ContentWidth", .number, "how wide the content is, in points; without it, as the page"),
        AttributeDescription("ContentHeight", .number, "how tall the content is, in points; without it, as the page"),
      ],
      children: [ChildDescription("Layout", .any, layout)])
  }

  static let layout = NodeDescription(
    "Layout", "The rectangle of one item.",
    attributes: [
      AttributeDescription("Name", .text, .required, "a chart, group, panel, grid or diagram"),
      AttributeDescription("Top", .number, .required, "the distance from the top"),
      AttributeDescription("Left", .number, .required, "the distance from the left"),
      AttributeDescription("Width", .number, .required, "its width"),
      AttributeDescription("Height", .number, .required, "its height"),
    ])
}
