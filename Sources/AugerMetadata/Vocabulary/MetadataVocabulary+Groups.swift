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
    attributes: grouping + surroundings,
    children: [
      ChildDescription("Category", category), ChildDescription("Layer", .atLeastOne, layer),
      ChildDescription("SummaryRanges", summaryRanges),
    ])

  /// The attributes of charts for the parts around the marks, which overlays have as well.
  private static let surroundings: [AttributeDescription] = {
    let names =
      ["Subtitle", "Status", "Summary", "SummaryTitle", "KeepsTrendHeight", "Polarity"]
      + OverlayGroupDefinition.parts.map { attributeName(of: $0) }
    return chartAttributes(name: .required, query: .optional, type: .optional).filter { names.contains(name: $0.name) }
  }()

  static let layer = NodeDescription(
    "Layer", "A chart of an overlay.",
    attributes: chartAttributes(
      name: .required, query: .usual("unless its group provides it"), type: .usual("unless its group provides it")
    ).map {
      guard Name($0.name) == "Axis" else { return $0 }
      return .ours(
        "Axis",
        "the value axis of the layer: `primary` on the left, `secondary` on the right, or any other name. Layers with "
          + "the same name share an axis. Default: primary")
    } + [
      .ours(
        "CategoryAxis",
        "the name of another category axis, which layers with the same name share. Default: the axis of the group")
    ],
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
      .ours("Theme", "its colors. Default: the theme of the dashboard"),
      .ours(
        "ViewMode", .choice(DiagramDefinition.viewModes.map(\.name)),
        "its presentation: Normal; Snapshot, a small picture with dots for the nodes below the parts of the root; "
          + "GoalSeek, with a dial in each node. Default: Normal"),
      .ours(
        "LineType", .choice(DiagramDefinition.lineTypes.map(\.name)), "the shape of its lines. Default: Curve"),
      .ours("LineWidth", .number, "the width of its lines in points, 0 to 20. Default: 1.25"),
      .ours("Diameter", .number, "the diameter of round nodes in points, 10 to 400. Default: rectangles"),
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
      .ours("Left", .number, "the center in percent of the diagram's width. Requires Top"),
      .ours("Top", .number, "the center in percent of the diagram's height. Requires Left"),
      .ours("Alerts", .expression, "the number of its alerts: an expression of the names of nodes"),
    ],
    children: [ChildDescription("NodeTo", .any, nodeTo)])

  static let nodeTo = NodeDescription(
    "NodeTo", "An arrow from a node to a node that it is a part of.",
    attributes: [AttributeDescription("Name", .text, .required, "the target of the arrow")])

  static let customItem = NodeDescription(
    "CustomItem",
    "An item whose content a program or a file provides: text, SVG, or a PNG or JPEG picture. It has exactly one of "
      + "Text, File and Query.",
    attributes: [
      AttributeDescription("Name", .text, .required, "its name, for layouts and programs"),
      .ours("Title", "the text above it"),
      .ours("Theme", "its colors. Default: the theme of the dashboard"),
      .ours("Text", "the content: text, SVG, or the data URL of a picture"),
      .ours("File", "the path of a text, SVG, PNG or JPEG file, relative to the file of the dashboard"),
      .ours("Query", "a query whose first cell is the content. A program can provide it"),
      .ours("Alternative", "a description of a picture for readers who cannot see it"),
    ],
    children: [ChildDescription("Filters", filterNames)])

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
