import AugerCharts
import AugerColumns
import AugerExpressions

/// A chart as its author describes it: its query, and the columns of its categories, series and values.
///
/// ```swift
/// ChartDefinition(
///   "Regions", type: .column, query: "ByRegion", category: "Region", series: "Product",
///   values: .sum("Amount", title: "Sales", format: .currency("EUR"))
/// )
/// .title("Sales by region")
/// .sorted(by: .value, order: .descending)
/// ```
///
/// An invalid name or expression is reported by ``Dashboard/validate()``, and when the chart is computed.
public struct ChartDefinition: DrillDownLevel {
  public var node: MetadataNode

  /// Creates a chart.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its dashboard. A chart that stands alone needs none.
  ///   - type: The kind of chart. Nil for the type of its group.
  ///   - query: A query of the workspace or delegate, or a table of the pipeline. Nil for the query of its group.
  ///   - category: The column of the categories.
  ///   - series: The column of the series. Nil for one series without a name.
  ///   - values: At least one value, in the order of the value roles of the type.
  ///   - content: Annotations and what-if columns.
  public init(
    _ name: String = "Chart", type: ChartType? = nil, query: String? = nil, category: Category,
    series: Series? = nil, values: Value...,
    @ListBuilder<any ChartContentPart> content: () -> [any ChartContentPart] = { [] }
  ) {
    node = MetadataNode("Chart", ["Name": name, "ChartType": type?.rawValue, "Query": query])
    category.add(to: &node)
    if let series { node.children.append(series.node) }
    node.append(values.map(\.node).numbered("ValueSequence"), to: "Values")
    for part in content() { node.append([part.node], to: part.listName) }
  }
}

/// A level of a drilldown group: a chart or an overlay.
public protocol DrillDownLevel: DashboardItem {}

// MARK: Channels

extension ChartDefinition {
  /// The column of the categories, and their zooming levels.
  ///
  /// A literal is the name of a column: `category: "Region"`.
  public struct Category: MetadataPart, ExpressibleByStringLiteral {
    public var node: MetadataNode
    /// Levels with their own queries.
    private var levels: [MetadataNode] = []

    private init(_ node: MetadataNode, levels: [MetadataNode] = []) {
      self.node = node
      self.levels = levels
    }

    /// Creates the categories of a column.
    public init(stringLiteral column: String) { node = MetadataNode("Category", ["Column": column]) }

    /// Categories without a column: the bins of a histogram, the nodes of a graph, or the categories of the overlay
    /// that contains the chart.
    public static let automatic = Category(MetadataNode("Category"))

    /// Returns the categories of a column.
    ///
    /// - Parameters:
    ///   - column: The name of a column of the query.
    ///   - title: The label of the axis. Default: the name of the column.
    ///   - format: The format of the categories.
    public static func column(_ column: String, title: String? = nil, format: ValueFormat? = nil) -> Category {
      var node = MetadataNode("Category", ["Column": column, "DisplayName": title])
      node.set(format)
      return Category(node)
    }

    /// Returns the periods of a date column. All of them are zooming levels.
    ///
    /// - Parameters:
    ///   - column: The name of a column of dates or timestamps.
    ///   - grains: The parts of the dates, the coarsest first: `[.year, .quarter, .month]`.
    ///   - fiscalYearStart: The first month of years, 1 to 12.
    ///   - timeZone: The time zone of the days: `Europe/Berlin`, `+02:00`. Default: UTC.
    ///   - fillsGaps: True to show periods without data. Default: true for weeks and longer periods.
    public static func dates(
      _ column: String, by grains: [Grain], fiscalYearStart: Int? = nil, timeZone: String? = nil,
      fillsGaps: Bool? = nil
    ) -> Category {
      Category(
        MetadataNode(
          "Category",
          [
            "Column": column, "Grains": grains.map(\.rawValue).joined(separator: ","),
            "FiscalYearStart": fiscalYearStart.map { "\($0)" }, "TimeZone": timeZone,
            "FillGaps": fillsGaps.map { "\($0)" },
          ]))
    }

    /// Returns categories with a query for each zooming level, the coarsest first.
    ///
    /// - Parameters:
    ///   - levels: The levels. The query of a level also returns the columns of the coarser ones.
    ///   - format: The format of levels without their own.
    public static func levels(_ levels: ZoomingLevel..., format: ValueFormat? = nil) -> Category {
      var node = MetadataNode("Category")
      node.set(format)
      return Category(node, levels: levels.map(\.node))
    }

    /// Adds the nodes of the categories to a chart or an overlay.
    func add(to chart: inout MetadataNode) {
      if !node.attributes.isEmpty { chart.children.append(node) }
      chart.append(levels, to: "ZoomingLevels")
    }
  }

  /// The column of the series. A literal is its name: `series: "Product"`.
  public struct Series: MetadataPart, ExpressibleByStringLiteral {
    public var node: MetadataNode

    /// Creates the series of a column.
    public init(stringLiteral column: String) { node = MetadataNode("Series", ["Column": column]) }

    /// Returns the series of a column.
    ///
    /// - Parameters:
    ///   - column: The name of a column of the query.
    ///   - title: The title of the legend. Default: the name of the column.
    ///   - format: The format of the names of the series.
    public static func column(_ column: String, title: String? = nil, format: ValueFormat? = nil) -> Series {
      var series = Series(stringLiteral: column)
      series.node["DisplayName"] = title
      series.node.set(format)
      return series
    }
  }

  /// An expression whose results are drawn. A literal is the expression: `"sum(Amount) / count(Order)"`.
  public struct Value: MetadataPart, ExpressibleByStringLiteral {
    public var node: MetadataNode

    /// Creates the value of an expression.
    public init(stringLiteral expression: String) { node = MetadataNode("Value", ["Expression": expression]) }

    /// Returns the value of an expression over the columns of the query, `$variables` and aggregates.
    ///
    /// - Parameters:
    ///   - expression: The expression. Rows with one category and series are added up if it does not aggregate.
    ///   - title: The label of the value. Default: the expression.
    ///   - format: The format of the values.
    ///   - unit: The unit of the values, shown at the axis.
    public static func value(
      _ expression: String, title: String? = nil, format: ValueFormat? = nil, unit: String? = nil
    ) -> Value {
      var value = Value(stringLiteral: expression)
      value.node["DisplayName"] = title
      value.node.set(format)
      value.node["Unit"] = unit
      return value
    }

    /// Returns the sum of a column.
    ///
    /// - Parameters:
    ///   - column: The name of a column of numbers.
    ///   - title: The label of the value. Default: `sum(COLUMN)`.
    ///   - format: The format of the values.
    public static func sum(_ column: String, title: String? = nil, format: ValueFormat? = nil) -> Value {
      .value("sum(\(Expression.reference(to: column)))", title: title, format: format)
    }

    /// Returns the mean of a column.
    ///
    /// - Parameters:
    ///   - column: The name of a column of numbers.
    ///   - title: The label of the value. Default: `avg(COLUMN)`.
    ///   - format: The format of the values.
    public static func average(_ column: String, title: String? = nil, format: ValueFormat? = nil) -> Value {
      .value("avg(\(Expression.reference(to: column)))", title: title, format: format)
    }

    /// Returns the number of rows. The default of the title is `count()`.
    public static func count(title: String? = nil) -> Value { .value("count()", title: title) }
  }

  /// A part of a date or time by which a column is grouped.
  public enum Grain: String, Sendable, Hashable, CaseIterable {
    case year = "Year"
    case quarter = "Quarter"
    case month = "Month"
    /// ISO 8601 weeks, which start on Monday.
    case week = "Week"
    case day = "Day"
    case hour = "Hour"
  }
}

package typealias Grain = ChartDefinition.Grain
