/// The names of the language, for what is known and not read yet.
enum MetadataVocabulary {
  /// What a dashboard can hold that a layout can place, beside charts and grids.
  static let unreadItems = ["DAPanel", "DrillDownGroup", "OverlayGroup", "TreeMapGroup", "Diagram"]
  /// What a dashboard can hold beside its items.
  static let unreadDeclarations = ["Variables", "Filters"]
  /// What a chart can hold beside its axes and values.
  static let unreadChartParts = ["Filters", "ZoomingLevels", "WhatIfColumns"]

  /// Attributes that are known and not read yet, by node.
  private static let unreadAttributes: [(node: String, attributes: [String])] = [
    ("Chart", ["ChartSequence", "ByCategory", "BySeries", "Axis", "Theme", "Unit", "Summary"])
  ]

  static func isAttribute(_ name: String, of node: String) -> Bool {
    unreadAttributes.contains { entry in
      entry.node.utf8.elementsEqual(node.utf8) && entry.attributes.contains { $0.utf8.elementsEqual(name.utf8) }
    }
  }

  /// Attributes of XML itself and of schemas.
  static func isForeign(_ name: String) -> Bool {
    ["xmlns", "xml:", "xsi:"].contains { name.utf8.starts(with: $0.utf8) }
  }
}
