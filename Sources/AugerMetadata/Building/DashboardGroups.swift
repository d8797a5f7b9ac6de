import AugerCharts
import AugerColumns

/// Charts linked by selections. The query of each chart receives the values that were selected in the previous ones.
///
/// ```swift
/// DrillDownGroup("Resellers", query: "Sales", type: .column) {
///   ChartDefinition("Regions", category: "Region", values: .sum("Amount"))
///   ChartDefinition("Countries", category: "Country", values: .sum("Amount"))
/// }
/// ```
public struct DrillDownGroup: DashboardItem {
  public var node: MetadataNode

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its dashboard.
  ///   - title: The title above the group. Default: none.
  ///   - query: The query of levels without their own.
  ///   - type: The type of levels without their own.
  ///   - levels: The charts and overlays, the first level first.
  public init(
    _ name: String, title: String? = nil, query: String? = nil, type: ChartType? = nil,
    @ListBuilder<any DrillDownLevel> levels: () -> [any DrillDownLevel]
  ) {
    node = MetadataNode("DrillDownGroup", ["Name": name, "Title": title, "Query": query, "ChartType": type?.rawValue])
    node.children = levels().map(\.node).numbered("ChartSequence")
  }
}

/// Charts drawn over one another, with the same categories.
///
/// ```swift
/// OverlayGroup("Plan", query: "ByMonth", category: "Month") {
///   ChartDefinition("Sales", type: .column, category: .automatic, values: .sum("Amount"))
///   ChartDefinition("Margin", type: .line, category: .automatic, values: .average("Margin")).onSecondaryAxis()
/// }
/// ```
public struct OverlayGroup: DrillDownLevel {
  public var node: MetadataNode

  /// Creates an overlay.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its dashboard.
  ///   - title: The title above the overlay. Default: none.
  ///   - query: The query of layers without their own.
  ///   - type: The type of layers without their own.
  ///   - category: The categories of layers whose categories are `.automatic`.
  ///   - layers: The charts, the lowest first.
  public init(
    _ name: String, title: String? = nil, query: String? = nil, type: ChartType? = nil,
    category: ChartDefinition.Category = .automatic, @ListBuilder<ChartDefinition> layers: () -> [ChartDefinition]
  ) {
    node = MetadataNode("OverlayGroup", ["Name": name, "Title": title, "Query": query, "ChartType": type?.rawValue])
    category.add(to: &node)
    node.children += layers().map { $0.node.renamed("Layer") }.numbered("ChartSequence")
  }
}

/// A treemap: areas within areas. The first value of a level sets the area, the second one the color.
public struct TreeMapGroup: DashboardItem {
  public var node: MetadataNode

  /// Creates a treemap.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its dashboard.
  ///   - title: The title above the treemap. Default: none.
  ///   - query: The query of levels without their own.
  ///   - levels: The charts, the coarsest level first. Their type is `treeMap`.
  public init(
    _ name: String, title: String? = nil, query: String? = nil,
    @ListBuilder<ChartDefinition> levels: () -> [ChartDefinition]
  ) {
    node = MetadataNode("TreeMapGroup", ["Name": name, "Title": title, "Query": query])
    node.children = levels().map { $0.node.renamed("TreeMapLevel") }.numbered("ChartSequence")
  }
}

/// A table of values, differences and small charts, with a row for each row of its query.
///
/// ```swift
/// DataGrid(
///   "Countries", query: "ByCountry",
///   columns: .header("Country"), .data("Amount", format: .currency()),
///   .variance("Amount - Target", color: "if(Amount < Target, 'red', 'green')"))
/// ```
public struct DataGrid: DashboardItem {
  public var node: MetadataNode

  /// Creates a grid.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its dashboard.
  ///   - query: The query.
  ///   - title: The title above the grid. Default: none.
  ///   - columns: The columns. Headers precede the others.
  public init(_ name: String, query: String, title: String? = nil, columns: Column...) {
    node = MetadataNode("DataGrid", ["Name": name, "Title": title, "Query": query])
    node.append(columns.map(\.node), to: "Columns")
    add(columns.compactMap(\.chart))
  }

  /// Returns a copy whose query receives the selection of filters as arguments.
  public func filtered(by filters: String...) -> Self { with { $0.filter(by: filters) } }

  /// Returns a copy with additional charts, for columns that name a chart by the attribute `ChartName`.
  public func charts(_ charts: ChartDefinition...) -> Self {
    var grid = self
    grid.add(charts.map(\.node))
    return grid
  }

  /// Adds charts once for each name.
  private mutating func add(_ charts: [MetadataNode]) {
    for chart in charts {
      let others = node.children.first { $0.name.isSame(as: "Charts") }?.children ?? []
      if !others.contains(where: { $0["Name"] == chart["Name"] }) { node.append([chart], to: "Charts") }
    }
  }

  /// A column of a grid. Values are expressions over the columns of the grid's query.
  public struct Column: MetadataPart {
    public var node: MetadataNode
    /// The chart of the cells.
    fileprivate var chart: MetadataNode?

    private init(_ type: String, _ value: String, _ title: String?, _ format: ValueFormat? = nil) {
      node = MetadataNode("Column", ["Type": type, "Value": value, "Header": title])
      node.set(format)
    }

    /// Returns a column of row headings.
    ///
    /// - Parameters:
    ///   - value: An expression, such as the name of a column.
    ///   - title: The text above the column. Default: the expression.
    ///   - format: The format of the values.
    public static func header(_ value: String, title: String? = nil, format: ValueFormat? = nil) -> Column {
      Column("Data", value, title, format).attribute("IsHeaderColumn", to: "true")
    }

    /// Returns a column of values.
    ///
    /// - Parameters:
    ///   - value: An expression.
    ///   - title: The text above the column. Default: the expression.
    ///   - format: The format of the values.
    public static func data(_ value: String, title: String? = nil, format: ValueFormat? = nil) -> Column {
      Column("Data", value, title, format)
    }

    /// Returns a column of colored differences.
    ///
    /// - Parameters:
    ///   - value: An expression.
    ///   - color: An expression for the name of a color, or `#rrggbb`.
    ///   - title: The text above the column. Default: the expression.
    ///   - format: The format of the values.
    public static func variance(
      _ value: String, color: String, title: String? = nil, format: ValueFormat? = nil
    ) -> Column {
      Column("Variance", value, title, format).attribute("Color", to: color)
    }

    /// Returns a column of small charts.
    ///
    /// - Parameters:
    ///   - chart: The chart. The value of a cell is its data, so that it has no query.
    ///   - value: An expression whose values are the data: a nested table in each row.
    ///   - title: The text above the column. Default: the expression.
    public static func chart(_ chart: ChartDefinition, value: String, title: String? = nil) -> Column {
      var column = Column("Chart", value, title).attribute("ChartName", to: chart.name)
      column.chart = chart.node
      return column
    }
  }
}
