import AugerDiagnostics

/// The dashboard language as data: every kind of node, its attributes with their types, spellings and defaults.
///
/// The reader uses it for spellings and requirements, messages use it for known names, and the reference for its text.
package enum MetadataVocabulary {
  /// The root nodes of a file: the whole, a dashboard, or a single item of one (guide, "Chart").
  package static let roots = [
    mobileAnalytic, dashboard, chart, dataGrid, diagram, drillDownGroup, overlayGroup, treeMapGroup,
  ]

  /// Every kind of node once, in the order of the reference.
  package static let nodes = [
    mobileAnalytic, dashboard, variables, variable, choices, choice, panel, variableName, filters, filter, chart,
    category, series, values, value, filterNames, filterName, zoomingLevels, zoomingLevel, annotations, annotation,
    multiples, whatIfColumns,
    whatIfColumn, drillDownGroup, overlayGroup, layer, treeMapGroup, treeMapLevel, dataGrid, gridColumns, gridColumn,
    gridCharts, gridChart, diagram, diagramNode, nodeTo, customItem, dashboardLayout, landscape, portrait, layout,
    seriesStyle, textStyles, textStyle, summaryRanges, summaryRange,
  ]

  static let mobileAnalytic = NodeDescription(
    "MobileAnalytic", "The root of a file: a dashboard and its layout.",
    attributes: [AttributeDescription("MAKitVersion", "the MAKit version of the file, not interpreted")],
    children: [ChildDescription("Dashboard", .one, dashboard), ChildDescription("DashboardLayout", dashboardLayout)])

  static let dashboard = NodeDescription(
    "Dashboard", "Charts, groups, grids, panels and diagrams that belong together.",
    attributes: [
      .ours("Name", "the name of the dashboard. Default: the name of its file"),
      .ours("Title", "the text above it"),
      .ours("Description", "one or two sentences about its purpose, below the title and in the list of dashboards"),
      .ours(
        "Theme",
        "the colors of all items: light, dark, high-contrast, WelterWeight, WelterWeightDark, or a theme of "
          + "the workspace"
      ),
    ],
    children: [
      ChildDescription("Variables", variables), ChildDescription("Filters", filters),
      ChildDescription("Chart", .any, chart), ChildDescription("DAPanel", .any, panel),
      ChildDescription("DrillDownGroup", .any, drillDownGroup), ChildDescription("OverlayGroup", .any, overlayGroup),
      ChildDescription("TreeMapGroup", .any, treeMapGroup), ChildDescription("DataGrid", .any, dataGrid),
      ChildDescription("Diagram", .any, diagram), ChildDescription("CustomItem", .any, customItem),
    ])

  /// Returns true for attributes of XML itself and of schemas, which are preserved and ignored.
  static func isForeign(_ name: String) -> Bool {
    Name(name) == "xmlns"
      || ["xmlns:", "xml:", "xsi:"].contains { name.utf8.starts(with: $0.utf8) }
  }
}
