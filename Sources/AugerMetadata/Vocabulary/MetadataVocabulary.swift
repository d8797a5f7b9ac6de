import AugerDiagnostics

/// The dashboard language as data: every kind of node, its attributes with their types, spellings and defaults.
///
/// Reading asks it for spellings and requirements, messages for what is known, the reference for its text.
package enum MetadataVocabulary {
  /// What a file may begin with: the whole, a dashboard, or a single item of one (guide, "Chart").
  package static let roots = [
    mobileAnalytic, dashboard, chart, dataGrid, diagram, drillDownGroup, overlayGroup, treeMapGroup,
  ]

  /// Every kind of node once, in the order of the reference.
  package static let nodes = [
    mobileAnalytic, dashboard, variables, variable, choices, choice, panel, variableName, filters, filter, chart,
    category, series, values, value, filterNames, filterName, zoomingLevels, zoomingLevel, annotations, annotation,
    multiples, whatIfColumns,
    whatIfColumn, drillDownGroup, overlayGroup, layer, treeMapGroup, treeMapLevel, dataGrid, gridColumns, gridColumn,
    gridCharts, gridChart, diagram, diagramNode, nodeTo, dashboardLayout, landscape, portrait, layout,
  ]

  static let mobileAnalytic = NodeDescription(
    "MobileAnalytic", "The root of a file: a dashboard and where its items stand.",
    attributes: [AttributeDescription("MAKitVersion", "the version that the file was written for; kept")],
    children: [ChildDescription("Dashboard", .one, dashboard), ChildDescription("DashboardLayout", dashboardLayout)])

  static let dashboard = NodeDescription(
    "Dashboard", "Charts, groups, grids, panels and diagrams that belong together.",
    attributes: [
      .ours("Name", "what the dashboard is called where its file's name does not say it"),
      .ours("Title", "the text above it"),
      .ours(
        "Theme",
        "the colours of all its items: light, dark, high-contrast, WelterWeight, WelterWeightDark, or a workspace's"
      ),
    ],
    children: [
      ChildDescription("Variables", variables), ChildDescription("Filters", filters),
      ChildDescription("Chart", .any, chart), ChildDescription("DAPanel", .any, panel),
      ChildDescription("DrillDownGroup", .any, drillDownGroup), ChildDescription("OverlayGroup", .any, overlayGroup),
      ChildDescription("TreeMapGroup", .any, treeMapGroup), ChildDescription("DataGrid", .any, dataGrid),
      ChildDescription("Diagram", .any, diagram),
    ])

  /// Attributes of XML itself and of schemas: kept, and not looked at.
  static func isForeign(_ name: String) -> Bool {
    Name(name) == "xmlns"
      || ["xmlns:", "xml:", "xsi:"].contains { name.utf8.starts(with: $0.utf8) }
  }
}
