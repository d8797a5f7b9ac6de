import AugerDiagnostics

extension MetadataVocabulary {
  static let drillDownGroup = NodeDescription(
    "DrillDownGroup",
    "Charts linked by selected values. The query of each chart receives the values that were "
      + "selected in the previous charts.",
    attributes: grouping,
    children: [ChildDescription("Chart", .any, chart), ChildDescription("OverlayGroup", .any, overlayGroup)])

  static let overlayGroup = NodeDescription(
    "OverlayGroup", "Charts in layers, with the same categories.",
    attributes: grouping,
    children: [ChildDescription("Category", category), ChildDescription("Layer", .atLeastOne, layer)])

  static let layer = NodeDescription(
    "Layer", "A chart of an overlay.",
    attributes: chartAttributes(
      name: .required, query: .usual("unless its group provides it"), type: .usual("unless its group provides it")
    ).map {
      guard Name($0.name) == "Axis" else { return $0 }
      return .ours(
        "Axis", .choice(LayerDefinition.Axis.allCases.map(\.rawValue)), "the value axis of the layer")
    },
    children: chartParts(categoryCount: .atMostOne))

  static let treeMapGroup = NodeDescription(
    "TreeMapGroup", "A treemap: nested areas with one level each.",
    attributes: grouping, children: [ChildDescription("TreeMapLevel", .atLeastOne, treeMapLevel)])

  static let treeMapLevel = NodeDescription(
    "TreeMapLevel", "A level of a treemap. Its first value sets the area, its second one the color.",
    attributes: chartAttributes(name: .required, query: .usual("unless its group provides it"), type: .optional),
    children: chartParts(categoryCount: .one))

  static let dataGrid = NodeDescription(
    "DataGrid", "A table with texts, differences and small charts.",
    attributes: grouping.map {
      Name($0.name) == "Query"
        ? AttributeDescription("Query", .text, .required, old: ["Table"], "the name of its query") : $0
    },
    children: [
      ChildDescription("Columns", .one, gridColumns), ChildDescription("Charts", gridCharts),
      ChildDescription("Filters", filterNames),
    ])

  static let gridColumns = NodeDescription(
    "Columns", "The columns of a grid.", children: [ChildDescription("Column", .atLeastOne, gridColumn)])

  static let gridColumn = NodeDescription(
    "Column", "A column of a grid, in Columns.",
    attributes: [
      AttributeDescription("Type", .choice(["Data", "Chart", "Variance"]), .required, "the contents of its cells"),
      AttributeDescription("Value", .expression, .required, "an expression of the columns of the grid's query"),
      AttributeDescription("Header", "the text above it. Default: the text of Value"),
      format, currencyCode,
      AttributeDescription(
        "Color", .expression, .usual("in Variance columns"), "the name of a color for each row"),
      AttributeDescription(
        "ColumnSequence", .sequence, .usual("except for the header column"), "its position among the columns"),
      AttributeDescription("IsHeaderColumn", .truth, "true if its cells are row headers"),
      AttributeDescription("ChartName", .text, .usual("in Chart columns"), "the chart of its cells"),
    ])

  static let gridCharts = NodeDescription(
    "Charts", "The charts in the cells of a grid.", children: [ChildDescription("Chart", .any, gridChart)])

  static let gridChart = NodeDescription(
    "Chart", "A chart in the cells of a grid, in Charts. The rows of the grid provide its data.",
    attributes: chartAttributes(name: .required, query: .optional, type: .required),
    children: chartParts(categoryCount: .one))

  static let diagram = NodeDescription(
    "Diagram", "An influence diagram: numbers that are computed from each other.",
    attributes: [
      AttributeDescription("Name", .text, .required, "its name"),
      AttributeDescription(
        "Query", .text, .required, old: ["Table"], "the query of its values: actual, and target"),
      .ours("Title", "the text above it"),
    ],
    children: [ChildDescription("Node", .atLeastOne, diagramNode), ChildDescription("Filters", filterNames)])

  static let diagramNode = NodeDescription(
    "Node", "A number of a diagram.",
    attributes: [
      AttributeDescription("Name", .text, .required, "its name in expressions, and the column of the query"),
      AttributeDescription("Text", .text, .required, "the label"),
      AttributeDescription("ParentNode", .names, "the nodes that it is a part of"),
      AttributeDescription("Expression", .expression, "its formula: an expression of the names of nodes"),
      format, currencyCode,
      AttributeDescription("Default", .truth, "true for the root node. Exactly one node is the root"),
      AttributeDescription("Charts", .names, old: ["Chart"], "charts about it, which may be in another file"),
    ],
    children: [ChildDescription("NodeTo", .any, nodeTo)])

  static let nodeTo = NodeDescription(
    "NodeTo", "An arrow from a node to a node that it is a part of.",
    attributes: [AttributeDescription("Name", .text, .required, "the target of the arrow")])

  /// The attributes of groups, grids and panels that charts also have.
  static let grouping = [
    AttributeDescription("Name", .text, .required, "its name, for layouts and programs"),
    AttributeDescription("Title", "the text above it"),
    AttributeDescription("Query", old: ["Table"], "the default query of its charts"),
    AttributeDescription("ChartType", chartType, old: ["Type"], "the default type of its charts"),
    AttributeDescription("ChartSequence", .sequence, "its position in a sequence, not interpreted"),
  ]

  // MARK: Layout

  static let dashboardLayout = NodeDescription(
    "DashboardLayout", "The positions of the items of a dashboard.",
    attributes: [
      AttributeDescription(
        "Scale", .choice(DashboardLayout.Scale.allCases.map(\.rawValue)),
        "the unit of the numbers, at most 1000 percent or 100000 points; default: percent")
    ],
    children: [ChildDescription("Landscape", landscape), ChildDescription("Portrait", portrait)])

  static let landscape = arrangement("Landscape", "The positions of the items on a wide page.")
  static let portrait = arrangement("Portrait", "The positions of the items on a tall page.")

  private static func arrangement(_ name: String, _ summary: String) -> NodeDescription {
    NodeDescription(
      name, summary,
      attributes: [
        AttributeDescription(
          "ContentWidth", .number, "the width of the content in points. Default: the width of the page"),
        AttributeDescription(
          "ContentHeight", .number, "the height of the content in points. Default: the height of the page"),
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
